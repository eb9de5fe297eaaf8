// Generates records of a document by its schemas: the same in each run, with references to each other, and unique where the document requires it.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Json } from '../src/base/json.ts'
import { convertJsonToValue } from '../src/exchange/value-json.ts'
import type { Facts } from '../src/fact/fact.ts'
import { makeRecordKeys } from '../src/meaning/record/keys.ts'
import { listSpecifiedEntries } from '../src/model/slot.ts'
import type { Schema, SchemaObject } from '../src/schema/schema.ts'
import { encodeFolded, encodeProperty } from '../src/store/sql/codec.ts'
import { makeLayout } from '../src/store/layout.ts'
import type { Property, ResourceInfo } from '../src/typing/domain.ts'
import { sqlite } from '../src/store/sqlite/dialect.ts'

const began = Date.parse('2024-01-01T00:00:00Z')

/** `value`: the generated value of a property; `fill`: writes all records to a SQLite file. */
export type SampleRows = { value(resource: string, property: string, index: number): Json; fill(file: string): void }

export function sampleRows(facts: Facts, sizes: ReadonlyMap<string, number>): SampleRows {
  const { domain } = facts.typing
  const layout = makeLayout(domain, sqlite)
  const keys = makeRecordKeys(domain)

  function value(resource: string, name: string, index: number): Json {
    const info = domain.resources.get(resource)!
    const property = info.properties.get(name)!
    const place = info.key.indexOf(name)
    // The members of a composite key count like digits, so that all keys differ.
    if (place >= 0 && info.key.length > 1) {
      const first = sizes.get(info.properties.get(info.key[0]!)?.reference?.resource ?? '') ?? 1
      return ofProperty(info, property, place === 0 ? index % first : Math.floor(index / first) + (index % first) * 7)
    }
    return ofProperty(info, property, index)
  }

  function ofProperty(info: ResourceInfo, { name, reference, machine, schema, type }: Property, index: number): Json {
    const isUnique = info.key.includes(name) || info.uniques.some(({ members }) => members.includes(name))
    if (reference !== undefined && !reference.many) {
      const target = domain.resources.get(reference.resource)!
      return value(target.name, target.key[0]!, (info.key.includes(name) ? index : index * 7) % sizes.get(target.name)!)
    }
    if (machine !== undefined)
      return listSpecifiedEntries(machine.slots.states).map((state) => state.name)[
        index % listSpecifiedEntries(machine.slots.states).length
      ]!
    if (type.kind === 'nullable' && !isUnique && index % 3 === 0) return null
    return ofSchema(schema, name, index, isUnique)
  }

  /** Writes the tables in any order, because foreign keys are not checked meanwhile. */
  function fill(file: string): void {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN')
    for (const [resource, table] of layout.tables) {
      const info = domain.resources.get(resource)!
      const properties = [...table.byProperty.keys()].map((name) => info.properties.get(name)!)
      const columns = [...table.columns.map(({ name }) => name), ...table.folded.values(), '$version']
      const statement = database.prepare(
        `INSERT OR REPLACE INTO "${resource}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      for (let index = 0; index < sizes.get(resource)!; index++) {
        const values = new Map(
          properties.map((property) => [property.name, convertJsonToValue(value(resource, property.name, index), property.type, keys)]),
        )
        const own = properties.flatMap((property) => encodeProperty(table, property, values.get(property.name), keys))
        statement.run(
          ...([...own, ...[...table.folded.keys()].map((name) => encodeFolded(values.get(name))), BigInt(index + 1)] as SQLInputValue[]),
        )
      }
    }
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }

  return { value, fill }
}

export function ofSchema(schema: Schema, name: string, index: number, isUnique = false): Json {
  if (typeof schema === 'boolean') return index
  const type = [schema.type ?? 'string'].flat().find((each) => each !== 'null')
  if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[index % schema.enum.length]!
  switch (type) {
    case 'boolean':
      return index % 2 === 0
    case 'integer':
    case 'number': {
      if (isUnique) return index + 1
      const [least, most, step] = [schema.minimum ?? 0, schema.maximum ?? 1_000_000, schema.multipleOf ?? 1].map(Number) as [
        number,
        number,
        number,
      ]
      return Number((least + step * ((index * 13) % (Math.floor((most - least) / step) + 1))).toFixed(4))
    }
    case 'array':
      return [0, 1].map((place) => ofSchema(schema.items ?? true, name, (index * 3 + place * 5) % 20))
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([member, inner]) => [member, ofSchema(inner, member, index)]))
    default:
      return textOf(schema, name, index)
  }
}

function textOf({ format, pattern, maxLength = 1000 }: SchemaObject, name: string, index: number): string {
  const at = new Date(began + index * 1000).toISOString()
  if (format === 'uuid')
    return `${(began + index * 1000)
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-${index.toString(16).padStart(12, '0')}`
  if (format === 'date-time') return at
  if (format === 'date') return new Date(began + ((index * 86_400_000) % (900 * 86_400_000))).toISOString().slice(0, 10)
  if (format === 'uri') return `https://example.org/${index}`
  if (format === 'time-zone') return 'Europe/Berlin'
  const letters = String(index).replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))
  const code = String.fromCharCode(...[26 * 26, 26, 1].map((place) => 65 + (Math.floor(index / 10_000 / place) % 26)))
  const candidates = [
    ...(format === 'email' ? [`${name}${index}@example.org`] : []),
    `${name}${index}`,
    `x${letters}`,
    String(9_780_000_000_000 + index),
    `${code}-${String(index % 10_000).padStart(4, '0')}`,
    String(index),
  ]
  return (
    candidates.find((text) => text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))) ?? candidates[0]!
  )
}
