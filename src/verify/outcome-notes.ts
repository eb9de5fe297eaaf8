// Notes which outcomes, transitions and events a run has confirmed.

import { isTimedKind } from '../model/timed.ts'
import type { Operation } from '../model/model.ts'
import type { Row } from '../meaning/record/row.ts'
import { type ObservedOutcomes, outcomeName, transitionName } from './coverage.ts'
import { printRowLabel, readRows } from './server/reading.ts'
import type { Session } from './server/session.ts'
import type { Expected } from './oracle/request.ts'

export class OutcomeNotes implements ObservedOutcomes {
  readonly confirmed = new Set<string>()
  readonly failed = new Set<string>()
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Notes the transitions that effects and timers caused. */
  noteMoved(before: ReadonlyMap<string, Row>, { trace }: Expected): void {
    const { facts } = this.#session.compiled
    for (const row of readRows(this.#session).values()) {
      const old = before.get(printRowLabel(row))
      if (old === undefined || old.version === row.version) continue
      for (const { machine, edges } of facts.machines.filter(({ machine: { resource } }) => resource === row.resource)) {
        const [from, to] = [old.values.get(machine.field), row.values.get(machine.field)]
        for (const name of trace.transitions)
          if (name.startsWith(`${row.resource}.`) && typeof from === 'string') this.confirmed.add(transitionName(name, from))
        const timed = from === to ? undefined : edges.find((edge) => isTimedKind(edge.kind) && edge.from === from && edge.to === to)
        if (timed !== undefined && trace.transitions.length === 0)
          this.confirmed.add(transitionName(`${row.resource} ${timed.name ?? ''}`, timed.from))
      }
    }
  }

  note(operation: Operation | undefined, expected: Expected, states: string): void {
    if (operation === undefined) return
    const { confirmed } = this
    const isGood = expected.trace.condition === undefined
    confirmed.add(outcomeName(operation.id, isGood ? 'succeeds' : expected.trace.condition!))
    const transition = operation.action === 'transition' ? operation.subject?.text : undefined
    for (const state of states.split(' ')) {
      if (transition !== undefined && state !== '' && (isGood || expected.trace.condition!.startsWith('illegal-transition')))
        confirmed.add(transitionName(transition, state))
    }
  }
}
