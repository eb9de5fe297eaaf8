// Reads part 4 of a form: methods, paths and callers, from tables, lists, headings and sentences.

import { spellInAscii, normaliseSpelling } from '../../names.ts'
import { type Caller, listClaimedRoles } from '../callers/access.ts'
import { readFormCallers } from '../callers/callers.ts'
import { type DraftRow, type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import type { Endpoint, Naming } from './endpoint.ts'
import { readGeneralRules } from '../callers/general-rules.ts'
import { type Legend, noCallerName, readLegend, withClaimedRoles } from '../callers/legend.ts'
import { anyRole, readInclusions, withIncluding } from '../callers/inclusions.ts'
import type { FormMachine } from '../states/machine.ts'
import { readNumberedCallers } from './numbered-callers.ts'
import { draftPages } from './pages.ts'
import { readPermissionMatrix } from '../callers/permission-matrix.ts'
import { requestId, readRequests } from '../requests.ts'
import { type FormResources, findCollection } from '../resource.ts'
import type { Form } from '../statement.ts'
import type { FormVerbs } from '../states/triggers.ts'
import type { Words } from '../words.ts'
import { readEndpointTexts, collectMainRequests } from './endpoint-texts.ts'

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
  const legend = withClaimedRoles(readLegend(form, known.words), listClaimedRoles(form, known.words))
  const naming: Naming = { legend, callers: readFormCallers(form, legend, known.words), words: known.words }
  const main = collectMainRequests(sections, naming)
  let group = ''
  const endpoints = sections.flatMap((section) => {
    if (readRequests(section.title).length === 0) group = /\(([^)]+)\)\s*$/.exec(section.title)?.[1] ?? ''
    return readEndpointTexts(section, group, main, naming)
  })
  endpoints.push(...openExceptions(form, endpoints, known.words))
  const table = openTable(draft, 'endpoints', 'endpoints', columns)
  const seen = new Map<string, Endpoint>()
  const general = readGeneralRules(
    form,
    naming,
    endpoints.some(({ who }) => who !== '' && !known.words.anyone.test(who)),
    endpoints.map(({ path }) => path),
  )
  const matrix = readPermissionMatrix(
    form,
    endpoints.map(({ path }) => path),
    naming,
  )
  const numbered = readNumberedCallers(form, endpoints, naming)
  // The condition of a listed role names those that include it.
  const listed = listClaimedRoles(form, known.words)
  const included = new Map(
    [...readInclusions(form, legend, listed, known.words)].filter(([role]) => (role === anyRole ? listed.size === 0 : !listed.has(role))),
  )
  const callers: Caller[] = []
  for (const each of endpoints) {
    const endpoint: Endpoint =
      each.who === ''
        ? { ...each, ...(matrix.permitFor(each) ?? numbered.permitFor(each) ?? findReferredCallers(each, endpoints, form, known.words)) }
        : each
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
    const does = findDeed(method, path, known)
    const usual = known.words.otherKey.test(statement.text) ? '' : (general.callersFor(method, path) ?? '')
    const who =
      endpoint.who === ''
        ? usual === ''
          ? (legend.get(noCallerName)?.name ?? '')
          : usual
        : usual !== '' && usual !== endpoint.who && naming.callers.isAlso(statement.text)
          ? [...new Set([...usual.split(', '), ...endpoint.who.split(', ')])].join(', ')
          : endpoint.who
    const status = endpoint.status === '' ? (general.status(does, `${method} ${path}`, endpoint.id) ?? '') : endpoint.status
    const isOpen = known.words.anyone.test(who)
    if (endpoint.note !== '' && endpoint.who !== '' && !isOpen)
      askQuestion(statement, known.words.ask.ownOnly(draftPlainText(endpoint.note).replace(/^\((.*)\)$/, '$1'), who))
    const allWho = isOpen || who === known.words.signedOnCaller ? who : withIncluding(who, included)
    callers.push({ endpoint: `${method} ${path}`, does: does ?? '', who: allWho, isOpen, note: endpoint.note, statement })
    if (does === undefined) askQuestion(statement, known.words.ask.does(`${method} ${path}`))
    table.rows.push({
      cells: {
        endpoint: `${method} ${path}`,
        does: does ?? 'not shown',
        takes: /^(?:create|update|replace) /.test(does ?? '') ? 'not shown' : '',
        answers: 'not shown',
        status,
        who: isOpen ? 'anyone' : '',
        '(who)': isOpen ? '' : allWho,
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
        const all = behind === undefined ? [] : readRequests(behind).filter((each) => !known.has(requestId(each)))
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
function findReferredCallers(
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

/** The action of the method on the path's resource; undefined if it is not clear. */
function findDeed(method: string, path: string, { resources, machines, verbs }: KnownNames): string | undefined {
  const segments = path.split('/').filter((each) => each !== '')
  const [collection, parameter, verb] = segments
  const resource = collection === undefined ? undefined : findCollection(resources, collection)
  if (resource === undefined || resource.isShape || normaliseSpelling(collection!) === normaliseSpelling(resource.name)) return undefined
  if (segments.length === 1) return method === 'GET' ? `list ${resource.name}` : method === 'POST' ? `create ${resource.name}` : undefined
  if (parameter !== `{${resource.key}}`) return undefined
  if (segments.length === 2) {
    const words: { readonly [method: string]: string } = { GET: 'read', PATCH: 'update', PUT: 'replace', DELETE: 'delete' }
    return words[method] === undefined ? undefined : `${words[method]} ${resource.name}`
  }
  const name = spellInAscii(verb!)
  const isTransition =
    method === 'POST' &&
    segments.length === 3 &&
    verbs.verbsOf(resource).some((each) => each.verb === name) &&
    machines.some((each) => each.resource === resource && each.names.has(name))
  return isTransition ? `${resource.name}.${name}` : undefined
}
