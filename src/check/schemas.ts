// Every schema that a document holds, wherever it stands: what checks of schemas go through.

import type { Body } from '../model/endpoints.ts'
import type { Model, Operation } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type Named, type Slot, each, shown } from '../model/slot.ts'

/** In the order of the parts; a schema before those inside it. */
export function* schemasOf(model: Model): Generator<SchemaNode> {
  for (const root of rootsOf(model)) yield* within(root)
}

/** Those that stand in no other schema: of settings, behaviours, properties, shapes, inputs, bodies, parameters and claims. */
export function* rootsOf(model: Model): Generator<SchemaNode> {
  const { service, resources, states, endpoints, authentication } = model
  yield* named(service.value.settings)
  for (const { value } of each(service.value.behaviours)) {
    yield* slot(value.input)
    yield* slot(value.output)
  }
  for (const { slots } of resources.value.resources) {
    yield* named(slots.properties)
    yield* slot(slots.additionalProperties)
  }
  yield* named(resources.value.$defs)
  for (const { slots } of states.value.machines) {
    for (const { value } of each(slots.states)) {
      for (const { value: candidates } of each(value.on)) for (const { input } of candidates) if (input !== undefined) yield* slot(input)
    }
  }
  for (const operation of endpoints.value.operations) yield* sentTo(operation)
  for (const { value } of each(authentication.value.schemes)) yield* slot(value.claimsSet)
}

/** What a request to the operation carries: its body, where that is not fields of a resource, and its parameters. */
function* sentTo({ slots }: Operation): Generator<SchemaNode> {
  const body = shown(slots.body)
  if (body !== undefined) yield* ofBody(body)
  const parameters = shown(slots.parameters)
  if (parameters === undefined) return
  for (const place of [parameters.query, parameters.header, parameters.path]) for (const { value } of each(place)) yield value.schema
}

function* slot(of: Slot<SchemaNode>): Generator<SchemaNode> {
  const schema = shown(of)
  if (schema !== undefined) yield schema
}

function* named(of: Slot<readonly Named<SchemaNode>[]>): Generator<SchemaNode> {
  for (const { value } of each(of)) yield value
}

function* ofBody(body: Body): Generator<SchemaNode> {
  if (body.kind === 'schema') yield body.schema
  if (body.kind !== 'envelope') return
  for (const { slot: member } of body.members) {
    const inner = shown(member)
    if (inner !== undefined) yield* ofBody(inner)
  }
}

/** A schema and all that it contains. */
export function* within(schema: SchemaNode): Generator<SchemaNode> {
  yield schema
  const { keywords } = schema
  for (const one of [keywords.items, keywords.contains, keywords.additionalProperties, keywords.propertyNames, keywords.not, keywords.if, keywords.then, keywords.else]) {
    const inner = shown(one)
    if (inner !== undefined) yield* within(inner)
  }
  for (const many of [keywords.prefixItems, keywords.allOf, keywords.anyOf, keywords.oneOf]) {
    for (const inner of shown(many) ?? []) yield* within(inner)
  }
  for (const map of [keywords.properties, keywords.patternProperties, keywords.dependentSchemas]) {
    for (const { value } of each(map)) yield* within(value)
  }
}
