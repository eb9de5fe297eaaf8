// What writing does, step by step: refusals that are met, changes that are made, and what each leads to in turn.

import type { Span } from '../../base/text.ts'
import type { Origin } from '../../model/slot.ts'
import type { TimedKind } from '../../model/timed.ts'
import type { Condition } from '../fact.ts'
import type { Follow } from '../reading.ts'

/** A refusal met in the stage `effect`, whatever its own stage is. */
export type Met = {
  readonly condition: Condition
  readonly subject?: string
  readonly name?: string
  readonly because: readonly Origin[]
  readonly follows?: readonly Follow[]
}

export type Change = {
  readonly kind: 'create' | 'update' | 'delete'
  readonly resource: string
  /** Properties that it writes, computed ones included. */
  readonly properties: readonly string[]
  /** `Order.place`, and the states that it can lead to, as `Order.paid`. */
  readonly transition?: string
  readonly entered?: readonly string[]
}

/** What a change leads to, which may lead to itself again. */
export type Node =
  /** A transition is made; `client`: its input comes from the request; `sent`: its input is the request's body. */
  | { readonly kind: 'transition'; readonly name: string; readonly client: boolean; readonly sent: boolean }
  /** A record was created, and enters its initial states. */
  | { readonly kind: 'created'; readonly resource: string }
  /** A record was written: `always` is asked in all its states. */
  | { readonly kind: 'written'; readonly resource: string }
  /** A state was entered, whose `always` is asked. */
  | { readonly kind: 'entered'; readonly machine: string; readonly state: string }
  /** A record is deleted, and what refers to it with it. */
  | { readonly kind: 'deleted'; readonly resource: string }
  /** A timed transition, which nobody is told of. */
  | { readonly kind: 'timed'; readonly machine: string; readonly state: string; readonly by: TimedKind; readonly length: string }

export type Step =
  | { readonly kind: 'meet'; readonly met: Met }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'go'; readonly to: Node; readonly at: Span }

export type Program = readonly Step[]

export function keyOf(node: Node): string {
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

export type Outcome = { readonly met: readonly Met[]; readonly changes: readonly Change[] }

/**
 * Follows a program to its end, into each node once. Invariants are asked of what is about to be stored, so they come
 * last, whichever write they belong to.
 */
export function follow(program: Program, programOf: (node: Node) => Program): Outcome {
  const met: Met[] = []
  const invariants: Met[] = []
  const changes: Change[] = []
  const entered = new Set<string>()
  // Programs that are under way, the innermost last: chains of effects may be longer than the call stack.
  const running = [program.values()]
  for (let steps = running.at(-1); steps !== undefined; steps = running.at(-1)) {
    const { value: step, done } = steps.next()
    if (done === true) running.pop()
    else if (step.kind === 'change') changes.push(step.change)
    else if (step.kind === 'meet') (step.met.condition === 'invariant' ? invariants : met).push(step.met)
    else if (!entered.has(keyOf(step.to))) {
      entered.add(keyOf(step.to))
      running.push(programOf(step.to).values())
    }
  }
  return { met: [...met, ...invariants], changes }
}
