// A refusal: the condition that an exchange met, and the values that the texts of its entry may read.

import { describeThrown } from '../base/thrown.ts'
import { TurnExceeded } from '../base/turn.ts'
import { describeFailure } from '../cel/values/failure.ts'
import { EvaluationError } from '../cel/evaluate.ts'
import type { Value } from '../cel/value.ts'
import type { Condition, Point } from '../fact/fact.ts'
import { isFailing, rankFailing } from '../fact/failing.ts'
import { type Matchable, printConditionWords } from '../fact/narrow.ts'
import { interruptPlace } from '../model/conditions.ts'
import type { SchemaFailure } from '../schema/failure.ts'
import { StoreFailure } from './store-failure.ts'
import { Unready } from './unready.ts'

/** One item of `error.errors`; a failure outside a body has no pointer. */
export type Failed = Omit<SchemaFailure, 'pointer'> & {
  readonly pointer?: string
  /** The message uses the request's own version. */
  readonly isInRequestVersion?: true
}

export type Refusal = {
  readonly condition: Condition
  /** As part 7 names it: `Order`, `Order.customer`, `Order.place`. */
  readonly subject?: string
  readonly name?: string
  /** The failures for `error.errors`, one by one. */
  readonly failures?: readonly Failed[]
  /** Members of `error` that this condition adds: `state`, `allowed`, `guards`, `etag`. */
  readonly details?: ReadonlyMap<string, Value>
  /** Further refusals of the same kind; the response includes those with the same catalogue entry. */
  readonly further?: readonly Refusal[]
  /** Headers that HTTP requires with the status: `Allow`, `Retry-After`. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** A status from HTTP alone, regardless of the document, for a request beyond an operator limit. */
  readonly httpStatus?: number
  /** A report to the operator that the response must not contain. */
  readonly report?: string
}

/** For temporary problems: the client may retry after a second. */
export const retryLater: Pick<Refusal, 'details' | 'headers'> = { details: new Map([['retryAfter', 1n]]), headers: [['Retry-After', '1']] }

/** Leaves the transaction, which is then rolled back; caught by the code that answers the exchange. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(printCondition(refusal))
    this.refusal = refusal
  }
}

export function refuse(refusal: Refusal): never {
  throw new Refused(refusal)
}

/** A fault that no document can intend: `internal`, with a reason only for the operator. */
export function failInternally(report: string): never {
  throw new Refused({ condition: 'internal', report })
}

/** The reason of a failing expression, for the operator. */
export function reportFailure(error: EvaluationError): string {
  return `an expression failed: ${describeFailure(error)}`
}

/** Converts a thrown error to a refusal: a run-time failure of an expression is `internal`, and so is a bug of the program. */
export function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (error instanceof StoreFailure || error instanceof Unready || error instanceof TurnExceeded) throw error
  const report = error instanceof EvaluationError ? reportFailure(error) : describeThrown(error)
  return new Refused({ condition: 'internal', report })
}

/** A computed value that its property refuses. A list omits its record. */
export class InvalidComputedValue extends Refused {
  constructor(report: string) {
    super({ condition: 'internal', report })
  }
}

export function refuseComputedValue(report: string): never {
  throw new InvalidComputedValue(report)
}

/** An expression that fails, or a computed value that its property refuses. */
export function isExpressionFailure(error: unknown): error is EvaluationError | InvalidComputedValue {
  return error instanceof EvaluationError || error instanceof InvalidComputedValue
}

/** Like `refusedBy`, for a request: a failing expression refuses the request as `invalid computed`. */
export function toRefusedRequest(error: unknown): Refused {
  const refused = toRefused(error)
  if (!isExpressionFailure(error)) return refused
  return new Refused({ ...refused.refusal, condition: 'invalid', name: interruptPlace })
}

/** True for a failure at any point of the work, rather than an outcome of one check. */
export function isFailure({ condition, name }: Refusal): boolean {
  return condition === 'internal' || (condition === 'invalid' && name === interruptPlace)
}

/** The condition as part 7 writes it: `guard Order.place has-lines`. */
export function printCondition(refusal: Matchable): string {
  return printConditionWords(refusal)
}

export function isRefusalOfPoint(point: Point, refusal: Refusal): boolean {
  return point.condition === refusal.condition && point.subject === refusal.subject && point.name === refusal.name
}

/** The point that answers a refusal: for `invalid`, the narrowest one that names its first failure. */
export function findPointOf(points: readonly Point[], refusal: Refusal): Point | undefined {
  const [first] = refusal.failures ?? []
  let best: Point | undefined
  for (const point of points) {
    if (!isRefusalOfPoint(point, refusal)) continue
    if (point.failing === undefined) {
      if (first === undefined || refusal.condition !== 'invalid') return point
      best ??= point
    } else if (
      first !== undefined &&
      isFailing(point.failing, first) &&
      (best?.failing === undefined || rankFailing(point.failing) > rankFailing(best.failing))
    )
      best = point
  }
  return best
}
