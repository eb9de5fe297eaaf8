// Reads the endpoints of a section of part 4, from its lists, headings and sentences, with what the texts beside them add.

import { isOpenToAll } from '../callers/caller-clauses.ts'
import { askQuestion, draftPlainText, takeLine } from '../draft.ts'
import {
  type Endpoint,
  type Naming,
  callSubject,
  groupCallers,
  openGroup,
  ownCallers,
  readStatus,
  readTrailing,
  readWhoWithNote,
  withDetail,
  withoutAnswer,
} from './endpoint.ts'
import { readEndpointTable } from './endpoint-tables.ts'
import { requestId, readRequests } from '../requests.ts'
import { withoutCaption } from '../resource.ts'
import type { FormSection, FormTable, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** `main`: requests with their own line. A request in a sentence becomes an endpoint only if `main` lacks it. */
export function readEndpointTexts(section: FormSection, group: string, main: ReadonlySet<string>, naming: Naming): Endpoint[] {
  const { legend, words } = naming
  const endpoints: Endpoint[] = []
  // The endpoints in the text before; the following text in the same place may describe them further.
  let current:
    | { readonly all: Endpoint[]; readonly paragraph: number; readonly depth: number; readonly label: string; readonly isWhole: boolean }
    | undefined
  const requests = section.blocks.filter(
    (block) => block.kind === 'text' && block.statement.kind !== 'sample' && readRequests(block.statement.text).length > 0,
  )
  for (const block of section.blocks) {
    if (block.kind === 'table') {
      endpoints.push(...readEndpointTable(block, group, findTitleAbove(section, block) ?? section.title, naming))
      continue
    }
    const { statement, label, paragraph, depth } = block
    if (statement.kind === 'sample') continue
    const all = readRequests(statement.text)
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
    const grouped = named === undefined && isLabel ? groupCallers(label, [...paths, ...listPathsBelow(section, label)], naming) : undefined
    if (grouped !== undefined) takeLabel(section, label)
    const own = named ?? grouped ?? groupCallers(section.title, [...paths, ...listPathsBelow(section)], naming)
    // "Then there are the actions, all 200:" above a list.
    const each = [
      words.eachStatus.exec(plain)?.[1],
      readStatus(statement.text, words),
      isLabel ? readLabelStatus(label, words) : undefined,
    ].find((status) => status !== undefined)
    current = { all: [], paragraph, depth, label, isWhole: requests.length === 1 }
    const subjects =
      all.length < 2
        ? []
        : (readBesideEach(statement.text, all.length, naming) ??
          (statement.kind === 'sentence' ? readSubjects(statement.text, all.length, naming) : []))
    const statuses = readStatusOfEach(statement.text, all.length, words)
    for (const [index, { method, path, status: said }] of all.entries()) {
      const status = statuses?.[index] ?? (said === '' ? (each ?? '') : said)
      const who = subjects[index] ?? own ?? (writes === undefined ? openGroup(labelled, words) : method === 'GET' ? '' : writes)
      current.all.push({
        method,
        path,
        status,
        ...readWhoWithNote(who, plain, legend, words),
        meaning: all.length === 1 ? readTrailing(plain) : '',
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

/** "**Officer only**": a line in bold, or before a colon, directly above a table. */
function findTitleAbove({ blocks }: FormSection, table: FormTable): string | undefined {
  const before = blocks[blocks.indexOf(table) - 1]
  const text = before?.kind === 'text' && before.statement.kind === 'sentence' ? before.statement.text.trim() : ''
  const [, bold, led] = /^\*\*([^*]+)\*\*:?$|^([^.;!?]{3,60}):$/.exec(text) ?? []
  const title = bold ?? (led !== undefined && led.split(' ').length < 6 ? led : undefined)
  return title === undefined ? undefined : withoutCaption(title)
}

/** The paths of a section, or of the items below a label. */
function listPathsBelow({ blocks }: FormSection, label?: string): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'text' && block.statement.kind !== 'sample' && (label === undefined || block.label === label)
      ? readRequests(block.statement.text).map(({ path }) => path)
      : [],
  )
}

/** The status of all endpoints below a line. */
function readLabelStatus(label: string, words: Words): string | undefined {
  const plain = draftPlainText(label).replaceAll('`', '')
  // A label with several statuses makes general statements about kinds of requests.
  return readRequests(label).length > 0 || new Set(plain.match(/\b[1-3]0\d\b/g)).size !== 1 ? undefined : words.eachStatus.exec(plain)?.[1]
}

/** A list item such as `201 the item`. */
const answerItem = /^[*_`]*[1-5]\d\d\b/

/** The line before a list with the callers of its endpoints. */
function takeLabel({ blocks }: FormSection, label: string): void {
  for (const block of blocks)
    if (block.kind === 'text' && block.statement.text === label && readRequests(label).length === 0) takeLine(block.statement)
}

export function collectMainRequests(sections: readonly FormSection[], naming: Naming): Set<string> {
  const texts = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table'
        ? block.rows.map(({ statement }) => statement.text)
        : block.statement.kind !== 'sample' && isEndpointText(block.statement, readRequests(block.statement.text).length, naming)
          ? [block.statement.text]
          : [],
    ),
  )
  return new Set(texts.flatMap((text) => readRequests(text).map(requestId)))
}

/** "POST /a (201) and PATCH /a (200)": the status behind each request; undefined unless several have one. */
function readStatusOfEach(text: string, count: number, words: Words): readonly string[] | undefined {
  const [, ...pieces] = text.split(/`?\b(?:GET|POST|PUT|PATCH|DELETE)\b(?=[`*]* +[`*]*\/)/)
  const found = pieces.map((piece) => readStatus(piece.replace(/^\s*\/[^\s`,;]*`?/, ''), words) ?? '')
  return pieces.length === count && found.filter((each) => each !== '').length > 1 ? found : undefined
}

/** "`GET /a` (clerk), `GET /b` and `POST /b` (manager)": the callers after each request, or after the last of several that are joined. */
function readBesideEach(text: string, count: number, { callers, words }: Naming): readonly string[] | undefined {
  const [, ...pieces] = text.split(/`?\b(?:GET|POST|PUT|PATCH|DELETE)\b/)
  const behind = pieces.map((piece) => piece.replace(/^\s*\/[^\s`,;]*`?/, ''))
  const joined = new RegExp(`^\\s*(?:,|,?\\s*(?:${words.joins})|/)?\\s*$`, 'i')
  const own = behind.map((piece) => callers.callersIn(piece) ?? (isOpenToAll(piece, words) ? words.openCaller : undefined))
  const found = own.map((each, index) => {
    if (each !== undefined) return each
    const last = behind.findIndex((piece, at) => at >= index && !joined.test(piece))
    return last < 0 ? undefined : own[last]
  })
  return pieces.length === count && found.every((each) => each !== undefined) ? found : undefined
}

/**
 * "The office lists them with GET …, and each logged-in user may read one with GET …": the callers of each request, if the clauses name
 * them.
 */
function readSubjects(text: string, count: number, { callers, words }: Naming): (string | undefined)[] {
  // "Members and the desk list …" is one clause.
  const clauses = text
    .split(words.requestClause)
    .reduce<string[]>(
      (all, piece) =>
        all.length > 0 && readRequests(all.at(-1)!).length === 0
          ? [...all.slice(0, -1), `${all.at(-1)!} ${words.andWord} ${piece.trim()}`]
          : [...all, piece.trim()],
      [],
    )
  // A clause with an unknown subject of its own has not the callers of the previous one.
  const hasSubject = new RegExp(`^(?:${words.articles}|${words.ownArticle})\\s+[\\p{L}-]+\\s+(?!(?:${words.wayWord})\\b)\\p{Ll}`, 'iu')
  const found = clauses.flatMap((clause, index) =>
    readRequests(clause).map(() => callers.callersIn(clause) ?? (index > 0 && hasSubject.test(clause) ? '' : undefined)),
  )
  if (found.length !== count || clauses.length < 2) return []
  return found.map((each, index) => each ?? found.slice(0, index).findLast((before) => before !== undefined))
}

/** A sentence may name an endpoint only in passing. */
function isEndpointText({ kind, text }: Statement, count: number, { callers, words }: Naming): boolean {
  // "admin everywhere except `POST /readings`"
  if (kind === 'sentence' && words.exceptLead.test(text.split(/`?\b(?:GET|POST|PUT|PATCH|DELETE) \//)[0]!)) return false
  if (kind !== 'sentence' || count > 1 || /^[^.]{0,60}$/.test(text) || /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(text)) return true
  return (
    callers.callersIn(text) !== undefined ||
    isOpenToAll(text, words) ||
    (callSubject(draftPlainText(text), words) !== undefined && (text.includes('`') || callers.isEmpty))
  )
}
