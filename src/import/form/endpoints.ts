// Reads part 4 of a form: methods, paths and callers, from tables, lists, headings and sentences.

import { asciiLetters, normaliseSpelling } from '../names.ts'
import { isOpenToAll } from './caller-clauses.ts'
import type { Caller, Legend } from './access.ts'
import { formCallers } from './callers.ts'
import { type DraftRow, type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import {
  type Endpoint,
  type Naming,
  callSubject,
  groupCallers,
  openGroup,
  ownCallers,
  statusIn,
  trailing,
  whoWithNote,
  withDetail,
  withoutAnswer,
} from './endpoint.ts'
import { tableEndpoints } from './endpoint-tables.ts'
import { generalRules } from './general-rules.ts'
import { legendIn } from './legend.ts'
import type { FormMachine } from './machine.ts'
import { draftPages } from './pages.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { requestsIn } from './requests.ts'
import type { FormResources, Resource } from './resource.ts'
import type { Form, FormSection, Statement } from './statement.ts'
import type { FormVerb, FormVerbs } from './triggers.ts'
import type { Words } from './words.ts'

/** The verbs at the ends of paths, after a record's key, by resource. */
export function readVerbs(form: Form, resources: FormResources, words: Words): FormVerbs {
  const found = new Map<Resource, FormVerb[]>()
  const add = (text: string, id: string): void => {
    for (const { method, path } of requestsIn(text)) {
      const [collection, parameter, verb, more] = path.split('/').filter((each) => each !== '')
      const resource = collection === undefined ? undefined : resources.named(collection)
      if (
        method !== 'POST' ||
        resource === undefined ||
        parameter?.startsWith('{') !== true ||
        verb === undefined ||
        verb.startsWith('{') ||
        more !== undefined ||
        resources.named(verb) !== undefined
      )
        continue
      found.set(resource, [
        ...(found.get(resource) ?? []).filter((each) => each.verb !== asciiLetters(verb)),
        { verb: asciiLetters(verb), id },
      ])
    }
  }
  for (const { part, blocks } of form.sections) {
    for (const block of part === 'endpoints' ? blocks : []) {
      if (block.kind === 'text') {
        if (block.statement.kind !== 'sample') add(block.statement.text, '')
        continue
      }
      const at = columnsOf(block.headers, ['id', 'method', 'path'], words)
      for (const { cells, statement } of block.rows)
        add(
          at.method === undefined || at.path === undefined ? statement.text : `${cells[at.method]} ${cells[at.path]}`,
          at.id === undefined ? '' : (cells[at.id] ?? '').trim(),
        )
    }
  }
  return { verbsOf: (resource) => found.get(resource) ?? [] }
}

const columns = ['endpoint', 'does', 'takes', 'answers', 'status', 'who', '(who)', 'meaning']

export type KnownNames = {
  readonly resources: FormResources
  readonly machines: readonly FormMachine[]
  readonly verbs: FormVerbs
  readonly words: Words
}

/** The endpoints of part 4 with their callers. */
export function readEndpoints(
  form: Form,
  draft: FormDraft,
  known: KnownNames,
): { readonly callers: readonly Caller[]; readonly legend: Legend } {
  const sections = form.sections.filter(({ part }) => part === 'endpoints')
  const legend = legendIn(form, known.words)
  const naming: Naming = { legend, callers: formCallers(form, legend, known.words), words: known.words }
  const main = mainRequests(sections, naming)
  let group = ''
  const endpoints = sections.flatMap((section) => {
    if (requestsIn(section.title).length === 0) group = /\(([^)]+)\)\s*$/.exec(section.title)?.[1] ?? ''
    return endpointsIn(section, group, main, naming)
  })
  endpoints.push(...openExceptions(form, endpoints, known.words))
  const table = tableOf(draft, 'endpoints', 'endpoints', columns)
  const seen = new Map<string, Endpoint>()
  const general = generalRules(form, naming)
  const matrix = permissionMatrix(
    form,
    endpoints.map(({ path }) => path),
    naming,
  )
  const callers: Caller[] = []
  for (const each of endpoints) {
    const endpoint: Endpoint =
      each.who === '' ? { ...each, ...(matrix.permitFor(each) ?? referredCallers(each, endpoints, form, known.words)) } : each
    const { method, path, meaning, statement } = endpoint
    const id = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
    const before = seen.get(id)
    if (before !== undefined) {
      if (addCallers(before, endpoint, callers, table.rows, known.words)) {
        continue
      }
      if (before.statement !== statement) askQuestion(statement, known.words.ask.sameEndpoint(`${method} ${path}`, before.statement.line))
      continue
    }
    seen.set(id, endpoint)
    const does = deedOf(method, path, known)
    const usual = known.words.otherKey.test(statement.text) ? '' : (general.callersFor(method, path) ?? '')
    const who =
      endpoint.who === ''
        ? usual
        : usual !== '' && usual !== endpoint.who && naming.callers.isAlso(statement.text)
          ? [...new Set([...usual.split(', '), ...endpoint.who.split(', ')])].join(', ')
          : endpoint.who
    const status = endpoint.status === '' ? (general.status(does, `${method} ${path}`) ?? '') : endpoint.status
    const isOpen = known.words.anyone.test(who)
    if (endpoint.note !== '' && endpoint.who !== '' && !isOpen)
      askQuestion(statement, known.words.ask.ownOnly(draftPlainText(endpoint.note).replace(/^\((.*)\)$/, '$1'), who))
    callers.push({ endpoint: `${method} ${path}`, does: does ?? '', who, isOpen, note: endpoint.note, statement })
    if (does === undefined) askQuestion(statement, known.words.ask.does(`${method} ${path}`))
    table.rows.push({
      cells: {
        endpoint: `${method} ${path}`,
        does: does ?? 'not shown',
        takes: /^(?:create|update|replace) /.test(does ?? '') ? 'not shown' : '',
        answers: 'not shown',
        status,
        who: isOpen ? 'anyone' : '',
        '(who)': isOpen ? '' : who,
        meaning,
      },
      statement,
    })
    takeLine(statement)
  }
  draftPages(sections, callers, draft, known.words)
  return { callers, legend }
}

/** An endpoint in the groups of several callers: each of them may call it. False if it is not one of several groups. */
function addCallers(
  before: Endpoint,
  { who, status, isGrouped, statement }: Endpoint,
  callers: Caller[],
  rows: readonly DraftRow[],
  words: Words,
): boolean {
  const at = callers.findIndex((each) => each.endpoint === `${before.method} ${before.path}`)
  const row = rows.find(({ cells }) => cells['endpoint'] === `${before.method} ${before.path}`)
  const isOther =
    isGrouped === true && before.isGrouped === true && who !== '' && (status === '' || before.status === '' || status === before.status)
  if (!isOther || at < 0 || row === undefined) return false
  const caller = callers[at]!
  const isOpen = caller.isOpen || words.anyone.test(who)
  const all = [...new Set([...caller.who.split(', '), ...who.split(', ')].filter((each) => each !== ''))].join(', ')
  callers[at] = { ...caller, who: isOpen ? words.openCaller : all, isOpen }
  Object.assign(row.cells, {
    who: isOpen ? 'anyone' : '',
    '(who)': isOpen ? '' : all,
    status: row.cells['status'] === '' ? status : row.cells['status'],
  })
  takeLine(statement)
  return true
}

/** "All endpoints need a token, except `GET /health`": the exceptions, if part 4 does not have them. */
function openExceptions({ sections }: Form, endpoints: readonly Endpoint[], { openExcept, openCaller }: Words): Endpoint[] {
  const known = new Set(endpoints.map(requestId))
  return sections
    .filter(({ part }) => part === 'authentication')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        const behind = block.kind === 'text' && block.statement.kind !== 'sample' ? openExcept.exec(block.statement.text)?.[1] : undefined
        const all = behind === undefined ? [] : requestsIn(behind).filter((each) => !known.has(requestId(each)))
        return all.map(({ method, path }): Endpoint => ({
          method,
          path,
          who: openCaller,
          note: '',
          status: '',
          meaning: '',
          statement: (block as Extract<typeof block, { kind: 'text' }>).statement,
        }))
      }),
    )
}

/** "on the terms of clause 4.2.2": the callers of that clause, if its endpoints have the same. */
function referredCallers(
  { statement }: Endpoint,
  endpoints: readonly Endpoint[],
  { source }: Form,
  words: Words,
): Pick<Endpoint, 'who' | 'note'> | undefined {
  const number = words.sameTerms.exec(statement.text)?.[1]
  const lines = number === undefined ? [] : source.text.split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim().startsWith(`${number!} `) || line.trim().startsWith(`${number!}. `))
  if (number === undefined || first < 0) return undefined
  const next = lines.findIndex((line, index) => index > first && /^\s*(?:#|\d+(?:\.\d+)+[.)]?\s)/.test(line))
  const found = endpoints.filter(
    (each) => each.who !== '' && each.statement.line > first && each.statement.line <= (next < 0 ? lines.length : next),
  )
  const [only] = found
  return only !== undefined && new Set(found.map(({ who }) => who)).size === 1 ? { who: only.who, note: only.note } : undefined
}

/** `main`: requests with their own line. A request in a sentence becomes an endpoint only if `main` lacks it. */
function endpointsIn(section: FormSection, group: string, main: ReadonlySet<string>, naming: Naming): Endpoint[] {
  const { legend, words } = naming
  const endpoints: Endpoint[] = []
  // The endpoints in the text before; the following text in the same place may describe them further.
  let current:
    | { readonly all: Endpoint[]; readonly paragraph: number; readonly depth: number; readonly label: string; readonly isWhole: boolean }
    | undefined
  const requests = section.blocks.filter(
    (block) => block.kind === 'text' && block.statement.kind !== 'sample' && requestsIn(block.statement.text).length > 0,
  )
  for (const block of section.blocks) {
    if (block.kind === 'table') {
      endpoints.push(...tableEndpoints(block, group, section.title, naming))
      continue
    }
    const { statement, label, paragraph, depth } = block
    if (statement.kind === 'sample') continue
    const all = requestsIn(statement.text)
    if (all.length === 0) {
      // A list of answers below a single request describes it further.
      const isAnswer =
        current !== undefined &&
        statement.kind === 'item' &&
        paragraph === current.paragraph + 1 &&
        current.all.length === 1 &&
        answerItem.test(statement.text)
      const isMore =
        current !== undefined &&
        (current.isWhole ||
          isAnswer ||
          (current.paragraph === paragraph &&
            (statement.kind === 'sentence' || depth > current.depth || (depth > 0 && depth === current.depth && label === current.label))))
      if (isMore) current!.all.splice(0, current!.all.length, ...withDetail(current!.all, statement, endpoints, naming))
      continue
    }
    if (!isEndpointText(statement, all.length, naming) && all.every((each) => main.has(requestId(each)))) {
      askQuestion(statement, words.ask.isEndpoint())
      continue
    }
    const plain = draftPlainText(statement.text)
    const labelled = /^\*\*[^*]+\*\*\s*\(([^)]*)\)/.exec(statement.text.startsWith('**') ? statement.text : label)?.[1] ?? group
    const writes = /^write = (\w+)/.exec(labelled)?.[1]
    const paths = all.map(({ path }) => path)
    const named = ownCallers(statement, naming)
    // A sentence is not the label of the following sentence.
    const isLabel = statement.kind === 'item' || label === section.title || /[:*]$/.test(label.trim())
    const grouped = named === undefined && isLabel ? groupCallers(label, [...paths, ...pathsBelow(section, label)], naming) : undefined
    if (grouped !== undefined) takeLabel(section, label)
    const own = named ?? grouped ?? groupCallers(section.title, [...paths, ...pathsBelow(section)], naming)
    const each = words.eachStatus.exec(plain)?.[1] ?? statusIn(statement.text, words)
    current = { all: [], paragraph, depth, label, isWhole: requests.length === 1 }
    const subjects =
      all.length < 2
        ? []
        : (besideEach(statement.text, all.length, naming) ??
          (statement.kind === 'sentence' ? subjectsOf(statement.text, all.length, naming) : []))
    for (const [index, { method, path, status: said }] of all.entries()) {
      const status = said === '' ? (each ?? '') : said
      const who = subjects[index] ?? own ?? (writes === undefined ? openGroup(labelled, words) : method === 'GET' ? '' : writes)
      current.all.push({
        method,
        path,
        status,
        ...whoWithNote(who, plain, legend, words),
        meaning: all.length === 1 ? trailing(plain) : '',
        ...(named === undefined || all.length > 1 ? { isGrouped: true } : {}),
        statement,
      })
    }
    endpoints.push(...current.all)
    const more = plain.replaceAll(/`[^`]*`/g, '')
    if (/[,.;:(–-]\s*\S+\s+\S+/.test(more) && words.requirement.test(withoutAnswer(more, words))) askQuestion(statement, words.ask.beside())
  }
  return endpoints
}

/** The paths of a section, or of the items below a label. */
function pathsBelow({ blocks }: FormSection, label?: string): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'text' && block.statement.kind !== 'sample' && (label === undefined || block.label === label)
      ? requestsIn(block.statement.text).map(({ path }) => path)
      : [],
  )
}

/** A list item such as `201 the item`. */
const answerItem = /^[*_`]*[1-5]\d\d\b/

/** The line before a list with the callers of its endpoints. */
function takeLabel({ blocks }: FormSection, label: string): void {
  for (const block of blocks)
    if (block.kind === 'text' && block.statement.text === label && requestsIn(label).length === 0) takeLine(block.statement)
}

function requestId({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}

function mainRequests(sections: readonly FormSection[], naming: Naming): Set<string> {
  const texts = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table'
        ? block.rows.map(({ statement }) => statement.text)
        : block.statement.kind !== 'sample' && isEndpointText(block.statement, requestsIn(block.statement.text).length, naming)
          ? [block.statement.text]
          : [],
    ),
  )
  return new Set(texts.flatMap((text) => requestsIn(text).map(requestId)))
}

/** `GET /a` (clerk), `POST /a` (manager): the callers after each request. */
function besideEach(text: string, count: number, { callers }: Naming): readonly string[] | undefined {
  const [, ...pieces] = text.split(/`?\b(?:GET|POST|PUT|PATCH|DELETE)\b/)
  const found = pieces.map((piece) => callers.callersIn(piece.replace(/^\s*\/[^\s`,;]*`?/, '')))
  return pieces.length === count && found.every((each) => each !== undefined) ? found : undefined
}

/**
 * "The office lists them with GET …, and each logged-in user may read one with GET …": the callers of each request, if the clauses name
 * them.
 */
function subjectsOf(text: string, count: number, { callers, words }: Naming): (string | undefined)[] {
  // "Members and the desk list …" is one clause.
  const clauses = text
    .split(words.requestClause)
    .reduce<string[]>(
      (all, piece) =>
        all.length > 0 && requestsIn(all.at(-1)!).length === 0
          ? [...all.slice(0, -1), `${all.at(-1)!} ${words.andWord} ${piece.trim()}`]
          : [...all, piece.trim()],
      [],
    )
  // A clause with an unknown subject of its own has not the callers of the previous one.
  const hasSubject = new RegExp(`^(?:${words.articles}|${words.ownArticle})\\s+[\\p{L}-]+\\s+(?!(?:${words.wayWord})\\b)\\p{Ll}`, 'iu')
  const found = clauses.flatMap((clause, index) =>
    requestsIn(clause).map(() => callers.callersIn(clause) ?? (index > 0 && hasSubject.test(clause) ? '' : undefined)),
  )
  if (found.length !== count || clauses.length < 2) return []
  return found.map((each, index) => each ?? found.slice(0, index).findLast((before) => before !== undefined))
}

/** A sentence may name an endpoint only in passing. */
function isEndpointText({ kind, text }: Statement, count: number, { callers, words }: Naming): boolean {
  if (kind !== 'sentence' || count > 1 || /^[^.]{0,60}$/.test(text) || /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(text)) return true
  return (
    callers.callersIn(text) !== undefined ||
    isOpenToAll(text, words) ||
    (callSubject(draftPlainText(text), words) !== undefined && (text.includes('`') || callers.isEmpty))
  )
}

/** The action of the method on the path's resource; undefined if it is not clear. */
function deedOf(method: string, path: string, { resources, machines, verbs }: KnownNames): string | undefined {
  const segments = path.split('/').filter((each) => each !== '')
  const [collection, parameter, verb] = segments
  const resource = collection === undefined ? undefined : resources.named(collection)
  if (resource === undefined || resource.isShape || normaliseSpelling(collection!) === normaliseSpelling(resource.name)) return undefined
  if (segments.length === 1) return method === 'GET' ? `list ${resource.name}` : method === 'POST' ? `create ${resource.name}` : undefined
  if (parameter !== `{${resource.key}}`) return undefined
  if (segments.length === 2) {
    const words: { readonly [method: string]: string } = { GET: 'read', PATCH: 'update', PUT: 'replace', DELETE: 'delete' }
    return words[method] === undefined ? undefined : `${words[method]} ${resource.name}`
  }
  const name = asciiLetters(verb!)
  const isTransition =
    method === 'POST' &&
    segments.length === 3 &&
    verbs.verbsOf(resource).some((each) => each.verb === name) &&
    machines.some((each) => each.resource === resource && each.names.has(name))
  return isTransition ? `${resource.name}.${name}` : undefined
}
