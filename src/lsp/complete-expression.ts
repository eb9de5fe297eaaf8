// Completes inside an expression: members after a dot, otherwise names, functions and macros.

import { check } from '../cel/check.ts'
import { functionNames, methodNames, findOverloads } from '../cel/library/all.ts'
import { type Scope, type Type, findMembers } from '../cel/type.ts'
import { typeText } from '../cel/type-text.ts'
import { completionKind } from './protocol.ts'

export type Completion = {
  readonly label: string
  readonly kind: number
  readonly detail?: string
  readonly documentation?: string
  readonly insertText?: string
}

const macros: readonly (readonly [name: string, form: string])[] = [
  ['exists', 'list.exists(x, condition): bool'],
  ['all', 'list.all(x, condition): bool'],
  ['exists_one', 'list.exists_one(x, condition): bool'],
  ['filter', 'list.filter(x, condition): list'],
  ['map', 'list.map(x, result): list'],
  ['sortBy', 'list.sortBy(x, key): list'],
  ['groupBy', 'list.groupBy(x, key): map(key, list)'],
  ['reduce', 'list.reduce(sum, x, step, start)'],
]

/** `text` ends at the cursor; inside a text it begins after `${`. */
export function completeExpression(text: string, scope: Scope): readonly Completion[] {
  const innerScope = bindLocals(text, scope)
  const [, word = ''] = /(\w*)$/.exec(text)!
  const before = text.slice(0, text.length - word.length)
  const operand = findOperandBefore(before)
  if (operand === undefined) return /\.\s*$/.test(before) ? [] : completeNames(innerScope)
  const type = typeIn(operand, innerScope)
  return type === undefined ? [] : completeOfType(type, innerScope)
}

function completeNames(scope: Scope): readonly Completion[] {
  return [
    ...[...scope.variables].map(([label, type]) => ({ label, kind: completionKind.variable, detail: typeText(type) })),
    ...scope.resources.map((label) => ({ label, kind: completionKind.class, detail: `list(${label})` })),
    ...[...scope.functions].map(([label, { parameters, result }]) => ({
      label,
      kind: completionKind.function,
      detail: `${label}(${parameters.map(typeText).join(', ')}): ${typeText(result)}`,
    })),
    ...[...functionNames, 'has'].map((label) => ({
      label,
      kind: completionKind.function,
      detail:
        label === 'has'
          ? 'has(a.b): bool'
          : findOverloads(label, false)
              .map(({ signature }) => signature)
              .join('; '),
    })),
    ...['true', 'false', 'null', 'in'].map((label) => ({ label, kind: completionKind.keyword })),
  ]
}

function completeOfType(expectedType: Type, scope: Scope): readonly Completion[] {
  const type = expectedType.kind === 'nullable' ? expectedType.of : expectedType
  const members = [...(findMembers(type, scope) ?? [])].filter(([, { refused }]) => refused === undefined)
  const [methods, isList] = listMethods(type)
  const isQuery = type.kind === 'query'
  return [
    ...members.map(([label, member]) => ({
      label,
      kind: completionKind.property,
      detail: `${typeText(member.type)}${member.optional === true ? ' (may be absent)' : ''}`,
    })),
    ...methods.map((label) => ({
      label,
      kind: completionKind.method,
      detail: findOverloads(label, true)
        .map(({ signature }) => signature)
        .join('; '),
    })),
    ...(isList ? macros.map(([label, detail]) => ({ label, kind: completionKind.method, detail })) : []),
    ...(isQuery && !type.ordered
      ? [{ label: 'find', kind: completionKind.method, detail: `${type.resource}.find({ key: value }): optional(${type.resource})` }]
      : []),
  ]
}

/** Types whose values have the methods of another type. */
const kindsOfMethods: { readonly [kind: string]: Type['kind'] } = { enum: 'string', query: 'list' }

/** The built-in methods that take a value of the type before the dot. */
function listMethods(type: Type): readonly [readonly string[], boolean] {
  const isList = type.kind === 'list' || type.kind === 'query'
  const kind = kindsOfMethods[type.kind] ?? type.kind
  const methodsOfType = methodNames.filter((name) =>
    findOverloads(name, true).some(({ parameters: [target] }) => {
      if (target === undefined) return false
      return target.kind === 'plain' ? target.type.kind === kind : target.kind === kind
    }),
  )
  return [methodsOfType, isList]
}

/** The chain of names, calls and indexes before a final dot; undefined without one. */
function findOperandBefore(text: string): string | undefined {
  const [dot] = /\.\??\s*$/.exec(text) ?? []
  if (dot === undefined) return undefined
  const end = text.length - dot.length
  let at = end
  while (at > 0) {
    const character = text[at - 1]!
    if (character === ')' || character === ']') {
      const opening = findOpening(text, at - 1)
      if (opening === undefined) return undefined
      at = opening
    } else if (/[\w.?]/.test(character)) at--
    else break
  }
  const operand = text.slice(at, end).replace(/^[?.]+/, '')
  return operand === '' ? undefined : operand
}

/** The index of the bracket that opens the one at `closing`. */
function findOpening(text: string, closing: number): number | undefined {
  let depth = 0
  let quote: string | undefined
  for (let at = closing; at >= 0; at--) {
    const character = text[at]!
    if (quote !== undefined) {
      if (character === quote) quote = undefined
    } else if (character === '"' || character === "'") quote = character
    else if (character === ')' || character === ']') depth++
    else if ((character === '(' || character === '[') && --depth === 0) return at
  }
  return undefined
}

/** The scope with the names of macros that are still open at the end of the text: `items.map(n, n.`. */
function bindLocals(text: string, scope: Scope): Scope {
  return [...text.matchAll(/\.(exists|all|exists_one|existsOne|filter|map|sortBy|groupBy)\(\s*(\w+)\s*,/g)].reduce((innerScope, match) => {
    const opening = match.index + match[0].indexOf('(')
    if (isClosed(text, opening)) return innerScope
    const operand = findOperandBefore(`${text.slice(0, match.index)}.`)
    const type = operand === undefined ? undefined : typeIn(operand, innerScope)
    const recordType: Type | undefined = type?.kind === 'query' ? { kind: 'record', resource: type.resource } : undefined
    const element = type?.kind === 'list' ? type.element : recordType
    return element === undefined ? innerScope : { ...innerScope, variables: new Map([...innerScope.variables, [match[2]!, element]]) }
  }, scope)
}

function isClosed(text: string, opening: number): boolean {
  let depth = 0
  let quote: string | undefined
  for (const character of text.slice(opening)) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined
    } else if (character === '"' || character === "'") quote = character
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character) && --depth === 0) return true
  }
  return false
}

function typeIn(text: string, scope: Scope): Type | undefined {
  const { expression } = check(text, scope)
  return expression === undefined || expression.type.kind === 'unknown' ? undefined : expression.type
}
