// Reads statements about all endpoints of a kind: callers that may read or change, and the status of creating and deleting.

import { singularize } from '../../names.ts'
import { type CallerReader, isOpenToAll } from './caller-clauses.ts'
import { readDeeds } from './deeds.ts'
import { askQuestion, mapColumns, draftPlainText, takeLine } from '../draft.ts'
import { readLineIds } from '../id-columns.ts'
import { generalStatuses } from './general-statuses.ts'
import { readRequests } from '../requests.ts'
import type { Form } from '../statement.ts'
import type { Words } from '../words.ts'

export type GeneralRules = {
  callersFor(method: string, path: string): string | undefined
  /** `request`: the method and the path. */
  status(does: string | undefined, request: string, id?: string): string | undefined
}

/** `names`: things that it is about; empty where it is about all. */
type Permission = {
  /** A sentence about what callers may do, beside which other callers may do it too. */
  readonly isDeed?: boolean
  readonly name: string
  readonly names: readonly string[]
  readonly isEverything?: boolean
  readonly allows: (method: string, things: readonly string[], path: string) => boolean
}

/**
 * Reads rules for all endpoints. `isNamed`: endpoints name their callers, so that a role that may do everything is not the only caller of
 * another one. Permissions keep the form's order: the role with the fewest comes first, and later roles include earlier ones.
 */
export function readGeneralRules(
  form: Form,
  { callers, words }: { readonly callers: CallerReader; readonly words: Words },
  isNamed: boolean,
  paths: readonly string[],
): GeneralRules {
  const permissions: Permission[] = []
  // A sentence about deeds is not understood, so that the others do not name all callers.
  let isPartial = false
  const named = new Map<string, Set<string>>()
  let usual: string | undefined
  const addNamed = (text: string, who: string | undefined): boolean => {
    const requests = who === undefined ? [] : readRequests(text)
    if (requests.length > 0 && words.andAbove.test(text))
      for (const before of named.values()) for (const each of who!.split(', ')) before.add(each)
    for (const { method, path } of requests)
      for (const each of who!.split(', ')) named.set(makeId(method, path), (named.get(makeId(method, path)) ?? new Set()).add(each))
    return requests.length > 0
  }
  const statuses = generalStatuses(words)
  const numbered = new Map<string, string>()
  for (const { part, blocks } of form.sections) {
    for (const block of blocks) {
      if (block.kind === 'table' && part === 'authentication') {
        const at = mapColumns(block.headers, ['who'], words)
        for (const { cells, statement } of block.rows)
          if (addNamed(statement.text, callers.callersIn(cells[at.who ?? 0] ?? ''))) takeLine(statement)
      }
      if (block.kind !== 'text' || block.statement.kind === 'sample') continue
      const { statement } = block
      const sentence = draftPlainText(statement.text.replaceAll('`', '')).replace(/\.$/, '')
      const [, needed, otherwise] = words.usualCallers.exec(sentence) ?? []
      const all = needed === undefined ? undefined : callers.callersIn(needed)
      if (all !== undefined && readRequests(statement.text).length === 0 && (part === 'authentication' || part === 'endpoints')) {
        usual ??= all
        takeLine(statement)
        if (otherwise === undefined && words.ownOnly.test(sentence))
          askQuestion(statement, words.ask.ownOnly(words.ownOnly.exec(sentence)![0], all))
        continue
      }
      const lead = statement.text.split(':')[0]!
      const isOpen = part === 'authentication' && readRequests(statement.text).length > 0 && isOpenToAll(lead, words)
      if (part === 'authentication' && addNamed(statement.text, isOpen ? words.openCaller : callers.callersIn(statement.text))) {
        takeLine(statement)
        continue
      }
      const text = draftPlainText(statement.text).replace(/\.$/, '')
      if (part === 'authentication') {
        const permission = readPermission(text, words) ?? readDeedPermission(text, paths, callers, words)
        if (permission === 'open') isPartial = true
        if (permission === undefined || permission === 'open') continue
        permissions.push(permission)
        takeLine(statement)
      } else if (part === 'endpoints') {
        const { ids, status } = words.numberedStatus.exec(text)?.groups ?? {}
        if (ids !== undefined) {
          for (const id of readLineIds(ids)) numbered.set(id, status!)
          takeLine(statement)
          continue
        }
        if (statuses.add(text)) takeLine(statement)
      }
    }
  }
  return {
    callersFor(method, path) {
      const own = named.get(makeId(method, path))
      if (own !== undefined)
        return [
          ...new Set([
            ...own,
            ...permissions.filter(({ isEverything, isDeed }) => isEverything === true && isDeed === true).map(({ name }) => name),
          ]),
        ].join(', ')
      if (isPartial) return usual
      const things = listThings(path)
      const deeds = permissions.filter(
        ({ isDeed, isEverything, allows }) => (isDeed ?? isEverything) === true && allows(method, things, path),
      )
      if (deeds.some(({ isDeed, isEverything }) => isDeed === true && (isEverything !== true || !isNamed)))
        return [...new Set(deeds.flatMap(({ name }) => name.split(', ')))].join(', ')
      const found = permissions.find(({ allows, isEverything }) => !(isNamed && isEverything === true) && allows(method, things, path))
      // If another role may act on the resource, the role that may do everything is not the only one.
      const isOpen = found?.isEverything === true && permissions.some(({ names }) => names.some((each) => things.includes(each)))
      return isOpen ? undefined : (found?.name ?? usual)
    },
    status: (does, request, id) => numbered.get((id ?? '').toLowerCase()) ?? statuses.statusOf(does, request),
  }
}

function makeId(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}

function readDeedPermission(text: string, paths: readonly string[], callers: CallerReader, words: Words): Permission | 'open' | undefined {
  const deed = readDeeds(text, paths, callers, words)
  if (deed === undefined || deed === 'open') return deed
  return {
    isDeed: true,
    name: deed.name,
    names: [],
    isEverything: deed.isEverything,
    allows: (method, _, path) => deed.allows(method, path),
  }
}

/** "read key: all GETs except webhooks", "write key: + create/change tickets", "admin: everything". */
export function readPermission(text: string, words: Words): Permission | undefined {
  const [, name, deeds] = words.permission.exec(text) ?? []
  if (name === undefined || deeds === undefined) return undefined
  const [, what = deeds, excepted = ''] = words.except.exec(deeds) ?? []
  const except = splitThings(excepted, words)
  const isExcepted = (things: readonly string[]): boolean => things.some((each) => except.includes(each))
  if (words.allReads.test(what)) return { name, names: [], allows: (method, things) => method === 'GET' && !isExcepted(things) }
  if (words.everything.test(what)) return { name, names: [], isEverything: true, allows: (_, things) => !isExcepted(things) }
  const [, all] = words.writes.exec(what) ?? []
  const wanted = all === undefined ? [] : splitThings(all, words)
  // The last literal part of a path names the created resource; a verb after it is not interpreted.
  return wanted.length === 0
    ? undefined
    : {
        name,
        names: wanted,
        allows: (method, things) =>
          /^(?:POST|PUT|PATCH)$/.test(method) && things.length > 0 && wanted.includes(things.at(-1)!) && !isExcepted(things),
      }
}

function splitThings(text: string, { conjunction }: Words): string[] {
  return text
    .split(conjunction)
    .map((each) => simplifyThing(each))
    .filter((each) => each !== '')
}

function listThings(path: string): string[] {
  return path
    .split('/')
    .filter((each) => each !== '' && !each.startsWith('{'))
    .map(simplifyThing)
}

function simplifyThing(text: string): string {
  return singularize(
    text
      .replaceAll('`', '')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  )
}
