// Derives the schema of an answer from its template, as precisely as views and properties allow.

import type { Json } from '../../base/json.ts'
import { equalJson } from '../../base/json-print.ts'
import type { Expression } from '../../cel/expression.ts'
import { type HiddenReads, analyseHiding } from '../../fact/hidden.ts'
import type { Operation } from '../../model/model.ts'
import type { Template } from '../../model/slot.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'
import { listSelectable } from '../../typing/selectable-members.ts'
import { findCalledView, parseSelection, selectOutput } from '../../typing/selected-members.ts'
import type { Domain, Property, Typing, ViewInfo } from '../../typing/domain.ts'
import { makeAdditionalMembersSchema } from '../../typing/input-body.ts'
import { admitsNull, withNullSchema } from '../../typing/schema-of.ts'
import { addDocumentation } from './documented.ts'
import { type MemberSchema, listSchema, makeMembersSchema, makeTypeSchema } from './of-type.ts'
import { makeViewRef } from './reference.ts'

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
export function makeOutputSchema(operation: Operation, output: Template, typing: Typing, variables = none): Schema {
  const { fields } = typing.input(operation)
  if (fields === undefined) return makeWholeSchema(output, typing, variables)
  // Selects the members of nested views, because inner members may be absent too. Objects keep their declared schemas.
  const selectable = listSelectable(operation, typing.domain, 'views and maps')
  const leaves = selectable.filter((name) => !selectable.some((other) => other.startsWith(`${name}.`)))
  return makeWholeSchema(selectOutput(operation, output, parseSelection(leaves), typing), typing)
}

/** The schema of a value that cannot be omitted: null if all of it is hidden. */
export function makeWholeSchema(template: Template, typing: Typing, variables = none): Schema {
  const { schema } = makeTemplateSchema(template, typing, variables)
  return template.kind === 'expression' && analyseHiding(typing).analyseSlot(template).hidingRules.length > 0 && !admitsNull(schema)
    ? withNullSchema(schema)
    : schema
}

export function makeTemplateSchema(template: Template, typing: Typing, variables = none): MemberSchema {
  switch (template.kind) {
    case 'literal':
      return presentMember({ const: template.value })
    case 'list':
      return presentMember(listSchema(uniteSchemas(template.items.map((item) => makeTemplateSchema(item, typing, variables).schema))))
    case 'map':
      return presentMember(
        makeMembersSchema(template.entries.map(({ name, value }) => [name, makeTemplateSchema(value, typing, variables)] as const)),
      )
    case 'expression': {
      const expression = typing.expression(template)
      return expression === undefined
        ? presentMember(true)
        : makeLeafSchema(expression, {
            domain: typing.domain,
            typing,
            parts: analyseHiding(typing).analyseSlot(template).parts,
            variables,
          })
    }
  }
}

/** The members of a view; members without a value are omitted. */
export function makeViewSchema({ name: view, resource, members }: ViewInfo, typing: Typing): Schema {
  const properties = typing.domain.resources.get(resource)?.properties
  const openProperties = members.flatMap((member) =>
    member.kind === 'take' && member.spreads === true ? (properties?.get(member.name) ?? []) : [],
  )
  const namedMembers = members.filter((member) => member.kind === 'template' || member.spreads !== true)
  const schema = makeMembersSchema(
    namedMembers.map((member): readonly [string, MemberSchema] => {
      if (member.kind === 'template') return [member.name, makeTemplateSchema(member.template, typing)]
      const property = properties?.get(member.name)
      if (property === undefined) return [member.name, presentMember(true)]
      const optional = mayBeAbsent(property) || analyseHiding(typing).analyseCopied(view, member.name).hidingRules.length > 0
      return [member.name, { schema: makePropertySchema(property, typing.domain), optional }]
    }),
  )
  const [openProperty] = openProperties
  return openProperty === undefined ? schema : { ...schema, ...makeAdditionalMembersSchema(openProperty) }
}

/** The stored schema, without keywords about the source of its value. */
function makePropertySchema(property: Property, domain: Domain): Schema {
  const { schema, source } = property
  if (property.inverse !== undefined) return makeTypeSchema(property.type, domain)
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
function makeLeafSchema(expression: Expression, context: SchemaContext): MemberSchema {
  const leaf = makePresentLeafSchema(expression, context)
  return leaf.optional || !context.parts.has(expression) ? leaf : { ...leaf, optional: true }
}

function makePresentLeafSchema(expression: Expression, context: SchemaContext): MemberSchema {
  const { domain } = context
  if (expression.type.kind === 'optional') return { schema: presentSchema(expression, domain), optional: true }
  if (expression.kind !== 'select' || expression.optional || !isPath(expression.operand))
    return presentMember(makeExpressionSchema(expression, context))
  if (!isAbsentAt(expression, domain)) return presentMember(makeExpressionSchema(expression, context))
  const propertySchema = findPropertySchema(expression, domain) ?? presentSchema(expression, domain)
  return { schema: canBeNull(expression.operand) ? withNullSchema(propertySchema) : propertySchema, optional: true }
}

function presentSchema({ type }: Expression, domain: Domain): Schema {
  return makeTypeSchema(type.kind === 'optional' || type.kind === 'nullable' ? type.of : type, domain)
}

type Select = Extract<Expression, { kind: 'select' }>

function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && !expression.optional && isPath(expression.operand))
}

function canBeNull({ type }: Expression): boolean {
  return type.kind === 'nullable' || type.kind === 'optional'
}

function isAbsentAt(select: Select, domain: Domain): boolean {
  const property = findProperty(select, domain)
  if (property !== undefined) return mayBeAbsent(property)
  const owner = select.operand.type.kind === 'nullable' ? select.operand.type.of : select.operand.type
  return owner.kind === 'object' && owner.members.get(select.member)?.optional === true
}

function findProperty({ operand, member }: Select, domain: Domain): Property | undefined {
  const owner = operand.type.kind === 'nullable' || operand.type.kind === 'optional' ? operand.type.of : operand.type
  return owner.kind === 'record' ? domain.resources.get(owner.resource)?.properties.get(member) : undefined
}

function findPropertySchema(select: Select, domain: Domain): Schema | undefined {
  const property = findProperty(select, domain)
  return property && makePropertySchema(property, domain)
}

/** If a request selects members, any of them may be absent. */
function makeViewCallSchema(expression: Extract<Expression, { kind: 'call' }>, { domain, typing }: SchemaContext): Schema {
  if (expression.selected === undefined) return { $ref: makeViewRef(expression.name) }
  const schema = makeViewSchema(
    findCalledView(domain, expression, (text) => typing.expression(text))!,
    typing,
  )
  return removeRequired(schema, domain)
}

/** The schema with each member optional, also in the objects inside it; a recursive shape stays whole at its second place. */
function removeRequired(schema: Schema, domain: Domain, enclosingShapes: ReadonlySet<string> = new Set()): Schema {
  if (typeof schema === 'boolean') return schema
  const shape = schema.$ref === undefined || enclosingShapes.has(schema.$ref) ? undefined : domain.shapes.get(schema.$ref)
  if (shape !== undefined) {
    const partial = removeRequired(shape.schema, domain, new Set([...enclosingShapes, schema.$ref!]))
    return partial === shape.schema ? schema : partial
  }
  const { required, ...partial } = mapSubschemas(schema, (inner) => removeRequired(inner, domain, enclosingShapes))
  return required === undefined && equalJson(partial as Json, schema as Json) ? schema : partial
}

/** Maps the schemas of members, items and alternatives. */
function mapSubschemas(schema: SchemaObject, map: (inner: Schema) => Schema): SchemaObject {
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

function makeExpressionSchema(expression: Expression, context: SchemaContext): Schema {
  const schema = findPreciseSchema(expression, context)
  if (schema === undefined) return makeTypeSchema(expression.type, context.domain)
  return canBeNull(expression) && !admitsNull(schema) ? withNullSchema(schema) : schema
}

/** A more precise schema than the type gives: from views, lists of views, properties, maps and conditionals. */
function findPreciseSchema(expression: Expression, context: SchemaContext): Schema | undefined {
  switch (expression.kind) {
    case 'variable':
      return context.variables.get(expression.name)
    case 'select':
      return findPropertySchema(expression, context.domain)
    case 'call':
      return expression.target === undefined && context.domain.views.has(expression.name)
        ? makeViewCallSchema(expression, context)
        : undefined
    case 'macro':
      return expression.name === 'map' ? listSchema(makeExpressionSchema(expression.arguments.at(-1)!, context)) : undefined
    case 'list':
      return expression.items.length === 0
        ? undefined
        : listSchema(uniteSchemas(expression.items.map(({ value }) => makeExpressionSchema(value, context))))
    case 'map':
      return mapSchema(expression, context)
    case 'conditional':
      return uniteSchemas([makeExpressionSchema(expression.then, context), makeExpressionSchema(expression.otherwise, context)])
    case 'bind':
      return makeExpressionSchema(expression.body, context)
    default:
      return undefined
  }
}

/** Literal names of members are listed. */
function mapSchema({ entries }: Extract<Expression, { kind: 'map' }>, context: SchemaContext): Schema | undefined {
  const members = entries.flatMap(({ key, value, optional }) =>
    key.kind === 'literal' && typeof key.value === 'string'
      ? [[key.value, { schema: makeExpressionSchema(value, context), optional: optional || context.parts.has(value) }] as const]
      : [],
  )
  return members.length === entries.length && members.length > 0 ? makeMembersSchema(members) : undefined
}

/** One of these schemas, without repetition. */
export function uniteSchemas(schemas: readonly Schema[]): Schema {
  const distinctSchemas = new Map(
    schemas.map((schema) => [JSON.stringify(schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)), schema]),
  )
  const [first = true, ...more] = distinctSchemas.values()
  if (distinctSchemas.has('true')) return true
  return more.length === 0 ? first : { anyOf: [first, ...more] }
}
