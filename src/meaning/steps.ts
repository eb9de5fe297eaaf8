// Compiles the points of an operation into steps: the checks that run before its effect, in order.

import type { Answer } from '../exchange/exchange.ts'
import { type Refusal, isRefusalOfPoint, isFailure, refuse, toRefusedRequest } from '../exchange/refusal.ts'
import { Unready } from '../exchange/unready.ts'
import type { OperationFacts, Point } from '../fact/fact.ts'
import { hasOwnCheck, doesStagePrecede } from '../fact/order.ts'
import { slotValueOf } from '../model/slot.ts'
import { checkPoint } from './checks.ts'
import { replayOf } from './idempotency.ts'
import { perform } from './perform.ts'
import type { RequestState } from './request-state.ts'
import { checkInvariants } from './writing/invariants.ts'

/** `restart` starts the exchange again in a nested transaction, for checks that try the effect and roll it back. */
export type StepContext = { readonly requestState: RequestState; readonly restart: () => RequestState }

/** Throws `Refused` if its check fails. Returns an answer if the request is a repetition. */
export type OperationStep = (stepContext: StepContext) => Answer | undefined

/** `early` runs before the operation reads its own record or list, `rest` after. `late` holds the points of `rest`. */
export type Steps = { readonly early: readonly OperationStep[]; readonly rest: readonly OperationStep[]; readonly late: readonly Point[] }

/** `natural` answers a repeated create whose record exists already; undefined without `idempotency: natural`. */
export function compileSteps({ operation, points: all, asserted }: OperationFacts, natural: OperationStep | undefined): Steps {
  const points = all.filter(hasOwnCheck)
  // The effect checks its own points when it runs. Only those that `precedence` puts before other points become steps.
  const stepCount = points.findLastIndex(({ stage }) => stage !== 'effect') + 1
  const isKeyed = slotValueOf(operation.slots.idempotency)?.kind === 'key'
  const first = points.findIndex((point) => followsReplay(point) && !isLookUp(point))
  const [early, rest]: [OperationStep[], OperationStep[]] = [[], []]
  let pendingAsserted = asserted.filter(({ stage }) => stage !== 'effect' && stage !== 'interrupt')
  let hasReplayStep = false
  let hasNaturalStep = natural === undefined
  for (const [index, point] of [...points, undefined].entries()) {
    const steps = point !== undefined && (first < 0 || index < first) ? early : rest
    const addAssertedSteps = (isDue: (each: Point) => boolean): void => {
      const due = pendingAsserted.filter((each) => isDue(each) && (point === undefined || doesStagePrecede(each.stage, point.stage)))
      pendingAsserted = pendingAsserted.filter((each) => !due.includes(each))
      steps.push(...due.map((each) => makeStep(each, [])))
    }
    addAssertedSteps((each) => !followsReplay(each))
    if (!hasReplayStep && (point === undefined || followsReplay(point))) {
      hasReplayStep = true
      if (isKeyed) steps.push(({ requestState }) => replayOf(requestState))
    }
    if (!hasNaturalStep && (point === undefined || point.stage === 'state' || point.stage === 'effect')) {
      hasNaturalStep = true
      steps.push(natural!)
    }
    addAssertedSteps(() => hasReplayStep)
    if (point !== undefined && index < stepCount) steps.push(makeStep(point, points.slice(index + 1)))
  }
  return { early, rest, late: first < 0 ? [] : points.slice(first) }
}

/** True if the point is about a record of `with`. */
function isLookUp({ condition, name, stage }: Point): boolean {
  return stage === 'find' && name !== undefined && (condition === 'not-found' || condition === 'gone')
}

/** True for stages that a repeated request with the same idempotency key never reaches. */
function followsReplay({ stage }: Point): boolean {
  return stage === 'find' || stage === 'permission' || stage === 'match' || stage === 'state' || stage === 'effect'
}

/** All failures of these conditions go into one answer, if one entry of part 7 answers them. */
const reportedTogether: ReadonlySet<string> = new Set(['invalid', 'guard', 'require', 'duplicate'])

function makeStep(point: Point, later: readonly Point[]): OperationStep {
  const alike = !reportedTogether.has(point.condition)
    ? []
    : later.filter(({ condition, stage }) => condition === point.condition && stage === point.stage && stage !== 'effect')
  return (stepContext) => {
    const refusal = findRefusalAt(point, stepContext)
    if (refusal === undefined) return undefined
    const further = alike.flatMap((other): readonly Refusal[] => {
      const alsoRefused = attempt(() => findRefusalAt(other, stepContext))
      return alsoRefused === undefined || isFailure(alsoRefused) ? [] : [alsoRefused]
    })
    return refuse({ ...refusal, further: [...(refusal.further ?? []), ...further] })
  }
}

/** Checks a point. For a point of the effect it runs the effect in a nested transaction and rolls it back. */
function findRefusalAt(point: Point, { requestState, restart }: StepContext): Refusal | undefined {
  if (point.stage !== 'effect') {
    const refusals = checkPoint(point, requestState)
    return refusals.length === 0
      ? undefined
      : refusals.find((refusal) => isRefusalOfPoint(point, refusal) || isFailure(refusal) || refusal.httpStatus !== undefined)
  }
  const trial = restart()
  let refusal: Refusal | undefined
  try {
    refusal = attempt(() => {
      perform(trial)
      checkInvariants(trial.transaction)
      return undefined
    })
  } catch (error) {
    if (error instanceof Unready) trial.transaction.tx.rollback()
    throw error
  }
  trial.transaction.tx.rollback()
  return refusal !== undefined && isRefusalOfPoint(point, refusal) ? refusal : undefined
}

/** Returns the refusal that `check` returns or throws. */
function attempt(check: () => Refusal | undefined): Refusal | undefined {
  try {
    return check()
  } catch (error) {
    return toRefusedRequest(error).refusal
  }
}
