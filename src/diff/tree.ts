// Reads expressions as trees that can be compared: without places, functions of part 1 replaced by their values, one order of operands,
// and the names that macros bind replaced by their depth.

import { findBoundNames, isMacro } from '../cel/check/macros.ts'
import { parse } from '../cel/parse.ts'
import type { Syntax } from '../cel/syntax.ts'
import { parseText } from '../cel/template.ts'
import { type DeclaredFunction, readDeclaredFunctions } from '../typing/functions.ts'
import type { Edition } from './edition.ts'

/** A tree without source places; the operands of commutative operators are sorted. */
export type Tree = { readonly kind: string; readonly inner: readonly Tree[]; readonly text: string; readonly value?: unknown }

/**
 * How expressions of an edition are read: `former` maps former property names, `argumentsByName` maps parameters to the arguments of a call,
 * and names that a macro binds to names of `depth`, the number of names that are bound around the expression.
 */
export type TextReading = {
  readonly former: ReadonlyMap<string, string>
  readonly functions: ReadonlyMap<string, DeclaredFunction>
  readonly argumentsByName: ReadonlyMap<string, Tree>
  readonly depth: number
}

export function makeReading({ compiled }: Edition, former: ReadonlyMap<string, string> = new Map()): TextReading {
  return { former, functions: readDeclaredFunctions(compiled.facts.typing.domain), argumentsByName: new Map(), depth: 0 }
}

/** Undefined for text that is neither an expression nor a text with placeholders. */
export function parseTree(text: string, reading: TextReading): Tree | undefined {
  const { syntax } = parse(text)
  if (syntax !== undefined) return buildTree(syntax, reading)
  const { parts } = parseText(text)
  if (!parts.some(({ kind }) => kind === 'placeholder')) return undefined
  const pieces = parts.map((part) =>
    part.kind === 'text' ? tree('literal', JSON.stringify(part.text), [], part.text) : parseTree(text.slice(part.start, part.end), reading),
  )
  return pieces.every((each) => each !== undefined) ? tree('text', '', pieces) : undefined
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

/** A macro's names represent its items inside it, whatever they are called, and even if a parameter has the same name. */
function readMacro(syntax: Extract<Syntax, { kind: 'call' }>, reading: TextReading): Tree | undefined {
  const names = listBoundNames(syntax)
  if (names.length === 0) return undefined
  const bound = names.map((name, index) => [name, tree('name', `#${reading.depth + index}`)] as const)
  const inside = { ...reading, argumentsByName: new Map([...reading.argumentsByName, ...bound]), depth: reading.depth + names.length }
  // The start of `reduce` and the value of `cel.bind` are outside the names.
  const outside = syntax.name === 'reduce' ? 3 : syntax.name === 'bind' ? 1 : undefined
  return tree('call', `${syntax.name}.`, [
    buildTree(syntax.target!, reading),
    ...syntax.arguments.map((each, index) => buildTree(each, index === outside ? reading : inside)),
  ])
}

function listBoundNames(syntax: Extract<Syntax, { kind: 'call' }>): readonly string[] {
  const [first] = syntax.arguments
  if (syntax.target?.kind === 'name' && syntax.target.name === 'cel' && syntax.name === 'bind')
    return first?.kind === 'name' ? [first.name] : []
  return isMacro(syntax) ? (findBoundNames(syntax) ?? []) : []
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

const byText = (a: Tree, b: Tree): number => {
  if (printTree(a) < printTree(b)) return -1
  return printTree(a) > printTree(b) ? 1 : 0
}

export function printTree({ kind, text, inner }: Tree): string {
  return `(${kind} ${JSON.stringify(text)}${inner.map(printTree).join('')})`
}
