// Suggests changes for part 9 that keep old clients working, as YAML to paste.

import { SeededRandomness } from '../base/clock.ts'
import { type Json, isJsonArray, isJsonObject, printJson } from '../base/json.ts'
import type { MapNode } from '../document/node.ts'
import { printYaml } from '../document/print.ts'
import { slotValueOf } from '../model/slot.ts'
import { createSampler } from '../schema/sample.ts'
import { definitionsOf } from '../typing/definitions.ts'
import type { Change } from './change.ts'
import { findServedVersion } from './cover.ts'
import type { Edition } from './edition.ts'
import { equalFacts, toObject } from './rule.ts'

export type Editions = { readonly old: Edition; readonly new: Edition }

/** An entry of part 9. `doubt`: what the author has to decide, because the value is only a proposal. */
type Statement = { readonly key: string; readonly name: string; readonly value: string; readonly doubt?: string }

export type Suggestion = {
  /** Part 9 as YAML; empty if there are no suggestions. */
  readonly text: string
  /** Breaking changes that part 9 has no words for. */
  readonly inexpressible: readonly Change[]
}

export function suggest(changes: readonly Change[], editions: Editions): Suggestion {
  const uncovered = changes.filter(({ severity, covered }) => severity !== 'safe' && covered === undefined)
  const renames = renamesIn(changes, editions)
  const renamed = new Set(renames.flatMap(({ changes: pair }) => pair))
  const statements = [
    ...renames.map(({ statement: each }) => each),
    ...uncovered.filter((change) => !renamed.has(change)).flatMap((change) => suggestStatements(change, editions)),
  ]
  const expressible = new Set(uncovered.filter((change) => renamed.has(change) || suggestStatements(change, editions).length > 0))
  return {
    text: statements.length === 0 ? '' : writeSuggestions(statements, editions),
    inexpressible: uncovered.filter(
      (change) => change.severity === 'breaking' && !expressible.has(change) && !isMember(change, statements),
    ),
  }
}

/** A statement about a property applies wherever it is sent or returned. */
function isMember({ part, path }: Change, statements: readonly Statement[]): boolean {
  const isSent =
    part === 'endpoints'
      ? path[1] === 'body' || path[1] === 'output'
      : part === 'events'
        ? path[2] === 'data'
        : part === 'resources' && (path[0] === 'views' || path[1] === 'required')
  const member = path.at(-1)!
  return isSent && statements.some(({ name, value, key }) => name.endsWith(`.${member}`) || (key === 'rename' && value === member))
}

type RenameSuggestion = { readonly statement: Statement; readonly changes: readonly Change[] }

/** Pairs removed and added members that differ only by name. */
function renamesIn(changes: readonly Change[], { old, new: newEdition }: Editions): readonly RenameSuggestion[] {
  const removedMembers = changes.filter(({ old: before, new: after }) => before !== undefined && after === undefined)
  return removedMembers.flatMap((removed): readonly RenameSuggestion[] => {
    const sameExceptName = changes.filter(
      (added) =>
        added.old === undefined &&
        added.part === removed.part &&
        added.path.length === removed.path.length &&
        differOnlyByName(removed, added, { old, new: newEdition }),
    )
    const [added, another] = sameExceptName
    if (added === undefined || another !== undefined) return []
    const rename = renameOf(removed, added)
    return rename === undefined ? [] : [{ statement: rename, changes: [removed, added] }]
  })
}

function differOnlyByName(from: Change, to: Change, { old, new: newEdition }: Editions): boolean {
  const [before, after] = [findFactAt(old, from), findFactAt(newEdition, to)]
  const isSameOwner = from.part === 'endpoints' || equalFacts(from.path.slice(0, -1), to.path.slice(0, -1))
  return isSameOwner && before !== undefined && equalFacts(withoutName(before), withoutName(after))
}

function withoutName(json: Json | undefined): Json {
  const { operationId: _, ...rest } = toObject(json) as { [name: string]: Json }
  return isJsonObject(json) ? rest : (json ?? null)
}

function findFactAt({ parts }: Edition, { part, path }: Change): Json | undefined {
  return path.reduce<Json | undefined>((json, name) => toObject(json)[name], parts[part])
}

function renameOf({ part, path }: Change, to: Change): Statement | undefined {
  const [before, after] = [path.at(-1)!, to.path.at(-1)!]
  if (part === 'resources' && path[1] === 'properties' && path.length === 3)
    return { key: 'rename', name: `${path[0]}.${before}`, value: after }
  if (part === 'states' && path[1] === 'states' && path.length === 3) return { key: `renameState ${path[0]}`, name: before, value: after }
  if (part === 'endpoints' && path.length === 1) return { key: 'renameEndpoint', name: before, value: after }
  return part === 'errors' && path[0] === 'catalogue' && path.length === 2 ? { key: 'rename', name: before, value: after } : undefined
}

function suggestStatements({ part, path, old, new: newValue }: Change, editions: Editions): readonly Statement[] {
  const [owner = '', kind = '', name = '', keyword = ''] = path
  if (part === 'resources' && kind === 'properties')
    return suggestForProperty(`${owner}.${name}`, keyword, { old, new: newValue }, editions)
  if (part === 'resources' && owner === '$defs' && name === 'properties')
    return suggestForProperty(`${kind}.${keyword}`, path[4] ?? '', { old, new: newValue }, editions)
  if (part === 'states' && kind === 'states' && path.length === 3) {
    const initial = toObject(toObject(editions.old.parts.states)[owner])['initial']
    return findFactAt(editions.new, { part, path } as Change) === undefined
      ? []
      : [
          {
            key: 'add',
            name: `${owner}.${name}`,
            value: typeof initial === 'string' ? initial : 'not shown',
            doubt: 'the state that old clients see instead',
          },
        ]
  }
  if (part === 'endpoints' && kind === '' && newValue === undefined) return restore(owner, editions)
  return []
}

function suggestForProperty(
  name: string,
  keyword: string,
  { old, new: newValue }: Pick<Change, 'old' | 'new'>,
  { new: edition }: Editions,
): readonly Statement[] {
  switch (keyword) {
    case '':
      if (newValue === undefined) return [{ key: 'remove', name, value: 'none', doubt: 'what old clients see; `none` leaves it out' }]
      return old === undefined
        ? [{ key: 'add', name, value: printJson(sampleOf(name, edition)), doubt: 'what a request of an old client means' }]
        : []
    case 'default':
      return old === undefined ? [] : [{ key: 'default', name, value: printJson(old) }]
    case 'type':
    case 'format':
      return [{ key: 'retype', name, value: suggestConversion(old, newValue), doubt: 'how each becomes the other' }]
    case 'enum': {
      const [before, after] = [old, newValue].map((values) => (isJsonArray(values) ? values : [])) as [readonly Json[], readonly Json[]]
      const [added, removed] = [
        after.filter((value) => !before.some((each) => equalFacts(each, value))),
        before.filter((value) => !after.some((each) => equalFacts(each, value))),
      ]
      return [
        ...added.map((value): Statement => ({
          key: 'add',
          name: `${name}.${plain(value)}`,
          value: plain(before[0] ?? null),
          doubt: 'what old clients see instead',
        })),
        ...removed.map((value): Statement => ({
          key: 'remove',
          name: `${name}.${plain(value)}`,
          value: plain(after[0] ?? null),
          doubt: 'what a request of an old client means',
        })),
      ]
    }
    default:
      return []
  }
}

const plain = (value: Json): string => (typeof value === 'string' ? value : printJson(value))

function sampleOf(name: string, { compiled }: Edition): Json {
  const [owner = '', member = ''] = name.split('.')
  const { domain } = compiled.facts.typing
  const property = domain.resources.get(owner)?.properties.get(member)
  return property === undefined
    ? null
    : (createSampler(property.schema, { definitions: definitionsOf(domain) }).findValid(new SeededRandomness(name)) ?? null)
}

function suggestConversion(old: Json | undefined, newValue: Json | undefined): string {
  const kind = (types: Json | undefined): string =>
    (isJsonArray(types) ? types.filter((each) => each !== 'null') : [types]).map(String).join()
  const to: { readonly [type: string]: string } = { string: 'string(value)', integer: 'int(value)', number: 'double(value)' }
  return `{ up: ${to[kind(newValue)] ?? 'not shown'}, down: ${to[kind(old)] ?? 'not shown'} }`
}

/** The endpoint as the old edition writes it. */
function restore(address: string, { old }: Editions): readonly Statement[] {
  const node = old.compiled.model.document.parts.endpoints.node
  const entry = node.entries.find(({ key }) => key.text === address)
  if (entry === undefined) return []
  const lines = printYaml({ ...node, entries: [entry] } satisfies MapNode).trimEnd()
  return [{ key: 'restore', name: address, value: `\n${lines}` }]
}

function writeSuggestions(statements: readonly Statement[], editions: Editions): string {
  const { current, scheme } = editions.new.compiled.model.versioning.value
  const before = slotValueOf(editions.old.compiled.model.versioning.value.current)?.text
  const isNewer = findServedVersion(editions)?.isOlder === true
  const newest = isNewer ? slotValueOf(current)!.text : nameNextVersion(before ?? 'v1')
  const groups = [...Map.groupBy(statements, ({ key }) => key)]
  const lines = groups.flatMap(([key, statementsOfGroup]) => groupLines(key, statementsOfGroup))
  const versionLines = isNewer
    ? []
    : [
        ...(scheme.state === 'shown' ? [] : ['scheme: { header: Api-Version }  # where a request says its version']),
        `current: ${newest}`,
        'versions:',
        `  ${before ?? 'v1'}: {}  # and when it ends`,
        ...(before === undefined ? [`pinned: '"v1"'  # clients that name none`] : []),
      ]
  return `${[...versionLines, 'changes:', `  ${newest}:`, ...lines].join('\n')}\n`
}

function groupLines(key: string, statements: readonly Statement[]): readonly string[] {
  const [keyword = '', machine] = key.split(' ')
  const indent = machine === undefined ? '        ' : '          '
  const entries = statements.flatMap(({ name, value, doubt }) =>
    value.startsWith('\n')
      ? value
          .slice(1)
          .split('\n')
          .map((line) => `${indent}${line}`)
      : [`${indent}${name}: ${value}${doubt === undefined ? '' : `  # ${doubt}`}`],
  )
  return [`    - ${keyword}:`, ...(machine === undefined ? [] : [`        ${machine}:`]), ...entries]
}

/** `v2` after `v1`; for dates and words the author must choose. */
function nameNextVersion(name: string): string {
  const [, prefix, number] = /^(.*?)(\d+)$/.exec(name) ?? []
  return number === undefined || /^\d{4}-/.test(name) ? `${name}-next` : `${prefix}${Number(number) + 1}`
}
