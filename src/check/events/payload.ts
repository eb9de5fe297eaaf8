// Finds the record data in an event's payload: every property whose value, or a value computed from it, is included.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Facts } from '../../fact/fact.ts'
import { expressionsIn } from '../../fact/template.ts'
import type { EventType } from '../../model/events.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { type ExpressionText, type Slot, type Template, type TemplateText, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'

export type PayloadProperty = {
  readonly resource: string
  readonly property: Property
  /** Members of the property's value, if only they are included. */
  readonly path: readonly string[]
  /** True if the payload contains a value computed from it, not the value itself. */
  readonly made: boolean
  /** True if the property belongs to another record than the event's. */
  readonly reached: boolean
}

/** Each leaf of an event's data and attributes, with the properties whose values it contains. */
export function payloadOf(
  type: Partial<Pick<EventType, 'data' | 'subject' | 'dataschema' | 'partitionkey'>>,
  facts: Facts,
): { readonly node: ExpressionText['node']; readonly carried: readonly PayloadProperty[] }[] {
  const { typing } = facts
  const leaf = (text: ExpressionText) => ({ node: text.node, carried: carriedIn(typing.expression(text), facts) })
  const inText = (slot: Slot<TemplateText> | undefined) => {
    const text = slot && slotValue(slot)
    const pieces = text === undefined ? [] : (typing.text(text) ?? [])
    return text === undefined
      ? []
      : [{ node: text.node, carried: pieces.flatMap((piece) => (piece.kind === 'expression' ? carriedIn(piece.expression, facts) : [])) }]
  }
  const data = type.data && slotValue(type.data)
  const key = type.partitionkey && slotValue(type.partitionkey)
  return [
    ...(data === undefined ? [] : leavesOf(data).map(leaf)),
    ...inText(type.subject),
    ...inText(type.dataschema),
    ...(key === undefined ? [] : [leaf(key)]),
  ]
}

function leavesOf(template: Template): ExpressionText[] {
  return expressionsIn(template).map(({ expression }) => expression)
}

type Walk = { readonly facts: Facts; readonly found: PayloadProperty[]; readonly views: Set<string>; readonly computed: Set<string> }
type Here = { readonly bound: ReadonlyMap<string, Expression>; readonly made: boolean; readonly reached: boolean }

export function carriedIn(expression: Expression | undefined, facts: Facts): readonly PayloadProperty[] {
  const walk: Walk = { facts, found: [], views: new Set(), computed: new Set() }
  if (expression !== undefined) go(expression, walk, { bound: new Map(), made: false, reached: false })
  return walk.found
}

/** Functions whose result reveals something about a value, but not the value. */
const telling = new Set(['size', 'digest', 'hmac', 'conforms', 'transitions', 'token', 'verify', 'has'])

function go(expression: Expression, walk: Walk, here: Here): void {
  const addExpressions = (...all: readonly Expression[]): void => {
    for (const one of all) go(one, walk, { ...here, made: true })
  }
  if (withoutNull(expression.type).kind === 'bool' && expression.kind !== 'select') return
  switch (expression.kind) {
    case 'select':
      return select(expression, walk, here)
    case 'index':
      return go(expression.operand, walk, here)
    case 'variable': {
      const bound = here.bound.get(expression.name)
      return bound === undefined ? undefined : go(bound, walk, { ...here, bound: withoutName(here.bound, expression.name) })
    }
    case 'negate':
      return addExpressions(expression.operand)
    case 'binary':
      return addExpressions(expression.left, expression.right)
    case 'conditional':
      return addExpressions(expression.then, expression.otherwise)
    case 'list':
      return expression.items.forEach(({ value }) => go(value, walk, here))
    case 'map':
      return expression.entries.forEach(({ value }) => go(value, walk, here))
    case 'bind':
      return go(expression.body, walk, { ...here, bound: new Map([...here.bound, [expression.name, expression.value]]) })
    case 'macro':
      return macro(expression, walk, here)
    case 'call':
      return call(expression, walk, here)
    default:
      return undefined
  }
}

function select(expression: Extract<Expression, { kind: 'select' }>, walk: Walk, here: Here): void {
  const { domain } = walk.facts.typing
  const found = resolve(expression, domain, here.bound)
  if (found === undefined) return
  const { resource, property, path, owner } = found
  walk.found.push({
    resource,
    property,
    path,
    made: here.made,
    reached: here.reached || owner.kind !== 'variable' || here.bound.has(owner.name),
  })
  computedBy(resource, property, walk, here.reached || owner.kind !== 'variable')
}

/** Includes the properties that a computed property reads. */
function computedBy(resource: string, property: Property, walk: Walk, reached: boolean): void {
  const name = `${resource}.${property.name}`
  if (property.compute === undefined || walk.computed.has(name)) return
  walk.computed.add(name)
  const compute = walk.facts.typing.expression(property.compute.expression)
  if (compute !== undefined) go(compute, walk, { bound: new Map(), made: true, reached })
}

type Resolved = { readonly resource: string; readonly property: Property; readonly path: readonly string[]; readonly owner: Expression }

/** The property of a record at the beginning of a path, and the members after it. */
function resolve(expression: Expression, domain: Domain, bound: Here['bound']): Resolved | undefined {
  if (expression.kind === 'index') return resolve(expression.operand, domain, bound)
  if (expression.kind === 'macro') return resolve(expression.range, domain, bound)
  if (expression.kind === 'variable') {
    const range = bound.get(expression.name)
    return range && resolve(range, domain, withoutName(bound, expression.name))
  }
  if (expression.kind !== 'select') return undefined
  const type = withoutNull(expression.operand.type)
  if (type.kind === 'record') {
    const property = domain.resources.get(type.resource)?.properties.get(expression.member)
    return property && { resource: type.resource, property, path: [], owner: expression.operand }
  }
  const outer = resolve(expression.operand, domain, bound)
  return outer && { ...outer, path: [...outer.path, expression.member] }
}

function withoutName(bound: Here['bound'], name: string): Here['bound'] {
  return new Map([...bound].filter(([each]) => each !== name))
}

/** The properties in a macro's result: from its items, or from what it computes for each. */
function macro({ name, range, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>, walk: Walk, here: Here): void {
  const inside = { ...here, bound: new Map([...here.bound, ...variables.map((variable) => [variable, range] as const)]) }
  if (name === 'filter' || name === 'sortBy') return go(range, walk, here)
  for (const body of name === 'map' ? args.slice(-1) : args) go(body, walk, inside)
}

function call({ name, target, arguments: args }: Extract<Expression, { kind: 'call' }>, walk: Walk, here: Here): void {
  const { typing } = walk.facts
  const view = typing.domain.views.get(name)
  if (view === undefined) {
    if (telling.has(name)) return
    // Functions that return the value itself, or an alternative, are not computations.
    const itself = name === 'orValue' || name === 'or' || name === 'value' || name === 'first'
    for (const each of target === undefined ? args : [target, ...args]) go(each, walk, itself ? here : { ...here, made: true })
    return
  }
  if (walk.views.has(name)) return
  walk.views.add(name)
  const [record] = args
  const reached = here.reached || record?.kind !== 'variable' || here.bound.has(record.name)
  for (const member of view.members) {
    if (member.kind === 'take') {
      const property = typing.domain.resources.get(view.resource)?.properties.get(member.name)
      if (property === undefined) continue
      walk.found.push({ resource: view.resource, property, path: [], made: here.made, reached })
      computedBy(view.resource, property, walk, reached)
    } else {
      for (const leaf of leavesOf(member.template)) {
        const expression = typing.expression(leaf)
        if (expression !== undefined) go(expression, walk, { bound: new Map(), made: here.made, reached })
      }
    }
  }
}

/** The span of the keyword: at the property, on the path to it, or inside it. */
export function declarationOf(
  { property, path }: Pick<PayloadProperty, 'property' | 'path'>,
  keyword: KeepsBack,
  domain: Domain,
): Property['at'] | undefined {
  if (property.source !== undefined && slotValue(property.source.keywords[keyword]) === true) return property.at
  return property.source && findKeptBack(property.source, path, keyword, domain, new Set())
}

/** Keywords that exclude a value from responses. */
type KeepsBack = 'sensitive' | 'writeOnly'

function findKeptBack(
  schema: SchemaNode,
  path: readonly string[],
  keyword: KeepsBack,
  domain: Domain,
  seen: ReadonlySet<SchemaNode>,
): Property['at'] | undefined {
  if (seen.has(schema)) return undefined
  const further = new Set([...seen, schema])
  const { keywords } = schema
  const shape = domain.shapes.get(slotValue(keywords.$ref)?.text ?? '')
  const same = [
    shape?.source,
    slotValue(keywords.items),
    ...[keywords.allOf, keywords.anyOf, keywords.oneOf].flatMap((slot) => slotValue(slot) ?? []),
  ].filter((one) => one !== undefined)
  for (const change of same) {
    const scalar = findKeptBack(change, path, keyword, domain, further)
    if (scalar !== undefined) return scalar
  }
  const [first, ...rest] = path
  for (const { name, key, value } of specifiedEntries(keywords.properties)) {
    if (first !== undefined && name !== first) continue
    if (slotValue(value.keywords[keyword]) === true) return key
    const scalar = findKeptBack(value, rest, keyword, domain, further)
    if (scalar !== undefined) return scalar
  }
  return undefined
}
