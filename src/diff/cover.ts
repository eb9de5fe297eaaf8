// Decides which changes part 9 covers: clients of the old edition's version are served by that version of the new edition.

import { type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { EditionChange as VersionChange } from '../model/versioning.ts'
import type { Change } from './change.ts'
import type { Edition } from './edition.ts'
import { affectsClients, severityOf, worstOf } from './law.ts'

type Editions = { readonly old: Edition; readonly new: Edition }

/** The version that old clients continue to speak in the new edition. */
export type ServedVersion = { readonly version: string; /** True if the new edition describes a newer one. */ readonly isOlder: boolean }

/** Undefined if the old edition has no versions, or the new one no longer knows its version. */
export function findServedVersion({ old, new: newEdition }: Editions): ServedVersion | undefined {
  const [before, after] = [old, newEdition].map(({ compiled }) => slotValueOf(compiled.model.versioning.value.current)?.text)
  if (before === undefined || after === undefined) return undefined
  if (before === after) return { version: before, isOlder: false }
  const servedVersion = newEdition.compiled.facts.versions.find(({ name }) => name === before)
  const end = servedVersion?.retired ?? servedVersion?.sunset
  return servedVersion === undefined || (end !== undefined && end.ms <= Date.parse(`${newEdition.today}T00:00:00Z`))
    ? undefined
    : { version: before, isOlder: true }
}

/** Marks changes that part 9 names as covered for old clients; they still affect stored data and operators. */
export function coverChanges(changes: readonly Change[], editions: Editions): readonly Change[] {
  const version = findServedVersion(editions)
  if (version?.isOlder !== true) return changes
  const keysByName = listCoveredNames(editions.new, version.version)
  return changes.map((change) => {
    if (change.severity === 'safe') return change
    const key = listNames(change, editions)
      .map((name) => findKeyForName(keysByName, name))
      .find((found) => found !== undefined)
    if (key === undefined) return change
    const motions = change.motions.filter((motion) => !affectsClients(motion))
    return {
      ...change,
      motions,
      severity: worstOf(motions.map(severityOf)),
      covered: `\`${version.version}\` is still served: part 9 lists it under \`${key}\`.`,
    }
  })
}

/** `*.note`: the member of any of them. */
function findKeyForName(keysByName: ReadonlyMap<string, string>, name: string): string | undefined {
  return name.startsWith('*.') ? [...keysByName].find(([each]) => each.endsWith(name.slice(1)))?.[1] : keysByName.get(name)
}

/** The names changed since a version, with the key that declares each change. */
function listCoveredNames({ compiled }: Edition, since: string): ReadonlyMap<string, string> {
  const { versioning } = compiled.model
  const order = compiled.facts.versions.map(({ name }) => name)
  const laterChanges = listSpecifiedEntries(versioning.value.changes).filter(({ name }) => order.indexOf(name) > order.indexOf(since))
  const keysByName = new Map<string, string>()
  const add = (key: string, ...names: readonly string[]): void => {
    for (const name of names) if (!keysByName.has(name)) keysByName.set(name, key)
  }
  for (const { value } of laterChanges) for (const change of value) addChange(change, add)
  for (const { name, slots } of compiled.model.endpoints.value.operations) {
    const from = slotValueOf(slots.version)?.text
    if (from !== undefined && order.indexOf(from) > order.indexOf(since)) add('version', name)
  }
  return keysByName
}

type Add = (key: string, ...names: readonly string[]) => void

function addChange(change: VersionChange, add: Add): void {
  const namesIn = (slot: Slot<readonly Named<unknown>[]>): string[] => (slotValueOf(slot) ?? []).map(({ name }) => name)
  for (const { name, value } of listSpecifiedEntries(change.rename)) {
    const owner = name.includes('.') ? `${name.slice(0, name.lastIndexOf('.'))}.` : ''
    add('rename', name, value.text.includes('.') ? value.text : `${owner}${value.text}`)
  }
  add('add', ...namesIn(change.add))
  add('remove', ...namesIn(change.remove))
  add('default', ...namesIn(change.default).map((name) => `default ${name}`))
  add('retype', ...namesIn(change.retype).map((name) => `retype ${name}`))
  for (const { name, value } of listSpecifiedEntries(change.renameState))
    for (const { name: before, slot } of value)
      add('renameState', `${name}.${before}`, ...(slot.state === 'shown' ? [`${name}.${slot.value.text}`] : []))
  for (const { name, value } of listSpecifiedEntries(change.renameEndpoint)) add('renameEndpoint', name, value.text)
  add('restore', ...namesIn(change.restore))
}

/** The names under which part 9 would declare the change. */
function listNames({ part, path, old, new: newValue }: Change, { old: before, new: after }: Editions): readonly string[] {
  const [first = '', second = '', third = '', fourth = ''] = path
  switch (part) {
    case 'resources':
      if (second === 'properties' || second === 'required') return listPropertyNames(`${first}.${third}`, fourth, old, newValue)
      if (first === '$defs') return third === 'properties' ? listPropertyNames(`${second}.${fourth}`, path[4] ?? '', old, newValue) : []
      return first === 'views' ? [`${second}.${fourth}`, ...viewNames(second, fourth, before, after)] : []
    case 'states':
      return second === 'states' && path.length === 3 ? [`${first}.${third}`] : []
    case 'endpoints':
      return listEndpointNames(path, before, after)
    case 'errors':
      return first === 'catalogue' && path.length === 2 ? [second] : []
    case 'events':
      return third === 'data' || third === 'body' ? [`*.${fourth}`] : []
    default:
      return []
  }
}

/** A change with its own key in part 9 is covered only by that key: a rename does not cover a changed bound. */
const keywords: { readonly [keyword: string]: string } = { default: 'default', type: 'retype', format: 'retype', multipleOf: 'retype' }

/** An added or removed enum value must be covered under its own name. */
function listPropertyNames(name: string, keyword: string, old: Change['old'], newValue: Change['new']): readonly string[] {
  if (keyword === '') return [name]
  if (keyword !== 'enum') return keywords[keyword] === undefined ? [] : [`${keywords[keyword]} ${name}`]
  const [before, after] = [old, newValue].map((values) => (Array.isArray(values) ? values.map(String) : [])) as [string[], string[]]
  const changed = [...after.filter((value) => !before.includes(value)), ...before.filter((value) => !after.includes(value))]
  return changed.length === 1 ? [`${name}.${changed[0]!}`] : []
}

function viewNames(view: string, member: string, ...editions: readonly Edition[]): string[] {
  return editions.flatMap(({ compiled }) => {
    const resource = compiled.facts.typing.domain.views.get(view)?.resource
    return resource === undefined ? [] : [`${resource}.${member}`]
  })
}

function listEndpointNames([address = '', key = '', ...rest]: readonly string[], ...editions: readonly Edition[]): readonly string[] {
  if (key === '') return [address]
  const operation = editions.map(({ operations }) => operations.get(address)).findLast((operation) => operation !== undefined)
  const resource = operation?.subject?.text.split('.')[0]
  if (key === 'parameters') return [`${operation?.id}.${rest[1] ?? ''}`]
  return (key === 'body' || key === 'output') && resource !== undefined ? [`${resource}.${rest.at(-1) ?? ''}`] : []
}
