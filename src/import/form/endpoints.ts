// Reads part 4 of a form: methods, paths and who may call them, from tables, lists, headings and sentences.

import { normaliseSpelling } from '../names.ts'
import { type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import type { FormResources, Resource } from './fields.ts'
import type { FormMachine } from './machines.ts'
import type { Caller, Legend } from './access.ts'
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
      found.set(resource, [...(found.get(resource) ?? []).filter((each) => each.verb !== verb), { verb, id }])
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
  const legend = legendIn(form)
  let group = ''
  const found = sections.flatMap((section) => {
    if (requestsIn(section.title).length === 0) group = /\(([^)]+)\)\s*$/.exec(section.title)?.[1] ?? ''
    return endpointsIn(section, group, legend, known.words)
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
    const who = endpoint.who === '' ? (general.who(method, path) ?? '') : endpoint.who
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
function legendIn({ sections }: Form): Legend {
  const found = new Map<string, { readonly name: string; readonly note: string }>()
  for (const { part, blocks } of sections) {
    if (part !== 'endpoints' && part !== 'authentication') continue
    for (const block of blocks) {
      if (block.kind !== 'text') continue
      const all = Array.from(block.statement.text.matchAll(/\b([A-Z]{1,2})\*{0,2} = \*{0,2}([a-z][\w-]*)(?:\*{0,2} \(([^)]*)\))?/g))
      if (all.length < 2) continue
      for (const [, letter, name, note = ''] of all) found.set(letter!, { name: name!, note })
      takeLine(block.statement)
    }
  }
  return found
}

/** The names of the permitted callers, and the text beside them. */
function whoOf(text: string, legend: Legend, words: Words): { readonly who: string; readonly note: string } {
  const plain = draftPlainText(text).replaceAll('`', '')
  if (words.marks.nothing.test(plain)) return { who: '', note: '' }
  if (words.anyone.test(plain)) return { who: plain, note: '' }
  const notes = Array.from(plain.matchAll(/\(([^)]*)\)/g), ([, note]) => note!)
  const who = plain.replaceAll(/\s*\([^)]*\)/g, '').replace(/\b[A-Z]{1,2}\b/g, (letter) => {
    const role = legend.get(letter)
    if (role !== undefined && role.note !== '') notes.push(role.note)
    return role?.name ?? letter
  })
  return { who, note: notes.join('; ') }
}

function endpointsIn(section: FormSection, group: string, legend: Legend, words: Words): Endpoint[] {
  const found: Endpoint[] = []
  let above = ''
  for (const block of section.blocks) {
    if (block.kind === 'table') {
      found.push(...tableEndpoints(block, group, legend, words))
      continue
    }
    const { statement, label } = block
    if (statement.kind === 'sample') continue
    const all = requestsIn(statement.text)
    if (all.length === 0) continue
    const plain = draftPlainText(statement.text)
    const caller = words.callSentences.map((pattern) => pattern.exec(plain)?.[1]).find((each) => each !== undefined)
    const isEndpoint = statement.kind !== 'sentence' || (caller !== undefined && statement.text.includes('`')) || /^[^.]{0,60}$/.test(statement.text) || all.length > 1 || /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(statement.text)
    if (!isEndpoint) {
      askQuestion(statement, words.ask.isEndpoint())
      continue
    }
    above = label
    const labelled = /^\*\*[^*]+\*\*\s*\(([^)]*)\)/.exec(statement.text.startsWith('**') ? statement.text : above)?.[1] ?? group
    const own = /(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*\s*\(([\w:.]+)(?: only)?\)/.exec(statement.text)?.[1] ?? /\(([\w:.]+(?: or [\w:.]+)*)(?: only)?\)\.?$/.exec(statement.text)?.[1]
      ?? callersBeside(statement.text, legend, words) ?? words.said.exec(statement.text.replace(/`[^`]*`/, ''))?.[1] ?? (statement.kind === 'sentence' ? caller : undefined) ?? onlyIn(statement.text, words)
    const writes = /^write = (\w+)/.exec(labelled)?.[1]
    const rest = draftPlainText(statement.text)
    const each = words.eachStatus.exec(plain)?.[1]
    for (const { method, path, status: said } of all) {
      const status = each ?? said
      const who = own ?? (writes === undefined ? openGroup(labelled, words) : method === 'GET' ? '' : writes)
      found.push({ method, path, status, ...whoOf(who, legend, words), meaning: all.length === 1 ? trailing(rest) : '', statement })
    }
    const more = rest.replaceAll(/`[^`]*`/g, '')
    if (/[,.;:(–-]\s*\S+\s+\S+/.test(more) && words.requirement.test(more.replaceAll(/→\s*\d+/g, ''))) askQuestion(statement, words.ask.beside())
  }
  return found.length === 1 ? [withDetails(found[0]!, section, legend, words)] : found
}

/** "(H, O)" behind a path: abbreviations of callers, or words for everybody. */
function callersBeside(text: string, legend: Legend, words: Words): string | undefined {
  for (const [, inside] of text.matchAll(/\(([^()]+)\)/g)) {
    if (words.anyone.test(inside!) || inside!.split(words.conjunction).every((each) => legend.has(each))) return inside
  }
  return undefined
}

const statusLine = /^[*`]*(?:returns?|response|success|status|answers?|antwort)\b\W*(\d{3})\b[^\w]*$/i

/** Lines below the heading of one endpoint that say its status, or who may call it. */
function withDetails(endpoint: Endpoint, section: FormSection, legend: Legend, words: Words): Endpoint {
  let { status, who, note } = endpoint
  for (const block of section.blocks) {
    if (block.kind !== 'text' || block.statement === endpoint.statement || block.statement.outcome !== undefined) continue
    const text = draftPlainText(block.statement.text)
    const code = statusLine.exec(text)?.[1]
    const caller = text.length > 60 ? undefined : (words.said.exec(text)?.[1] ?? onlyIn(text, words))
    if (code !== undefined && status === '') status = code
    else if (caller !== undefined && who === '') ({ who, note } = whoOf(caller, legend, words))
    else continue
    takeLine(block.statement)
  }
  return { ...endpoint, status, who, note }
}

function onlyIn(text: string, words: Words): string | undefined {
  const found = words.only.exec(text.replaceAll(/`[^`]*`|(?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s,]*,?/g, ''))
  return found?.[1] ?? found?.[2]
}

function trailing(text: string): string {
  return text.replace(/^[^/]*\/\S*`?\s*/, '').replace(/^(?:→|->|[-–—:])\s*/, '').replace(/^\d{3}$/, '').trim()
}

function tableEndpoints(table: Extract<FormSection['blocks'][number], { kind: 'table' }>, group: string, legend: Legend, words: Words): Endpoint[] {
  const at = columnsOf(table.headers, ['endpoint', 'method', 'path', 'who', 'status', 'meaning', 'id'], words)
  const rows: Endpoint[] = []
  for (const { cells, statement } of table.rows) {
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : (cells[at[name]] ?? '').trim())
    const written = cell('endpoint') !== '' ? cell('endpoint') : `${cell('method')} ${cell('path')}`
    const all = requestsIn([written, at.method !== undefined && at.endpoint !== undefined ? `${cell('method')} ${cell('endpoint')}` : ''].find((each) => requestsIn(each).length > 0) ?? '')
    const isOpen = words.marks.nothing.test(draftPlainText(cell('who'))) && cells.some((each) => words.open.test(each))
    const who = isOpen ? words.openCaller : at.who === undefined ? openGroup(group, words) : cell('who')
    const codes = Array.from(cell('status').matchAll(/\b[1-5]\d\d\b/g), ([each]) => each)
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
    const isTransition = method === 'POST' && segments.length === 3 && verbs.of(resource).some((each) => each.verb === verb) && machines.some((each) => each.resource === resource && each.names.has(verb!))
  return isTransition ? `${resource.name}.${verb}` : undefined
}
