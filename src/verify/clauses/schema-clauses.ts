// Finds the lines of schemas and transitions that a request's values meet.

import type { Span } from '../../base/text.ts'
import { type Json, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { Point } from '../../fact/fact.ts'
import type { Entry, Node } from '../../document/node.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { findNamedEntry, slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import { findFieldsParameter } from '../../model/sparse-fields.ts'
import type { Candidate } from '../../model/states.ts'
import { readSortSpelling } from '../../typing/sorts.ts'
import { makeComparableAnswer } from '../explore/outcome.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'

/** For an expected `invalid`: the declaration of each failing property, and the keyword that fails. */
export function listFailingKeywords(compiled: Compiled, operation: Operation | undefined, expected: Expected): Iterable<Span> {
  return expected.trace.condition?.startsWith('invalid') === true
    ? listKeywordsNamedIn(compiled, operation, makeComparableAnswer(expected).body)
    : []
}

/** The declarations of the values that the body of a refusal names, and the keywords. */
export function* listKeywordsNamedIn(compiled: Compiled, operation: Operation | undefined, body: string): Iterable<Span> {
  if (operation === undefined) return
  const parsed = parseJsonText(body, { depth: 100 })
  for (const item of 'value' in parsed ? listObjects(parsed.value) : []) {
    const { pointer, property, keyword } = item as { readonly [name: string]: Json }
    if (typeof keyword !== 'string') continue
    if (typeof property === 'string' && typeof pointer !== 'string') {
      const slot = findQuerySpan(operation, property)
      if (slot !== undefined) yield slot
    }
    const path = typeof pointer === 'string' ? pointer.split('/').slice(1) : typeof property === 'string' ? [property] : []
    const span = findSchemaSpan(compiled, operation, path, keyword)
    if (span !== undefined) yield span
  }
}

function* listObjects(json: Json): Iterable<Json> {
  if (isJsonArray(json)) for (const item of json) yield* listObjects(item)
  else if (isJsonObject(json)) {
    yield json
    for (const member of Object.values(json)) yield* listObjects(member)
  }
}

/** The span of a schema keyword, for the value at a pointer into a body. */
export function findSchemaSpan(compiled: Compiled, operation: Operation, path: readonly string[], keyword: string): Span | undefined {
  const { domain } = compiled.facts.typing
  const info = domain.resources.get(resourceNameOf(operation) ?? '')
  const body = compiled.facts.typing.input(operation).body
  const write = body?.writes.find(({ path: own }) => own.every((name, index) => path[index] === name))
  const property = info?.properties.get(write?.property ?? path.find((name) => info.properties.has(name)) ?? '')
  const inputNode = listTransitionCandidates(compiled, operation, undefined)
    .map(({ input }) => (input === undefined ? undefined : slotValueOf(input)?.node))
    .find((node) => node !== undefined)
  const start = operation.action === 'transition' ? inputNode : property?.source?.node
  if (keyword === 'required' && operation.action !== 'transition')
    return start === undefined ? undefined : (property?.at.span ?? start.span)
  const rest = operation.action === 'transition' ? path : path.slice(write?.path.length ?? 1)
  const node = start && descend(compiled, start, rest)
  const entry = node === undefined ? undefined : findEntry(node, keyword)
  return entry?.key.span ?? (operation.action === 'transition' ? node?.span : property?.at.span)
}

function descend(compiled: Compiled, start: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = start
  for (const name of [undefined, ...path]) {
    if (name !== undefined)
      node = node && (/^\d+$/.test(name) ? findEntry(node, 'items')?.value : findEntry(findEntry(node, 'properties')?.value, name)?.value)
    const ref: Node | undefined = findEntry(node, '$ref')?.value
    if (ref?.kind === 'scalar') node = compiled.facts.typing.domain.shapes.get(ref.text)?.source.node ?? node
  }
  return node
}

export function findEntry(node: Node | undefined, name: string): Entry | undefined {
  return node?.kind === 'map' ? node.entries.find(({ key }) => key.text === name) : undefined
}

/** The candidates of an operation's transition: those of one state, or of all states if none is given. */
export function listTransitionCandidates(
  compiled: Compiled,
  operation: Operation | undefined,
  states: string | undefined,
): readonly Candidate[] {
  const [resource, event] = (operation?.action === 'transition' ? (operation.subject?.text ?? '') : '').split('.')
  const info = compiled.facts.typing.domain.resources.get(resource ?? '')
  if (info === undefined || event === undefined) return []
  return info.machines.flatMap((machine) =>
    listSpecifiedEntries(machine.slots.states).flatMap(({ name, value }) => {
      if (states !== undefined && states !== '' && !states.split(' ').includes(name)) return []
      const slot = findNamedEntry(value.on, event)?.slot
      return slot?.state === 'shown' ? slot.value : []
    }),
  )
}

/** Where an operation declares a query parameter: by its name, or as the order, the page or a filter of its list. */
function findQuerySpan({ action, slots }: Operation, name: string): Span | undefined {
  const query = slotValueOf(slots.parameters)?.query
  const declared = query === undefined ? undefined : listSpecifiedEntries(query).find((each) => each.name === name)
  if (declared !== undefined) return declared.key.span
  if (name === findFieldsParameter(slots)?.text) return slots.fields.state === 'shown' ? slots.fields.at.span : undefined
  if (action !== 'list') return undefined
  const { parameter, direction } = readSortSpelling(slotValueOf(slots.sort))
  const slot = [parameter, direction].includes(name) ? slots.sort : /^(size|offset|cursor)$/.test(name) ? slots.page : slots.filter
  return slot.state === 'shown' ? slot.at.span : undefined
}

/** For a refused query or path without a named place: where the values that the request sends are declared. */
export function listRefusedInputs(
  { facts: { typing } }: Compiled,
  operation: Operation | undefined,
  { condition, name }: Pick<Point, 'condition' | 'name'>,
  { target }: ServerRequest,
): readonly Span[] {
  if (operation === undefined || condition !== 'invalid') return []
  if (name === 'query')
    return [...new URLSearchParams(target.split('?')[1] ?? '').keys()].flatMap((each) => findQuerySpan(operation, each) ?? [])
  const info = name === 'path' ? typing.domain.resources.get(resourceNameOf(operation) ?? '') : undefined
  return operation.segments.flatMap((segment) => (segment.kind === 'parameter' ? (info?.properties.get(segment.name)?.at.span ?? []) : []))
}

/** The declarations of the query parameters that the request has. */
export function listParameterSpans(operation: Operation | undefined, { target }: ServerRequest): readonly Span[] {
  const names = listQueryNames(target)
  const query = operation && slotValueOf(operation.slots.parameters)?.query
  const declared = query === undefined ? [] : listSpecifiedEntries(query).flatMap(({ name, key }) => (names.has(name) ? [key.span] : []))
  return [...declared, ...listSelectionSpans(operation, target)]
}

/** The declaration of the selection of members, if the request selects some. */
export function listSelectionSpans(operation: Operation | undefined, target: string): readonly Span[] {
  const name = operation && findFieldsParameter(operation.slots)?.text
  const fields = operation?.slots.fields
  return name !== undefined && fields?.state === 'shown' && listQueryNames(target).has(name) ? [fields.at.span] : []
}

function listQueryNames(target: string): ReadonlySet<string> {
  return new Set(new URLSearchParams(target.split('?')[1] ?? '').keys())
}

/** The parameters of the query that give the size and the start of a page. */
export function listPageParameterSpans({ slots }: Operation): readonly Span[] {
  const page = slotValueOf(slots.page)
  const text = page === undefined ? '' : [page.size, page.offset].map((slot) => slotValueOf(slot)?.text ?? '').join(' ')
  const query = slotValueOf(slots.parameters)?.query
  return query === undefined
    ? []
    : listSpecifiedEntries(query).flatMap(({ name, key }) => (text.includes(`input.query.${name}`) ? [key.span] : []))
}
