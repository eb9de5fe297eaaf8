// Reads literals of code with equal items, such as `[{ from: 'open', to: 'closed' }]`, as tables.

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject } from '../../../base/json.ts'
import { readCodeLiterals } from '../code/code-literals.ts'
import { spellData } from './endpoint-data.ts'
import type { FenceTable } from './fence-tables.ts'

/** `name`: of the declaration, in words. */
export type LiteralTable = FenceTable & { readonly name: string; readonly line: number }

/** A table for each literal that is a list of maps, or a map of maps; empty for other code. */
export function readLiteralTables(text: string): readonly LiteralTable[] {
  const lines = text.split(/\r\n|\n|\r/)
  return readCodeLiterals(text).flatMap(({ name, line, value, remarks }) => {
    const records = listRecords(value)
    if (records === undefined) return []
    const keys = [...new Set(records.flatMap((each) => Object.keys(each)))]
    let from = line
    const rows = records.map((each) => {
      const cells = keys.map((key) => printCell(each[key]))
      const found = lines.findIndex(
        (text, index) => index >= from && cells.every((cell) => cell === '–' || text.includes(cell.split(', ')[0]!)),
      )
      from = found === -1 ? from : found
      return { cells: [...cells, remarks.get(from) ?? ''], text: lines[from]!.trim(), line: from }
    })
    return [{ name: inWords(name), line, headers: [...keys.map(inWords), 'remarks'], rows }]
  })
}

/** Undefined unless all items are maps of plain values. */
function listRecords(value: Json): readonly JsonObject[] | undefined {
  const items = isMap(value) ? nameItems(value) : value
  if (items === undefined || items === null || !isJsonArray(items) || items.length === 0) return undefined
  return items.every((each): each is JsonObject => isMap(each) && Object.values(each).every(isPlain)) ? items : undefined
}

/** `{ NOT_FOUND: { status: 404 } }` as items with a name. */
function nameItems(value: JsonObject): readonly Json[] | undefined {
  const entries = Object.entries(value)
  return entries.every(([, each]) => isMap(each)) ? entries.map(([name, each]) => ({ name, ...(each as JsonObject) })) : undefined
}

function isMap(value: Json): value is JsonObject {
  return value !== null && isJsonObject(value)
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== 'object' || isJsonNumber(value) || (isJsonArray(value) && value.every(isPlain))
}

/** A missing member is an empty cell; one without a value, a dash. */
function printCell(value: Json | undefined): string {
  if (value === undefined) return ''
  return value === null ? '–' : spellData(value)
}

/** `maxPerMinute` and `max_per_minute` as `max per minute`. */
function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase()
}
