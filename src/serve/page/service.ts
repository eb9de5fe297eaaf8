// The whole service as the operator's page shows it: made once for a document, since nothing of it depends on records.

import { createHash } from 'node:crypto'
import { printJson } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import { toJson } from '../../diagnostic/json.ts'
import { annotate } from '../../explain/annotate.ts'
import { pattern } from '../../explain/facts.ts'
import type { Line } from '../../explain/layout.ts'
import { operationLines, statusText } from '../../explain/operation.ts'
import { originText, placeText } from '../../explain/origin.ts'
import { schemaText } from '../../explain/schema-text.ts'
import { machineGraph, resourceGraph } from '../../export/diagram/graph.ts'
import { layOut } from '../../export/diagram/lay-out.ts'
import type { OperationFacts, Point } from '../../fact/fact.ts'
import { partNames } from '../../document/document.ts'
import type { Node, Scalar } from '../../document/node.ts'
import type { Scheme } from '../../model/authentication.ts'
import { each, shown } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { exampleOf } from './example.ts'
import type { ToldInput, ToldLine, ToldOperation, ToldPart, ToldProperty, ToldRefusal, ToldResource, ToldSaid, ToldScheme, ToldService } from './told.ts'

export function describe(compiled: Compiled, url: string): ToldService {
  const { facts, model, adopted, diagnostics } = compiled
  const files = annotate(model)
  const conventions = adopted.flatMap(({ convention, text }) => (convention === undefined || text === undefined ? [] : [{ name: convention, text }]))
  const title = shown(model.service.value.title) ?? model.document.title ?? shown(model.service.value.name)?.text ?? 'Service'
  return {
    revision: createHash('sha256').update(JSON.stringify([files.map(({ name, text }) => [name, text]), conventions])).digest('hex').slice(0, 16),
    title, url, files, conventions,
    parts: parts(compiled),
    diagnostics: diagnostics.map(toJson),
    resources: [...facts.typing.domain.resources.values()].map(resource),
    references: layOut(resourceGraph(facts), 'down'),
    machines: facts.machines.map((machine) => {
      const { name, resource: owner, field, key } = machine.machine
      const graph = machineGraph(machine)
      return { name, resource: owner, field, place: placeText(key.span), wide: layOut(graph, 'right'), narrow: layOut(graph, 'down') }
    }),
    operations: facts.operations.map((found) => operation(compiled, found)),
    schemes: each(model.authentication.value.schemes).map(({ name, value }) => scheme(name, value)),
    ...versionOf(compiled),
    said: Object.fromEntries((['authentication', 'events', 'limits', 'versioning'] as const).flatMap((name): [string, ToldSaid][] => {
      const { state, node } = model.document.parts[name]
      return state === 'shown' && node.entries.length > 0 ? [[name, said(node)]] : []
    })),
  }
}

/** As it is written; a list of words is one value. */
function said(node: Node): ToldSaid {
  if (node.kind === 'scalar') return { text: node.text, place: placeText(node.span) }
  if (node.kind === 'map') return { members: node.entries.map(({ key, value }) => [key.text, said(value)]) }
  if (node.items.every(({ kind }) => kind === 'scalar')) return { text: node.items.map((item) => (item as Scalar).text).join(', '), place: placeText(node.span) }
  return { members: node.items.map((item, index) => [String(index + 1), said(item)]) }
}

function versionOf({ model }: Compiled): Pick<ToldService, 'version'> {
  const { scheme: slot, value, current } = model.versioning.value
  const [place, newest] = [shown(slot), shown(current)?.text]
  if (place === undefined || newest === undefined) return {}
  const written = value.state === 'shown' ? '' : newest
  if (place === 'path') return { version: { how: 'path', name: 'version', value: written } }
  if (place === 'media-type') return { version: { how: 'media-type', name: 'Accept', value: written === '' ? '' : `application/json; version=${written}` } }
  const header = typeof place === 'object' ? shown(place.header)?.text : undefined
  if (header !== undefined) return { version: { how: 'header', name: header, value: written } }
  return { version: { how: 'query', name: (typeof place === 'object' ? shown(place.query)?.text : undefined) ?? 'version', value: written } }
}

function parts({ model, partStates }: Compiled): ToldPart[] {
  return partNames.map((name, index) => {
    const heading = model.document.parts[name].headings[0]
    return { number: index + 1, name, state: partStates[name], ...(heading === undefined ? {} : { place: placeText(heading) }) }
  })
}

function resource(info: ResourceInfo): ToldResource {
  return { name: info.name, place: placeText(info.source.key.span), key: info.key, properties: [...info.properties.values()].map(property) }
}

function property({ name, schema, at, reference, inverse, machine, compute, secret, sensitive }: Property): ToldProperty {
  return {
    name,
    type: inverse !== undefined ? `those whose ${inverse.property} it is` : reference !== undefined ? (reference.many ? `list of ${reference.resource}` : reference.resource) : schemaText(schema),
    place: placeText(at.span),
    stored: inverse === undefined && !secret && !sensitive && (compute === undefined || compute.stored) && !(typeof schema === 'object' && (schema.type === 'array' || schema.type === 'object' || schema.$ref !== undefined)),
    ...(reference === undefined ? {} : { reference: reference.resource }),
    ...(inverse === undefined ? {} : { inverse }),
    ...(machine === undefined ? {} : { states: each(machine.slots.states).map((state) => state.name) }),
  }
}

function operation({ facts }: Compiled, found: OperationFacts): ToldOperation {
  const { operation: said, complete, points } = found
  const input = facts.typing.input(said)
  const { about, answers } = operationLines(facts, found)
  const idempotency = shown(said.slots.idempotency)
  const byKey = idempotency?.kind === 'key' ? idempotency : undefined
  const key = byKey && shown(byKey.key)?.text
  const conditional = shown(said.slots.conditional)
  const summary = shown(said.slots.summary) ?? shown(said.slots.description)
  const definitions = new Map([...facts.typing.domain.shapes].map(([name, shape]) => [name, shape.schema]))
  return {
    name: said.name, id: said.id, method: said.method, path: said.path, place: placeText(said.key.span),
    action: said.action ?? '', subject: said.subject?.text ?? '', complete,
    ...(summary === undefined ? {} : { summary }),
    about: told(about), answers: told(answers),
    refusals: points.map(refusal),
    input: [
      ...inputs(input),
      ...(key === undefined ? [] : [{ place: 'header' as const, name: key, type: 'a key of its own for each request', required: shown(byKey!.optional) !== true }]),
      ...(conditional === undefined ? [] : [{ place: 'header' as const, name: said.method === 'GET' ? 'If-None-Match' : 'If-Match', type: 'an entity tag', required: conditional === 'required' && said.method !== 'GET' }]),
    ],
    ...(input.body === undefined ? {} : { body: printJson(exampleOf(input.body.schema, definitions)) }),
    gaps: [...new Set(facts.missing.filter(({ operations }) => operations !== 'all' && operations.includes(said)).map(({ code }) => code))],
  }
}

function told(lines: readonly Line[]): ToldLine[] {
  return lines.map(({ label, text, from }) => ({ label: label?.text.trim() ?? '', text, ...(from === undefined ? {} : { from }) }))
}

function refusal(point: Point): ToldRefusal {
  const { answer, stage, because } = point
  const title = answer.kind === 'entry' ? shown(answer.entry.slots.title)?.text : undefined
  return {
    stage, condition: pattern(point), status: statusText(answer), gap: answer.kind === 'gap',
    ...(answer.kind === 'entry' ? { entry: { name: answer.entry.name, place: placeText(answer.entry.key.span), ...(title === undefined ? {} : { title }) } } : {}),
    because: because.map(originText),
  }
}

function inputs(input: ReturnType<Compiled['facts']['typing']['input']>): ToldInput[] {
  const of = (place: ToldInput['place'], parameters: typeof input.path): ToldInput[] =>
    [...parameters].map(([name, { schema, required }]) => ({ place, name, type: schemaText(schema), required: required || place === 'path' }))
  const listed = new Set(input.query.keys())
  return [
    ...of('path', input.path),
    ...of('query', input.query),
    ...[...input.filters.values()].map(({ property: name, plain, operators }): ToldInput => ({ place: 'query', name, type: schemaText(operators.get(plain) ?? true), required: false })),
    ...(input.sort === undefined ? [] : [{ place: 'query' as const, name: input.sort.parameter.name, type: 'properties to sort by', required: false }]),
    ...Object.values(input.page ?? {}).filter(({ name }) => !listed.has(name)).map(({ name, schema }): ToldInput => ({ place: 'query', name, type: schemaText(schema), required: false })),
    ...of('header', input.headers),
  ]
}

/** Where a credential of the scheme is sent. */
function scheme(name: string, { type, scheme: word, in: place, name: field }: Scheme): ToldScheme {
  const kind = shown(type) ?? ''
  if (kind !== 'apiKey') return { name, type: kind, place: 'header', field: 'Authorization', prefix: shown(word)?.text.toLowerCase() === 'basic' ? 'Basic ' : 'Bearer ' }
  const called = shown(field)?.text ?? ''
  if (shown(place) === 'cookie') return { name, type: kind, place: 'header', field: 'Cookie', prefix: `${called}=` }
  return { name, type: kind, place: shown(place) === 'query' ? 'query' : 'header', field: called, prefix: '' }
}
