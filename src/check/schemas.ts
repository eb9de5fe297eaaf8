// Lists every schema of a document, for the checks of schemas.

import type { Body } from '../model/endpoints.ts'
import type { Model, Operation } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type Named, type Slot, specifiedEntries, slotValue } from '../model/slot.ts'

type Listed = { readonly roots: readonly SchemaNode[]; readonly all: readonly SchemaNode[] }

/** Cached, because several checks read them. */
const known = new WeakMap<Model, Listed>()

function listAll(model: Model): Listed {
  return known.getOrInsertComputed(model, list)
}

function list(model: Model): Listed {
  const roots = [...rootSchemas(model)]
  return { roots, all: roots.flatMap(schemasWithin) }
}

/** In the order of the parts; a schema before those inside it. */
export function schemasOf(model: Model): readonly SchemaNode[] {
  return listAll(model).all
}

/** Outermost schemas: of settings, behaviours, properties, shapes, inputs, bodies, parameters and claims. */
export function rootsOf(model: Model): readonly SchemaNode[] {
  return listAll(model).roots
}

function* rootSchemas(model: Model): Generator<SchemaNode> {
  const { service, resources, states, endpoints, authentication } = model
  yield* named(service.value.settings)
  for (const { value } of specifiedEntries(service.value.behaviours)) {
    yield* slot(value.input)
    yield* slot(value.output)
  }
  for (const { slots } of resources.value.resources) {
    yield* named(slots.properties)
  }
  yield* named(resources.value.$defs)
  for (const { slots } of states.value.machines) {
    for (const { value } of specifiedEntries(slots.states)) {
      for (const { value: candidates } of specifiedEntries(value.on))
        for (const { input } of candidates) if (input !== undefined) yield * slot(input)
    }
  }
  for (const operation of endpoints.value.operations) yield* sentTo(operation)
  for (const { value } of specifiedEntries(authentication.value.schemes)) yield* slot(value.claimsSet)
}

/** The schemas of a request: its body, if it is not fields of a resource, and its parameters. */
function* sentTo({ slots }: Operation): Generator<SchemaNode> {
  const body = slotValue(slots.body)
  if (body !== undefined) yield* ofBody(body)
  const parameters = slotValue(slots.parameters)
  if (parameters === undefined) return
  for (const place of [parameters.query, parameters.header, parameters.path])
    for (const { value } of specifiedEntries(place)) yield value.schema
}

function* slot(of: Slot<SchemaNode>): Generator<SchemaNode> {
  const schema = slotValue(of)
  if (schema !== undefined) yield schema
}

function* named(of: Slot<readonly Named<SchemaNode>[]>): Generator<SchemaNode> {
  for (const { value } of specifiedEntries(of)) yield value
}

function* ofBody(body: Body): Generator<SchemaNode> {
  if (body.kind === 'schema') yield body.schema
  if (body.kind !== 'envelope') return
  for (const { slot: member } of body.members) {
    const inner = slotValue(member)
    if (inner !== undefined) yield* ofBody(inner)
  }
}

/** A schema and all that it contains. */
export function schemasWithin(schema: SchemaNode): SchemaNode[] {
  const nodes: SchemaNode[] = []
  addWithin(schema, nodes)
  return nodes
}

const single = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'] as const
const listing = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const
const naming = ['properties', 'patternProperties', 'dependentSchemas'] as const

function addWithin(schema: SchemaNode, nodes: SchemaNode[]): void {
  nodes.push(schema)
  const { keywords } = schema
  for (const keyword of single) {
    const inner = slotValue(keywords[keyword])
    if (inner !== undefined) addWithin(inner, nodes)
  }
  for (const keyword of listing) {
    for (const inner of slotValue(keywords[keyword]) ?? []) addWithin(inner, nodes)
  }
  for (const keyword of naming) {
    for (const { slot: inner } of slotValue(keywords[keyword]) ?? []) if (inner.state === 'shown') addWithin(inner.value, nodes)
  }
}
