// Lists the declarations of part 4: endpoints.

import type { RecordValue, Value } from '../cel/value.ts'
import { textOf } from '../base/text.ts'
import type { Node } from '../document/node.ts'
import { type Model, type Operation, resourceNameOf } from '../model/model.ts'
import { fillSegment } from '../model/segment.ts'
import { type Named, type Slot, slotValueOf, listSpecifiedEntries } from '../model/slot.ts'
import { type Declaration, type Find, type MemberReaders, readMembersWith } from './declaration.ts'

export function declareOperations(model: Model, find: Find): Declaration[] {
  const readers = findReaders(model)
  const members = makeOperationMembers(find, (resource) => readers.get(resource))
  return model.endpoints.value.operations
    .filter(({ until }) => until === undefined)
    .map((operation): Declaration => {
      const resource = resourceNameOf(operation)
      return {
        kind: 'operation',
        name: operation.name,
        ...(operation.id === operation.name ? {} : { alias: operation.id }),
        key: operation.key,
        paths: [[operation.name]],
        ...(resource === undefined ? {} : { resource }),
        member: readMembersWith<'operation', Operation>(members, operation),
      }
    })
}

/** For each resource, the first endpoint that reads one record by its key alone. */
function findReaders(model: Model): ReadonlyMap<string, RecordValue> {
  const keys = new Map(model.resources.value.resources.map(({ name, slots }) => [name, slotValueOf(slots.key)?.map(({ text }) => text)]))
  const readers = new Map<string, RecordValue>()
  for (const operation of model.endpoints.value.operations) {
    if (operation.until !== undefined) continue
    const resource = resourceNameOf(operation)
    const key = resource === undefined ? undefined : keys.get(resource)
    if (operation.action !== 'read' || resource === undefined || key === undefined || readers.has(resource)) continue
    const parameters = parametersOf(operation)
    if (parameters.length !== key.length || !key.every((member) => parameters.includes(member)) || operation.slots.by.state !== 'unsaid')
      continue
    const of: Declaration = {
      kind: 'operation',
      name: operation.name,
      key: operation.key,
      paths: [],
      resource,
      member: readMembersWith<'reader', Operation>(makeReaderMembers(model, resource), operation),
    }
    readers.set(resource, { kind: 'record', resource: 'reader', key: operation.name, of })
  }
  return readers
}

function makeReaderMembers(model: Model, resource: string): MemberReaders<'reader', Operation> {
  const select = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `["${name}"]`)
  return {
    name: ({ name }) => name,
    path: ({ path }) => path,
    link: ({ segments }) =>
      segments
        .map((segment) => {
          const keys = segment.kind === 'literal' ? [] : [segment.name, ...listReferenceKeys(model, resource, segment.name)]
          return `/${fillSegment(segment, `\${this${keys.map(select).join('')}}`)}`
        })
        .join(''),
  }
}

/** A key may be a reference: the address has the key of the record that it refers to. */
function listReferenceKeys(model: Model, resourceName: string, property: string, visited: readonly string[] = []): readonly string[] {
  const { resources } = model.resources.value
  const slotsOf = (wanted: string): (typeof resources)[number]['slots'] | undefined => resources.find(({ name }) => name === wanted)?.slots
  const owner = slotsOf(resourceName)
  const schema = owner && listSpecifiedEntries(owner.properties).find(({ name }) => name === property)?.value
  const target = schema && slotValueOf(schema.keywords.$ref)?.text
  const referenced = target === undefined ? undefined : slotsOf(target)
  const keys = referenced && slotValueOf(referenced.key)
  const [key] = keys ?? []
  if (target === undefined || key === undefined || keys!.length > 1 || visited.includes(target)) return []
  return [key.text, ...listReferenceKeys(model, target, key.text, [...visited, target])]
}

const parametersOf = ({ segments }: Operation): string[] =>
  segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))

function makeOperationMembers(find: Find, readerOf: (resource: string) => RecordValue | undefined): MemberReaders<'operation', Operation> {
  return {
    name: ({ name }) => name,
    id: ({ id }) => id,
    action: ({ action }) => action ?? 'none',
    method: ({ method }) => method,
    path: ({ path }) => path,
    parameters: parametersOf,
    query: ({ slots }) => namesIn(slotValueOf(slots.parameters)?.query),
    headers: ({ slots }) => namesIn(slots.headers),
    resource: (operation) => find(resourceNameOf(operation) ?? ''),
    transition: ({ action, subject }) => (action === 'transition' ? subject?.text : undefined),
    reader: (operation) => readerOf(resourceNameOf(operation) ?? ''),
    body: ({ slots }) => readWrittenValue(slots.body),
    output: ({ slots }) => readWrittenValue(slots.output),
    status: ({ slots }) => readWrittenValue(slots.status),
    media: ({ slots }) => readWrittenValue(slots.media),
    page: ({ slots }) => readWrittenValue(slotValueOf(slots.page)?.style),
    conditional: ({ slots }) => readWrittenValue(slots.conditional),
    idempotency: ({ slots }) => slotValueOf(slots.idempotency)?.kind,
    security: ({ slots }) => slotValueOf(slots.security)?.flatMap(names),
    summary: ({ slots }) => slotValueOf(slots.summary),
    tags: ({ slots }) => slotValueOf(slots.tags)?.map(({ text }) => text) ?? [],
    deprecated: ({ slots }) => slotValueOf(slots.deprecated) ?? false,
  }
}

const names = (of: readonly Named<unknown>[]): string[] => of.map(({ name }) => name)

const namesIn = (slot: Slot<readonly Named<unknown>[]> | undefined): string[] => (slot === undefined ? [] : names(slotValueOf(slot) ?? []))

/** The value of a slot as written; `not shown` counts as a value. */
export function readWrittenValue(slot: Slot<unknown> | undefined): Value | undefined {
  return slot?.state === 'shown' || slot?.state === 'gap' ? sourceOf(slot.at) : undefined
}

const sourceOf = (node: Node): string => (node.kind === 'scalar' ? node.text : textOf(node.span))
