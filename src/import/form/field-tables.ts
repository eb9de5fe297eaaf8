// Reads tables of fields: the meaning of each column, and the statements of each row.

import { type Columns, columnsOf, draftPlainText, namesInText } from './draft.ts'
import { fieldHead } from './field-head.ts'
import type { Presence } from './presence.ts'
import { saysFact } from './prose-fields.ts'
import { choiceFirst, isKind, saysKind } from './spoken.ts'
import type { Member } from './remarked-samples.ts'
import type { FormTable } from './statement.ts'
import type { Words } from './words.ts'

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

/**
 * Finds the columns of fields by header, otherwise by the content of their cells. In a table of two columns without headers, the second
 * describes the field.
 */
/** `examples`: columns with example values. */
export type FieldColumns = Columns & {
  readonly examples?: readonly number[]
  /** The column of presence has only marks and empty cells, so that an empty cell means the opposite. */
  readonly isTicked?: boolean
  /** The header of the column of presence says that a value is never null, so that an empty cell allows it. */
  readonly isNotNull?: boolean
  /** A column with cardinalities beside that of presence. */
  readonly cardinality?: number
}

function exampleColumn(header: string, { exampleHeader }: Words): boolean {
  return exampleHeader.test(draftPlainText(header).trim())
}

export function fieldColumnsOf({ headers, rows }: FormTable, words: Words): FieldColumns {
  if (headers.length === 2 && headers.every((each) => each.trim() === '')) return { field: 0, meaning: 1 }
  const examples = headers.flatMap((header, index) => (exampleColumn(header, words) ? [index] : []))
  const found = columnsByCells(
    columnsOf(headers, wanted, words),
    headers,
    rows.map(({ cells }) => cells),
    words,
  )
  const musts = rows.map(({ cells }) => draftPlainText(found.must === undefined ? '' : (cells[found.must] ?? '')).trim())
  const isTicked = musts.some((cell) => words.marks.yes.test(cell)) && musts.every((cell) => cell === '' || words.marks.yes.test(cell))
  const cardinality = headers.findIndex((_, index) => {
    const cells = rows.map(({ cells: all }) => draftPlainText(all[index] ?? '').trim()).filter((cell) => !words.marks.nothing.test(cell))
    const isOther = index === found.must || index === found.id || index === found.field || index === found.default
    return !isOther && cells.some((cell) => /\.\./.test(cell)) && cells.every((cell) => cardinalityOf(cell) !== undefined)
  })
  const isNotNull = isTicked && words.notNull.test(draftPlainText(headers[found.must!] ?? '').trim())
  return { ...found, examples, isTicked, isNotNull, ...(cardinality < 0 ? {} : { cardinality }) }
}

/** The columns without a known header: the kinds of values, then presence, and the names before them. */
function columnsByCells(named: Columns, headers: readonly string[], rows: readonly (readonly string[])[], words: Words): Columns {
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
  const coded = codedNames(headers, rows)
  if (coded !== undefined && coded !== found.field) {
    for (const [name, column] of Object.entries(found)) if (column === coded) delete found[name as keyof Columns]
    found.field = coded
  }
  const isPresence = (cell: string): boolean =>
    isMark(cell) ||
    words.marks.conditional.test(cell) ||
    words.service.test(cell) ||
    cardinalityOf(cell) !== undefined ||
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
            !exampleColumn(headers[index]!, words) &&
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
function codedNames(headers: readonly string[], rows: readonly (readonly string[])[]): number | undefined {
  const found = headers.flatMap((_, index) => {
    const cells = rows.map((cells) => (cells[index] ?? '').trim())
    const isName = cells.every((cell) => /^[*_]{0,2}`[A-Za-z_]\w*`[*_]{0,2}$/.test(cell))
    return isName && new Set(cells).size === cells.length ? [index] : []
  })
  return rows.length > 1 && found.length === 1 ? found[0] : undefined
}

const keyWords = /^(?:(?:UNI|UNIQUE|UQ|UK|PRI|PK|MUL|FK|IX|IDX)(?:\s*[,/]\s*(?=\w)|$))+$/

export function isFieldTable(table: FormTable, words: Words): boolean {
  const columns = fieldColumnsOf(table, words)
  return (
    (columns.field === 0 ||
      (columns.field === 1 && columns.id === 0) ||
      (columns.field !== undefined && (columns.type !== undefined || columns.must !== undefined))) &&
    (columns.type !== undefined || columns.rules !== undefined || columns.meaning !== undefined) &&
    table.headers.length > 1
  )
}

/** `many`: the value is a list of the type, with its bounds. */
export type Written = {
  name: string
  type: string
  must: string
  default: string
  setter: string
  flags: string
  meaning: string
  /** The presence that the table itself means where a cell is empty. */
  usual?: Presence | 'open'
  /** A column says that a database always has a value, which may be the default. */
  isStored?: boolean
  /** A column says that it cannot be changed. */
  isFixed?: boolean
  many?: Cardinality
  /** In a sample: the value, or its members. */
  shown?: string
  parts?: readonly Member[]
  isPartList?: boolean
}

export type Cardinality = { readonly least: string; readonly most: string }

/** Cardinalities such as `0..1` and `1..n` in data models. */
export function cardinalityOf(text: string): Cardinality | undefined {
  const plain = text.replaceAll(/[*`[\]()](?!$)|(?<=\d)[\])]$/g, '').trim()
  const [, least, most] =
    /^(\d+)\s*(?:\.\.\.?|…|-|–|:)\s*(\d+|[nmN*∞])$/.exec(plain) ??
    (/^[01]$/.test(plain) ? [plain, plain, plain] : plain === '*' ? ['*', '0', '*'] : [])
  return least === undefined || most === undefined || (least === '0' && most === '0') ? undefined : { least, most }
}

/** The word for the emphasis of a name, if the form explains it: `bold` for `**name**`. */
export function emphasisOf(text: string, words: Words): string {
  const kind = /^\s*(?:\*\*|__)\S/.test(text) ? 'bold' : /^\s*[*_](?![*_])\S/.test(text) ? 'italic' : undefined
  return kind !== undefined && words.isMark(kind) ? kind : ''
}

export function rowFields(cells: readonly string[], columns: FieldColumns, words: Words): Written[] {
  const cellNamed = (name: keyof Columns): string => (columns[name] === undefined ? '' : (cells[columns[name]]?.trim() ?? ''))
  // "name (text)": the kind stands beside the name.
  const [, label, beside0 = ''] =
    /^([*_`]*[\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,3}[*_`]*)\s*[([]([^()[\]]+(?:\([^()]*\)[^()[\]]*)*)[)\]]$/u.exec(cellNamed('field')) ??
    []
  const isKinded = label !== undefined && !words.isMark(beside0) && saysKind(choiceFirst(beside0, words), words)
  const field = isKinded ? label : cellNamed('field')
  const head = fieldHead(field, words.isMark)
  const names = head?.names ?? namesInText(field, /\s*,\s*/)
  const pieces = field.split(/\s*,\s*/)
  const flagsOf = (index: number): string => {
    const piece = pieces.length === names.length ? pieces[index]! : field
    return [
      cellNamed('flags'),
      emphasisOf(field, words),
      head?.rest ?? '',
      /🔒/u.test(piece) ? '🔒' : '',
      head === undefined && /\?\W*$/.test(piece) ? '?' : '',
    ]
      .filter((each) => each !== '')
      .join(' ')
  }
  const yes = (name: 'unique' | 'editable' | 'fixed' | 'optional' | 'readonly'): boolean | undefined =>
    words.marks.yes.test(cellNamed(name)) ? true : words.marks.no.test(cellNamed(name)) ? false : undefined
  const textNamed = (name: 'range' | 'rules' | 'least' | 'most'): string =>
    words.marks.nothing.test(cellNamed(name)) ? '' : cellNamed(name)
  const isChoice = words.phrases.some(
    ([pattern, fact]) =>
      fact?.says === 'type' && fact.type === 'choice' && (pattern.test(cellNamed('type')) || (isKinded && pattern.test(beside0))),
  )
  const asValues = (text: string): string =>
    isChoice
      ? text.replace(
          /^[\w`"'-]+(?: [\w-]+)?(?:\s*(?:[,/|]|,? or)\s*[\w`"'-]+(?: [\w-]+)?)+(?=\s*(?:[.;]|$))/,
          (values) => `${words.valuesLead}: ${values};`,
        )
      : text
  const isList = words.bareList.test(cellNamed('type'))
  const values = (text: string): string =>
    isList
      ? text.replace(
          /^(?:[\w-]+)(?:\s*[/|,]\s*[\w-]+)+(?=\s*(?:[.;,]|$))/,
          (found) => `${words.listOfValues}: ${found.split(/\s*[/|,]\s*/).join(', ')};`,
        )
      : asValues(text)
  const [rules, range] = [values(textNamed('rules')), values(textNamed('range'))]
  const isListed = isList && [rules, range].some((each) => each.startsWith(words.listOfValues))
  // A single number in a column of lengths is the maximum; `CHAR` has exactly this length.
  const size = /^\d+$/.test(range)
    ? `${/^n?char$/i.test(cellNamed('type').trim()) ? words.exactlyClause : words.mostClause} ${range}`
    : range
  const bounds = [
    ['least', words.leastClause],
    ['most', words.mostClause],
  ] as const
  const beside = [
    size,
    ...bounds.map(([name, clause]) => (/^-?\d[\d., ]*$/.test(textNamed(name)) ? `${clause} ${textNamed(name)}` : textNamed(name))),
    rules,
    yes('unique') === true ? words.uniqueClause : '',
  ].filter((each) => each !== '')
  const unnamed = cells.filter(
    (cell, index) =>
      !Object.values(columns).flat().includes(index) && !columns.examples?.includes(index) && !words.marks.nothing.test(cell.trim()),
  )
  // A mark in a column that is not understood may be about presence.
  const isUnclear = columns.must === undefined && unnamed.some((cell) => words.marks.bare.test(draftPlainText(cell).trim()))
  const meaning = [cellNamed('meaning'), ...unnamed]
    .map((each) => each.trim().replace(/(?<!\.)\.$/, ''))
    .filter((each) => each !== '')
    .join('. ')
  const types = cellNamed('type').split(/\s*,\s*/)
  const musts = cellNamed('must').split(/\s*,\s*/)
  const pairs = names.length > 1 && types.length === names.length && types.some((each) => /→|->|\(/.test(each))
  const presence = cardinalityOf(cellNamed('must'))
  const counted = cardinalityOf(columns.cardinality === undefined ? '' : (cells[columns.cardinality] ?? ''))
  const many = presence ?? counted
  const nullable = cellNamed('optional')
  // A column that says whether a value may be missing, in marks or in the words of a database.
  const isOptional =
    columns.optional === undefined || words.isMark(nullable)
      ? undefined
      : words.marks.yes.test(nullable) || words.optionalClause === nullable.toLowerCase() || words.nullable.test(nullable)
        ? 'no'
        : words.marks.no.test(nullable) || words.marks.nothing.test(nullable) || words.notNull.test(nullable)
          ? 'yes'
          : nullable
  const readOnly = yes('readonly') === true || words.service.test(cellNamed('readonly')) ? words.readOnlyClause : ''
  const mustOf = (index: number): string => {
    if (presence !== undefined) return presence.least === '0' ? words.mustNot : words.mustBe
    if (counted !== undefined && words.marks.nothing.test(cellNamed('must'))) return counted.least === '0' ? words.mustNot : words.mustBe
    if (isOptional === 'no') return words.mustNot
    if (isOptional === 'yes') return readOnly === '' ? words.mustBe : ''
    if (columns.optional !== undefined) return nullable
    if (columns.isNotNull === true && words.marks.nothing.test(cellNamed('must'))) return readOnly === '' ? words.mustNot : ''
    return names.length > 1 && musts.length === names.length ? musts[index]! : cellNamed('must')
  }
  return names.map((name, index): Written => ({
    name,
    type: [
      isKinded ? choiceFirst(beside0, words) : '',
      isListed ? '' : choiceFirst(pairs ? types[index]! : cellNamed('type'), words),
      ...beside,
    ]
      .filter((each) => each !== '')
      .join('; '),
    must: mustOf(index),
    default: cellNamed('default'),
    isStored: isOptional === 'yes' || columns.isNotNull === true || words.notNull.test(cellNamed('must')),
    setter: cellNamed('setter'),
    flags: [flagsOf(index), readOnly].filter((each) => each !== '').join(' '),
    meaning,
    ...(columns.isTicked === true && columns.default === undefined
      ? { usual: 'no' as const }
      : isUnclear
        ? { usual: 'open' as const }
        : {}),
    isFixed: yes('editable') === false || yes('fixed') === true || /^\p{Extended_Pictographic}\u{FE0F}?$/u.test(cellNamed('fixed')),
    ...(many === undefined || many.most === '1' ? {} : { many }),
  }))
}

/** The member name for a label: `price_per_night` for `Price per night`; `firstName` stays. */
export function memberName(label: string): string {
  const isLabel = /^\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+)*$/u.test(label) && (/[ -]/.test(label) || /^\p{Lu}\p{Ll}+$/u.test(label))
  return isLabel ? label.toLowerCase().replaceAll(/['’]/g, '').replaceAll(/[ -]+/g, '_') : label
}
