// Compiles a typed expression to a function of its bindings, once.

import type { Expression } from '../expression.ts'
import type { Bindings, Host, Value } from '../value.ts'
import { EvaluationError, fail, locate } from '../values/failure.ts'
import { isHidden } from '../values/hidden.ts'
import { valueKindOf } from '../values/kind.ts'

export type EvaluationRun = {
  readonly bindings: Bindings
  readonly host: Host
  /** The variables of macros, by slot. A macro writes its slot just before its body reads it. */
  readonly locals: Value[]
}

export type Code = (run: EvaluationRun) => Value

export type Frame = {
  readonly slots: ReadonlyMap<string, number>
  /** Slots taken so far; a name that is bound again gets a new one. */
  readonly depth: number
  /** Passed along, since every kind of expression has parts of every kind. */
  readonly compile: (expression: Expression, frame: Frame) => Code
}

type Bound = { readonly frame: Frame; readonly slots: readonly number[] }

/** The frame inside a macro, and the slots of the names it binds. */
export function bindSlots(frame: Frame, names: readonly string[]): Bound {
  const slots = names.map((_, i) => frame.depth + i)
  const namedSlots = names.map((name, i) => [name, slots[i]!] as const)
  return { frame: { ...frame, slots: new Map([...frame.slots, ...namedSlots]), depth: frame.depth + names.length }, slots }
}

/** Says of a failure inside which expression it arose. */
export function locateFailure(place: { readonly start: number; readonly end: number }, code: Code): Code {
  return (run) => {
    try {
      return code(run)
    } catch (error) {
      throw locate(error, place)
    }
  }
}

/** The items of a list without hidden records. */
export function listVisibleItems(list: readonly Value[], { host }: EvaluationRun): readonly Value[] {
  return host.sees === undefined ? list : list.filter((item) => isVisible(item, host))
}

function isVisible(item: Value, host: Host): boolean {
  return item === null || typeof item !== 'object' || !('kind' in item) || item.kind !== 'record' || host.sees?.(item) !== false
}

export function asBool(value: Value): boolean {
  return typeof value === 'boolean' ? value : fail('no-overload', `a condition is true or false, and this is ${valueKindOf(value)}`)
}

/** The failure that may be absorbed, or hidden data. Any other error is a fault of the program, and is thrown again. */
export function toFailure(error: unknown): Error {
  if (error instanceof EvaluationError || isHidden(error)) return error as Error
  throw error
}

/** True if a condition holds; a hidden result counts as false. */
export function isConditionTrue(condition: Code, run: EvaluationRun): boolean {
  try {
    return asBool(condition(run))
  } catch (error) {
    if (isHidden(error)) return false
    throw error
  }
}

/** Evaluates code, with `replacement` for a hidden result. */
export function evaluateUnlessHidden<T extends Value | undefined>(replacement: T, code: Code, run: EvaluationRun): Value | T {
  try {
    return code(run)
  } catch (error) {
    if (isHidden(error)) return replacement
    throw error
  }
}
