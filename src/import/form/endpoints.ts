// Reads part 4 of a form: methods, paths and who may call them, from tables, lists, headings and sentences.

import { asciiLetters, normaliseSpelling } from '../names.ts'
import { type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import type { FormResources, Resource } from './fields.ts'
import type { FormMachine } from './machines.ts'
import { type Caller, type Legend, isScopes } from './access.ts'
import { type FormCallers, formCallers, isOpenToAll } from './callers.ts'
import { generalRules } from './general-rules.ts'
import { draftPages } from './pages.ts'
import type { Form, FormSection, Statement } from './statements.ts'
import type { FormVerb, FormVerbs } from './triggers.ts'
import type { Words } from './words.ts'

/** The verbs that paths end with behind a record's key, by the resource. */
export function readVerbs(form: Form, resources: FormResources, words: Words): FormVerbs {
  const found = new Map<Resource, FormVerb[]>()
  const add = (text: string, id: string): void => {
    for (const { method, path } of requestsIn(text)) {
      const [collection, parameter, verb, more] = path.split('/').filter((each) => each !== '')
      const resource = collection === undefined ? undefined : resources.named(collection)
      if (method !== 'POST' || resource === undefined || parameter?.startsWith('{') !== true || verb === undefined || verb.startsWith('{') || more !== undefined || resources.named(verb) !== undefined) continue
      found.set(resource, [...(found.get(resource) ?? []).filter((each) => each.verb !== asciiLetters(verb)), { verb: asciiLetters(verb), id }])
    }
  }
  for (const { part, blocks } of form.sections) {
    for (const block of part === 'endpoints' ? blocks : []) {
      if (block.kind === 'text') {
        if (block.statement.kind !== 'sample') add(block.statement.text, '')
        continue
      }
      const at = columnsOf(block.headers, ['id', 'method', 'path'], words)
      for (const { cells, statement } of block.rows) add(at.method === undefined || at.path === undefined ? statement.text : `${cells[at.method]} ${cells[at.path]}`, at.id === undefined ? '' : (cells[at.id] ?? '').trim())
    }
  }
  return { of: (resource) => found.get(resource) ?? [] }
}

type Endpoint = { readonly method: string; readonly path: string; readonly who: string; readonly note: string; readonly status: string; readonly meaning: string; readonly statement: Statement }

const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD'
const columns = ['endpoint', 'does', 'takes', 'answers', 'status', 'who', '(who)', 'meaning']

export type KnownNames = { readonly resources: FormResources; readonly machines: readonly FormMachine[]; readonly verbs: FormVerbs; readonly words: Words }

/** The endpoints of part 4 with who may call them. */
export function readEndpoints(form: Form, draft: FormDraft, known: KnownNames): { readonly callers: readonly Caller[]; readonly legend: Legend } {
  const sections = form.sections.filter(({ part }) => part === 'endpoints')
  const legend = legendIn(form, known.words)
  const named = formCallers(form, legend, known.words)
  let group = ''
  const found = sections.flatMap((section) => {
    if (requestsIn(section.title).length === 0) group = /\(([^)]+)\)\s*$/.exec(section.title)?.[1] ?? ''
    return endpointsIn(section, group, { legend, callers: named, words: known.words })
  })
  const table = tableOf(draft, 'endpoints', 'endpoints', columns)
  const seen = new Map<string, Endpoint>()
  const general = generalRules(form, known)
  const callers: Caller[] = []
  for (const endpoint of found) {
    const { method, path, meaning, statement } = endpoint
    const id = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
    const before = seen.get(id)
    if (before !== undefined) {
      if (before.statement !== statement) askQuestion(statement, known.words.ask.sameEndpoint(`${method} ${path}`, before.statement.line))
      continue
    }
    seen.set(id, endpoint)
    const does = deedOf(method, path, known)
    const who = endpoint.who === '' && !known.words.otherKey.test(statement.text) ? (general.who(method, path) ?? '') : endpoint.who
    const status = endpoint.status === '' ? (general.status(does) ?? '') : endpoint.status
    const isOpen = known.words.anyone.test(who)
    callers.push({ endpoint: `${method} ${path}`, does: does ?? '', who, isOpen, note: endpoint.note, statement })
    if (does === undefined) askQuestion(statement, known.words.ask.does(`${method} ${path}`))
    table.rows.push({ cells: { endpoint: `${method} ${path}`, does: does ?? 'not shown', takes: /^(?:create|update|replace) /.test(does ?? '') ? 'not shown' : '', answers: 'not shown', status, who: isOpen ? 'anyone' : '', '(who)': isOpen ? '' : who, meaning }, statement })
    takeLine(statement)
  }
  draftPages(sections, callers, draft, known.words)
  return { callers, legend }
}

/** "M = member, L = librarian": letters that the form uses for roles. */
function legendIn({ sections, before }: Form, words: Words): Legend {
  const found = new Map<string, { readonly name: string; readonly note: string }>()
  for (const { part, blocks } of sections) {
    if (part !== 'endpoints' && part !== 'authentication') continue
    for (const block of blocks) {
      if (block.kind !== 'text') continue
      if (addLegend(block.statement.text, found, words.article)) takeLine(block.statement)
    }
  }
  for (const line of before.split(/\r\n|\n|\r/)) if (words.roleLegend.test(line)) addLegend(line, found, words.article)
  return found
}

/** Whether the text explains two abbreviations or more. */
function addLegend(text: string, found: Map<string, { readonly name: string; readonly note: string }>, article: RegExp): boolean {
  const all = Array.from(text.matchAll(/(?:\b([A-Z]{1,3}|[a-z]{1,4})\b|(\p{Extended_Pictographic}\u{FE0F}?))[*`]{0,2} (?:=|–|:) [*`]{0,2}([a-z][\w-]*(?: [\w/-]+){0,3}?)[*`]{0,2}(?: \(([^)]*)\))?(?=[,;.]|\s*$)/gu), ([found, letter, sign, name, note]) => [found, letter ?? sign, name, note] as const)
  if (all.length < 2 && !/^`[\w-]+` = /.test(text)) return false
  for (const [, letter, name, note = ''] of all) found.set(letter!, { name: name!.replace(article, ''), note })
  return true
}

/** The names of the permitted callers, and the text beside them. */
function whoOf(text: string, legend: Legend, words: Words): { readonly who: string; readonly note: string } {
  const plain = draftPlainText(text).replaceAll('`', '')
  if (words.marks.nothing.test(plain)) return { who: '', note: '' }
  if (words.anyone.test(plain)) return { who: plain, note: '' }
  const notes = Array.from(plain.matchAll(/\(([^)]*)\)/g), ([, note]) => note!)
  const who = plain.replaceAll(/\s*\([^)]*\)/g, '').replace(/\b(?:[A-Z]{1,3}|[a-z]{1,4})\b/g, (letter) => {
    const role = legend.get(letter)
    if (role !== undefined && role.note !== '') notes.push(role.note)
    return role?.name ?? letter
  })
  return { who, note: notes.join('; ') }
}

type Naming = { readonly legend: Legend; readonly callers: FormCallers; readonly words: Words }

function endpointsIn(section: FormSection, group: string, naming: Naming): Endpoint[] {
  const { legend, words } = naming
  const found: Endpoint[] = []
  // The endpoints that the text before names; what follows in the same place may say more of them.
  let current: { readonly all: Endpoint[]; readonly paragraph: number; readonly depth: number; readonly isWhole: boolean } | undefined
  const requests = section.blocks.filter((block) => block.kind === 'text' && block.statement.kind !== 'sample' && requestsIn(block.statement.text).length > 0)
  for (const block of section.blocks) {
    if (block.kind === 'table') {
      found.push(...tableEndpoints(block, group, naming))
      continue
    }
    const { statement, label, paragraph, depth } = block
    if (statement.kind === 'sample') continue
    const all = requestsIn(statement.text)
    if (all.length === 0) {
      const isMore = current !== undefined && (current.isWhole || (current.paragraph === paragraph && (statement.kind === 'sentence' || depth > current.depth)))
      if (isMore) current!.all.splice(0, current!.all.length, ...withDetail(current!.all, statement, found, naming))
      continue
    }
    if (!isEndpointText(statement, all.length, naming)) {
      askQuestion(statement, words.ask.isEndpoint())
      continue
    }
    const plain = draftPlainText(statement.text)
    const labelled = /^\*\*[^*]+\*\*\s*\(([^)]*)\)/.exec(statement.text.startsWith('**') ? statement.text : label)?.[1] ?? group
    const writes = /^write = (\w+)/.exec(labelled)?.[1]
    const own = ownCallers(statement, naming) ?? groupCallers(label, naming) ?? groupCallers(section.title, naming)
    const each = words.eachStatus.exec(plain)?.[1] ?? statusIn(statement.text, words)
    current = { all: [], paragraph, depth, isWhole: requests.length === 1 }
    for (const { method, path, status: said } of all) {
      const status = said === '' ? (each ?? '') : said
      const who = own ?? (writes === undefined ? openGroup(labelled, words) : method === 'GET' ? '' : writes)
      current.all.push({ method, path, status, ...whoOf(who, legend, words), meaning: all.length === 1 ? trailing(plain) : '', statement })
    }
    found.push(...current.all)
    const more = plain.replaceAll(/`[^`]*`/g, '')
    if (/[,.;:(–-]\s*\S+\s+\S+/.test(more) && words.requirement.test(withoutAnswer(more, words))) askQuestion(statement, words.ask.beside())
  }
  return found
}

/** The text without its status, which the row has. */
function withoutAnswer(text: string, { answerStatus }: Words): string {
  return text.replaceAll(/→\s*\d+/g, '').replace(answerStatus, '').replace(/(?<=[,–—-]\s*)[1-3]\d\d\b/, '')
}

function callSubject(text: string, words: Words): string | undefined {
  return words.callSentences.map((pattern) => pattern.exec(text)?.[1]).find((each) => each !== undefined)
}

/** A sentence may name an endpoint only in passing. */
function isEndpointText({ kind, text }: Statement, count: number, { callers, words }: Naming): boolean {
  if (kind !== 'sentence' || count > 1 || /^[^.]{0,60}$/.test(text) || /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(text)) return true
  return callers.in(text) !== undefined || isOpenToAll(text, words) || (callSubject(draftPlainText(text), words) !== undefined && (text.includes('`') || callers.isEmpty))
}

/** Who may call, by the text of the endpoint itself. */
function ownCallers({ kind, text }: Statement, { legend, callers, words }: Naming): string | undefined {
  const plain = draftPlainText(text)
  // A sign before the path stands for callers.
  const sign = legend.get(/^\p{Extended_Pictographic}\u{FE0F}?/u.exec(text)?.[0] ?? '')?.name
  if (sign !== undefined && isOpenToAll(sign, words)) return words.openCaller
  const beside = callersBeside(text, legend, words)
  if (beside !== undefined) return beside
  if (words.open.test(plain.replaceAll(/`[^`]*`/g, ''))) return words.openCaller
  const named = callers.in(text)
  if (named !== undefined) return named
  if (isOpenToAll(trailing(plain), words) || isOpenToAll(plain, words)) return words.openCaller
  const inParentheses = /(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*\s*\(((?!\d)[\w:.]+)(?: only)?\)/.exec(text)?.[1] ?? /\(((?!\d)[\w:.]+(?: or [\w:.]+)*)(?: only)?\)\.?$/.exec(text)?.[1]
  const said = [inParentheses, words.said.exec(text.replace(/`[^`]*`/, ''))?.[1], kind === 'sentence' ? callSubject(plain, words) : undefined, onlyIn(text, words)].filter((each) => each !== undefined)
  return callers.isEmpty ? said[0] : said.find((each) => isScopes(each) || each.split(words.conjunction).every((name) => callers.isKnown(name.replace(words.article, ''))))
}

function statusIn(text: string, words: Words): string | undefined {
  const plain = draftPlainText(text).replaceAll('`', '')
  return words.answerStatus.exec(plain)?.[1] ?? /(?:^|[,;–—(\]]|\.\s|\s-)\s*(20[0-8]|30[1-8])(?=\s*(?:$|[.,;)(–—+]|(?:Created|OK|Accepted|No Content|on success)\b))/.exec(plain)?.[1]
}

/** "What learners can do:", "For clerks": who may call all endpoints of a group. */
function groupCallers(label: string, { callers, words }: Naming): string | undefined {
  if (requestsIn(label).length > 0 || label.length > 80) return undefined
  const plain = draftPlainText(label).replace(/:$/, '').replaceAll('`', '').trim()
  const [, named = plain] = words.callerGroup.exec(plain) ?? []
  if (words.anyone.test(named.replace(words.article, '')) && !words.publicGroup.test(named)) return words.openCaller
  return named !== '' && named.split(words.conjunction).every((each) => callers.isKnown(each.replace(words.article, ''))) ? callers.in(named) : undefined
}

/** "(H, O)" behind a path: abbreviations of callers, or words for everybody. */
function callersBeside(text: string, legend: Legend, words: Words): string | undefined {
  for (const [, inside] of text.matchAll(/\(([^()]+)\)/g)) {
    if (words.anyone.test(inside!) || inside!.split(words.conjunction).every((each) => legend.has(each))) return inside
  }
  return undefined
}

/** A text below endpoints that says their status, or who may call them. */
function withDetail(all: readonly Endpoint[], statement: Statement, found: Endpoint[], { legend, callers, words }: Naming): Endpoint[] {
  const text = draftPlainText(statement.text)
  const code = statusIn(text, words)
  const said = text.length > 60 ? undefined : words.said.exec(text.replaceAll('`', ''))?.[1]?.trim()
  const isOpen = isOpenToAll(text, words) || (said !== undefined && words.noAuth.test(said))
  const also = words.alsoMay.exec(text)?.[1]
  const caller = isOpen ? words.openCaller : (said ?? callers.in(text) ?? (text.length > 60 ? undefined : onlyIn(text, words)))
  const isKnown = caller !== undefined && (isOpen || callers.isEmpty || callers.in(caller) !== undefined || isScopes(caller))
  const more = all.map((endpoint): Endpoint => {
    const status = endpoint.status === '' && code !== undefined ? code : endpoint.status
    if (also !== undefined && isKnown && endpoint.who !== '') return { ...endpoint, status, who: `${endpoint.who}, ${caller}` }
    if (isKnown && also === undefined && (endpoint.who === '' || (isOpen && endpoint.who !== words.openCaller))) return { ...endpoint, status, ...whoOf(caller, legend, words) }
    return { ...endpoint, status }
  })
  const isTaken = more.some((endpoint, index) => endpoint.status !== all[index]!.status || endpoint.who !== all[index]!.who)
  for (const [index, endpoint] of more.entries()) found.splice(found.indexOf(all[index]!), 1, endpoint)
  if (isTaken) {
    takeLine(statement)
    if (words.requirement.test(withoutAnswer(text, words).replace(caller ?? '', ''))) askQuestion(statement, words.ask.beside())
  }
  return more
}

function onlyIn(text: string, words: Words): string | undefined {
  const found = words.only.exec(text.replaceAll(/`[^`]*`|(?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s,]*,?/g, ''))
  return found?.[1] ?? found?.[2]
}

function trailing(text: string): string {
  return text.replace(/^[^/]*\/\S*`?\s*/, '').replace(/^(?:→|->|[-–—:])\s*/, '').replace(/^\d{3}$/, '').trim()
}

function tableEndpoints(table: Extract<FormSection['blocks'][number], { kind: 'table' }>, group: string, naming: Naming): Endpoint[] {
  const { legend, callers, words } = naming
  const byMethod = methodColumns(table, naming)
  if (byMethod !== undefined) return byMethod
  const at = columnsOf(table.headers, ['endpoint', 'method', 'path', 'who', 'status', 'meaning', 'id'], words)
  // A column for each role, with marks.
  const isMarks = (index: number): boolean => table.rows.length > 1 && !Object.values(at).includes(index) && table.rows.every(({ cells }) => words.marks.yes.test((cells[index] ?? '').trim()) || words.marks.no.test((cells[index] ?? '').trim()) || words.marks.nothing.test((cells[index] ?? '').trim())) && table.rows.some(({ cells }) => words.marks.yes.test((cells[index] ?? '').trim()))
  const columns = table.headers.flatMap((header, index) => (index !== at.who && (callers.isKnown(draftPlainText(header)) || (isMarks(index) && /^[\p{L}][\p{L} _-]*$/u.test(draftPlainText(header)))) ? [{ name: draftPlainText(header).toLowerCase(), index }] : []))
  const rows: Endpoint[] = []
  for (const { cells, statement } of table.rows) {
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : (cells[at[name]] ?? '').trim())
    const written = cell('endpoint') !== '' ? cell('endpoint') : `${cell('method')} ${cell('path')}`
    const all = requestsIn([written, at.method !== undefined && at.endpoint !== undefined ? `${cell('method')} ${cell('endpoint')}` : '', `${cell('endpoint')} ${cell('path')}`, ...cells].find((each) => requestsIn(each).length > 0) ?? '')
    const marked = columns.filter(({ index }) => words.marks.yes.test((cells[index] ?? '').trim())).map(({ name }) => name)
    const isOpen = words.marks.nothing.test(draftPlainText(cell('who'))) && cells.some((each) => words.open.test(each))
    const isFree = isOpen || (at.who !== undefined && words.noAuth.test(draftPlainText(cell('who')).replaceAll('`', '')) && !words.marks.nothing.test(cell('who')))
    const others = cells.filter((each) => requestsIn(each).length === 0).join('. ')
    const inText = at.who === undefined && columns.length === 0 ? (callers.in(others) ?? (isOpenToAll(others, words) ? words.openCaller : undefined)) : undefined
    const who = isFree ? words.openCaller : columns.length > 0 ? marked.join(', ') : at.who === undefined ? (inText ?? openGroup(group, words)) : cell('who')
    const codes = Array.from((at.status === undefined ? (statusIn(others, words) ?? '') : cell('status')).matchAll(/\b[1-5]\d\d\b/g), ([each]) => each)
    const successes = codes.filter((each) => /^[123]/.test(each))
    const statuses = all.length === 1 && successes.length === 1 ? successes : codes
    for (const [index, { method, path }] of all.entries()) {
      const status = statuses.length === all.length ? statuses[index]! : statuses.length === 1 ? statuses[0]! : ''
      rows.push({ method, path, ...whoOf(who, legend, words), status, meaning: draftPlainText(cell('meaning') !== '' ? cell('meaning') : /\/|^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(cells[0] ?? '') ? '' : (cells[0] ?? '')), statement })
    }
    if (all.length > 0 && statuses.length > 1 && statuses.length !== all.length) askQuestion(statement, words.ask.statusWhen(statuses))
    const more = cells.filter((_, index) => ![at.endpoint, at.method, at.path, at.who, at.status, at.meaning, at.id].includes(index)).join(' ')
    const notes = [cell('meaning'), more, /\((.*)\)/.exec(cell('who'))?.[1] ?? ''].filter((each) => words.requirement.test(each.replace(/^[A-Z]{1,2}\d+/, '')))
    for (const note of notes) if (all.length > 0) askQuestion(statement, words.ask.asksFor(draftPlainText(note)))
  }
  return rows
}

/** A column for each method, with the callers in its cells. */
function methodColumns({ headers, rows }: Extract<FormSection['blocks'][number], { kind: 'table' }>, { legend, words }: Naming): Endpoint[] | undefined {
  const at = headers.flatMap((header, index) => (/^[*`]*(?:GET|POST|PUT|PATCH|DELETE)[*`]*$/.test(header.trim()) ? [{ method: header.replaceAll(/[*`\s]/g, ''), index }] : []))
  if (at.length < 2) return undefined
  return rows.flatMap(({ cells, statement }) => {
    const path = cells.find((_, index) => !at.some((each) => each.index === index) && requestsIn(`GET ${cells[index]}`).length === 1)
    return path === undefined ? [] : at.flatMap(({ method, index }): Endpoint[] => {
      const who = draftPlainText(cells[index] ?? '').replaceAll('`', '').trim()
      if (words.marks.nothing.test(who) || words.marks.no.test(who)) return []
      const [request] = requestsIn(`${method} ${path}`)
      return request === undefined ? [] : [{ method, path: request.path, status: statusIn(who, words) ?? '', ...whoOf(words.marks.yes.test(who) ? '' : who, legend, words), meaning: '', statement }]
    })
  })
}

/** A group that is called public may still ask for a key; one without sign-on asks for none. */
function openGroup(label: string, words: Words): string {
  return words.open.test(label) ? words.openCaller : label.replace(words.publicGroup, (found) => `${found} ${words.callers}`)
}

type Request = { readonly method: string; readonly path: string; readonly status: string }

/** Each method with a path. Methods before one path share it; a path alone after another takes its place at the end. */
function requestsIn(text: string): Request[] {
  const found: Request[] = []
  let waiting: string[] = []
  const token = new RegExp(String.raw`\b(${methods})\b|(?<![\w.:/])(/[A-Za-z_{][^\s\`,|;)→*]*|/(?=[\s\`|]|$))|(?:→|->|[Rr]eturns?|[Aa]nswers?)\s*\`?(\d{3})\b`, 'g')
  for (const [, method, path, status] of text.matchAll(token)) {
    if (method !== undefined) waiting.push(method)
    else if (path !== undefined) {
      const clean = path.replace(/\?.*$/, '').replace(/:([A-Za-z_]\w*)/g, '{$1}').replace(/<([A-Za-z_]\w*)>/g, '{$1}').replace(/[.:]+$/, '')
      const before = found.at(-1)
      if (waiting.length === 0 && before !== undefined && /^`[^`]*`[^\w]*`\//.test(text.slice(text.indexOf(before.path.split('{')[0]!) - before.method.length - 2))) found.push({ method: before.method, path: before.path.replace(/\/[^/]*$/, clean), status: '' })
      for (const each of waiting) found.push({ method: each, path: clean, status: '' })
      waiting = []
    } else if (status !== undefined) {
      const last = found.at(-1)
      if (last !== undefined && last.status === '') found[found.length - 1] = { ...last, status }
    }
  }
  return found
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
  const isTransition = method === 'POST' && segments.length === 3 && verbs.of(resource).some((each) => each.verb === name) && machines.some((each) => each.resource === resource && each.names.has(name))
  return isTransition ? `${resource.name}.${name}` : undefined
}
