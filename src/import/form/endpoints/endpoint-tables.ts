// Reads tables of endpoints: with a row for each, a column for each method, or a column for each role.

import { type Columns, askQuestion, mapColumns, draftPlainText } from '../draft.ts'
import { isOpenToAll } from '../callers/caller-clauses.ts'
import { type Endpoint, type Naming, groupCallers, openGroup, readStatus, readWho } from './endpoint.ts'
import { findIdColumn } from '../id-columns.ts'
import { noCallerSign } from '../callers/legend.ts'
import { permitOf, findRoleColumns } from '../callers/permission-matrix.ts'
import { findCallerColumn } from '../callers/recurring-callers.ts'
import { readRequests } from '../requests.ts'
import type { FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

/** `title`: the heading above the table, which may name the callers of all its endpoints. */
export function readEndpointTable(table: FormTable, group: string, title: string, naming: Naming): Endpoint[] {
  const { words } = naming
  const byMethod = readMethodColumns(table, naming)
  if (byMethod !== undefined) return byMethod
  // A header that a legend explains, such as "AUTH = health authority", names a caller, also if the word is a usual header.
  const headers = table.headers.map((header) => (naming.legend.has(draftPlainText(header)) ? '' : header))
  const at = mapColumns(headers, ['endpoint', 'method', 'path', 'who', 'status', 'meaning', 'id'], words)
  const id = findIdColumn(table, words)
  if (id !== undefined && !Object.values(at).includes(id)) Object.assign(at, { id })
  const named = at.who === undefined ? findCallerColumn(table, words) : undefined
  if (named !== undefined && !Object.values(at).includes(named)) Object.assign(at, { who: named })
  else if (named !== undefined && named === at.meaning) {
    const { meaning: _, ...others } = at
    return readRows(table, { ...others, who: named }, group, title, naming)
  }
  return readRows(table, at, group, title, naming)
}

function readRows(table: FormTable, at: Columns, group: string, title: string, { legend, callers, words }: Naming): Endpoint[] {
  const columns = findRoleColumns(
    table,
    Object.values(at).filter((index) => index !== at.meaning),
    { legend, callers, words },
  ).filter(({ index }) => index !== at.who)
  const rows: Endpoint[] = []
  let above = ''
  for (const { cells: own, statement } of table.rows) {
    let cells = own
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : (cells[at[name]] ?? '').trim())
    const written = cell('endpoint') !== '' ? cell('endpoint') : `${cell('method')} ${cell('path')}`
    const all = readRequests(
      [
        written,
        inTwoCells(cells),
        at.method !== undefined && at.endpoint !== undefined ? `${cell('method')} ${cell('endpoint')}` : '',
        `${cell('endpoint')} ${cell('path')}`,
        ...cells,
      ].find((each) => readRequests(each).length > 0) ?? '',
    )
    const marked = permitOf(cells, columns, words)
    // "same as above" in the column of callers.
    if (at.who !== undefined && words.ditto.test(draftPlainText(cell('who'))))
      cells = [...cells.slice(0, at.who), above, ...cells.slice(at.who + 1)]
    else above = cell('who')
    const isOpen =
      words.marks.nothing.test(draftPlainText(cell('who'))) &&
      (cells.some((each) => words.open.test(each)) || (at.who !== undefined && legend.has(noCallerSign)))
    const isFree =
      isOpen ||
      (at.who !== undefined && words.noAuth.test(draftPlainText(cell('who')).replaceAll('`', '')) && !words.marks.nothing.test(cell('who')))
    // "all" below "Roles" means every role, not everybody.
    const isAllRoles =
      at.who !== undefined && words.roleHeader.test(table.headers[at.who] ?? '') && words.anyState.test(draftPlainText(cell('who')))
    const others = cells.filter((each) => readRequests(each).length === 0).join('. ')
    const inText =
      at.who === undefined && columns.length === 0
        ? (callers.callersIn(others) ?? (isOpenToAll(others, words) ? words.openCaller : undefined))
        : undefined
    const grouped =
      at.who === undefined && columns.length === 0 && inText === undefined
        ? groupCallers(
            title,
            all.map(({ path }) => path),
            { legend, callers, words },
          )
        : undefined
    const who = isFree
      ? words.openCaller
      : columns.length > 0
        ? marked.who
        : isAllRoles
          ? words.signedOnCaller
          : at.who === undefined
            ? (inText ?? grouped ?? openGroup(group, words))
            : withoutArticles(cell('who'), callers, words)
    const codes = Array.from(
      (at.status === undefined ? (readStatus(others, words) ?? '') : cell('status')).matchAll(/\b[1-5]\d\d\b/g),
      ([each]) => each,
    )
    const successes = codes.filter((each) => /^[123]/.test(each))
    const statuses = all.length === 1 && successes.length === 1 ? successes : codes
    // "P, M" beside two endpoints with two statuses: one caller each, or both for both?
    const isPaired =
      all.length > 1 &&
      at.who !== undefined &&
      statuses.length === all.length &&
      new Set(statuses).size > 1 &&
      who.split(words.conjunction).filter((each) => each.trim() !== '').length === all.length
    if (isPaired) askQuestion(statement, words.ask.asksFor(draftPlainText(cell('who'))))
    for (const [index, { method, path }] of all.entries()) {
      const status = statuses.length === all.length ? statuses[index]! : statuses.length === 1 ? statuses[0]! : ''
      rows.push({
        method,
        path,
        ...readWho(isPaired ? '' : who, legend, words),
        ...(columns.length > 0 && !isFree && marked.note !== '' ? { note: marked.note } : {}),
        status,
        ...(grouped === undefined ? {} : { isGrouped: true }),
        meaning: draftPlainText(
          cell('meaning') !== ''
            ? cell('meaning')
            : /\/|^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(cells[0] ?? '')
              ? ''
              : (cells[0] ?? ''),
        ),
        ...(cell('id') === '' ? {} : { id: draftPlainText(cell('id')).replaceAll('`', '') }),
        statement,
      })
    }
    if (all.length > 0 && statuses.length > 1 && statuses.length !== all.length) askQuestion(statement, words.ask.statusWhen(statuses))
    const more = cells
      .filter((_, index) => ![at.endpoint, at.method, at.path, at.who, at.status, at.meaning, at.id].includes(index))
      .join(' ')
    const notes = [cell('meaning'), more, /\((.*)\)/.exec(cell('who'))?.[1] ?? ''].filter(
      (each) => words.requirement.test(each.replace(/^[A-Z]{1,2}\d+/, '')) && !(all.length === 1 && each.trim() === rows.at(-1)!.status),
    )
    for (const note of notes) if (all.length > 0) askQuestion(statement, words.ask.asksFor(draftPlainText(note)))
  }
  return rows
}

/** "office, the customer": a known caller without its article. */
function withoutArticles(cell: string, callers: Naming['callers'], words: Words): string {
  const pieces = cell.split(/(\s*,\s*)/).map((piece) => {
    const name = piece.replace(words.article, '').trim()
    // "the owner of the boat"
    const [, bare, of] = new RegExp(`^(\\p{L}.*?) (${words.ofThing})$`, 'iu').exec(name) ?? []
    return callers.isKnown(name) ? name : bare !== undefined && callers.isKnown(bare) ? `${bare} (${of!})` : piece
  })
  return pieces.join('')
}

/** Joins a method in one cell with paths in another, in any columns. */
function inTwoCells(cells: readonly string[]): string {
  const plain = cells.map((cell) => cell.replaceAll(/[*`]/g, '').trim())
  const methods = plain.find((cell) => /^(?:(?:GET|POST|PUT|PATCH|DELETE)\s*(?:[,/|]|$)\s*)+$/.test(cell))
  const paths = plain.find((cell) => /^\/[\w{]|^\/$/.test(cell))?.split(/\s*(?:,|;|<br ?\/?>|\band\b)\s*(?=\/)/) ?? []
  // "/runs/{id}/start, /pause": the last segment stands for the verb.
  const [first = ''] = paths
  const whole = paths.map((path, index) =>
    index > 0 && /^\/[\w-]+$/.test(path) && /\}\/[\w-]+$/.test(first) ? first.replace(/\/[^/]*$/, path) : path,
  )
  return methods === undefined ? '' : whole.map((path) => `${methods} ${path}`).join('; ')
}

/** A column for each method, with the callers in its cells. */
function readMethodColumns({ headers, rows }: FormTable, { legend, words }: Naming): Endpoint[] | undefined {
  const at = headers.flatMap((header, index) =>
    /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)[*`]*$/.test(header.trim()) ? [{ method: header.replaceAll(/[*`\s]/g, ''), index }] : [],
  )
  if (at.length < 2) return undefined
  return rows.flatMap(({ cells, statement }) => {
    const path = cells.find((_, index) => !at.some((each) => each.index === index) && readRequests(`GET ${cells[index]}`).length === 1)
    return path === undefined
      ? []
      : at.flatMap(({ method, index }): Endpoint[] => {
          const who = draftPlainText(cells[index] ?? '')
            .replaceAll('`', '')
            .trim()
          if (words.marks.nothing.test(who) || words.marks.no.test(who)) return []
          const [request] = readRequests(`${method} ${path}`)
          return request === undefined
            ? []
            : [
                {
                  method,
                  path: request.path,
                  status: readStatus(who, words) ?? '',
                  ...readWho(words.marks.yes.test(who) ? '' : who, legend, words),
                  meaning: '',
                  statement,
                },
              ]
        })
  })
}
