// What a typed expression becomes before it runs: a function of its bindings, made once and kept.

import type { Expression } from '../expression.ts'
import type { Bindings, Host, Value } from '../value.ts'
import { EvaluationError, fail, locate } from '../values/failure.ts'
import { kindOf } from '../values/kind.ts'

export type Run = {
  readonly bindings: Bindings
  readonly host: Host
  /** What macros have bound, by slot; written by the macro just before its body reads it. */
  readonly locals: Value[]
}

export type Code = (run: Run) => Value

export type Frame = {
  readonly slots: ReadonlyMap<string, number>
  /** Slots taken so far; a name that is bound again gets a new one. */
  readonly depth: number
  /** Passed along, since every kind of expression has parts of every kind. */
  readonly compile: (expression: Expression, frame: Frame) => Code
}

type Bound = { readonly frame: Frame; readonly slots: readonly number[] }

/** The frame inside a macro, and the slots of the names it binds. */
export function bound(frame: Frame, names: readonly string[]): Bound {
  const slots = names.map((_, i) => frame.depth + i)
  const named = names.map((name, i) => [name, slots[i]!] as const)
  return { frame: { ...frame, slots: new Map([...frame.slots, ...named]), depth: frame.depth + names.length }, slots }
}

/** Says of a failure inside which expression it arose. */
export function located(place: { readonly start: number; readonly end: number }, code: Code): Code {
  return (run) => {
    try {
      return code(run)
    } catch (error) {
      throw locate(error, place)
    }
  }
}

export function asBool(value: Value): boolean {
  return typeof value === 'boolean' ? value : fail('no-overload', `a condition is true or false, and this is ${kindOf(value)}`)
}

/** The failure that may be absorbed; anything else is a fault of ours, and goes on. */
export function failureOf(error: unknown): EvaluationError {
  if (error instanceof EvaluationError) return error
  throw error
}
