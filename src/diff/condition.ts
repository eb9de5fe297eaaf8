// Compares the sets for which two expressions are true, if their form proves the relation.

import { type Json, isJsonArray } from '../base/json.ts'
import { parse } from '../cel/parse.ts'
import type { Syntax } from '../cel/syntax.ts'
import { type DeclaredFunction, declaredFunctions } from '../typing/functions.ts'
import type { Edition } from './edition.ts'
import type { SetMotion } from './law.ts'

/** Former names of properties, for reading expressions of the old edition. */
type ComparedEditions = { readonly old: Edition; readonly new: Edition }

/** Compares two expressions without regard to formatting. Different literals are certainly a change. */
export function wayOfExpression(a: Json | undefined, b: Json | undefined, editions: ComparedEditions): SetMotion {
  if (a === undefined || b === undefined) return a === b ? 'same' : 'other'
  if (typeof a !== 'string' || typeof b !== 'string') return 'other'
  const [before, after] = [treeOf(a, readingOf(editions.old, editions.new.membersBefore)), treeOf(b, readingOf(editions.new))]
  if (before === undefined || after === undefined) return 'unknown'
  if (textOf(before) === textOf(after)) return 'same'
  return before.kind === 'literal' && after.kind === 'literal' ? 'other' : 'unknown'
}

export function wayOfCondition(a: Json, b: Json, editions: ComparedEditions): SetMotion {
  if (typeof a !== 'string' || typeof b !== 'string') return 'unknown'
  const [before, after] = [treeOf(a, readingOf(editions.old, editions.new.membersBefore)), treeOf(b, readingOf(editions.new))]
  if (before === undefined || after === undefined) return 'unknown'
  if (textOf(before) === textOf(after)) return 'same'
  const [narrower, wider] = [implies(after, before), implies(before, after)]
  return narrower && wider ? 'same' : narrower ? 'narrower' : wider ? 'wider' : 'unknown'
}

/** A tree without source places; the operands of commutative operators are sorted. */
type Tree = { readonly kind: string; readonly inner: readonly Tree[]; readonly text: string; readonly value?: unknown }

/** How expressions of an edition are read: `former` maps former property names, `argumentsByName` maps parameters to the arguments of a call. */
type TextReading = {
  readonly former: ReadonlyMap<string, string>
  readonly functions: ReadonlyMap<string, DeclaredFunction>
  readonly argumentsByName: ReadonlyMap<string, Tree>
}

function readingOf({ compiled }: Edition, former: ReadonlyMap<string, string> = new Map()): TextReading {
  return { former, functions: declaredFunctions(compiled.facts.typing.domain), argumentsByName: new Map() }
}

function treeOf(text: string, reading: TextReading): Tree | undefined {
  const { syntax } = parse(text)
  return syntax === undefined ? undefined : buildTree(syntax, reading)
}

const tree = (kind: string, text: string, inner: readonly Tree[] = [], value?: unknown): Tree => ({ kind, inner, text, value })

function buildTree(syntax: Syntax, reading: TextReading): Tree {
  const readTree = (each: Syntax): Tree => buildTree(each, reading)
  switch (syntax.kind) {
    case 'literal':
      return tree(
        'literal',
        JSON.stringify(syntax.value, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)) + typeof syntax.value,
        [],
        syntax.value,
      )
    case 'name':
      return reading.argumentsByName.get(syntax.name) ?? tree('name', syntax.name)
    case 'select':
      return tree('select', `${reading.former.get(syntax.member) ?? syntax.member}${syntax.optional ? '?' : ''}`, [
        readTree(syntax.operand),
      ])
    case 'index':
      return tree('index', syntax.optional ? '?' : '', [readTree(syntax.operand), readTree(syntax.index)])
    case 'call':
      return (
        inlineCall(syntax, reading) ??
        readMacro(syntax, reading) ??
        tree('call', `${syntax.name}${syntax.target === undefined ? '' : '.'}`, [
          ...(syntax.target === undefined ? [] : [readTree(syntax.target)]),
          ...syntax.arguments.map(readTree),
        ])
      )
    case 'not':
    case 'negate':
      return tree(syntax.kind, '', [readTree(syntax.operand)])
    case 'and':
    case 'or':
      return tree(syntax.kind, '', flattenSyntax(syntax, syntax.kind).map(readTree).toSorted(byText))
    case 'binary':
      return normaliseComparison(syntax.operator, readTree(syntax.left), readTree(syntax.right))
    case 'conditional':
      return tree('conditional', '', [readTree(syntax.test), readTree(syntax.then), readTree(syntax.otherwise)])
    case 'list':
      return tree(
        'list',
        syntax.items.map(({ optional }) => (optional ? '?' : ',')).join(''),
        syntax.items.map(({ value }) => readTree(value)),
      )
    case 'map':
      return tree(
        'map',
        syntax.entries.map(({ optional }) => (optional ? '?' : ',')).join(''),
        syntax.entries.flatMap(({ key, value }) => [readTree(key), readTree(value)]),
      )
  }
}

/** A call of a function of part 1 equals its value with the arguments in place. */
function inlineCall({ name, target, arguments: args }: Extract<Syntax, { kind: 'call' }>, reading: TextReading): Tree | undefined {
  const definition = target === undefined ? reading.functions.get(name)?.type.definition : undefined
  if (definition?.value === undefined || definition.parameters.length !== args.length) return undefined
  const argumentsByName = new Map(definition.parameters.map((parameter, index) => [parameter, buildTree(args[index]!, reading)]))
  return buildTree(definition.value.syntax, { ...reading, argumentsByName })
}

/** A macro's names represent its items inside it, even if a parameter has the same name. */
function readMacro(syntax: Extract<Syntax, { kind: 'call' }>, reading: TextReading): Tree | undefined {
  const names =
    syntax.target === undefined || syntax.arguments.length < 2
      ? []
      : syntax.arguments.flatMap((each) => (each.kind === 'name' && reading.argumentsByName.has(each.name) ? [each.name] : []))
  if (names.length === 0) return undefined
  const inside = { ...reading, argumentsByName: new Map([...reading.argumentsByName].filter(([name]) => !names.includes(name))) }
  return tree('call', `${syntax.name}.`, [buildTree(syntax.target!, reading), ...syntax.arguments.map((each) => buildTree(each, inside))])
}

function flattenSyntax(syntax: Syntax, kind: 'and' | 'or'): Syntax[] {
  return syntax.kind === kind ? [...flattenSyntax(syntax.left, kind), ...flattenSyntax(syntax.right, kind)] : [syntax]
}

const mirroredOperators: { readonly [operator: string]: string } = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==', '!=': '!=' }

/** A literal is on the right side of a comparison; operands of equality are sorted by their text. */
function normaliseComparison(operator: string, left: Tree, right: Tree): Tree {
  const other = mirroredOperators[operator]
  const isMirrored =
    other !== undefined &&
    (left.kind === 'literal' ? right.kind !== 'literal' : other === operator && right.kind !== 'literal' && byText(left, right) > 0)
  return isMirrored ? tree('binary', other, [right, left]) : tree('binary', operator, [left, right])
}

const byText = (a: Tree, b: Tree): number => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0)

function textOf({ kind, text, inner }: Tree): string {
  return `(${kind} ${JSON.stringify(text)}${inner.map(textOf).join('')})`
}

/** True if `b` is true whenever `a` is. Proven by form alone, so false proves nothing. */
function implies(a: Tree, b: Tree): boolean {
  if (textOf(a) === textOf(b) || isLiteral(a, false) || isLiteral(b, true)) return true
  if (b.kind === 'and') return b.inner.every((each) => implies(a, each))
  if (a.kind === 'or') return a.inner.every((each) => implies(each, b))
  if (a.kind === 'and' && a.inner.some((each) => implies(each, b))) return true
  if (b.kind === 'or') return b.inner.some((each) => implies(a, each))
  if (a.kind === 'not' && b.kind === 'not') return implies(b.inner[0]!, a.inner[0]!)
  return a.kind === 'binary' && b.kind === 'binary' && comparisonImplies(a, b)
}

const isLiteral = ({ kind, value }: Tree, expected: boolean): boolean => kind === 'literal' && value === expected

/** For example `x < 5` implies `x < 10`, `x == 5` implies `x < 10`, and `x in [1]` implies `x in [1, 2]`. */
function comparisonImplies(a: Tree, b: Tree): boolean {
  const [[left, leftValue], [right, rightValue]] = [a.inner as [Tree, Tree], b.inner as [Tree, Tree]]
  if (textOf(left) !== textOf(right)) return false
  if (b.text === 'in' && rightValue.kind === 'list') {
    const isAmong = (value: Tree): boolean => rightValue.inner.some((each) => textOf(each) === textOf(value))
    return a.text === '==' ? isAmong(leftValue) : a.text === 'in' && leftValue.kind === 'list' && leftValue.inner.every(isAmong)
  }
  const [x, y] = [numberOf(leftValue), numberOf(rightValue)]
  if (x === undefined || y === undefined) return false
  switch (b.text) {
    case '<':
      return a.text === '<' ? x <= y : (a.text === '<=' || a.text === '==') && x < y
    case '<=':
      return (a.text === '<' || a.text === '<=' || a.text === '==') && x <= y
    case '>':
      return a.text === '>' ? x >= y : (a.text === '>=' || a.text === '==') && x > y
    case '>=':
      return (a.text === '>' || a.text === '>=' || a.text === '==') && x >= y
    case '!=':
      return a.text === '==' ? x !== y : a.text === '<' ? x <= y : a.text === '>' ? x >= y : false
    default:
      return false
  }
}

function numberOf({ kind, value }: Tree): number | undefined {
  return kind !== 'literal'
    ? undefined
    : typeof value === 'number'
      ? value
      : typeof value === 'bigint' && value <= 2n ** 53n && value >= -(2n ** 53n)
        ? Number(value)
        : undefined
}

/** Compares maps of named conditions that must all be true. */
export function wayOfConditions(a: Json | undefined, b: Json | undefined, editions: ComparedEditions): ReadonlyMap<string, SetMotion> {
  const [before, after] = [entriesOf(a), entriesOf(b)]
  return new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((name): [string, SetMotion][] => {
      const way = wayOfCondition(before.get(name) ?? 'true', after.get(name) ?? 'true', editions)
      return way === 'same' ? [] : [[name, way]]
    }),
  )
}

function entriesOf(value: Json | undefined): ReadonlyMap<string, Json> {
  return new Map(
    typeof value === 'object' && value !== null && !isJsonArray(value)
      ? Object.entries(value as { [name: string]: Json }).filter(([name]) => name !== 'state')
      : [],
  )
}

/** True if an expression for records, such as `Subscription.filter(s, event.type in s.types)`, selects only those that name the type. */
export function isChosenByType(records: string, edition: Edition): boolean {
  const selection = treeOf(records, readingOf(edition))
  return selection !== undefined && filtersByType(selection)
}

function filtersByType({ kind, text, inner }: Tree): boolean {
  if (kind !== 'call' || text !== 'filter.' || inner.length !== 3) return false
  const [of, variable, condition] = inner as [Tree, Tree, Tree]
  return filtersByType(of) || (condition.kind === 'and' ? condition.inner : [condition]).some((one) => namesType(one, variable))
}

/** `event.type in s.types`, `event.type == s.type`. */
function namesType({ kind, text, inner }: Tree, variable: Tree): boolean {
  if (kind !== 'binary' || (text !== 'in' && text !== '==')) return false
  const type = inner.findIndex(
    (side) => side.kind === 'select' && side.text === 'type' && side.inner[0]!.kind === 'name' && side.inner[0]!.text === 'event',
  )
  return type !== -1 && (text === '==' || type === 0) && isMemberOf(inner[1 - type]!, variable)
}

function isMemberOf({ kind, inner }: Tree, variable: Tree): boolean {
  return kind === 'select' && (textOf(inner[0]!) === textOf(variable) || isMemberOf(inner[0]!, variable))
}
