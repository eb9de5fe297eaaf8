// Reads the rows of a table of fields: what each row says of its fields, from all its columns.

import { type Columns, draftPlainText, namesInText } from '../draft.ts'
import type { FieldColumns } from './field-columns.ts'
import { readFieldHead } from './field-head.ts'
import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { saysKind } from '../kinds/kind-tests.ts'
import type { Words } from '../words.ts'
import { type Cardinality, type Written, readCardinality } from './written-field.ts'

/** A row: its cells by the column that they stand in, and the marks of yes and no in them. */
type Row = {
  readonly columns: FieldColumns
  readonly words: Words
  readonly cell: (name: keyof Columns) => string
  readonly mark: (name: keyof Columns) => boolean | undefined
  /** The cells of columns that are not known. */
  readonly unnamed: readonly string[]
}

/** The names in the cell of a field, with the marks and the kind beside them. */
type Label = {
  readonly names: readonly string[]
  /** "name (text)": the kind beside the name. */
  readonly kind: string
  readonly flagsOf: (index: number) => string
}

export function readRowFields(cells: readonly string[], columns: FieldColumns, words: Words): Written[] {
  const cell = (name: keyof Columns): string => (columns[name] === undefined ? '' : (cells[columns[name]]?.trim() ?? ''))
  const unnamed = listUnnamedCells(cells, columns, words)
  const explained = unnamed.filter((each) => columns.explained?.some((index) => cells[index] === each) === true)
  const row: Row = {
    unnamed,
    columns,
    words,
    cell,
    // A mark that the form explains has that meaning.
    mark: (name) =>
      words.isMark(cell(name)) ? undefined : words.marks.yes.test(cell(name)) ? true : words.marks.no.test(cell(name)) ? false : undefined,
  }
  const label = labelOf(row)
  const { names } = label
  const counted = readCardinality(columns.cardinality === undefined ? '' : (cells[columns.cardinality] ?? ''))
  const many = readCardinality(cell('must')) ?? counted
  const readOnly = row.mark('readonly') === true || words.service.test(cell('readonly')) ? words.readOnlyClause : ''
  // A mark in a column that is not understood may be about presence.
  const isUnclear = columns.must === undefined && unnamed.some((each) => words.marks.bare.test(draftPlainText(each).trim()))
  const declared = (['editable', 'fixed', 'readonly'] as const).map(cell).filter((each) => words.isMark(each))
  const typeOf = makeTypeReader(row, label)
  return names.map((name, index): Written => ({
    name,
    type: typeOf(index),
    must: mustOf(row, index, names.length, counted, readOnly !== ''),
    default: cell('default'),
    isStored: readNullability(row) === 'yes' || columns.isNotNull === true || words.notNull.test(cell('must')),
    setter: cell('setter'),
    flags: [label.flagsOf(index), readOnly, ...declared].filter((each) => each !== '').join(' '),
    // What follows a remark may be about it; the meaning of a mark is not.
    meaning: [...explained, cell('meaning'), ...unnamed.filter((each) => !explained.includes(each))]
      .map((each) => each.trim().replace(/(?<!\.)\.$/, ''))
      .filter((each) => each !== '')
      .join('. '),
    ...findUsual(columns, isUnclear),
    isFixed: row.mark('editable') === false || row.mark('fixed') === true || /^\p{Extended_Pictographic}\u{FE0F}?$/u.test(cell('fixed')),
    ...(many === undefined || many.most === '1' ? {} : { many }),
  }))
}

function findUsual({ isTicked, default: fallback }: FieldColumns, isUnclear: boolean): Pick<Written, 'usual'> {
  if (isTicked === true && fallback === undefined) return { usual: 'no' }
  return isUnclear ? { usual: 'open' } : {}
}

function listUnnamedCells(cells: readonly string[], columns: FieldColumns, { marks }: Words): readonly string[] {
  return cells.filter(
    (cell, index) =>
      !Object.entries(columns).some(([name, at]) => name !== 'explained' && [at].flat().includes(index)) &&
      !columns.examples?.includes(index) &&
      !marks.nothing.test(cell.trim()),
  )
}

function labelOf({ cell, words }: Row): Label {
  const [, label, beside = ''] =
    /^([*_`]*[\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,3}[*_`]*)\s*[([]([^()[\]]+(?:\([^()]*\)[^()[\]]*)*)[)\]]$/u.exec(cell('field')) ?? []
  const isKinded = label !== undefined && !words.isMark(beside) && saysKind(moveChoiceFirst(beside, words), words)
  const field = isKinded ? label : cell('field')
  const head = readFieldHead(field, words.isMark)
  const names = head?.names ?? namesInText(field, /\s*,\s*/)
  const pieces = field.split(/\s*,\s*/)
  return {
    names,
    kind: isKinded ? beside : '',
    flagsOf: (index) => {
      const piece = pieces.length === names.length ? pieces[index]! : field
      return [
        cell('flags'),
        findEmphasis(field, words),
        head?.rest ?? '',
        /🔒/u.test(piece) ? '🔒' : '',
        head === undefined && /\?\W*$/.test(piece) ? '?' : '',
      ]
        .filter((each) => each !== '')
        .join(' ')
    },
  }
}

/** The description of each field of a row: its kind, and the columns of lengths, bounds, values and rules. */
function makeTypeReader(row: Row, { names, kind }: Label): (index: number) => string {
  const { cell, words } = row
  const types = cell('type').split(/\s*,\s*/)
  const pairs = names.length > 1 && types.length === names.length && types.some((each) => /→|->|\(/.test(each))
  const { clauses, isListed } = collectClausesBeside(row, kind)
  return (index) =>
    [
      kind === '' ? '' : moveChoiceFirst(kind, words),
      isListed ? '' : moveChoiceFirst(pairs ? types[index]! : withValues(row), words),
      ...clauses,
    ]
      .filter((each) => each !== '')
      .join('; ')
}

/** "normal, vip" beside the default `normal`: the values of a choice. */
function withValues({ cell, words }: Row): string {
  const [type, values] = [cell('type'), cell('type').split(/\s*,\s*/)]
  const isChoice =
    values.length > 1 &&
    values.includes(draftPlainText(cell('default')).replaceAll(/[`"']/g, '')) &&
    values.every((each) => /^\p{L}[\p{L}\d_-]*$/u.test(each) && !saysKind(each, words))
  return isChoice ? `${words.valuesLead}: ${type}` : type
}

/** `isListed`: the columns beside the kind have the values of a list. */
function collectClausesBeside(row: Row, kind: string): { readonly clauses: readonly string[]; readonly isListed: boolean } {
  const { cell, words } = row
  const textIn = (name: 'range' | 'rules' | 'least' | 'most'): string => (words.marks.nothing.test(cell(name)) ? '' : cell(name))
  const isList = words.bareList.test(cell('type'))
  const isChoice = words.phrases.some(
    ([pattern, fact]) =>
      fact?.says === 'type' && fact.type === 'choice' && (pattern.test(cell('type')) || (kind !== '' && pattern.test(kind))),
  )
  const valuesIn = (text: string): string => {
    if (isList) return asListOfValues(text, words)
    return isChoice ? asValues(text, words) : text
  }
  const [rules, range] = [valuesIn(textIn('rules')), valuesIn(textIn('range'))]
  // The remarks beside a choice without values may have only them.
  const isOpenChoice = isChoice && rules === '' && range === ''
  const listed = isOpenChoice
    ? (onlyValues.exec(draftPlainText([cell('meaning'), ...row.unnamed].filter((each) => each !== '').join('. ')))?.[0] ?? '')
    : ''
  const isListed = isList && [rules, range].some((each) => each.startsWith(words.listOfValues))
  // A single number in a column of lengths is the maximum; `CHAR` has exactly this length.
  const size = /^\d+$/.test(range) ? `${/^n?char$/i.test(cell('type').trim()) ? words.exactlyClause : words.mostClause} ${range}` : range
  const bound = (name: 'least' | 'most', clause: string): string =>
    /^-?\d[\d., ]*$/.test(textIn(name)) ? `${clause} ${textIn(name)}` : textIn(name)
  const clauses = [
    size,
    bound('least', words.leastClause),
    bound('most', words.mostClause),
    rules,
    listed === '' ? '' : `${words.valuesLead}: ${listed.replaceAll(/\s*;\s*/g, ', ')};`,
    readUnique(row),
  ].filter((each) => each !== '')
  return { clauses, isListed }
}

/** The column of uniqueness: a mark, or the clause that says among what a value is unique. */
function readUnique({ cell, mark, words }: Row): string {
  const text = draftPlainText(cell('unique'))
  const said = mark('unique')
  if (said !== undefined || words.marks.nothing.test(text)) return said === true ? words.uniqueClause : ''
  // "✓ per session"
  const [, sign, scope = text] = /^(\S+)\s+(\S.*)$/.exec(text) ?? []
  if (sign !== undefined && words.marks.yes.test(sign) && words.scopeLead.test(scope)) return `${words.uniqueClause} ${scope}`
  return words.scopeLead.test(text) ? `${words.uniqueClause} ${text}` : text
}

/** At least two names between signs, and nothing else. */
const onlyValues = /^[`"']?[\w-]+[`"']?(?:\s*(?:,|\/|\||;)\s*[`"']?[\w-]+[`"']?)+(?=\.?$)/

/** The values of a choice in a column beside its kind. */
function asValues(text: string, { valuesLead }: Words): string {
  if (/^[\w-]+(?:\s*;\s*[\w-]+)+\.?$/.test(text)) return `${valuesLead}: ${text.replaceAll(/\s*;\s*/g, ', ')};`
  return text.replace(
    /^[\w`"'-]+(?: [\w-]+)?(?:\s*(?:[,/|]|,? or)\s*[\w`"'-]+(?: [\w-]+)?)+(?=\s*(?:[.;]|$))/,
    (values) => `${valuesLead}: ${values};`,
  )
}

function asListOfValues(text: string, { listOfValues }: Words): string {
  return text.replace(
    /^(?:[\w-]+)(?:\s*[/|,]\s*[\w-]+)+(?=\s*(?:[.;,]|$))/,
    (found) => `${listOfValues}: ${found.split(/\s*[/|,]\s*/).join(', ')};`,
  )
}

/** What a column says about missing values, in marks or in the words of a database: `yes` if the value is always there. */
function readNullability({ columns, cell, words }: Row): string | undefined {
  const text = cell('optional')
  if (columns.optional === undefined || words.isMark(text)) return undefined
  if (words.marks.yes.test(text) || words.optionalClause === text.toLowerCase() || words.nullable.test(text)) return 'no'
  return words.marks.no.test(text) || words.marks.nothing.test(text) || words.notNull.test(text) ? 'yes' : text
}

/** The presence of one of the fields of a row, as a cell; `counted`: the cardinality beside the column of presence. */
function mustOf(row: Row, index: number, count: number, counted: Cardinality | undefined, isReadOnly: boolean): string {
  const { columns, cell, words } = row
  const presence = readCardinality(cell('must'))
  const isOptional = readNullability(row)
  const musts = cell('must').split(/\s*,\s*/)
  if (presence !== undefined) return presence.least === '0' ? words.mustNot : words.mustBe
  if (counted !== undefined && words.marks.nothing.test(cell('must'))) return counted.least === '0' ? words.mustNot : words.mustBe
  if (isOptional === 'no') return words.mustNot
  if (isOptional === 'yes') return isReadOnly ? '' : words.mustBe
  if (columns.optional !== undefined) return cell('optional')
  if (columns.isNotNull === true && words.marks.nothing.test(cell('must'))) return isReadOnly ? '' : words.mustNot
  return count > 1 && musts.length === count ? musts[index]! : cell('must')
}

/** The word for the emphasis of a name, if the form explains it: `bold` for `**name**`. */
export function findEmphasis(text: string, words: Words): string {
  const kind = /^\s*(?:\*\*|__)\S/.test(text) ? 'bold' : /^\s*[*_](?![*_])\S/.test(text) ? 'italic' : undefined
  return kind !== undefined && words.isMark(kind) ? kind : ''
}
