// Finds the beginning of the keys of each resource: in its heading, beside its key, or in samples.

import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts'
import type { FormResources, Resource } from '../resource.ts'
import type { FormSection } from '../statement.ts'
import { findShownResource, parseData } from './samples.ts'

/** The beginning of the keys by the name of the resource; nothing for one with two of them. */
export function collectPrefixes(
  sections: readonly FormSection[],
  resources: FormResources,
  owner: (title: string) => string | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  const add = ({ name }: Resource, prefix: string | undefined): void => {
    if (prefix !== undefined) found.set(name, (found.get(name) ?? new Set()).add(prefix))
  }
  for (const { title } of sections) {
    // The title of a heading has lost its underscore; the example still has it.
    const named = owner(title)
    const resource = named === undefined ? undefined : resources.named(named)
    if (resource !== undefined)
      add(resource, /\((?:[^()`]*\bprefix\b[^()`]*|\s*)`?(?<![A-Za-z])([A-Za-z]{1,6})[_-]?`?\s*\)/.exec(title)?.[1])
  }
  for (const resource of resources.all) {
    const text = resource.key === undefined ? '' : (resource.statements.get(resource.key)?.text ?? '')
    add(resource, /`([A-Za-z]{1,6})[_-](?:\.{2,3}|…)`/.exec(text)?.[1])
  }
  for (const { blocks } of sections)
    for (const block of blocks)
      if (block.kind === 'text' && block.statement.kind === 'sample') {
        const data = parseData(block.statement.text)
        const shown = data === undefined ? undefined : findShownResource(data, resources)
        for (const [resource, value] of shown === undefined ? [] : listKeys(data!, shown, resources)) add(resource, readPrefix(value))
      }
  return new Map([...found].flatMap(([name, prefixes]) => (prefixes.size === 1 ? [[name, [...prefixes][0]!] as const] : [])))
}

/** The key of the shown record, and those of the records that it refers to. */
function listKeys(data: JsonObject, shown: Resource, resources: FormResources): (readonly [Resource, Json])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (isJsonObject(value)) return []
    const field = shown.fields.get(name) ?? shown.fields.get(`${name}_id`) ?? shown.fields.get(`${name}Id`)
    const target = name === shown.key ? shown : resources.all.find((each) => field?.type === `→ ${each.name}`)
    return target === undefined ? [] : [[target, value] as const]
  })
}

function readPrefix(value: Json): string | undefined {
  return typeof value === 'string' ? /^([A-Za-z]{1,6})[_-][\dA-Za-z]{4,}$/.exec(value)?.[1] : undefined
}
