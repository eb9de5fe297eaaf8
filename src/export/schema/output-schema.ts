// Derives the schema of an answer from its template, as precisely as views and properties allow.

import type { Json } from '../../base/json.ts'
import { equalJson } from '../../base/json-print.ts'
import type { Expression } from '../../cel/expression.ts'
import { type HiddenReads, hidingAnalysisOf } from '../../fact/hidden.ts'
import type { Operation } from '../../model/model.ts'
import type { Template } from '../../model/slot.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'
import { listSelectable } from '../../typing/selectable-members.ts'
import { calledView, parseSelection, selectOutput } from '../../typing/selected-members.ts'
import type { Domain, Property, Typing, ViewInfo } from '../../typing/domain.ts'
import { additionalMembersSchema } from '../../typing/input-body.ts'
import { admitsNull, withNullSchema } from '../../typing/schema-of.ts'
import { addDocumentation } from './documented.ts'
import { type MemberSchema, listSchema, membersSchema, schemaOfType } from './of-type.ts'
import { viewRef } from './reference.ts'

/** Schemas of variables that are more precise than their types. */
export type VariableSchemas = ReadonlyMap<string, Schema>

/** `parts`: the parts of an expression that read rules may hide. */
type SchemaContext = {
  readonly domain: Domain
  readonly typing: Typing
  readonly parts: HiddenReads['parts']
  readonly variables: VariableSchemas
}

const none: VariableSchemas = new Map()

/** The schema of an operation's body: all members that a request may select, each optional. */
export function sentOutput(operation: Operation, output: Template, typing: Typing, variables = none): Schema {
  const { fields } = typing.input(operation)
  if (fields === undefined) return sentWhole(output, typing, variables)
  // Selects the members of nested views, because inner members may be absent too. Objects keep their declared schemas.
  const selectable = listSelectable(operation, typing.domain, 'views and maps')
  const leaves = selectable.filter((name) => !selectable.some((other) => other.startsWith(`${name}.`)))
  return sentWhole(selectOutput(operation, output, parseSelection(leaves), typing), typing)
}

/** The schema of a value that cannot be omitted: null if all of it is hidden. */
export function sentWhole(template: Template, typing: Typing, variables = none): Schema {
  const { schema } = sentTemplate(template, typing, variables)
  return template.kind === 'expression' && hidingAnalysisOf(typing).analyseSlot(template).hidingRules.length > 0 && !admitsNull(schema)
    ? withNullSchema(schema)
    : schema
}

export function sentTemplate(template: Template, typing: Typing, variables = none): MemberSchema {
  switch (template.kind) {
    case 'literal':
      return presentMember({ const: template.value })
    case 'list':
      return presentMember(listSchema(eitherSchema(template.items.map((item) => sentTemplate(item, typing, variables).schema))))
    case 'map':
      return presentMember(
        membersSchema(template.entries.map(({ name, value }) => [name, sentTemplate(value, typing, variables)] as const)),
      )
    case 'expression': {
      const expression = typing.expression(template)
      return expression === undefined
        ? presentMember(true)
        : sentLeaf(expression, { domain: typing.domain, typing, parts: hidingAnalysisOf(typing).analyseSlot(template).parts, variables })
    }
  }
}

/** The members of a view; members without a value are omitted. */
export function sentView({ name: view, resource, members }: ViewInfo, typing: Typing): Schema {
  const properties = typing.domain.resources.get(resource)?.properties
  const openProperties = members.flatMap((member) =>
    member.kind === 'take' && member.spreads === true ? (properties?.get(member.name) ?? []) : [],
  )
  const namedMembers = members.filter((member) => member.kind === 'template' || member.spreads !== true)
  const schema = membersSchema(
    namedMembers.map((member): readonly [string, MemberSchema] => {
      if (member.kind === 'template') return [member.name, sentTemplate(member.template, typing)]
      const property = properties?.get(member.name)
      if (property === undefined) return [member.name, presentMember(true)]
      const optional = mayBeAbsent(property) || hidingAnalysisOf(typing).analyseCopied(view, member.name).hidingRules.length > 0
      return [member.name, { schema: sentProperty(property, typing.domain), optional }]
    }),
  )
  const [openProperty] = openProperties
  return openProperty === undefined ? schema : { ...schema, ...additionalMembersSchema(openProperty) }
}

/** The stored schema, without keywords about the source of its value. */
function sentProperty(property: Property, domain: Domain): Schema {
  const { schema, source } = property
  if (property.inverse !== undefined) return schemaOfType(property.type, domain)
  if (typeof schema === 'boolean') return schema
  const { generate: _generate, normalize: _normalize, readOnly: _readOnly, writeOnly: _writeOnly, default: _default, ...rest } = schema
  return addDocumentation(rest, source)
}

/** True if a missing value is not stored as null. */
function mayBeAbsent({ type, nullable }: Property): boolean {
  return type.kind === 'nullable' && !nullable
}

function presentMember(schema: Schema): MemberSchema {
  return { schema, optional: false }
}

/** The schema of a leaf, which may be absent: if it is a path to a missing value, an empty optional, or hidden from the caller. */
function sentLeaf(expression: Expression, context: SchemaContext): MemberSchema {
  const leaf = leafSchema(expression, context)
  return leaf.optional || !context.parts.has(expression) ? leaf : { ...leaf, optional: true }
}

function leafSchema(expression: Expression, context: SchemaContext): MemberSchema {
  const { domain } = context
  if (expression.type.kind === 'optional') return { schema: presentSchema(expression, domain), optional: true }
  if (expression.kind !== 'select' || expression.optional || !isPath(expression.operand))
    return presentMember(sentExpression(expression, context))
  if (!isAbsentAt(expression, domain)) return presentMember(sentExpression(expression, context))
  const propertySchema = schemaOfProperty(expression, domain) ?? presentSchema(expression, domain)
  return { schema: canBeNull(expression.operand) ? withNullSchema(propertySchema) : propertySchema, optional: true }
}

function presentSchema({ type }: Expression, domain: Domain): Schema {
  return schemaOfType(type.kind === 'optional' || type.kind === 'nullable' ? type.of : type, domain)
}

type Select = Extract<Expression, { kind: 'select' }>

function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && !expression.optional && isPath(expression.operand))
}

function canBeNull({ type }: Expression): boolean {
  return type.kind === 'nullable' || type.kind === 'optional'
}

function isAbsentAt(select: Select, domain: Domain): boolean {
  const property = propertyOf(select, domain)
  if (property !== undefined) return mayBeAbsent(property)
  const owner = select.operand.type.kind === 'nullable' ? select.operand.type.of : select.operand.type
  return owner.kind === 'object' && owner.members.get(select.member)?.optional === true
}

function propertyOf({ operand, member }: Select, domain: Domain): Property | undefined {
  const owner = operand.type.kind === 'nullable' || operand.type.kind === 'optional' ? operand.type.of : operand.type
  return owner.kind === 'record' ? domain.resources.get(owner.resource)?.properties.get(member) : undefined
}

function schemaOfProperty(select: Select, domain: Domain): Schema | undefined {
  const property = propertyOf(select, domain)
  return property && sentProperty(property, domain)
}

/** If a request selects members, any of them may be absent. */
function viewSchema(expression: Extract<Expression, { kind: 'call' }>, { domain, typing }: SchemaContext): Schema {
  if (expression.selected === undefined) return { $ref: viewRef(expression.name) }
  const schema = sentView(
    calledView(domain, expression, (text) => typing.expression(text))!,
    typing,
  )
  return withoutRequired(schema, domain)
}

/** The schema with each member optional, also in the objects inside it; a recursive shape stays whole at its second place. */
function withoutRequired(schema: Schema, domain: Domain, enclosingShapes: ReadonlySet<string> = new Set()): Schema {
  if (typeof schema === 'boolean') return schema
  const shape = schema.$ref === undefined || enclosingShapes.has(schema.$ref) ? undefined : domain.shapes.get(schema.$ref)
  if (shape !== undefined) {
    const partial = withoutRequired(shape.schema, domain, new Set([...enclosingShapes, schema.$ref!]))
    return partial === shape.schema ? schema : partial
  }
  const { required, ...partial } = withSubschemas(schema, (inner) => withoutRequired(inner, domain, enclosingShapes))
  return required === undefined && equalJson(partial as Json, schema as Json) ? schema : partial
}

/** Maps the schemas of members, items and alternatives. */
function withSubschemas(schema: SchemaObject, map: (inner: Schema) => Schema): SchemaObject {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, map(each)])) }),
    ...(items === undefined ? {} : { items: map(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(map) }),
  }
}

function sentExpression(expression: Expression, context: SchemaContext): Schema {
  const schema = preciseSchema(expression, context)
  if (schema === undefined) return schemaOfType(expression.type, context.domain)
  return canBeNull(expression) && !admitsNull(schema) ? withNullSchema(schema) : schema
}

/** A more precise schema than the type gives: from views, lists of views, properties, maps and conditionals. */
function preciseSchema(expression: Expression, context: SchemaContext): Schema | undefined {
  switch (expression.kind) {
    case 'variable':
      return context.variables.get(expression.name)
    case 'select':
      return schemaOfProperty(expression, context.domain)
    case 'call':
      return expression.target === undefined && context.domain.views.has(expression.name) ? viewSchema(expression, context) : undefined
    case 'macro':
      return expression.name === 'map' ? listSchema(sentExpression(expression.arguments.at(-1)!, context)) : undefined
    case 'list':
      return expression.items.length === 0
        ? undefined
        : listSchema(eitherSchema(expression.items.map(({ value }) => sentExpression(value, context))))
    case 'map':
      return mapSchema(expression, context)
    case 'conditional':
      return eitherSchema([sentExpression(expression.then, context), sentExpression(expression.otherwise, context)])
    case 'bind':
      return sentExpression(expression.body, context)
    default:
      return undefined
  }
}

/** Literal names of members are listed. */
function mapSchema({ entries }: Extract<Expression, { kind: 'map' }>, context: SchemaContext): Schema | undefined {
  const members = entries.flatMap(({ key, value, optional }) =>
    key.kind === 'literal' && typeof key.value === 'string'
      ? [[key.value, { schema: sentExpression(value, context), optional: optional || context.parts.has(value) }] as const]
      : [],
  )
  return members.length === entries.length && members.length > 0 ? membersSchema(members) : undefined
}

/** One of these schemas, without repetition. */
export function eitherSchema(schemas: readonly Schema[]): Schema {
  const distinctSchemas = new Map(
    schemas.map((schema) => [JSON.stringify(schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)), schema]),
  )
  const [first = true, ...more] = distinctSchemas.values()
  return more.length === 0 || distinctSchemas.has('true') ? (distinctSchemas.has('true') ? true : first) : { anyOf: [first, ...more] }
}
