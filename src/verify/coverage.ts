// Measures which facts of the document can be confirmed, which were, and why the others were not.

import { isTimedKind } from '../model/timed.ts'
import type { Span } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { printCondition } from '../exchange/refusal.ts'
import type { Origin } from '../model/slot.ts'
import { type Clause, makeClause } from './clauses/clauses.ts'

export type CoverageItem = {
  /** The part of the document that it belongs to: 3 for transitions, 7 for refusals, and so on. */
  readonly part: number
  /** `createOrder: dangling Order.customer` */
  readonly name: string
  readonly clause?: Clause
  readonly state: 'confirmed' | 'failed' | 'not reached' | 'not checkable'
  readonly why?: string
}

/** The observed outcomes of one operation, with counts. */
export type ObservedOutcomes = { readonly confirmed: ReadonlySet<string>; readonly failed: ReadonlySet<string> }

export type VerifyCoverage = {
  readonly items: readonly CoverageItem[]
  /** All outcomes of the document, and the number that it fully determines. */
  readonly outcomes: number
  readonly determined: number
  readonly confirmed: number
}

/** The name by which a run counts an outcome. */
export const outcomeName = (operation: string, outcome: string): string => `${operation}: ${outcome}`
export const transitionName = (transition: string, state: string): string => `${transition} in ${state}`

/** The means of a run that are missing: a hook that moves the server's clock, and the observation of events. */
export type MissingMeans = { readonly clock: boolean; readonly events: boolean }

export function measureCoverage(compiled: Compiled, observed: ObservedOutcomes, missing: MissingMeans): VerifyCoverage {
  const items: CoverageItem[] = []
  let outcomes = 0
  for (const { operation, complete, points } of compiled.facts.operations) {
    outcomes += points.length + 1
    if (!complete) continue
    const addItem = (part: number, outcome: string, span: Span | undefined, reasonUncheckable: string | undefined): void => {
      const name = outcomeName(operation.id, outcome)
      items.push({
        part,
        name,
        ...(span === undefined ? {} : { clause: makeClause(span, '') }),
        ...stateOf(observed, name, reasonUncheckable),
      })
    }
    const code = operation.action === 'call' ? 'what code does, only its author knows' : undefined
    const uncheckableOperation =
      operation.action === 'stream' || operation.action === 'feed' ? `refusals of ${operation.action}s are not provoked` : code
    addItem(4, 'succeeds', operation.key.span, code)
    for (const point of points) {
      const origin = point.because[0]
      addItem(
        findPart(point.condition),
        printCondition(point),
        origin && spanOf(origin),
        uncheckableOperation ?? explainUncheckable(point.condition, point.stage, point.name),
      )
    }
  }
  for (const { machine, edges, states, transitions } of compiled.facts.machines) {
    for (const { name, from } of transitions) {
      for (const state of states) {
        const edge = edges.find((each) => each.name === name && each.from === state)
        if (
          edge === undefined &&
          !compiled.facts.operations.some(({ operation }) => operation.subject?.text === `${machine.resource}.${name}`)
        )
          continue
        const itemName = transitionName(`${machine.resource}.${name}`, state)
        outcomes++
        items.push({
          part: 3,
          name: from.includes(state) ? itemName : `${itemName} is refused`,
          clause: makeClause(edge?.candidate.node.span ?? machine.key.span, ''),
          ...stateOf(observed, itemName, undefined),
        })
      }
    }
    for (const edge of edges.filter(({ kind }) => isTimedKind(kind))) {
      const itemName = transitionName(`${machine.resource} ${edge.name ?? ''}`, edge.from)
      outcomes++
      items.push({
        part: 3,
        name: itemName,
        clause: makeClause(edge.candidate.node.span, ''),
        ...stateOf(observed, itemName, missing.clock ? 'it needs a hook that moves the clock' : undefined),
      })
    }
  }
  for (const { name, kind, key } of compiled.facts.emitters) {
    outcomes++
    items.push({
      part: 6,
      name: `${kind} ${name}`,
      clause: makeClause(key.span, ''),
      ...stateOf(observed, `${kind} ${name}`, missing.events ? 'events and callbacks are not followed' : undefined),
    })
  }
  const determined = items.length
  return { items, outcomes, determined, confirmed: items.filter(({ state }) => state === 'confirmed').length }
}

function stateOf(observed: ObservedOutcomes, name: string, reasonUncheckable: string | undefined): Pick<CoverageItem, 'state' | 'why'> {
  if (observed.failed.has(name)) return { state: 'failed' }
  if (observed.confirmed.has(name)) return { state: 'confirmed' }
  return reasonUncheckable === undefined ? { state: 'not reached' } : { state: 'not checkable', why: reasonUncheckable }
}

function findPart(condition: string): number {
  if (condition === 'unauthenticated' || condition === 'forbidden' || condition === 'insufficient-scope') return 5
  if (condition === 'guard' || condition === 'illegal-transition') return 3
  if (condition === 'rate-limited' || condition === 'quota-exceeded' || condition === 'too-large' || condition === 'timeout') return 8
  return condition === 'invalid' ||
    condition === 'duplicate' ||
    condition === 'dangling' ||
    condition === 'in-use' ||
    condition === 'invariant'
    ? 2
    : 7
}

/** The reason why a request cannot cause a condition. */
function explainUncheckable(condition: string, stage: string, name: string | undefined): string | undefined {
  if (stage === 'interrupt') return 'only a failure of the server itself shows it'
  if (condition === 'unauthenticated' && name?.endsWith('expired') === true) return 'it needs a credential that has ended'
  return undefined
}

function spanOf(origin: Origin): Span | undefined {
  return origin.kind === 'document' || origin.kind === 'convention' ? origin.span : undefined
}
