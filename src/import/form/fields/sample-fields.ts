// Reads the fields of a sample if the form has no table of them: their names, and the kinds that their values determine.

import { isJsonArray, isJsonObject, type JsonObject } from '../../../base/json.ts'
import { makeResourceName } from '../../names.ts'
import { typeClausesOf } from '../kinds/clauses.ts'
import { type DraftRow, askQuestion, openTable, takeLine, withdrawQuestion } from '../draft.ts'
import { spellYesOrNo } from './late-facts.ts'
import { readFieldText } from '../kinds/field-type.ts'
import type { KnownTypes } from '../kinds/known-types.ts'
import { type Resource, makeResource } from '../resource.ts'
import { parseData } from './samples.ts'
import { findValueKind } from '../code/shown-kind.ts'
import type { FormSection, Statement } from '../statement.ts'
import { type FieldsReading, fieldColumns } from './take-field.ts'

/** Finds the sample that precedes all descriptions of fields. */
export function findLeadingSample({ blocks }: FormSection): { readonly data: JsonObject; readonly statement: Statement } | undefined {
  for (const block of blocks) {
    if (block.kind === 'table' || block.statement.kind === 'item') return undefined
    if (block.statement.kind !== 'sample') continue
    const data = parseData(block.statement.text)
    return data === undefined || Object.keys(data).length < 2 ? undefined : { data, statement: block.statement }
  }
  return undefined
}

export function completeFromSample(section: FormSection, resource: Resource, rows: DraftRow[], reading: FieldsReading): void {
  const sample = findLeadingSample(section)
  if (sample === undefined) return
  takeLine(sample.statement)
  for (const [name, value] of Object.entries(sample.data)) {
    if (!/^[\p{L}_][\p{L}\d_]*$/u.test(name)) continue
    const said = resource.statements.get(name)
    const cells = resource.fields.get(name)
    const isOpen = cells === undefined || cells.type === 'not shown'
    const type = !isOpen
      ? ''
      : isJsonObject(value)
        ? shapeOf(resource, name, value as JsonObject, said ?? sample.statement, reading)
        : findValueKind(value)
    if (cells === undefined) {
      const isKey = resource.key === undefined && !resource.isShape && name.toLowerCase() === 'id'
      if (isKey) resource.key = name
      const found = { type: type === '' ? 'not shown' : type, must: '', default: '', rules: new Set(isKey ? ['key'] : []) }
      resource.fields.set(name, found)
      resource.statements.set(name, sample.statement)
      rows.push({
        cells: { field: name, type: found.type, must: '', default: '', rules: [...found.rules].join(', '), meaning: '' },
        statement: sample.statement,
      })
      askQuestion(sample.statement, reading.words.ask.valueKind(name))
    } else if (type !== '') {
      const row = rows.find((each) => each.cells['field'] === name)
      cells.type = withBound(type, row?.cells['meaning'] ?? '', reading.known.ofField(resource.name, name))
      if (type === 'yes/no') cells.default = spellYesOrNo(cells.default, reading.words)
      if (row !== undefined) Object.assign(row.cells, { type: cells.type, default: cells.default })
    }
  }
}

/** "up to 300" beside a sample with a text: its length; another number beside it leaves the kind open. */
function withBound(type: string, meaning: string, known: KnownTypes): string {
  if (type !== 'text' || !/\d/.test(meaning)) return type
  const { cells, left } = readFieldText(`${type}; ${meaning}`, known)
  return left.length === 0 && cells.type.startsWith('text ') ? cells.type : 'not shown'
}

/** The members of fields that the form only calls objects, from a sample of the resource below its table. */
export function completeObjects(section: FormSection, resource: Resource, rows: DraftRow[], reading: FieldsReading): void {
  for (const data of listSamples(section, resource)) {
    const known = Object.keys(data).filter((name) => resource.fields.has(name))
    if (known.length * 2 <= Object.keys(data).length) continue
    for (const name of known) {
      const [value, said, cells] = [data[name], resource.statements.get(name), resource.fields.get(name)!]
      // Of lists alone, such as the hours of each day, a sample need not show all.
      if (
        !isJsonObject(value!) ||
        Object.values(value).every((each) => isJsonArray(each)) ||
        cells.type !== 'not shown' ||
        said === undefined
      )
        continue
      cells.type = shapeOf(resource, name, value as JsonObject, said, reading, true)
      const row = rows.find((each) => each.cells['field'] === name)
      if (row !== undefined) row.cells['type'] = cells.type
      withdrawQuestion(said, reading.words.ask.valueKind(name))
    }
  }
}

/** The samples of a section; "hours looks like this:" leads that of one field. */
function listSamples({ blocks }: FormSection, { fields }: Resource): JsonObject[] {
  return blocks.flatMap((block, index) => {
    const data = block.kind === 'text' && block.statement.kind === 'sample' ? parseData(block.statement.text) : undefined
    const before = blocks[index - 1]
    const [, field] = before?.kind === 'text' ? (/^`?([A-Za-z_]\w*)`?(?=[ :])/.exec(before.statement.text) ?? []) : []
    if (data === undefined) return []
    return [field !== undefined && fields.has(field) && !Object.keys(data).some((name) => fields.has(name)) ? { [field]: data } : data]
  })
}

/** The members of an object, with what the text of its field says of each: `street up to 120 characters`. */
function shapeOf(owner: Resource, field: string, data: JsonObject, said: Statement, reading: FieldsReading, isDeep = false): string {
  const { draft, known, words } = reading
  const shape = makeResource(makeResourceName(`${owner.name} ${field}`), true)
  const clauses = typeClausesOf(said.kind === 'sample' ? '' : said.text.replace(/^[^:–—]*[:–—]\s*/, ''), words)
  const ofAll = clauses.map((clause) => words.allParts.exec(clause)?.[1]).find((each) => each !== undefined) ?? ''
  for (const [name, value] of Object.entries(data)) {
    if (!/^[\p{L}_][\p{L}\d_]*$/u.test(name)) continue
    const own = clauses.flatMap((clause) =>
      clause.toLowerCase().startsWith(`${name.toLowerCase()} `) ? [clause.slice(name.length + 1)] : [],
    )
    const { cells } = readFieldText([...own, ofAll].join('; '), known.ofField(shape.name, name))
    // Below a table, a text in a sample may be one of a choice.
    const shown = isJsonObject(value) ? '' : findValueKind(value)
    const inner = isDeep && isJsonObject(value) ? shapeOf(shape, name, value as JsonObject, said, reading, true) : shown
    const kind = isDeep && inner === 'text' ? '' : inner
    const type = cells.type !== '' && own.length > 0 ? (cells.type.startsWith('..') ? `${kind} ${cells.type}` : cells.type) : kind
    const found = { ...cells, type: type === '' ? 'not shown' : type }
    if (isDeep && type === '') askQuestion(said, words.ask.valueKind(name))
    shape.fields.set(name, found)
    openTable(draft, 'resources', 'fields', fieldColumns, `${shape.name} (shape)`).rows.push({
      cells: {
        field: name,
        type: found.type,
        must: found.must,
        default: found.default,
        rules: [...found.rules].join(', '),
        meaning: own.join('. '),
      },
      statement: said,
    })
  }
  known.add(shape)
  return shape.name
}
