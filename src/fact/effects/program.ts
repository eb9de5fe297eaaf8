// The programs of writes: the refusals that may occur, the changes that follow, and the programs that those start.

import type { Span } from '../../base/text.ts'
import type { Origin } from '../../model/slot.ts'
import type { TimedKind } from '../../model/timed.ts'
import type { Condition } from '../fact.ts'
import type { Follow } from '../reading.ts'

/** A refusal in the stage `effect`, regardless of its own stage. */
export type PossibleRefusal = {
  readonly condition: Condition
  readonly subject?: string
  readonly name?: string
  readonly because: readonly Origin[]
  readonly follows?: readonly Follow[]
}

export type RecordChange = {
  readonly kind: 'create' | 'update' | 'delete'
  readonly resource: string
  /** Properties that it writes, computed ones included. */
  readonly properties: readonly string[]
  /** `Order.place`, and the states that it can lead to, as `Order.paid`. */
  readonly transition?: string
  readonly entered?: readonly string[]
}

/** The consequences of a change, which may cause it again. */
export type ProgramNode =
  /** A transition; `client`: its input comes from the request; `sent`: its input is the request's body. */
  | { readonly kind: 'transition'; readonly name: string; readonly client: boolean; readonly sent: boolean }
  /** A record was created, and enters its initial states. */
  | { readonly kind: 'created'; readonly resource: string }
  /** A record was written: `always` runs in all its states. */
  | { readonly kind: 'written'; readonly resource: string }
  /** A state was entered; its `always` runs. */
  | { readonly kind: 'entered'; readonly machine: string; readonly state: string }
  /** A record is deleted, with the records that `cascade` to it. */
  | { readonly kind: 'deleted'; readonly resource: string }
  /** A timed transition, which has no request to answer. */
  | { readonly kind: 'timed'; readonly machine: string; readonly state: string; readonly by: TimedKind; readonly length: string }

export type ProgramStep =
  | { readonly kind: 'refusal'; readonly refusal: PossibleRefusal }
  | { readonly kind: 'change'; readonly change: RecordChange }
  | { readonly kind: 'consequence'; readonly to: ProgramNode; readonly at: Span }

export type Program = readonly ProgramStep[]

/** The refusals of the request, and those of an item of a step that runs its items one by one. */
export type Programs = { readonly request: Program; readonly items: Program }

export function printNodeKey(node: ProgramNode): string {
  switch (node.kind) {
    case 'transition':
      return `transition ${node.name} ${node.client} ${node.sent}`
    case 'created':
    case 'written':
    case 'deleted':
      return `${node.kind} ${node.resource}`
    case 'entered':
      return `entered ${node.machine} ${node.state}`
    case 'timed':
      return `timed ${node.machine} ${node.state} ${node.by} ${node.length}`
  }
}

export type ProgramOutcome = { readonly refusals: readonly PossibleRefusal[]; readonly changes: readonly RecordChange[] }

/** Follows a program to its end and visits each node once. Invariants test the final data, so they come last. */
export function followProgram(program: Program, programOf: (node: ProgramNode) => Program): ProgramOutcome {
  const refusals: PossibleRefusal[] = []
  const invariants: PossibleRefusal[] = []
  const changes: RecordChange[] = []
  const visited = new Set<string>()
  // The running programs, the innermost last: chains of effects may be longer than the call stack.
  const running = [program.values()]
  for (let steps = running.at(-1); steps !== undefined; steps = running.at(-1)) {
    const { value: step, done } = steps.next()
    if (done === true) running.pop()
    else if (step.kind === 'change') changes.push(step.change)
    else if (step.kind === 'refusal') (step.refusal.condition === 'invariant' ? invariants : refusals).push(step.refusal)
    else if (!visited.has(printNodeKey(step.to))) {
      visited.add(printNodeKey(step.to))
      running.push(programOf(step.to).values())
    }
  }
  return { refusals: [...refusals, ...invariants], changes }
}
