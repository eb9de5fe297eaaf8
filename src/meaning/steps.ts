// What is asked of an exchange before its effect, put in order once for each operation.

import type { Answer } from '../exchange/exchange.ts'
import { type Refusal, isAt, refuse, refusedBy } from '../exchange/refusal.ts'
import { Unready } from '../exchange/unready.ts'
import type { OperationFacts, Point } from '../fact/fact.ts'
import { stagePrecedes } from '../fact/order.ts'
import { shown } from '../model/slot.ts'
import { refusalsAt } from './checks.ts'
import { replayOf } from './idempotency.ts'
import { perform } from './perform.ts'
import type { Situation } from './situation.ts'
import { askInvariants } from './writing/invariants.ts'

/** `begun` begins the same exchange within the transaction, for what is tried and taken back. */
export type Asking = { readonly situation: Situation; readonly begun: () => Situation }

/** Refuses by throwing; gives the answer where the request is known already. */
export type Step = (asking: Asking) => Answer | undefined

/** `early` stands before the action's own record or list is looked for. `late` are the points that stand after that. */
export type Steps = { readonly early: readonly Step[]; readonly rest: readonly Step[]; readonly late: readonly Point[] }

/** `natural` answers a repetition that the request itself shows; undefined where none is meant. */
export function stepsOf({ operation, points: all, asserted }: OperationFacts, natural: Step | undefined): Steps {
  const points = all.filter(({ stage }) => stage !== 'interrupt')
  // The effect asks its own points by itself, but for those that stand before others.
  const others = points.findLastIndex(({ stage }) => stage !== 'effect') + 1
  const isKeyed = shown(operation.slots.idempotency)?.kind === 'key'
  const first = points.findIndex((point) => followsReplay(point) && !isLookUp(point))
  const [early, rest]: [Step[], Step[]] = [[], []]
  let waiting = asserted.filter(({ stage }) => stage !== 'effect')
  let replayed = false
  let isNaturalAsked = natural === undefined
  for (const [index, point] of [...points, undefined].entries()) {
    const steps = point !== undefined && (first < 0 || index < first) ? early : rest
    const assertedBefore = (isDue: (each: Point) => boolean): void => {
      const due = waiting.filter((each) => isDue(each) && (point === undefined || stagePrecedes(each.stage, point.stage)))
      waiting = waiting.filter((each) => !due.includes(each))
      steps.push(...due.map((each) => askingOf(each, [])))
    }
    assertedBefore((each) => !followsReplay(each))
    if (!replayed && (point === undefined || followsReplay(point))) {
      replayed = true
      if (isKeyed) steps.push(({ situation }) => replayOf(situation))
    }
    if (!isNaturalAsked && (point === undefined || point.stage === 'state' || point.stage === 'effect')) {
      isNaturalAsked = true
      steps.push(natural!)
    }
    assertedBefore(() => replayed)
    if (point !== undefined && index < others) steps.push(askingOf(point, points.slice(index + 1)))
  }
  return { early, rest, late: first < 0 ? [] : points.slice(first) }
}

/** Of a record of `with`. */
function isLookUp({ condition, name, stage }: Point): boolean {
  return stage === 'find' && name !== undefined && (condition === 'not-found' || condition === 'gone')
}

/** What `never` excludes is asked before what its stage stands before, or at the end: where it is met, it is answered as `internal`. */
function followsReplay({ stage }: Point): boolean {
  return stage === 'find' || stage === 'permission' || stage === 'match' || stage === 'state' || stage === 'effect'
}

/** Conditions of which all that fail are told, as far as one entry answers them. */
const toldTogether: ReadonlySet<string> = new Set(['invalid', 'guard', 'require', 'duplicate'])

function askingOf(point: Point, later: readonly Point[]): Step {
  const alike = !toldTogether.has(point.condition) ? [] : later.filter(({ condition, stage }) => condition === point.condition && stage === point.stage && stage !== 'effect')
  return (asking) => {
    const met = refusalAt(point, asking)
    if (met === undefined) return undefined
    const further = alike.flatMap((other): readonly Refusal[] => {
      const also = attempted(() => refusalAt(other, asking))
      return also === undefined || also.condition === 'internal' ? [] : [also]
    })
    return refuse({ ...met, further: [...(met.further ?? []), ...further] })
  }
}

/** A point of the effect is asked here only where `precedence` put it before one that is not: then by trying, and leaving nothing. */
function refusalAt(point: Point, { situation, begun }: Asking): Refusal | undefined {
  if (point.stage !== 'effect') {
    const refusals = refusalsAt(point, situation)
    return refusals.length === 0 ? undefined : refusals.find((refusal) => isAt(point, refusal) || refusal.condition === 'internal' || refusal.alone !== undefined)
  }
  const trial = begun()
  let refusal: Refusal | undefined
  try {
    refusal = attempted(() => {
      perform(trial)
      askInvariants(trial.act)
      return undefined
    })
  } catch (error) {
    if (error instanceof Unready) trial.act.tx.rollback()
    throw error
  }
  trial.act.tx.rollback()
  return refusal !== undefined && isAt(point, refusal) ? refusal : undefined
}

/** What refuses, whether it is given or thrown. */
function attempted(check: () => Refusal | undefined): Refusal | undefined {
  try {
    return check()
  } catch (error) {
    return refusedBy(error).refusal
  }
}
