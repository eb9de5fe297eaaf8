// Converts the declared type and size of a column to a schema.

import { type DraftEntry, draftData, draftEntry, draftText, draftWord, list, map } from '../draft.ts'
import type { DatabaseColumn } from './schema.ts'

/** `entries` of a property; `doubts` complete questions about it. */
export type ColumnSchema = { readonly entries: readonly DraftEntry[]; readonly doubts: readonly string[] }

const whole: { readonly [type: string]: string } = {
  smallint: 'int32',
  int2: 'int32',
  tinyint: 'int32',
  mediumint: 'int32',
  integer: 'int32',
  int: 'int32',
  int4: 'int32',
  serial: 'int32',
  bigint: 'int64',
  int8: 'int64',
  bigserial: 'int64',
}

/** `widest`: the integer format of columns whose type has no bounds, as in SQLite. */
export function draftColumnSchema({ type, values, name }: DatabaseColumn, widest: 'int32' | 'int64'): ColumnSchema {
  const [, base = '', first, second, array] = /^([a-z_ ]+?)(?:\((\d+)(?:, ?(\d+))?\))?(?: (?:with|without) time zone)?(\[\])?$/.exec(
    type,
  ) ?? [undefined, type]
  if (array !== undefined) {
    const inner = draftColumnSchema(
      { name, type: type.slice(0, -2), isNullable: false, ...(values === undefined ? {} : { values }) },
      widest,
    )
    return {
      entries: [wordEntry('type', 'array'), draftEntry('items', map(...inner.entries))],
      doubts: ['how many items does it have at most?', ...inner.doubts],
    }
  }
  if (values !== undefined) return { entries: [draftEntry('enum', draftData([...values]))], doubts: [] }
  if (base in whole) {
    const format = widest === 'int64' ? 'int64' : whole[base]!
    return {
      entries: [
        wordEntry('type', 'integer'),
        wordEntry('format', format),
        ...(base === 'smallint' || base === 'int2' ? draftRange(15) : []),
      ],
      doubts: [],
    }
  }
  switch (base) {
    case 'text':
    case 'clob':
    case 'citext':
    case 'name':
      return { entries: [wordEntry('type', 'string'), ...(base === 'citext' ? [draftEntry('fold', draftWord(true))] : [])], doubts: [] }
    case 'character varying':
    case 'varchar':
    case 'nvarchar':
    case 'character':
    case 'char':
    case 'nchar':
    case 'bpchar':
      return {
        entries: [wordEntry('type', 'string'), ...(first === undefined ? [] : [draftEntry('maxLength', draftWord(first))])],
        doubts: [],
      }
    case 'numeric':
    case 'decimal':
    case 'money':
      return { entries: draftDecimal(first, second), doubts: first === undefined ? ['how many decimals does it have?'] : [] }
    case 'real':
    case 'double precision':
    case 'double':
    case 'float':
    case 'float4':
    case 'float8':
      return { entries: [wordEntry('type', 'number')], doubts: [] }
    case 'boolean':
    case 'bool':
      return { entries: [wordEntry('type', 'boolean')], doubts: [] }
    case 'uuid':
    case 'date':
    case 'time':
      return { entries: text(base), doubts: [] }
    case 'timestamp':
    case 'timestamptz':
    case 'datetime':
      return {
        entries: text('date-time'),
        doubts:
          type.includes('with time zone') || base === 'timestamptz' ? [] : ['in which zone are its times? The column does not say it.'],
      }
    case 'interval':
      return { entries: text('duration'), doubts: ['may it be of months and years? A duration here has a fixed length.'] }
    case 'json':
    case 'jsonb':
      return { entries: [], doubts: ['which members does it have? The column takes any JSON.'] }
    case 'bytea':
    case 'blob':
      return {
        entries: [wordEntry('type', 'string'), wordEntry('contentEncoding', 'base64')],
        doubts: ['is it to be shown? Bytes are a text in base64 here.'],
      }
    default:
      return {
        entries: [],
        doubts: [type === '' ? 'of which type is it? The column takes any value.' : `of which type is it? \`${type}\` has none here.`],
      }
  }
}

const wordEntry = (key: string, word: string): DraftEntry => draftEntry(key, draftText(word))
const text = (format: string): DraftEntry[] => [wordEntry('type', 'string'), wordEntry('format', format)]

function draftRange(bits: number): DraftEntry[] {
  return [draftEntry('minimum', draftWord(-(2 ** bits))), draftEntry('maximum', draftWord(2 ** bits - 1))]
}

/** `numeric(10, 2)` has eight digits before the point. */
function draftDecimal(precision: string | undefined, scale = '0'): DraftEntry[] {
  if (precision === undefined) return [wordEntry('type', 'number'), wordEntry('format', 'decimal')]
  const [digits, places] = [Number(precision), Number(scale)]
  const most = `${'9'.repeat(Math.max(1, digits - places))}${places === 0 ? '' : `.${'9'.repeat(places)}`}`
  const step = places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
  return [
    wordEntry('type', 'number'),
    wordEntry('format', 'decimal'),
    draftEntry('multipleOf', draftWord(step)),
    ...(digits > 15 ? [] : [draftEntry('minimum', draftWord(`-${most}`)), draftEntry('maximum', draftWord(most))]),
  ]
}

/** The schema that also admits null. */
export function makeNullable(entries: readonly DraftEntry[]): DraftEntry[] {
  return entries.map((each) => {
    if (each.key === 'type') return draftEntry('type', list([each.value, draftText('null')]), ...each.notes)
    return each.key === 'enum' && each.value.kind === 'list'
      ? draftEntry('enum', list([...each.value.items, draftWord('null')]), ...each.notes)
      : each
  })
}
