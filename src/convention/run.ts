// Runs the expressions of rules over declarations, and reports which missing member of a declaration an expression needs.

import { EvaluationError, evaluate } from '../cel/evaluate.ts'
import type { Host, Value } from '../cel/value.ts'
import { fail } from '../cel/values/failure.ts'
import type { Author } from './author.ts'
import { type Declaration, recordOf } from './declaration.ts'
import type { Model } from '../model/model.ts'
import { type Declarations, listDeclarations } from './declarations.ts'
import { makeGivenValue } from './arguments.ts'
import { type DeclaredKind, type MemberOf, declarationMembers } from './kinds.ts'
import type { RuleRange } from './rule.ts'
import { spellings } from './spelling.ts'

/** The result of an expression for one declaration. `needs`: the missing member that it reads. */
export type RuleOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'needs'; readonly declaration: Declaration; readonly member: string }
  | { readonly kind: 'failed'; readonly message: string }

export type RuleBindings = ReadonlyMap<string, Value>

type MissingMember = { readonly declaration: Declaration; readonly member: string }

/** All current declarations, and the arguments of each author. */
export type RuleContext = { readonly model: Model; readonly declarations: Declarations; readonly parametersOf: (author: Author) => Value }

export function createRuleContext(model: Model): RuleContext {
  const declarations = listDeclarations(model)
  const parameterValues = new Map<Author, Value>()
  const parametersOf = (author: Author): Value =>
    parameterValues.getOrInsertComputed(author, () => makeGivenValue(author.args, declarations))
  return { model, declarations, parametersOf }
}

/** Runs `action` with a declaration under the range's name. */
export function runFor<T>(
  declaration: Declaration,
  range: RuleRange,
  author: Author,
  context: RuleContext,
  action: (bindings: RuleBindings, host: Host) => T,
): RuleOutcome<T> {
  const missingMembers: MissingMember[] = []
  const bindings = new Map<string, Value>([
    [range.name, recordOf(declaration)],
    ['given', context.parametersOf(author)],
  ])
  try {
    return { kind: 'done', value: action(bindings, makeHost(context.declarations, missingMembers)) }
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    const [first] = missingMembers
    return first === undefined ? { kind: 'failed', message: error.message } : { kind: 'needs', ...first }
  }
}

/** True if a rule applies to a declaration; without `where` it applies to all of its kind. */
export function matchesDeclaration(declaration: Declaration, range: RuleRange, author: Author, context: RuleContext): RuleOutcome<boolean> {
  const { where: condition } = range
  if (condition === undefined) return { kind: 'done', value: true }
  return runFor(declaration, range, author, context, (bindings, host) => evaluate(condition, bindings, host) === true)
}

function makeHost(declarations: Declarations, missingMembers: MissingMember[]): Host {
  return {
    property(record, member) {
      const declaration = record.of as Declaration
      const value = declaration.member(member)
      const { optional } = (declarationMembers[record.resource as DeclaredKind] as { readonly [name: string]: MemberOf })[member] ?? {}
      if (value !== undefined || optional === true) return value
      missingMembers.push({ declaration, member })
      return fail('no-value', `${declaration.name} has no ${member}`)
    },
    records: (kind) => (Object.hasOwn(declarations, kind) ? declarations[kind as keyof Declarations].map(recordOf) : []),
    find: () => undefined,
    call: (name, [text]) => (typeof text === 'string' ? (spellings[name]?.(text) ?? null) : null),
  }
}
