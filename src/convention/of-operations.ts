// Lists the declarations of part 4: endpoints.

import type { RecordValue, Value } from '../cel/value.ts'
import { textOf } from '../base/text.ts'
import type { Node } from '../document/node.ts'
import { type Model, type Operation, resourceNameOf } from '../model/model.ts'
import { type Named, type Slot, slotValue } from '../model/slot.ts'
import { type Declaration, type Find, type MemberReaders, readMembersWith } from './declaration.ts'

export function operationDeclarations(model: Model, find: Find): Declaration[] {
  const readers = readersOf(model)
  const members = operationMembers(find, (resource) => readers.get(resource))
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
function readersOf(model: Model): ReadonlyMap<string, RecordValue> {
  const keys = new Map(model.resources.value.resources.map(({ name, slots }) => [name, slotValue(slots.key)?.map(({ text }) => text)]))
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
      member: readMembersWith<'reader', Operation>(readerMembers, operation),
    }
    readers.set(resource, { kind: 'record', resource: 'reader', key: operation.name, of })
  }
  return readers
}

const readerMembers: MemberReaders<'reader', Operation> = {
  name: ({ name }) => name,
  path: ({ path }) => path,
  link: ({ segments }) =>
    segments
      .map((segment) =>
        segment.kind === 'literal'
          ? `/${segment.text}`
          : `/\${this${/^[A-Za-z_]\w*$/.test(segment.name) ? `.${segment.name}` : `["${segment.name}"]`}}`,
      )
      .join(''),
}

const parametersOf = ({ segments }: Operation): string[] =>
  segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))

function operationMembers(find: Find, readerOf: (resource: string) => RecordValue | undefined): MemberReaders<'operation', Operation> {
  return {
    name: ({ name }) => name,
    id: ({ id }) => id,
    action: ({ action }) => action ?? 'none',
    method: ({ method }) => method,
    path: ({ path }) => path,
    parameters: parametersOf,
    query: ({ slots }) => namesIn(slotValue(slots.parameters)?.query),
    headers: ({ slots }) => namesIn(slots.headers),
    resource: (operation) => find(resourceNameOf(operation) ?? ''),
    transition: ({ action, subject }) => (action === 'transition' ? subject?.text : undefined),
    reader: (operation) => readerOf(resourceNameOf(operation) ?? ''),
    body: ({ slots }) => valueAsWritten(slots.body),
    output: ({ slots }) => valueAsWritten(slots.output),
    status: ({ slots }) => valueAsWritten(slots.status),
    media: ({ slots }) => valueAsWritten(slots.media),
    page: ({ slots }) => valueAsWritten(slotValue(slots.page)?.style),
    conditional: ({ slots }) => valueAsWritten(slots.conditional),
    idempotency: ({ slots }) => slotValue(slots.idempotency)?.kind,
    security: ({ slots }) => slotValue(slots.security)?.flatMap(names),
    summary: ({ slots }) => slotValue(slots.summary),
    tags: ({ slots }) => slotValue(slots.tags)?.map(({ text }) => text) ?? [],
    deprecated: ({ slots }) => slotValue(slots.deprecated) ?? false,
  }
}

const names = (of: readonly Named<unknown>[]): string[] => of.map(({ name }) => name)

const namesIn = (slot: Slot<readonly Named<unknown>[]> | undefined): string[] => (slot === undefined ? [] : names(slotValue(slot) ?? []))

/** The value of a slot as written; `not shown` counts as a value. */
export function valueAsWritten(slot: Slot<unknown> | undefined): Value | undefined {
  return slot?.state === 'shown' || slot?.state === 'gap' ? sourceOf(slot.at) : undefined
}

const sourceOf = (node: Node): string => (node.kind === 'scalar' ? node.text : textOf(node.span))
