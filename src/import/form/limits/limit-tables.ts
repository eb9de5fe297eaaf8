// Reads tables of limits as names with values.

import { mapColumns, draftPlainText } from '../draft.ts'
import type { Said } from './limit-reading.ts'
import type { FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

/** A table of names and values; a table with a column for each of several kinds has a limit in each. */
export function readLimitTable({ headers, rows }: FormTable, words: Words): Said[] {
  const at = mapColumns(headers, ['id', 'limit', 'value', 'unit', 'each', 'meaning'], words)
  // A last column called "Limit" has the values.
  if (
    at.value === undefined &&
    at.limit !== undefined &&
    at.limit > 0 &&
    (at.limit === headers.length - 1 || rows.every(({ cells }) => /\d/.test(cells[at.limit!] ?? '')))
  )
    Object.assign(at, { value: at.limit, limit: undefined })
  // "body 64 KB": a cell with the name and the value needs no other column for its name.
  const isWhole =
    at.limit === undefined &&
    at.value !== undefined &&
    rows.every(({ cells }) => /\p{L}{4}/u.test(cells[at.value!]!) && /\d/.test(cells[at.value!]!))
  const name = isWhole ? -1 : (at.limit ?? headers.findIndex((_, index) => index !== at.id && index !== at.value))
  const isOwnLimit = (index: number): boolean =>
    index !== name &&
    index !== at.id &&
    (words.rateName.test(draftPlainText(headers[index] ?? '')) || words.bodySize.test(draftPlainText(headers[index] ?? '')))
  const others = headers.flatMap((_, index) => (isOwnLimit(index) ? [index] : []))
  const values =
    others.length > 1
      ? others
      : at.value !== undefined
        ? [at.value]
        : headers.flatMap((_, index) =>
            index !== name && index !== at.id && index !== at.meaning && index !== at.unit && index !== at.each ? [index] : [],
          )
  const all = rows.flatMap(({ cells, statement }) =>
    values.map((column) => ({
      name: joinCells(cells, name, words.perWord, at.each, words).replaceAll(codeName, splitName),
      value: joinCells(cells, column, '', at.unit, words),
      kind: values.length > 1 || words.rateName.test(draftPlainText(headers[column] ?? '')) ? draftPlainText(headers[column] ?? '') : '',
      isMost: words.mostHeader.test(headers[column] ?? ''),
      statement,
    })),
  )
  return all.flatMap((said) => splitRates(said, words))
}

/** "live / test key | 50 a second / 5 a second": a rate for each of the names. */
function splitRates(said: Said, { rate }: Words): Said[] {
  const [names, values] = [said.name, said.value].map((each) => each.split(/\s+\/\s+/))
  return values!.length > 1 && names!.length === values!.length && values!.every((each) => rate.test(each))
    ? values!.map((value, index) => ({ ...said, name: names![index]!, value }))
    : [said]
}

/** `BODY_MAX`, `pageSize`: the words of a name from code. */
export function splitName(name: string): string {
  return name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
}

const codeName = /(?<![\p{L}\d_])[\p{L}\d]+(?:_[\p{L}\d]+)+(?![\p{L}\d_])/gu

/** A cell, completed by the column beside it. */
function joinCells(cells: readonly string[], at: number, between: string, beside: number | undefined, { marks }: Words): string {
  const [text, more] = [draftPlainText(cells[at] ?? ''), beside === undefined || beside === at ? '' : draftPlainText(cells[beside] ?? '')]
  // "per actor" below "Scope" has the word itself.
  const joint = more.toLowerCase().startsWith(`${between.toLowerCase()} `) ? '' : between
  return text === '' || more === '' || marks.nothing.test(more) ? text : [text, joint, more].filter((each) => each !== '').join(' ')
}
