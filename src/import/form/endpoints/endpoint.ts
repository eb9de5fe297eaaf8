// Reads a form's statements about one endpoint: its callers, and the status of its answer.

import { isScopes } from '../callers/access.ts'
import { type Legend, noCallerSign } from '../callers/legend.ts'
import { isOpenToAll } from '../callers/caller-clauses.ts'
import { type FormCallers } from '../callers/callers.ts'
import { groupName } from '../callers/caller-names.ts'
import { askQuestion, matchColumn, draftPlainText, takeLine } from '../draft.ts'
import { normaliseSpelling, singularize } from '../../names.ts'
import { readRequests } from '../requests.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export type Endpoint = {
  readonly method: string
  readonly path: string
  readonly who: string
  readonly note: string
  readonly status: string
  readonly meaning: string
  /** The callers are those of its group, so that other groups may have the same endpoint. */
  readonly isGrouped?: boolean
  /** The name of its line, such as `E12`. */
  readonly id?: string
  readonly statement: Statement
}

export type Naming = { readonly legend: Legend; readonly callers: FormCallers; readonly words: Words }

/** The names of the permitted callers, and the text beside them. */
export function readWho(text: string, legend: Legend, words: Words): { readonly who: string; readonly note: string } {
  // "– (open)": the sign for no caller, with its meaning.
  const plain = draftPlainText(text)
    .replaceAll('`', '')
    .replace(/^[-–—]\s*\(([^()]+)\)$/, '$1')
  if (words.marks.nothing.test(plain)) return { who: '', note: '' }
  const everybody = /^[^\p{L}\d\s]$/u.test(plain) ? legend.get(plain)?.name : undefined
  if (everybody !== undefined) return { who: everybody, note: '' }
  // "`all` = any valid token"
  const explained = words.anyone.test(plain) ? legend.get(plain)?.name : undefined
  if (explained !== undefined) return { who: explained, note: '' }
  if (words.anyone.test(plain)) return { who: plain, note: '' }
  const all = words.allOfCount.test(plain)
    ? [...new Set([...legend].flatMap(([mark, { name }]) => (/^\p{Lu}/u.test(mark) ? [name] : [])))]
    : []
  // "all four": of a legend with so many names, these; otherwise every caller.
  if (words.allOfCount.test(plain))
    return {
      who: all.length === Number(words.counts[words.allOfCount.exec(plain)![1]!.toLowerCase()]) ? all.join(', ') : words.signedOnCaller,
      note: '',
    }
  if (words.signedOn.test(plain)) return { who: words.signedOnCaller, note: '' }
  const [, open, rest] = /^([^,;(:]+)[,;(:]\s*(.+?)\)?$/.exec(plain) ?? []
  if (
    open !== undefined &&
    rest !== undefined &&
    words.anyone.test(open.trim()) &&
    (words.open.test(rest) || !words.signedOnWord.test(rest))
  )
    return { who: open.trim(), note: words.open.test(rest) ? '' : rest }
  const notes = Array.from(plain.matchAll(/\(([^)]*)\)/g), ([, note]) => note!)
  const who = plain
    .replaceAll(/\s*\([^)]*\)/g, '')
    .replace(/\b(?:[A-Z]{1,5}|[a-z]{1,4})\b/g, (letter) => {
      const role = legend.get(letter)
      if (role !== undefined && role.note !== '') notes.push(role.note)
      return role?.name ?? letter
    })
    .replace(new RegExp(`^${words.onlyWord}\\s+|\\s+${words.onlyWord}$`, 'i'), '')
  return { who, note: notes.join('; ') }
}

/** The callers in a text, with the restriction of their records. */
export function readWhoWithNote(who: string, text: string, legend: Legend, words: Words): { readonly who: string; readonly note: string } {
  const said = readWho(who, legend, words)
  return said.note !== '' || said.who === '' ? said : { ...said, note: words.ownOnly.exec(text.replaceAll(/`[^`]*`/g, ''))?.[0] ?? '' }
}

export function readStatus(text: string, words: Words): string | undefined {
  const plain = draftPlainText(text).replaceAll('`', '')
  return (
    words.answerStatus.exec(plain)?.[1] ??
    /(?:^|[,;–—([\]{]|\.\s|\s-)\s*(20[0-8]|30[1-8])(?=\s*(?:$|[.,;:)(–—+\]}]|(?:Created|OK|Accepted|No Content|on success)\b))/.exec(
      plain,
    )?.[1]
  )
}

/** The answer to "is it open" for a group's label: a public group may still require a key; one without sign-on requires none. */
export function openGroup(label: string, words: Words): string {
  return words.open.test(label) ? words.openCaller : label.replace(words.publicGroup, (found) => `${found} ${words.callers}`)
}

export function callSubject(text: string, words: Words): string | undefined {
  return words.callSentences.map((pattern) => pattern.exec(text)?.[1]).find((each) => each !== undefined)
}

/** The callers in the text of the endpoint itself. */
export function ownCallers({ kind, text }: Statement, { legend, callers, words }: Naming): string | undefined {
  const plain = draftPlainText(text)
  // A sign before the path names the callers.
  const sign = legend.get(/^\p{Extended_Pictographic}\u{FE0F}?/u.exec(text)?.[0] ?? '')?.name
  if (sign !== undefined && isOpenToAll(sign, words)) return words.openCaller
  const outside = callers.callersIn(
    text.replaceAll(/\([^()]*\)/g, ''),
    readRequests(text).map(({ path }) => path),
  )
  const beside = readCallersBeside(text, legend, words, outside === undefined)
  if (beside !== undefined) return beside
  // "GET /tools — catalogue — public — 200": a piece of its own.
  const pieces = plain.split(/\s[–—-]\s/).slice(1)
  if (pieces.some((piece) => words.anyone.test(piece.replaceAll(/[`.]/g, '').trim()))) return words.openCaller
  // "GET /tools – - – 200": the sign for no caller.
  if (legend.has(noCallerSign) && pieces.some((piece) => /^[-–—]$/.test(piece.replaceAll('`', '').trim()))) return words.openCaller
  if (words.open.test(plain.replaceAll(/`[^`]*`/g, ''))) return words.openCaller
  const named = callers.callersIn(
    text,
    readRequests(text).map(({ path }) => path),
  )
  if (named !== undefined) return named
  if (isOpenToAll(readTrailing(plain), words) || isOpenToAll(plain, words)) return words.openCaller
  const inParentheses =
    /(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*\s*\(((?!\d)[\w:.]+(?:(?:, | or | and |\/)(?!\d)[\w:.]+)*)(?: only)?\)/.exec(text)?.[1] ??
    /\(((?!\d)[\w:.]+(?: or [\w:.]+)*)(?: only)?\)\.?$/.exec(text)?.[1]
  const said = [
    inParentheses,
    words.said.exec(text.replace(/`[^`]*`/, ''))?.[1],
    kind === 'sentence' ? callSubject(plain, words) : undefined,
    readOnlyClause(text, words),
  ].filter((each) => each !== undefined)
  // A letter that no legend explains is no name.
  if (callers.isEmpty)
    return said
      .find((each) => !/^[A-Z]$/.test(each))
      ?.split(words.conjunction)
      .join(', ')
  return said.find(
    (each) => isScopes(each) || each.split(words.conjunction).every((name) => callers.isKnown(name.replace(words.article, ''))),
  )
}

/** "What learners can do:", "For clerks": the callers of all endpoints of a group. */
export function groupCallers(label: string, paths: readonly string[], { callers, words }: Naming): string | undefined {
  if (readRequests(label).length > 0 || label.length > 120) return undefined
  // "Dogs (owner):" names the callers beside the things.
  const inside = Array.from(label.matchAll(/\(([^()]+)\)/g), ([, each]) => each!).find((each) =>
    each.split(words.conjunction).every((name) => callers.isKnown(name.replace(words.article, '').replace(words.callerFrame, '').trim())),
  )
  if (inside !== undefined) return callers.callersIn(inside)
  const named = groupName(label, words)
  // The label of a group may be the subject of its endpoints.
  const isSubject = (test: (path: string) => boolean): boolean => (callers.isKnown(named) ? paths.every(test) : paths.some(test))
  if (isSubject((path) => singularize(normaliseSpelling(path.split('/')[1] ?? '')) === singularize(normaliseSpelling(named))))
    return undefined
  if (words.open.test(label) || (words.publicGroup.test(named) && isOpenToAll(label, words))) return words.openCaller
  if (words.anyone.test(named.replace(words.article, '')) && !words.publicGroup.test(named)) return words.openCaller
  const names = named.split(words.conjunction).map((each) => each.replace(words.article, ''))
  return (
    callers.callersIn(label, paths) ?? (named !== '' && names.every((each) => callers.isKnown(each)) ? callers.callersIn(named) : undefined)
  )
}

/** "(H, O)" after a path: abbreviations of callers, or words for everybody. */
export function readCallersBeside(text: string, legend: Legend, words: Words, mayBeAnyone = true): string | undefined {
  for (const [, round, square] of text.matchAll(/\(([^()]+)\)|\[([^[\]]+)\]/g)) {
    const inside = round ?? square
    if (`(${inside!})`.replaceAll(words.allOfThem, '') === '') continue
    if ((mayBeAnyone && words.anyone.test(inside!)) || inside!.split(words.conjunction).every((each) => legend.has(each))) return inside
  }
  return undefined
}

export function readOnlyClause(text: string, words: Words): string | undefined {
  const match = words.only.exec(text.replaceAll(/`[^`]*`|(?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s,]*,?/g, ''))
  return match?.[1] ?? match?.[2]
}

export function readTrailing(text: string): string {
  return text
    .replace(/^[^/]*\/\S*`?\s*/, '')
    .replace(/^(?:→|->|[-–—:])\s*/, '')
    .replace(/^\d{3}$/, '')
    .trim()
}

/** `Who: clerk` and `Success: 200`: a label that heads a column of tables, too. */
function readLabelled(text: string, words: Words): { readonly column: 'who' | 'status'; readonly value: string } | undefined {
  const [, label, value] = /^[*_`]*(\p{L}[\p{L} '’-]{1,24}?)[*_`]*\s*:[*_`]*\s+(\S.*?)\.?$/u.exec(text) ?? []
  const column = label === undefined ? undefined : matchColumn(label, ['who', 'status'], words)
  return column === undefined ? undefined : { column, value: value!.replaceAll('`', '') }
}

/** Adds the status or the callers from a text below the endpoints. */
export function withDetail(
  all: readonly Endpoint[],
  statement: Statement,
  endpoints: Endpoint[],
  { legend, callers, words }: Naming,
): Endpoint[] {
  const text = draftPlainText(statement.text)
  const labelled = readLabelled(text, words)
  const code =
    (labelled?.column === 'status' ? /\b[1-3]\d\d\b/.exec(labelled.value)?.[0] : undefined) ??
    readStatus(text, words) ??
    /^(2\d\d|30[1-8])\b/.exec(text.replaceAll('`', ''))?.[1]
  const plain = text.replaceAll('`', '')
  // Behind the label, as below the header of a column, every name is a caller.
  const named =
    labelled?.column === 'who' && /^\p{L}[\p{L}\d _,/|&-]{1,80}$/u.test(labelled.value)
      ? (callers.callersIn(labelled.value) ?? labelled.value)
      : undefined
  const said =
    named ??
    (text.length > 80 ? undefined : (words.said.exec(plain) ?? words.said.exec(plain.replaceAll(/\s*\([^()]*\)/g, '')))?.[1]?.trim())
  const isOpen = isOpenToAll(text, words) || (said !== undefined && words.noAuth.test(said))
  const also = words.alsoMay.exec(text)?.[1]
  const caller = isOpen
    ? words.openCaller
    : (said ?? callers.callersIn(text) ?? (text.length > 60 ? undefined : readOnlyClause(text, words)))
  const isKnown =
    caller !== undefined &&
    (isOpen || named !== undefined || callers.isEmpty || callers.callersIn(caller) !== undefined || isScopes(caller))
  const more = all.map((endpoint): Endpoint => {
    const status = endpoint.status === '' && code !== undefined ? code : endpoint.status
    if (also !== undefined && isKnown && endpoint.who !== '' && endpoint.who !== caller)
      return { ...endpoint, status, who: `${endpoint.who}, ${caller}` }
    // "Fosterers see their own. Who: coordinator, fosterer": the label comes before what a sentence says.
    if (
      isKnown &&
      (also === undefined || endpoint.who === '') &&
      (endpoint.who === '' || named !== undefined || (isOpen && endpoint.who !== words.openCaller))
    )
      return { ...endpoint, status, ...readWhoWithNote(caller, text, legend, words) }
    return { ...endpoint, status }
  })
  const isTaken = more.some((endpoint, index) => endpoint.status !== all[index]!.status || endpoint.who !== all[index]!.who)
  for (const [index, endpoint] of more.entries()) endpoints.splice(endpoints.indexOf(all[index]!), 1, endpoint)
  if (isTaken) {
    takeLine(statement)
    if (words.requirement.test(withoutAnswer(text, words).replace(caller ?? '', ''))) askQuestion(statement, words.ask.beside())
  }
  return more
}

/** The text without its status, which the row already has. */
export function withoutAnswer(text: string, { answerStatus }: Words): string {
  return text
    .replaceAll(/→\s*\d+/g, '')
    .replace(answerStatus, '')
    .replace(/(?<=[,–—-]\s*)[1-3]\d\d\b/, '')
}
