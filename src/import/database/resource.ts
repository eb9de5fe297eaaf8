// Converts a table to a resource: columns become properties, with their keys, references, uniques, checks and defaults.

import { type Json, parseJsonNumber, parseJsonText, printJson } from '../../base/json.ts'
import {
  type DraftEntry,
  type SaidMap,
  draftData,
  draftEntry,
  draftText,
  draftWord,
  printSourceNote,
  gap,
  isGap,
  list,
  map,
  question,
} from '../draft.ts'
import { select } from '../names.ts'
import { draftColumnSchema, makeNullable } from './columns.ts'
import type { DatabaseColumn, DatabaseTable } from './schema.ts'
import { type ReadCheck, readCheck, readDefault } from './sql.ts'
import { translateWhere } from './where.ts'

/** The names of tables as resources. */
export type TableNames = ReadonlyMap<string, string>

type Condition = { readonly name: string; readonly text: string }

export function draftResource(
  table: DatabaseTable,
  names: TableNames,
  all: readonly DatabaseTable[],
  widest: 'int32' | 'int64',
): DraftEntry {
  const notes: string[] = [printSourceNote(table.name)]
  const checks = table.checks.flatMap((text): ReadCheck[] => {
    const read = readCheck(text)
    if (read === undefined) notes.push(question(`the database checks \`${onLine(text)}\`: which rule of the language is it?`))
    return [...(read ?? [])]
  })
  const required = new Set([
    ...table.key,
    ...checks.flatMap((each) => ('keyword' in each && each.keyword === 'required' ? [each.column] : [])),
    ...table.columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name),
  ])
  const context: TableContext = { table, names, all, widest, checks }
  const properties = table.columns.map((column) => draftProperty(column, context, required.has(column.name)))
  for (const { columns, table: to } of table.references) {
    if (columns.length > 1)
      notes.push(
        question(
          `${columns.map(quote).join(', ')} together refer to \`${to}\`: a reference here is one property. Which one stands for them?`,
        ),
      )
  }
  const uniques: string[][] = []
  const exclusions = new Map<string, { readonly same: readonly string[]; readonly where: string }>()
  for (const { columns, where, expression } of table.uniques) {
    const condition = expression === undefined && where !== undefined ? translateWhere(where, table) : undefined
    if (expression === undefined && where === undefined) uniques.push([...columns])
    else if (condition !== undefined) exclusions.set(makeFreeName(columns, [...exclusions.keys()]), { same: columns, where: condition })
    else if (expression !== undefined && findFoldedColumn(expression) !== undefined && where === undefined) {
      const column = findFoldedColumn(expression)!
      uniques.push([column])
      addTo(properties, column, draftEntry('fold', draftWord(true)))
    } else
      notes.push(
        question(
          `the index over \`${onLine(expression ?? columns.join(', '))}\`${where === undefined ? '' : ` where \`${onLine(where)}\``} admits no two equal rows: which rule is it (\`exclude\` takes a condition)?`,
        ),
      )
  }
  const conditions = listComparisons(checks, table, all)
  return draftEntry(
    names.get(table.name)!,
    map(
      table.key.length === 0
        ? draftEntry('key', gap, question('what identifies a record? The table has no primary key.'))
        : draftEntry('key', table.key.length === 1 ? draftText(table.key[0]!) : list(table.key)),
      table.comment === undefined ? undefined : draftEntry('description', draftText(table.comment)),
      draftEntry('properties', map(...properties)),
      required.size === 0 ? undefined : draftEntry('required', list([...required])),
      uniques.length === 0
        ? undefined
        : draftEntry('unique', list(uniques.map((each) => (each.length === 1 ? draftText(each[0]!) : list(each))))),
      exclusions.size === 0
        ? undefined
        : draftEntry(
            'exclude',
            map(
              ...[...exclusions].map(([name, { same, where }]) =>
                draftEntry(name, map(draftEntry('same', list([...same])), draftEntry('where', draftText(where)))),
              ),
            ),
          ),
      conditions.length === 0
        ? undefined
        : draftEntry('invariant', map(...conditions.map(({ name, text }) => draftEntry(name, draftText(text))))),
    ),
    ...notes,
  )
}

/** A table among `all` of its database; `widest` is the integer format of columns whose type has no bounds. */
type TableContext = {
  readonly table: DatabaseTable
  readonly names: TableNames
  readonly all: readonly DatabaseTable[]
  readonly widest: 'int32' | 'int64'
  readonly checks: readonly ReadCheck[]
}

function draftProperty(column: DatabaseColumn, context: TableContext, isRequired: boolean): DraftEntry {
  const { table, widest, checks } = context
  const { name, comment } = column
  const notes: string[] = []
  const described = comment === undefined ? [] : [draftEntry('description', draftText(comment))]
  const reference = draftReference(column, context, notes)
  if (reference !== undefined) return draftEntry(name, map(...reference, ...described), ...notes)
  const { entries, doubts } = draftColumnSchema(column, widest)
  notes.push(...doubts.map(question))
  const own = addChecks(entries, column, checks)
  const filled = fillEntries(column, own, table, notes)
  return draftEntry(name, map(...(isRequired ? own : makeNullable(own)), ...filled, ...described), ...notes)
}

/** A reference leads to a record's key; a reference to other columns becomes a question. */
function draftReference({ name }: DatabaseColumn, { table, names, all }: TableContext, notes: string[]): DraftEntry[] | undefined {
  const reference = table.references.find(({ columns }) => columns.length === 1 && columns[0] === name)
  if (reference === undefined) return undefined
  const other = all.find((each) => each.name === reference.table)
  const [to] = reference.to.length === 0 ? (other?.key ?? []) : reference.to
  if (other === undefined || other.key.length !== 1 || other.key[0] !== to) {
    notes.push(question(`it refers to \`${reference.table}\` by \`${reference.to.join(', ')}\`, which is not its key: is it a reference?`))
    return undefined
  }
  const onDelete = reference.onDelete === 'other' ? gap : draftText(reference.onDelete)
  if (isGap(onDelete))
    notes.push(question('what becomes of it when the record that it refers to is deleted? The database sets its default.'))
  return [draftEntry('$ref', draftText(names.get(other.name)!)), draftEntry('onDelete', onDelete)]
}

function addChecks(entries: readonly DraftEntry[], { name }: DatabaseColumn, checks: readonly ReadCheck[]): DraftEntry[] {
  const entriesByKey = new Map(entries.map((each) => [each.key, each]))
  for (const check of checks) {
    if (!('keyword' in check) || check.column !== name || check.keyword === 'required') continue
    const isTruth =
      check.keyword === 'enum' &&
      check.value.map(printJson).toSorted().join() === '0,1' &&
      entriesByKey.get('type')?.value.kind === 'text' &&
      (entriesByKey.get('type')!.value as { text: string }).text === 'boolean'
    if (isTruth) continue
    if (check.keyword === 'enum') for (const key of ['maxLength', 'format']) entriesByKey.delete(key)
    if (check.keyword === 'minimum' || check.keyword === 'maximum') entriesByKey.delete(check.keyword)
    entriesByKey.set(check.keyword, draftEntry(check.keyword, draftData(check.keyword === 'enum' ? [...check.value] : check.value)))
  }
  return [...entriesByKey.values()]
}

/** The value that the database fills in if a statement omits the column. */
function fillEntries(column: DatabaseColumn, entries: readonly DraftEntry[], { key }: DatabaseTable, notes: string[]): DraftEntry[] {
  if (column.computed !== undefined) {
    notes.push(question(`the database computes it as \`${onLine(column.computed)}\`: which expression is that?`))
    return [draftEntry('compute', gap)]
  }
  if (column.isCounted === true) return [draftEntry('generate', draftText('sequence'))]
  const read = column.default === undefined ? undefined : readDefault(column.default)
  if (read === undefined) return []
  if ('generate' in read) {
    if (!key.includes(column.name))
      notes.push(question('does a request never set it? The database sets it only where a statement does not.'))
    return [draftEntry('generate', draftText(read.generate))]
  }
  if ('other' in read) {
    notes.push(question(`where a request leaves it out, the database sets \`${onLine(read.other)}\`: what is that here?`))
    return []
  }
  const value = convertValue(read.value, column, entries)
  if (value !== undefined) return [draftEntry('default', draftData(value))]
  notes.push(question(`where a request leaves it out, the database sets \`${onLine(column.default!)}\`: what is that here?`))
  return []
}

/** The value that a literal of SQL has in a column of this type; undefined if unknown. */
function convertValue(value: Json, { type: columnType }: DatabaseColumn, entries: readonly DraftEntry[]): Json | undefined {
  const declared = entries.find((each) => each.key === 'type')?.value
  const type = declared?.kind === 'text' ? declared.text : undefined
  if (type === 'boolean' && /^[01]$/.test(printJson(value))) return printJson(value) === '1'
  if (typeof value !== 'string') return value
  if (/^jsonb?$/i.test(columnType)) {
    const parsed = parseJsonText(value, { depth: 64 })
    return 'value' in parsed ? parsed.value : undefined
  }
  if (type === 'array') return value === '{}' ? [] : undefined
  return type === 'integer' || type === 'number' ? parseJsonNumber(value) : value
}

/** A name made of those of the columns, that none of the others has. */
function makeFreeName(columns: readonly string[], usedNames: readonly string[]): string {
  let name = columns.map((column) => column.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()).join('-')
  while (usedNames.includes(name)) name += '-2'
  return name
}

/** Checks between two columns, which hold in SQL if one of them is null. */
function listComparisons(checks: readonly ReadCheck[], { columns, references }: DatabaseTable, all: readonly DatabaseTable[]): Condition[] {
  const usedNames: string[] = []
  /** A reference is compared by the key that its column contains. */
  const valueOf = (side: string): string => {
    const reference = references.find((each) => each.columns.length === 1 && each.columns[0] === side)
    const key = all.find(({ name }) => name === reference?.table)?.key ?? []
    return key.length === 1 ? select(select('this', side), key[0]!) : select('this', side)
  }
  return checks.flatMap((each): Condition[] => {
    if (!('left' in each)) return []
    const sides = [each.left, each.right]
    const nulls = sides
      .filter((side) => columns.some(({ name, isNullable }) => name === side && isNullable))
      .map((side) => `${select('this', side)} == null || `)
    const name = makeFreeName(sides, usedNames)
    usedNames.push(name)
    return [{ name, text: `${nulls.join('')}${valueOf(each.left)} ${each.operator} ${valueOf(each.right)}` }]
  })
}

function findFoldedColumn(expression: string): string | undefined {
  return /^lower\(\(?"?(\w+)"?\)?(?:::text)?\)$/i.exec(expression.trim())?.[1]
}

function addTo(properties: readonly DraftEntry[], name: string, entry: DraftEntry): void {
  const found = properties.find(({ key }) => key === name)
  if (found?.value.kind === 'map') (found.value as SaidMap).entries.push(entry)
}

const quote = (name: string): string => `\`${name}\``

function onLine(sql: string): string {
  const singleLine = sql.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim()
  return singleLine.length > 160 ? `${singleLine.slice(0, 160)} …` : singleLine
}
