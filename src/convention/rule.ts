// The rules that an author states: each `each` and `expect`, with its expressions checked.

import { advise, paste } from '../diagnostic/help.ts'
import { check } from '../cel/check.ts'
import type { ExpressionProblem } from '../cel/problem.ts'
import type { Expression } from '../cel/expression.ts'
import { reads } from '../cel/reads.ts'
import type { Scope, Type } from '../cel/type.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../diagnostic/voice.ts'
import { type PartName, partNames } from '../document/document.ts'
import { type MapNode, type Node, type Scalar, spanWithin } from '../document/node.ts'
import { type Each, type Expectation, type Generative, eachKeys, generativeKeys } from '../model/generative.ts'
import { readRecord } from '../model/maps.ts'
import type { Reader } from '../model/shape.ts'
import { type ExpressionText, type Slot, slotValueOf } from '../model/slot.ts'
import { type Author, nameAuthor } from './author.ts'
import { makeGivenType } from './arguments.ts'
import { type DeclarationKind, findDeclaredType, declarationKinds, partOf } from './kinds.ts'
import { spellings } from './spelling.ts'
import { type SpliceProblem, type Splices, readSplices } from './splice.ts'

/** The place of a rule: a part, or the front matter. */
type Place = PartName | 'front'

/** `operation as o`, with its condition. */
export type RuleRange = { readonly kind: DeclarationKind; readonly name: string; readonly where?: Expression }

type Base = { readonly author: Author; readonly range: RuleRange; readonly at: Scalar }

/** Values for unsaid slots of the matching declarations. */
export type FillRule = Base & { readonly kind: 'fill'; readonly tree: MapNode; readonly splices: Splices }
/** New entries of a part for the matching declarations. */
export type AddRule = Base & { readonly kind: 'add'; readonly part: PartName; readonly tree: MapNode; readonly splices: Splices }
export type ExpectRule = Base & {
  readonly kind: 'expect'
  readonly name: string
  readonly key: Scalar
  readonly that: Expression
  readonly because?: string
}

export type ConventionRules = {
  readonly author: Author
  readonly fills: readonly FillRule[]
  readonly adds: readonly AddRule[]
  readonly expectations: readonly ExpectRule[]
  /** The document's waivers, as written, with their reasons. */
  readonly waivers: readonly { readonly key: Scalar; readonly reason: string }[]
  /** Names of `given` that the rules use. */
  readonly used: ReadonlySet<string>
}

/** The rules of an author that cannot run. */
export function makeNoRules(author: Author): ConventionRules {
  return { author, fills: [], adds: [], expectations: [], waivers: [], used: new Set() }
}

/** Reads the rules of one author, wherever they are in its document. */
export function readConventionRules(author: Author, reader: Reader): ConventionRules {
  const rules = {
    author,
    fills: [] as FillRule[],
    adds: [] as AddRule[],
    expectations: [] as ExpectRule[],
    waivers: [] as ConventionRules['waivers'][number][],
    used: new Set<string>(),
  }
  const context: Context = { author, reader, used: rules.used, parameters: makeGivenType(author.front) }
  for (const [place, { each, expect, waive }] of listPlaces(author, reader)) {
    for (const rule of slotValueOf(each) ?? []) {
      const range = checkRange(rule, context)
      if (range === undefined) continue
      const fill = fillOf(rule, range, place, context)
      if (fill !== undefined) rules.fills.push(fill)
      rules.adds.push(...makeAddRules(rule, range, place, context))
    }
    for (const { name, key, slot } of slotValueOf(expect) ?? []) {
      const rule = slot.state === 'shown' ? makeExpectRule(name, key, slot.value, context) : undefined
      if (rule !== undefined) rules.expectations.push(rule)
    }
    // Waivers of a convention were reported where it was adopted.
    for (const { key, slot } of author.convention === undefined ? (slotValueOf(waive) ?? []) : [])
      if (slot.state === 'shown') rules.waivers.push({ key, reason: slot.value })
  }
  return rules
}

type Context = { readonly author: Author; readonly reader: Reader; readonly used: Set<string>; readonly parameters: Type }

/** The front matter and each part, with their rules. */
function listPlaces(author: Author, reader: Reader): [Place, Pick<Generative, 'each' | 'expect' | 'waive'>][] {
  const parts = partNames.map((name): [Place, Generative] => [
    name,
    readRecord(name, generativeKeys, author.document.parts[name].node, reader, { test: () => true }),
  ])
  return [['front', author.front], ...parts]
}

function checkRange({ of, where, node }: Each | Expectation, context: Context): (RuleRange & { readonly at: Scalar }) | undefined {
  const rangeWord = slotValueOf(of)
  if (rangeWord === undefined) {
    if (of.state === 'unsaid') context.reader.report(reportNeeds('of', node, 'what it ranges over, such as `operation as o`'))
    return undefined
  }
  const [, kind = '', name = ''] = /^(\S+)\s+as\s+([A-Za-z_]\w*)$/.exec(rangeWord.text) ?? []
  if (name === '') {
    context.reader.report(
      createDiagnostic(
        'error',
        'convention/range',
        `${quoteName(rangeWord.text)} is not a kind and a name`,
        { span: rangeWord.node.span, text: 'expected `KIND as NAME`' },
        { help: 'For example\n\n    of: operation as o' },
      ),
    )
    return undefined
  }
  const declaredKind = declarationKinds.find((each) => each === kind)
  if (declaredKind === undefined) {
    context.reader.report(
      reportUnknownName(
        'convention/unknown-kind',
        'kind of declaration',
        kind,
        spanWithin(rangeWord.node, 0, kind.length),
        declarationKinds,
      ),
    )
    return undefined
  }
  const condition = checkExpressionOf(where, { kind: declaredKind, name }, context)
  if (condition === undefined && where.state !== 'unsaid') return undefined
  return { kind: declaredKind, name, at: rangeWord.node, ...(condition === undefined ? {} : { where: condition }) }
}

function reportNeeds(name: string, node: Node, description: string): ReturnType<typeof createDiagnostic> {
  return createDiagnostic('error', 'convention/incomplete-rule', `${quoteName(name)} is missing: ${description}`, {
    span: node.span,
    text: `this rule has no ${quoteName(name)}`,
  })
}

/** The scope of rules of a kind: the declaration by its name, `given`, and all declarations by kind. */
function makeScope(range: Pick<RuleRange, 'kind' | 'name'>, parameters: Type): Scope {
  return {
    variables: new Map<string, Type>([
      [range.name, { kind: 'record', resource: range.kind }],
      ['given', parameters],
    ]),
    functions: new Map(Object.keys(spellings).map((name) => [name, { parameters: [{ kind: 'string' }], result: { kind: 'string' } }])),
    resource: findDeclaredType,
    resources: declarationKinds,
  }
}

function checkExpressionOf(slot: Slot<ExpressionText>, range: Pick<RuleRange, 'kind' | 'name'>, context: Context): Expression | undefined {
  if (slot.state !== 'shown') return undefined
  const { text, node } = slot.value
  const { expression, problems } = check(text, makeScope(range, context.parameters), { kind: 'bool' })
  for (const problem of problems) context.reader.report(reportInExpression(problem, node))
  remember(expression, context)
  return expression
}

function remember(expression: Expression | undefined, { used }: Context): void {
  if (expression === undefined) return
  for (const { name, path } of reads(expression).variables) if (name === 'given' && path[0] !== undefined) used.add(path[0])
}

/** The same mistake has the same page wherever the expression is. */
function reportInExpression(
  { kind, message, start, end, help, replacement }: ExpressionProblem,
  node: Scalar,
): ReturnType<typeof createDiagnostic> {
  return createDiagnostic(
    'error',
    `expressions/${kind}`,
    message,
    { span: spanWithin(node, start, end), text: 'here' },
    help === undefined ? {} : { help: replacement === undefined ? help : advise`${help}:${paste(replacement)}` },
  )
}

function parseTree(slot: Slot<MapNode>, range: RuleRange, context: Context): { tree: MapNode; splices: Splices } | undefined {
  const tree = slotValueOf(slot)
  if (tree === undefined) return undefined
  const { splices, problems } = readSplices(tree, makeScope(range, context.parameters), range.where === undefined ? [] : [range.where])
  for (const problem of problems as readonly SpliceProblem[]) context.reader.report(reportInExpression(problem, problem.scalar))
  for (const pieces of splices.values()) for (const piece of pieces) if ('expression' in piece) remember(piece.expression, context)
  return problems.length > 0 ? undefined : { tree, splices }
}

function fillOf(rule: Each, range: RuleRange & { readonly at: Scalar }, place: Place, context: Context): FillRule | undefined {
  const { author, reader } = context
  const read = parseTree(rule.fill, range, context)
  if (read === undefined) {
    const misspelt = rule.node.entries.some(({ key }) => !Object.hasOwn(eachKeys, key.text))
    if (rule.fill.state === 'unsaid' && rule.add.state === 'unsaid' && !misspelt)
      reader.report(reportNeeds('fill', rule.node, 'which slots it fills, or which entries it adds'))
    return undefined
  }
  const part = partOf[range.kind]
  if (place !== 'front' && place !== part) {
    reader.report(
      createDiagnostic(
        'error',
        'convention/wrong-part',
        `A ${range.kind} belongs to ${quoteName(part)}, and this rule fills it from ${quoteName(place)}`,
        { span: range.at.span, text: `belongs to ${quoteName(part)}` },
        { help: `Move the rule under the heading of ${quoteName(part)}, or into the front matter.` },
      ),
    )
    return undefined
  }
  return mayFill(part, range.at, context) ? { kind: 'fill', author, range, at: range.at, ...read } : undefined
}

/** In the front matter, `add` has the part as a key. */
function makeAddRules(rule: Each, range: RuleRange & { readonly at: Scalar }, place: Place, context: Context): AddRule[] {
  const { author, reader } = context
  const read = parseTree(rule.add, range, context)
  if (read === undefined) return []
  if (author.convention === undefined) {
    reader.report(
      createDiagnostic(
        'error',
        'convention/add-in-document',
        '`add` is allowed only in a convention',
        { span: rule.add.state === 'shown' ? rule.add.at.span : range.at.span, text: 'adds to the document itself' },
        { help: 'Write the entries out in the document.' },
      ),
    )
    return []
  }
  const { splices } = read
  const trees = place === 'front' ? splitByPart(read.tree, reader) : [{ part: place, tree: read.tree }]
  return trees.flatMap(({ part, tree }) =>
    mayFill(part, range.at, context) ? [{ kind: 'add', author, range, at: range.at, part, tree, splices }] : [],
  )
}

function splitByPart(tree: MapNode, reader: Reader): { part: PartName; tree: MapNode }[] {
  return tree.entries.flatMap(({ key, value }) => {
    const part = partNames.find((name) => name === key.text)
    if (part === undefined) reader.report(reportUnknownName('convention/unknown-part', 'part', key.text, key.span, partNames))
    return part === undefined || value.kind !== 'map' ? [] : [{ part, tree: value }]
  })
}

/** A convention fills only parts that its headings name, so that readers see at once which ones. */
function mayFill(part: PartName, at: Scalar, { author, reader }: Context): boolean {
  if (author.convention === undefined || author.document.parts[part].headings.length > 0) return true
  reader.report(
    createDiagnostic(
      'error',
      'convention/part-not-named',
      `${nameAuthor(author)} fills ${quoteName(part)}, and has no heading for it`,
      { span: at.span, text: `fills ${quoteName(part)}` },
      { reason: 'A convention may fill only the parts for which it has headings.', help: `Give it a heading for ${quoteName(part)}.` },
    ),
  )
  return false
}

function makeExpectRule(name: string, key: Scalar, rule: Expectation, context: Context): ExpectRule | undefined {
  const range = checkRange(rule, context)
  if (range === undefined) return undefined
  if (rule.that.state === 'unsaid') context.reader.report(reportNeeds('that', rule.node, 'what must hold'))
  const that = checkExpressionOf(rule.that, range, context)
  const because = slotValueOf(rule.because)
  return that === undefined
    ? undefined
    : { kind: 'expect', author: context.author, range, at: range.at, name, key, that, ...(because === undefined ? {} : { because }) }
}
