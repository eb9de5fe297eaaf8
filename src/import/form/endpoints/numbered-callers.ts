// Reads what callers may do by the numbers of endpoints: "Members may request a loan (4, 6)", "| clerk | E1–E5 |".

import { singularize } from '../../names.ts'
import { isOpenToAll } from '../callers/caller-clauses.ts'
import { draftPlainText, takeLine } from '../draft.ts'
import { type Endpoint, type Naming, readWho } from './endpoint.ts'
import { readLineIds } from '../id-columns.ts'
import { requestId } from '../requests.ts'
import type { Form, Statement } from '../statement.ts'
import { isFormOf } from '../states/triggers.ts'
import type { Words } from '../words.ts'

export type NumberedCallers = { permitFor(endpoint: Endpoint): Pick<Endpoint, 'who' | 'note'> | undefined }

/** `refers`: the numbers with the words before them; `excepts`: the words of an exception. */
type Claim = { readonly who: string; readonly refers: readonly Reference[]; readonly excepts: string; readonly statement: Statement }

type Reference = { readonly before: string; readonly ids: ReadonlySet<string> }

export function readNumberedCallers(form: Form, endpoints: readonly Endpoint[], naming: Naming): NumberedCallers {
  const ids = numberEndpoints(form, endpoints)
  const claims = ids.size === 0 ? [] : listClaims(form, new Set(ids.values()), naming)
  const readings = claims.map((claim) => ({ claim, excepted: readExcepted(claim.excepts, endpoints, ids, naming.words) }))
  return {
    permitFor(endpoint) {
      const id = ids.get(requestId(endpoint))
      const found = readings.flatMap(({ claim, excepted }) => {
        const refer = id === undefined ? undefined : claim.refers.find((each) => each.ids.has(id))
        return refer === undefined || excepted?.has(id!) === true ? [] : [{ ...claim, refer, isOpen: excepted === undefined }]
      })
      // What an exception means is open, and so are the callers of all that it may mean.
      if (found.length === 0 || found.some(({ isOpen }) => isOpen)) return undefined
      for (const { statement } of found) takeLine(statement)
      const anyone = found.find(({ who }) => who === naming.words.openCaller)
      if (anyone !== undefined) return { who: anyone.who, note: '' }
      return {
        who: [...new Set(found.flatMap(({ who }) => who.split(', ')))].join(', '),
        note: found
          .filter(({ refer }) => naming.words.ownOnly.test(refer.before))
          .map(({ who, refer }) => `${who}: ${naming.words.ownOnly.exec(refer.before)![0].trim()}`)
          .join('; '),
      }
    },
  }
}

/** By request, the number of its line; empty unless most endpoints have one of their own. */
function numberEndpoints({ source }: Form, endpoints: readonly Endpoint[]): ReadonlyMap<string, string> {
  const lines = source.text.split(/\r\n|\n|\r/)
  const found = new Map<string, string>()
  for (const each of endpoints) {
    const number = /^\W{0,6}([A-Z]{0,3}-?\d{1,3})[*`]*[.):]/.exec(lines[each.statement.line - 1] ?? '')?.[1]
    const id = each.id ?? number
    if (id !== undefined) found.set(requestId(each), id.toLowerCase())
  }
  const isOwn = new Set(found.values()).size === found.size
  return isOwn && found.size > 2 && found.size * 10 >= new Set(endpoints.map(requestId)).size * 8 ? found : new Map()
}

function listClaims({ sections }: Form, known: ReadonlySet<string>, { callers, legend, words }: Naming): Claim[] {
  const nameCallers = (subject: string): string | undefined => {
    if (isOpenToAll(subject, words) || words.anyone.test(subject.trim())) return words.openCaller
    const named = callers.callersIn(subject)
    if (named !== undefined) return readWho(named, legend, words).who
    // What may call numbered endpoints is a caller.
    const plain = subject.trim().replace(words.article, '').toLowerCase()
    return /^\p{L}{3,}(?:[ -]\p{L}{3,})?$/u.test(plain) && !words.noCaller.test(plain) ? singularize(plain) : undefined
  }
  return sections
    .filter(({ part }) => part === 'authentication')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (block.kind === 'text') return block.statement.kind === 'sample' ? [] : readClaim(block.statement, known, nameCallers, words)
        return block.rows.flatMap(({ cells, statement }) => {
          const who = nameCallers(draftPlainText(cells[0] ?? '').replaceAll('`', ''))
          const refers = cells.slice(1).map((cell) => ({ before: '', ids: readAllIds(cell, known) }))
          const filled = refers.filter(({ ids }) => ids.size > 0)
          return who === undefined || filled.length !== 1 ? [] : [{ who, refers: filled, excepts: '', statement }]
        })
      }),
    )
}

/** A sentence or an item whose subject is a caller, and which refers to endpoints by number. */
function readClaim(
  statement: Statement,
  known: ReadonlySet<string>,
  nameCallers: (subject: string) => string | undefined,
  words: Words,
): Claim[] {
  const text = draftPlainText(statement.text.replaceAll(/[*`]/g, ''))
  const open = readOpenIds(text, known, words)
  if (open !== undefined) return [{ who: words.openCaller, refers: [{ before: '', ids: open }], excepts: '', statement }]
  const [, granted = text, excepts = ''] = words.except.exec(text) ?? []
  const [subject = ''] = granted.split(new RegExp(`\\b(?:${words.modals})\\b|\\s[–—-]\\s|:\\s|\\d`, 'i'))
  const who = nameCallers(subject)
  const refers: Reference[] = []
  let from = 0
  for (const { 0: list, index } of granted.matchAll(idList)) {
    const ids = readAllIds(list, known)
    const before = granted
      .slice(from, index)
      .split(/[,;](?!\s*$)/)
      .at(-1)!
    const isNegated = before.split(/[^\p{L}’'-]+/u).some((word) => words.negation.test(word))
    if (ids.size > 0 && !isNegated) refers.push({ before, ids })
    from = index + list.length
  }
  return who === undefined || refers.length === 0 ? [] : [{ who, refers, excepts, statement }]
}

const listed = String.raw`[A-Z]{0,3}-?\d{1,3}(?![\p{L}\d%])`

/** Numbers in parentheses, numbers with letters, and lists or ranges that no other word follows. */
const idList = new RegExp(
  String.raw`\((?:\p{L}+\.? )?${listed}(?:(?:\s*(?:[,&–-]|\.\.)\s*|\s+\p{L}{2,3}\s+){1,2}${listed})*\)|(?<![\p{L}\d./-])${listed}(?:(?:\s*(?:[,&–-]|\.\.)\s*|\s+\p{L}{2,3}\s+){1,2}${listed})*(?=\s*(?:[.,;]|$))`,
  'gu',
)

/** "D26 is open", "Number 25 needs no token": the numbers of endpoints without sign-on. */
function readOpenIds(text: string, known: ReadonlySet<string>, { openSentence }: Words): ReadonlySet<string> | undefined {
  const [, list = '', predicate = ''] =
    new RegExp(String.raw`^(?:\p{L}+\.? )?(${listed}(?:(?:\s*[,&–-]\s*|\s+\p{L}{2,3}\s+){1,2}${listed})*)\s+(\p{L}.*?)\.?$`, 'u').exec(
      text,
    ) ?? []
  const ids = readAllIds(list, known)
  return ids.size > 0 && openSentence.test(predicate) ? ids : undefined
}

/** The numbers in a text, if each of them is the number of an endpoint. */
function readAllIds(text: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const ids = readLineIds(text)
  return [...ids].every((id) => known.has(id)) ? ids : new Set()
}

/** The endpoints of an exception, by number or by verb; undefined if it names none. */
function readExcepted(
  text: string,
  endpoints: readonly Endpoint[],
  ids: ReadonlyMap<string, string>,
  words: Words,
): ReadonlySet<string> | undefined {
  if (text === '') return new Set()
  const numbers = [...readLineIds(text)]
  if (numbers.length > 0) return numbers.every((id) => [...ids.values()].includes(id)) ? new Set(numbers) : undefined
  const [clause = ''] = text.split(/[,;.]/)
  const named = clause.split(words.conjunction).map((verb) =>
    endpoints.filter(({ path }) => {
      const last = path.split('/').at(-1)!
      return !last.startsWith('{') && isFormOf(verb.trim(), last, words)
    }),
  )
  return named.every((found) => found.length === 1) ? new Set(named.flatMap(([found]) => ids.get(requestId(found!)) ?? [])) : undefined
}
