// Finds the columns of a table of fields, by their headers, otherwise by the content of their cells.

import { type Columns, mapColumns, draftPlainText } from '../draft.ts'
import { saysFact } from './prose-fields.ts'
import { isKind } from '../kinds/kind-tests.ts'
import type { FormTable } from '../statement.ts'
import type { Words } from '../words.ts'
import { readCardinality } from './written-field.ts'

const wanted = [
  'id',
  'field',
  'type',
  'must',
  'default',
  'setter',
  'flags',
  'optional',
  'readonly',
  'range',
  'rules',
  'unique',
  'editable',
  'fixed',
  'least',
  'most',
  'meaning',
] as const

/** `examples`: columns with example values. */
export type FieldColumns = Columns & {
  readonly examples?: readonly number[]
  /** Columns without a header, such as those whose marks the form explains. */
  readonly explained?: readonly number[]
  /** The column of presence has only marks and empty cells, so that an empty cell means the opposite. */
  readonly isTicked?: boolean
  /** The header of the column of presence says that a value is never null, so that an empty cell allows it. */
  readonly isNotNull?: boolean
  /** A column with cardinalities beside that of presence. */
  readonly cardinality?: number
}

function isExampleHeader(header: string, { exampleHeader }: Words): boolean {
  return exampleHeader.test(draftPlainText(header).trim())
}

/** In a table of two columns without headers, the second describes the field. */
export function findFieldColumns({ headers, rows }: FormTable, words: Words): FieldColumns {
  if (headers.length === 2 && headers.every((each) => each.trim() === '')) return { field: 0, meaning: 1 }
  const examples = headers.flatMap((header, index) => (isExampleHeader(header, words) ? [index] : []))
  const found = findColumnsByCells(
    withPresenceApart(
      withRulesApart(mapColumns(headers, wanted, words), headers, words),
      rows.map(({ cells }) => cells),
      words,
    ),
    headers,
    rows.map(({ cells }) => cells),
    words,
  )
  const musts = rows.map(({ cells }) => draftPlainText(found.must === undefined ? '' : (cells[found.must] ?? '')).trim())
  const isTicked = musts.some((cell) => words.marks.yes.test(cell)) && musts.every((cell) => cell === '' || words.marks.yes.test(cell))
  const cardinality = headers.findIndex((_, index) => {
    const cells = rows.map(({ cells: all }) => draftPlainText(all[index] ?? '').trim()).filter((cell) => !words.marks.nothing.test(cell))
    const isOther = index === found.must || index === found.id || index === found.field || index === found.default || index === found.range
    return !isOther && cells.some((cell) => /\.\./.test(cell)) && cells.every((cell) => readCardinality(cell) !== undefined)
  })
  const isNotNull = isTicked && words.notNull.test(draftPlainText(headers[found.must!] ?? '').trim())
  const explained = headers.flatMap((header, index) => (header === '' ? [index] : []))
  return { ...found, examples, explained, isTicked, isNotNull, ...(cardinality < 0 ? {} : { cardinality }) }
}

/** "Constraint / initial value": a column for both, whose cells say which of them they are, is one of rules. */
function withRulesApart(found: Columns, headers: readonly string[], words: Words): Columns {
  const { default: fallback, ...others } = found
  const pieces = fallback === undefined ? [] : headers[fallback]!.split(/\s*(?:[/,&+;]|\band\b|\bor\b|\bund\b|\boder\b)\s*/i)
  const isMixed =
    pieces.length > 1 && pieces.some((piece) => piece.trim() !== '' && mapColumns([piece], ['rules', 'range', 'type'], words).rules === 0)
  return !isMixed ? found : others.rules === undefined ? { ...others, rules: fallback! } : others
}

/** "On create | must", "we set it": a column for defaults whose cells all say who gives the value is one of presence. */
function withPresenceApart(found: Columns, rows: readonly (readonly string[])[], words: Words): Columns {
  const { default: fallback, ...others } = found
  if (fallback === undefined || found.must !== undefined || found.optional !== undefined) return found
  const cells = rows.map((row) => draftPlainText(row[fallback] ?? '').replaceAll('`', '')).filter((cell) => !words.marks.nothing.test(cell))
  const isPresence = (cell: string): boolean => words.marks.yes.test(cell) || words.marks.no.test(cell) || words.service.test(cell)
  const isPlain = cells.every((cell) => words.marks.bare.test(cell))
  return cells.length * 2 > rows.length && !isPlain && cells.every(isPresence) ? { ...others, must: fallback } : found
}

/** The columns without a known header: the kinds of values, then presence, and the names before them. */
function findColumnsByCells(named: Columns, headers: readonly string[], rows: readonly (readonly string[])[], words: Words): Columns {
  const found: { -readonly [name in keyof Columns]: Columns[name] } = { ...named }
  const isFree = (index: number): boolean =>
    !Object.entries(found).some(([name, column]) => column === index && name !== 'meaning' && name !== 'rules' && name !== 'setter')
  const isMostly = (index: number, fits: (cell: string) => boolean, share: number): boolean => {
    const cells = rows.map((cells) => draftPlainText(cells[index] ?? '')).filter((cell) => !words.marks.nothing.test(cell))
    return cells.length > 0 && cells.length * 2 > rows.length && cells.filter(fits).length >= cells.length * share
  }
  const columns = headers.map((_, index) => index)
  const isName = (cell: string): boolean =>
    /^[*_`]*[\p{L}_][\p{L}\d_'’.-]*(?: [\p{L}\d_'’-]+){0,4}[*_`]*(?:\s*\([^()]*\)|\s*[?*🔒])*$/u.test(cell)
  const isMark = (cell: string): boolean => words.marks.yes.test(cell) || words.marks.no.test(cell)
  // Below a header with other words, `yes` may mean anything.
  const isNamedMark = (index: number): boolean =>
    !/\p{L}{3}/u.test(headers[index]!) ||
    rows.some((cells) => isMark(draftPlainText(cells[index] ?? '')) && !words.marks.bare.test(draftPlainText(cells[index] ?? '')))
  const take = (name: keyof Columns, index: number | undefined): void => {
    if (index === undefined) return
    for (const other of ['meaning', 'rules', 'setter'] as const) if (found[other] === index) delete found[other]
    found[name] = index
  }
  const coded = findCodedNames(headers, rows)
  if (coded !== undefined && coded !== found.field) {
    for (const [name, column] of Object.entries(found)) if (column === coded) delete found[name as keyof Columns]
    found.field = coded
  }
  const isPresence = (cell: string): boolean =>
    isMark(cell) ||
    words.isMark(cell) ||
    words.marks.conditional.test(cell) ||
    words.service.test(cell) ||
    readCardinality(cell) !== undefined ||
    /^\W*\p{L}{1,2}\W*$/u.test(cell)
  const musts =
    found.must === undefined
      ? []
      : rows.map((cells) => draftPlainText(cells[found.must!] ?? '')).filter((cell) => !words.marks.nothing.test(cell))
  if (musts.length > 0 && musts.filter(isPresence).length * 2 < musts.length) delete found.must
  // A column such as *Key* with `UNI`, `PRI` and `FK`.
  if (found.flags === undefined)
    take(
      'flags',
      columns.find(
        (index) =>
          isFree(index) &&
          rows.some((cells) => keyWords.test((cells[index] ?? '').trim())) &&
          rows.every((cells) => (cells[index] ?? '').trim() === '' || keyWords.test(cells[index]!.trim())),
      ),
    )
  // A column that only has marks which the form explains.
  const isDeclared = (cell: string): boolean => cell.split(/[\s,/]+/).every((each) => words.isMark(each.replaceAll('`', '')))
  if (found.flags === undefined && found.must === undefined)
    take(
      'flags',
      columns.find((index) => {
        const cells = rows.map((cells) => draftPlainText(cells[index] ?? '').trim()).filter((cell) => cell !== '')
        // One mark in each cell may be about presence only.
        const isSigns = cells.some((cell) => /\S\s+\S/.test(cell)) || words.signHeader.test(draftPlainText(headers[index]!).trim())
        return index !== found.field && isFree(index) && isSigns && cells.length * 2 > rows.length && cells.every(isDeclared)
      }),
    )
  // Names such as `email` and `phone` are kinds, too.
  const kinds =
    found.type !== undefined
      ? []
      : columns.filter((index) => index !== found.field && isFree(index) && isMostly(index, (cell) => isKind(cell, words), 0.6))
  if (found.type === undefined) take('type', kinds.find((index) => index > 0) ?? kinds[0])
  // A column that describes the fields, if no column has only their kinds.
  const described =
    found.type !== undefined || found.rules !== undefined
      ? undefined
      : columns.find(
          (index) =>
            index > 0 &&
            index !== found.field &&
            !isExampleHeader(headers[index]!, words) &&
            isMostly(index, (cell) => isKind(cell, words) || saysFact(cell, words), 0.6),
        )
  if (described !== undefined && described !== found.meaning) {
    take('meaning', described)
    if (found.field === undefined)
      take(
        'field',
        columns.find((index) => index !== found.id && index < described && isMostly(index, isName, 0.9)),
      )
  }
  if (found.type !== undefined && found.must === undefined && found.optional === undefined)
    take(
      'must',
      columns.find((index) => index !== found.field && isFree(index) && isNamedMark(index) && isMostly(index, isMark, 0.6)),
    )
  if (found.field === undefined && found.type !== undefined)
    take(
      'field',
      columns.find((index) => index !== found.id && isFree(index) && isMostly(index, isName, 0.9)),
    )
  return found
}

/** The only column that has a different name in code in each row, beside one with labels: the name in the service. */
function findCodedNames(headers: readonly string[], rows: readonly (readonly string[])[]): number | undefined {
  const found = headers.flatMap((_, index) => {
    const cells = rows.map((cells) => (cells[index] ?? '').trim())
    const isName = cells.every((cell) => /^[*_]{0,2}`[A-Za-z_]\w*`[*_]{0,2}$/.test(cell))
    return isName && new Set(cells).size === cells.length ? [index] : []
  })
  return rows.length > 1 && found.length === 1 ? found[0] : undefined
}

const keyWords = /^(?:(?:UNI|UNIQUE|UQ|UK|PRI|PK|MUL|FK|IX|IDX)(?:\s*[,/]\s*(?=\w)|$))+$/

export function isFieldTable(table: FormTable, words: Words): boolean {
  const columns = findFieldColumns(table, words)
  return (
    (columns.field === 0 ||
      (columns.field === 1 && columns.id === 0) ||
      (columns.field !== undefined && (columns.type !== undefined || columns.must !== undefined))) &&
    (columns.type !== undefined || columns.rules !== undefined || columns.meaning !== undefined) &&
    table.headers.length > 1
  )
}
