// What an operation answers where all goes well: its status, its headers, and what it shows of records.

import { type Entry, type Said, entry, hole, map, question, text, word } from '../said.ts'
import type { Action } from './action.ts'
import { type Operation, type Response, isJson, jsonContent, successes } from './api.ts'
import { isWhole, onlyValue } from './carried.ts'
import { typesOf } from './fields.ts'
import { select, spelled } from './names.ts'
import { cursorOf } from './pages.ts'
import { type At, textAt } from './spec.ts'
import type { Views } from './views.ts'
import type { Work } from './work.ts'

export type Answering = { readonly entries: readonly Entry[]; readonly notes: readonly string[] }

export function answeringOf(operation: Operation, action: Action | undefined, work: Work, views: Views): Answering {
  const all = successes(operation)
  const [answer] = all
  if (answer === undefined) return unsaid(operation)
  const notes: string[] = []
  const status = statusOf(all, action, notes)
  const shown = shownBy(answer, operation, action, work, views, notes)
  const headers = headersOf(answer, operation, action, work, notes)
  return { entries: [...status, ...headers, ...shown], notes }
}

function unsaid({ responses }: Operation): Answering {
  const redirect = responses.find(({ status }) => /^3\d\d$/.test(status))
  if (redirect !== undefined) return { entries: [entry('status', word(redirect.status))], notes: [question('where does it lead to?')] }
  const said = responses.map(({ status }) => `\`${status}\``).join(', ')
  return { entries: [], notes: [question(`what does it answer where all goes well? ${said === '' ? 'No answer is described.' : `Only ${said} ${responses.length === 1 ? 'is' : 'are'} described.`}`)] }
}

function statusOf(all: readonly Response[], action: Action | undefined, notes: string[]): Entry[] {
  const statuses = all.map(({ status }) => status)
  const [only, ...more] = statuses
  if (more.length === 0 && /^\d+$/.test(only!)) return [entry('status', word(only!))]
  const [made, other] = [statuses.find((each) => each === '201'), statuses.filter((each) => each !== '201')]
  if (action?.kind === 'put' && made !== undefined && other.length === 1) return [entry('status', text(`old == null ? 201 : ${other[0]!}`))]
  notes.push(question(more.length === 0 ? `which status of \`${only}\` does it answer with?` : `when does it answer with ${statuses.map((each) => `\`${each}\``).join(', and when with ')}?`))
  return [entry('status', hole)]
}

function shownBy(answer: Response, operation: Operation, action: Action | undefined, work: Work, views: Views, notes: string[]): Entry[] {
  if (answer.content.length === 0) return []
  const json = jsonContent(answer.content)
  if (json === undefined) {
    const [{ media }] = answer.content as [Response['content'][number]]
    notes.push(question(`what does an answer of \`${media}\` hold?`))
    return [entry('media', text(media)), entry('output', hole)]
  }
  for (const { media } of answer.content) if (!isJson(media)) work.leftOut.add(`The media type \`${media}\` of answers, beside JSON`, answer.at.pointer)
  const media = /^application\/json$|\*/i.test(json.media) ? [] : [entry('media', text(json.media))]
  if (json.schema.value === undefined) return [...media, entry('output', hole)]
  const output = action?.carried === undefined ? undefined : outputOf(operation, action, work, views, notes)
  if (output !== undefined) return [...media, entry('output', output)]
  notes.push(question(`what does it show? Its answer is described at \`${work.spec.follow(json.schema).pointer}\`.`))
  return [...media, entry('output', hole)]
}

function outputOf(operation: Operation, { kind, resource, carried }: Action, work: Work, views: Views, notes: string[]): Said {
  const { fields, member, envelope } = carried!
  const view = views.nameOf(resource, fields)
  const record = text(kind === 'list' ? `items.map(each, ${view}(each))` : `${view}(this)`)
  if (member === undefined || envelope === undefined) return record
  const open: string[] = []
  const entries = [...envelope.properties].map(([name, at]): Entry => {
    if (name === member) return entry(name, record)
    const only = onlyValue(at, work.spec)
    if (only !== undefined) return entry(name, map(entry('const', typeof only.value === 'string' ? text(only.value) : word(only.value))))
    if (kind === 'list' && totals.has(spelled(name)) && isWhole(at, work.spec)) return entry(name, text('page.total'))
    if (kind === 'list' && nexts.has(spelled(name)) && isCursor(at, work) && cursorOf(operation, work.spec) !== undefined) return entry(name, text('page.next'))
    open.push(`\`${name}\``)
    return entry(name, hole)
  })
  if (open.length > 0) notes.push(question(`what does the answer say as ${open.join(', ')}?`))
  return map(...entries)
}

/** How many there are on all pages; a plain `count` may be of this one. */
const totals = new Set(['total', 'totalcount', 'totalitems', 'totalresults', 'totalrecords', 'totalelements', 'totalsize'])

/** The cursor of the page behind; one that is an address is another thing. */
const nexts = new Set(['next', 'nextcursor', 'nextpagetoken', 'nexttoken', 'nextpagecursor'])

function isCursor(at: At, { spec }: Work): boolean {
  const target = spec.follow(at)
  return typesOf(target).includes('string') && !/^ur[il]/.test(textAt(target, 'format') ?? '')
}

/** Said elsewhere: entity tags, and what the limits of part 8 show. */
const ownHeaders = /^(?:content-type|content-length|date|etag|retry-after|x-?rate-?limit.*|ratelimit.*|rate-limit.*)$/i

function headersOf(answer: Response, operation: Operation, action: Action | undefined, work: Work, notes: string[]): Entry[] {
  const own = answer.headers.filter(([name]) => !ownHeaders.test(name))
  const tagged = answer.headers.some(([name]) => /^etag$/i.test(name)) && !operation.parameters.some(({ in: place, name }) => place === 'header' && /^if-(?:none-)?match$/i.test(name))
  const conditional = tagged && action !== undefined && action.kind !== 'delete' ? [entry('conditional', text('optional'))] : []
  const entries = own.map(([name]): Entry => {
    const location = /^location$/i.test(name) && action?.kind === 'create' ? locationOf(action, operation) : undefined
    if (location === undefined) notes.push(question(`what does the header \`${name}\` say?`))
    return entry(name, location === undefined ? hole : text(location))
  })
  return [...conditional, ...(entries.length === 0 ? [] : [entry('headers', map(...entries))])]
}

/** RFC 9110, section 10.2.2: of a 201 it is the address of what was made, where one path reads it by its key. */
function locationOf({ resource }: Action, { path }: Operation): string | undefined {
  const [found] = [...resource.items].find(([item]) => item.slice(0, item.lastIndexOf('/')) === path) ?? []
  const parts = found === undefined ? undefined : resource.items.get(found)
  if (found === undefined || parts === undefined || parts.some((each) => each === undefined || !/^[A-Za-z_]\w*$/.test(each.property) || !resource.key.some((own) => own.property === each.property))) return undefined
  let index = 0
  return found.replaceAll(/\{[^{}]+\}/g, () => `\${${select('this', parts[index++]!.property)}}`)
}
