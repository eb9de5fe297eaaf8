// The scope of entity tags besides the versions of records: one store, and one schema of records and views.

import { hash } from 'node:crypto'
import { type Json, isJsonObject, createJsonObject, printJson } from '../../base/json.ts'
import { type SlotVisitor, normalizeSlots } from '../../explain/normal.ts'
import type { Facts } from '../../fact/fact.ts'
import { operationKeys } from '../../model/endpoints.ts'
import { partLanguage } from '../../model/language.ts'
import { resourceKeys } from '../../model/resources.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

const ignoreSlot: SlotVisitor = () => undefined

/** `epoch` names the store. The text covers the content of resources, endpoints and versions, not their spelling or the initial records. */
export function printEdition({ model, typing }: Facts, epoch: string): string {
  const { resources, endpoints, versioning } = model
  const { records: _records, fixtures: _fixtures, ...shapes } = partLanguage.resources.keys
  return hash(
    'sha256',
    printJson([
      epoch,
      normalizeSlots(resources.value, shapes, ignoreSlot),
      ...[...typing.domain.resources.values()].map((info) => [info.name, describeResource(info)]),
      ...endpoints.value.operations.map(({ name, slots }) => [name, normalizeSlots(slots, operationKeys, ignoreSlot)]),
      normalizeSlots(versioning.value, partLanguage.versioning.keys, ignoreSlot),
    ]),
    'base64url',
  ).slice(0, 16)
}

/** A stored computed value is data: a changed expression gives the record another version. */
function describeResource({ source, properties }: ResourceInfo): Json {
  const all = normalizeSlots(source.slots, resourceKeys, ignoreSlot)
  const { properties: specified } = all
  if (specified === undefined || !isJsonObject(specified)) return all
  const entries = Object.entries(specified).map(([name, property]) => {
    if (properties.get(name)?.compute?.stored !== true || !isJsonObject(property)) return [name, property] as const
    return [name, createJsonObject(Object.entries(property).filter(([keyword]) => keyword !== 'compute'))] as const
  })
  return { ...all, properties: createJsonObject(entries) }
}
