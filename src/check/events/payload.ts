// Finds the record data in an event's payload: every property whose value, or a value computed from it, is included.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Facts } from '../../fact/fact.ts'
import { listTemplateExpressions } from '../../fact/template.ts'
import type { EventType } from '../../model/events.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { type ExpressionText, type Slot, type Template, type TemplateText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'

export type PayloadProperty = {
  readonly resource: string
  readonly property: Property
  /** Members of the property's value, if only they are included. */
  readonly path: readonly string[]
  /** True if the payload contains a value computed from it, not the value itself. */
  readonly isComputed: boolean
  /** True if the property belongs to another record than the event's. */
  readonly isForeign: boolean
}

/** Each leaf of an event's data and attributes, with the properties whose values it contains. */
export function listPayload(
  type: Partial<Pick<EventType, 'data' | 'subject' | 'dataschema' | 'partitionkey'>>,
  facts: Facts,
): { readonly node: ExpressionText['node']; readonly properties: readonly PayloadProperty[] }[] {
  const { typing } = facts
  const describeLeaf = (text: ExpressionText) => ({ node: text.node, properties: listPayloadProperties(typing.expression(text), facts) })
  const listTextLeaves = (slot: Slot<TemplateText> | undefined) => {
    const text = slot && slotValueOf(slot)
    const pieces = text === undefined ? [] : (typing.text(text) ?? [])
    return text === undefined
      ? []
      : [
          {
            node: text.node,
            properties: pieces.flatMap((piece) => (piece.kind === 'expression' ? listPayloadProperties(piece.expression, facts) : [])),
          },
        ]
  }
  const data = type.data && slotValueOf(type.data)
  const key = type.partitionkey && slotValueOf(type.partitionkey)
  return [
    ...(data === undefined ? [] : listLeaves(data).map(describeLeaf)),
    ...listTextLeaves(type.subject),
    ...listTextLeaves(type.dataschema),
    ...(key === undefined ? [] : [describeLeaf(key)]),
  ]
}

function listLeaves(template: Template): ExpressionText[] {
  return listTemplateExpressions(template).map(({ expression }) => expression)
}

type Walk = { readonly facts: Facts; readonly properties: PayloadProperty[]; readonly views: Set<string>; readonly computed: Set<string> }
type Position = { readonly bound: ReadonlyMap<string, Expression>; readonly isComputed: boolean; readonly isForeign: boolean }

export function listPayloadProperties(expression: Expression | undefined, facts: Facts): readonly PayloadProperty[] {
  const walk: Walk = { facts, properties: [], views: new Set(), computed: new Set() }
  if (expression !== undefined) collect(expression, walk, { bound: new Map(), isComputed: false, isForeign: false })
  return walk.properties
}

/** Functions whose result is not a part of a value, but only a fact about it. */
const revealingFunctions = new Set(['size', 'digest', 'hmac', 'conforms', 'transitions', 'token', 'verify', 'has'])

function collect(expression: Expression, walk: Walk, position: Position): void {
  const addExpressions = (...expressions: readonly Expression[]): void => {
    for (const part of expressions) collect(part, walk, { ...position, isComputed: true })
  }
  if (withoutNull(expression.type).kind === 'bool' && expression.kind !== 'select') return
  switch (expression.kind) {
    case 'select':
      return collectSelection(expression, walk, position)
    case 'index':
      return collect(expression.operand, walk, position)
    case 'variable': {
      const bound = position.bound.get(expression.name)
      return bound === undefined ? undefined : collect(bound, walk, { ...position, bound: withoutName(position.bound, expression.name) })
    }
    case 'negate':
      return addExpressions(expression.operand)
    case 'binary':
      return addExpressions(expression.left, expression.right)
    case 'conditional':
      return addExpressions(expression.then, expression.otherwise)
    case 'list':
      return expression.items.forEach(({ value }) => collect(value, walk, position))
    case 'map':
      return expression.entries.forEach(({ value }) => collect(value, walk, position))
    case 'bind':
      return collect(expression.body, walk, { ...position, bound: new Map([...position.bound, [expression.name, expression.value]]) })
    case 'macro':
      return collectMacro(expression, walk, position)
    case 'call':
      return collectCall(expression, walk, position)
    default:
      return undefined
  }
}

function collectSelection(expression: Extract<Expression, { kind: 'select' }>, walk: Walk, position: Position): void {
  const { domain } = walk.facts.typing
  const resolved = resolve(expression, domain, position.bound)
  if (resolved === undefined) return
  const { resource, property, path, owner } = resolved
  walk.properties.push({
    resource,
    property,
    path,
    isComputed: position.isComputed,
    isForeign: position.isForeign || owner.kind !== 'variable' || position.bound.has(owner.name),
  })
  collectComputed(resource, property, walk, position.isForeign || owner.kind !== 'variable')
}

/** Includes the properties that a computed property reads. */
function collectComputed(resource: string, property: Property, walk: Walk, isForeign: boolean): void {
  const name = `${resource}.${property.name}`
  if (property.compute === undefined || walk.computed.has(name)) return
  walk.computed.add(name)
  const compute = walk.facts.typing.expression(property.compute.expression)
  if (compute !== undefined) collect(compute, walk, { bound: new Map(), isComputed: true, isForeign })
}

type Resolved = { readonly resource: string; readonly property: Property; readonly path: readonly string[]; readonly owner: Expression }

/** The property of a record at the beginning of a path, and the members after it. */
function resolve(expression: Expression, domain: Domain, bound: Position['bound']): Resolved | undefined {
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
  const resolvedOperand = resolve(expression.operand, domain, bound)
  return resolvedOperand && { ...resolvedOperand, path: [...resolvedOperand.path, expression.member] }
}

function withoutName(bound: Position['bound'], name: string): Position['bound'] {
  return new Map([...bound].filter(([each]) => each !== name))
}

/** The properties in a macro's result: from its items, or from what it computes for each. */
function collectMacro(
  { name, range, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>,
  walk: Walk,
  position: Position,
): void {
  const bodyPosition = { ...position, bound: new Map([...position.bound, ...variables.map((variable) => [variable, range] as const)]) }
  if (name === 'filter' || name === 'sortBy') return collect(range, walk, position)
  for (const body of name === 'map' ? args.slice(-1) : args) collect(body, walk, bodyPosition)
}

function collectCall({ name, target, arguments: args }: Extract<Expression, { kind: 'call' }>, walk: Walk, position: Position): void {
  const { typing } = walk.facts
  const view = typing.domain.views.get(name)
  if (view === undefined) {
    if (revealingFunctions.has(name)) return
    // Functions that return the value itself, or an alternative, are not computations.
    const returnsArgument = name === 'orValue' || name === 'or' || name === 'value' || name === 'first'
    for (const argument of target === undefined ? args : [target, ...args])
      collect(argument, walk, returnsArgument ? position : { ...position, isComputed: true })
    return
  }
  if (walk.views.has(name)) return
  walk.views.add(name)
  const [record] = args
  const isForeign = position.isForeign || record?.kind !== 'variable' || position.bound.has(record.name)
  for (const member of view.members) {
    if (member.kind === 'take') {
      const property = typing.domain.resources.get(view.resource)?.properties.get(member.name)
      if (property === undefined) continue
      walk.properties.push({ resource: view.resource, property, path: [], isComputed: position.isComputed, isForeign })
      collectComputed(view.resource, property, walk, isForeign)
    } else {
      for (const leaf of listLeaves(member.template)) {
        const expression = typing.expression(leaf)
        if (expression !== undefined) collect(expression, walk, { bound: new Map(), isComputed: position.isComputed, isForeign })
      }
    }
  }
}

/** The span of the keyword: at the property, on the path to it, or inside it. */
export function findDeclaration(
  { property, path }: Pick<PayloadProperty, 'property' | 'path'>,
  keyword: ConfidentialKeyword,
  domain: Domain,
): Property['at'] | undefined {
  if (property.source !== undefined && slotValueOf(property.source.keywords[keyword]) === true) return property.at
  return property.source && findDeclarationInside(property.source, path, keyword, domain, new Map())
}

/** Keywords that exclude a value from responses. */
type ConfidentialKeyword = 'sensitive' | 'writeOnly'

/** `visited`: searched schemas, with the lengths of the paths that remained. */
function findDeclarationInside(
  schema: SchemaNode,
  path: readonly string[],
  keyword: ConfidentialKeyword,
  domain: Domain,
  visited: Map<SchemaNode, Set<number>>,
): Property['at'] | undefined {
  const lengths = visited.getOrInsertComputed(schema, () => new Set())
  if (lengths.has(path.length)) return undefined
  lengths.add(path.length)
  const { keywords } = schema
  const shape = domain.shapes.get(slotValueOf(keywords.$ref)?.text ?? '')
  const schemas = [
    shape?.source,
    slotValueOf(keywords.items),
    ...[keywords.allOf, keywords.anyOf, keywords.oneOf].flatMap((slot) => slotValueOf(slot) ?? []),
  ].filter((each) => each !== undefined)
  for (const inner of schemas) {
    const scalar = findDeclarationInside(inner, path, keyword, domain, visited)
    if (scalar !== undefined) return scalar
  }
  const [firstMember, ...remainingPath] = path
  for (const { name, key, value } of listSpecifiedEntries(keywords.properties)) {
    if (firstMember !== undefined && name !== firstMember) continue
    if (slotValueOf(value.keywords[keyword]) === true) return key
    const scalar = findDeclarationInside(value, remainingPath, keyword, domain, visited)
    if (scalar !== undefined) return scalar
  }
  return undefined
}
