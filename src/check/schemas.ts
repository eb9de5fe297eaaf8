// Lists every schema of a document, for the checks of schemas.

import type { Body } from '../model/endpoints.ts'
import type { Model, Operation } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'

type SchemaList = { readonly roots: readonly SchemaNode[]; readonly all: readonly SchemaNode[] }

/** Cached, because several checks read them. */
const cache = new WeakMap<Model, SchemaList>()

function listCached(model: Model): SchemaList {
  return cache.getOrInsertComputed(model, listSchemas)
}

function listSchemas(model: Model): SchemaList {
  const roots = [...walkRoots(model)]
  return { roots, all: roots.flatMap(listSchemasWithin) }
}

/** All schemas, in the order of the parts; each schema comes before its nested schemas. */
export function listSchemasOf(model: Model): readonly SchemaNode[] {
  return listCached(model).all
}

/** Outermost schemas: of settings, behaviours, properties, shapes, inputs, bodies, parameters and claims. */
export function listRootSchemas(model: Model): readonly SchemaNode[] {
  return listCached(model).roots
}

function* walkRoots(model: Model): Generator<SchemaNode> {
  const { service, resources, states, endpoints, authentication } = model
  yield* walkNamed(service.value.settings)
  for (const { value } of listSpecifiedEntries(service.value.behaviours)) {
    yield* walkSlot(value.input)
    yield* walkSlot(value.output)
  }
  for (const { slots } of resources.value.resources) {
    yield* walkNamed(slots.properties)
  }
  yield* walkNamed(resources.value.$defs)
  for (const { slots } of states.value.machines) {
    for (const { value } of listSpecifiedEntries(slots.states)) {
      for (const { value: candidates } of listSpecifiedEntries(value.on))
        for (const { input } of candidates) if (input !== undefined) yield* walkSlot(input)
    }
  }
  for (const operation of endpoints.value.operations) yield* walkRequest(operation)
  for (const { value } of listSpecifiedEntries(authentication.value.schemes)) yield* walkSlot(value.claimsSet)
}

/** The schemas of a request: its body, if it is not fields of a resource, and its parameters. */
function* walkRequest({ slots }: Operation): Generator<SchemaNode> {
  const body = slotValueOf(slots.body)
  if (body !== undefined) yield* walkBody(body)
  const parameters = slotValueOf(slots.parameters)
  if (parameters === undefined) return
  for (const place of [parameters.query, parameters.header, parameters.path])
    for (const { value } of listSpecifiedEntries(place)) yield value.schema
}

function* walkSlot(schemaSlot: Slot<SchemaNode>): Generator<SchemaNode> {
  const schema = slotValueOf(schemaSlot)
  if (schema !== undefined) yield schema
}

function* walkNamed(schemaSlot: Slot<readonly Named<SchemaNode>[]>): Generator<SchemaNode> {
  for (const { value } of listSpecifiedEntries(schemaSlot)) yield value
}

function* walkBody(body: Body): Generator<SchemaNode> {
  if (body.kind === 'schema') yield body.schema
  if (body.kind !== 'envelope') return
  for (const { slot: member } of body.members) {
    const nested = slotValueOf(member)
    if (nested !== undefined) yield* walkBody(nested)
  }
}

/** A schema and all its nested schemas. */
export function listSchemasWithin(schema: SchemaNode): SchemaNode[] {
  const nodes: SchemaNode[] = []
  addWithin(schema, nodes)
  return nodes
}

const singleKeywords = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'] as const
const listKeywords = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const
const mapKeywords = ['properties', 'patternProperties', 'dependentSchemas'] as const

function addWithin(schema: SchemaNode, nodes: SchemaNode[]): void {
  nodes.push(schema)
  const { keywords } = schema
  for (const keyword of singleKeywords) {
    const nested = slotValueOf(keywords[keyword])
    if (nested !== undefined) addWithin(nested, nodes)
  }
  for (const keyword of listKeywords) {
    for (const nested of slotValueOf(keywords[keyword]) ?? []) addWithin(nested, nodes)
  }
  for (const keyword of mapKeywords) {
    for (const { slot: nested } of slotValueOf(keywords[keyword]) ?? []) if (nested.state === 'shown') addWithin(nested.value, nodes)
  }
}
