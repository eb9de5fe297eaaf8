// What is known where a part of an expression is checked: names, what has been tested, and where problems go.

import { unknown } from '../fits.ts'
import type { Expression } from '../expression.ts'
import type { Problem, ProblemKind } from '../problem.ts'
import type { Syntax } from '../syntax.ts'
import type { Scope, Type } from '../type.ts'
import type { Facts } from './narrowing.ts'

/** What a problem needs to be told. */
export type Reporting = {
  readonly text: string
  readonly report: (problem: Problem) => void
}

export type Context = Reporting & {
  readonly scope: Scope
  /** Variables that macros around this place have bound. */
  readonly locals: ReadonlyMap<string, Type>
  /** What has been tested wherever this place is reached. */
  readonly facts: Facts
  /** Variables through which members are selected even where they are null; the result is then null. */
  readonly throughNull: ReadonlySet<string>
  /** What a name alone would be as text, where it stands beside text or for it: the values it could be, or none that are known. */
  readonly words?: readonly string[]
  /** Checks a part; passed along, since every kind of expression has parts of every kind. */
  readonly infer: (syntax: Syntax, context: Context) => Expression
}

type Place = { readonly start: number; readonly end: number }

type More = Partial<Pick<Problem, 'help' | 'suggestions' | 'fix' | 'of'>>

export function report(context: Reporting, kind: ProblemKind, place: Place, message: string, more: More = {}): void {
  context.report({ kind, message, start: place.start, end: place.end, ...more })
}

/** The author's spelling of a part, on one line and not too long, between backticks. */
export function spelled(context: Reporting, { start, end }: Place): string {
  const written = context.text.slice(start, end).replace(/\s+/g, ' ')
  return `\`${written.length > 60 ? `${written.slice(0, 59)}…` : written}\``
}

/** Stands for a part in which a mistake was reported: of a type that silences what follows from it. */
export function mistaken({ start, end }: Place): Expression {
  return { kind: 'literal', value: null, type: unknown, start, end }
}

/** The context inside a macro that binds names. */
export function binding(context: Context, names: readonly (readonly [string, Type])[], facts: Facts): Context {
  return { ...context, locals: new Map([...context.locals, ...names]), facts }
}
