// Describes the whole service for the operator's page; built once per document, because records do not affect it.

import { createHash } from 'node:crypto'
import type { Compiled } from '../../compile/compile.ts'
import { toJson } from '../../diagnostic/json.ts'
import { annotate } from '../../explain/annotate.ts'
import { printPlace } from '../../explain/origin.ts'
import { printSchema } from '../../explain/schema-text.ts'
import { selectNeighbourhood, makeMachineGraph, makeResourceGraph } from '../../export/diagram/graph.ts'
import { type GraphLayout, layOutGraph } from '../../export/diagram/lay-out.ts'
import { partNames } from '../../document/document.ts'
import type { Node, Scalar } from '../../document/node.ts'
import type { Scheme } from '../../model/authentication.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { findVersionPath } from '../../model/version-path.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { listOperations } from './operations.ts'
import type { DescribedPart, DescribedProperty, DescribedResource, DescribedValue, DescribedScheme, DescribedService } from './types.ts'

/** A picture with more resources is unreadable, and takes seconds to lay out. */
const maxDrawn = 80

/** A resource with its neighbours; undefined for an unknown name. */
export function drawReferencesAround({ facts }: Compiled, resource: string): GraphLayout | undefined {
  return facts.typing.domain.resources.has(resource)
    ? layOutGraph(selectNeighbourhood(makeResourceGraph(facts), resource), 'down')
    : undefined
}

export function describeService(compiled: Compiled, url: string): DescribedService {
  const { facts, model, adopted, diagnostics } = compiled
  const files = annotate(model)
  const conventions = adopted.flatMap(({ convention, text }) =>
    convention === undefined || text === undefined ? [] : [{ name: convention, text }],
  )
  const title = slotValueOf(model.service.value.title) ?? model.document.title ?? slotValueOf(model.service.value.name)?.text ?? 'Service'
  return {
    revision: createHash('sha256')
      .update(JSON.stringify([files.map(({ name, text }) => [name, text]), conventions]))
      .digest('hex')
      .slice(0, 16),
    title,
    url,
    files,
    conventions,
    parts: describeParts(compiled),
    diagnostics: diagnostics.map(toJson),
    resources: [...facts.typing.domain.resources.values()].map(describeResource),
    ...(facts.typing.domain.resources.size > maxDrawn ? {} : { references: layOutGraph(makeResourceGraph(facts), 'down') }),
    machines: facts.machines.map((machine) => {
      const { name, resource: owner, field, key } = machine.machine
      const graph = makeMachineGraph(machine)
      return {
        name,
        resource: owner,
        field,
        place: printPlace(key.span),
        wide: layOutGraph(graph, 'right'),
        narrow: layOutGraph(graph, 'down'),
      }
    }),
    operations: listOperations(compiled),
    schemes: listSpecifiedEntries(model.authentication.value.schemes).map(({ name, value }) => describeScheme(name, value)),
    ...describeVersion(compiled),
    said: Object.fromEntries(
      (['authentication', 'events', 'limits', 'versioning'] as const).flatMap((name): [string, DescribedValue][] => {
        const { state, node } = model.document.parts[name]
        return state === 'shown' && node.entries.length > 0 ? [[name, describeNode(node)]] : []
      }),
    ),
  }
}

/** A value as written; a list of words is one value. */
function describeNode(node: Node): DescribedValue {
  if (node.kind === 'scalar') return { text: node.text, place: printPlace(node.span) }
  if (node.kind === 'map') return { members: node.entries.map(({ key, value }) => [key.text, describeNode(value)]) }
  if (node.items.every(({ kind }) => kind === 'scalar'))
    return { text: node.items.map((item) => (item as Scalar).text).join(', '), place: printPlace(node.span) }
  return { members: node.items.map((item, index) => [String(index + 1), describeNode(item)]) }
}

function describeVersion({ model }: Compiled): Pick<DescribedService, 'version'> {
  const { scheme: slot, value, current } = model.versioning.value
  const [place, newest] = [slotValueOf(slot), slotValueOf(current)?.text]
  if (place === undefined || newest === undefined) return {}
  const written = value.state === 'shown' ? '' : newest
  const path = findVersionPath(slot)
  if (path !== undefined) return { version: { how: 'path', name: 'version', value: written, path } }
  if (place === 'media-type')
    return { version: { how: 'media-type', name: 'Accept', value: written === '' ? '' : `application/json; version=${written}` } }
  const header = typeof place === 'object' ? slotValueOf(place.header)?.text : undefined
  if (header !== undefined) return { version: { how: 'header', name: header, value: written } }
  return {
    version: { how: 'query', name: (typeof place === 'object' ? slotValueOf(place.query)?.text : undefined) ?? 'version', value: written },
  }
}

function describeParts({ model, partStates }: Compiled): DescribedPart[] {
  return partNames.map((name, index) => {
    const heading = model.document.parts[name].headings[0]
    return { number: index + 1, name, state: partStates[name], ...(heading === undefined ? {} : { place: printPlace(heading) }) }
  })
}

function describeResource(info: ResourceInfo): DescribedResource {
  return {
    name: info.name,
    place: printPlace(info.source.key.span),
    key: info.key,
    ...(info.tenant.length === 0 ? {} : { tenant: info.tenant.map((member) => member.property) }),
    properties: [...info.properties.values()].map(describeProperty),
  }
}

function describeProperty(property: Property): DescribedProperty {
  const { name, schema, at, reference, inverse, machine, compute, secret, sensitive } = property
  return {
    name,
    type: describeType(property),
    place: printPlace(at.span),
    stored:
      inverse === undefined &&
      !secret &&
      !sensitive &&
      (compute === undefined || compute.stored) &&
      !(typeof schema === 'object' && (schema.type === 'array' || schema.type === 'object' || schema.$ref !== undefined)),
    ...(reference === undefined ? {} : { reference: reference.resource }),
    ...(inverse === undefined ? {} : { inverse }),
    ...(machine === undefined ? {} : { states: listSpecifiedEntries(machine.slots.states).map((state) => state.name) }),
  }
}

function describeType({ schema, reference, inverse }: Property): string {
  if (inverse !== undefined) return `those whose ${inverse.property} it is`
  if (reference === undefined) return printSchema(schema)
  return reference.many ? `list of ${reference.resource}` : reference.resource
}

/** The place of a scheme's credential. */
function describeScheme(name: string, { type, scheme: word, in: place, name: field }: Scheme): DescribedScheme {
  const kind = slotValueOf(type) ?? ''
  if (kind !== 'apiKey')
    return {
      name,
      type: kind,
      place: 'header',
      field: 'Authorization',
      prefix: slotValueOf(word)?.text.toLowerCase() === 'basic' ? 'Basic ' : 'Bearer ',
    }
  const called = slotValueOf(field)?.text ?? ''
  if (slotValueOf(place) === 'cookie') return { name, type: kind, place: 'header', field: 'Cookie', prefix: `${called}=` }
  return { name, type: kind, place: slotValueOf(place) === 'query' ? 'query' : 'header', field: called, prefix: '' }
}
