// Record identity: the values of the key, in expressions and in JSON.

import { type Json, type JsonObject, printCanonical, isJsonObject, createJsonObject } from '../../base/json.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { isRecord } from '../../exchange/context.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { compareInOrder } from '../../exchange/order.ts'
import { type RecordKeyText, convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import type { Domain, ResourceInfo } from '../../typing/domain.ts'
import type { Row } from './row.ts'

/** The content of a record value: its key, the row if it is a snapshot, and for a caller the scheme if the service has several. */
export type RecordContent = { readonly key: readonly Value[]; readonly row?: Row; readonly scheme?: string }

export type RecordKeys = RecordKeyText & {
  /** The record with these key values; its properties are read on demand. */
  recordOf(resource: string, key: readonly Value[]): RecordValue
  /** The record of a row: `now` reads properties on demand, `then` keeps the values of this row. */
  recordOfRow(row: Row, as?: 'now' | 'then'): RecordValue
  keyValues(info: ResourceInfo, values: ReadonlyMap<string, Value>): readonly Value[]
  /** The stored text of a key. */
  keyText(info: ResourceInfo, key: readonly Value[]): string
}

export function makeRecordKeys(domain: Domain): RecordKeys {
  const findInfo = (resource: string): ResourceInfo => {
    const info = domain.resources.get(resource)
    if (info === undefined) throw new Error(`there is no resource ${resource}`)
    return info
  }
  const keys: RecordKeys = {
    keyOf(record) {
      const { key } = record.of as RecordContent
      const members = findInfo(record.resource).key
      const values = key.map((value) => convertValueToJson(value, keys))
      return members.length === 1 ? values[0]! : createJsonObject(members.map((member, index) => [member, values[index] ?? null]))
    },
    record(resource, key) {
      const info = findInfo(resource)
      const values: readonly Json[] = info.key.length === 1 ? [key] : info.key.map((member) => readKeyMember(key, member))
      return keys.recordOf(
        resource,
        values.map((value, index) => convertJsonToValue(value, info.properties.get(info.key[index]!)!.type, keys)),
      )
    },
    recordOf(resource, key) {
      return { kind: 'record', resource, key: keys.keyText(findInfo(resource), key), of: { key } satisfies RecordContent }
    },
    recordOfRow(row, as = 'now') {
      const key = keys.keyValues(findInfo(row.resource), row.values)
      const content: RecordContent = as === 'then' ? { key, row } : { key }
      return { kind: 'record', resource: row.resource, key: row.key, of: content }
    },
    keyValues({ key }, values) {
      if (key.length === 1) return [values.get(key[0]!) ?? null]
      return key.map((member) => values.get(member) ?? null)
    },
    keyText(info, key) {
      let text = '['
      for (let index = 0; index < key.length; index++) {
        const value = key[index]!
        if (index > 0) text += ','
        text += printPart(info.properties.get(info.key[index]!)?.fold === true ? foldValue(value) : value, keys)
      }
      return `${text}]`
    },
  }
  return keys
}

/** A text that JSON does not escape: without quotes, backslashes, control characters and surrogates. */
const unescaped = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Texts, integers and records with such a key take a fast path. */
function printPart(value: Value, keys: RecordKeys): string {
  if (typeof value === 'string') return unescaped.test(value) ? `"${value}"` : JSON.stringify(value)
  if (typeof value === 'bigint') return String(value)
  if (isRecord(value)) {
    const { key } = value.of as RecordContent
    const [only] = key
    if (key.length === 1 && (typeof only === 'string' || typeof only === 'bigint')) return printPart(only, keys)
  }
  return printCanonical(convertValueToJson(value, keys))
}

/** The default order of records of one resource. */
export function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? null
    const order =
      isRecord(value) && isRecord(other)
        ? compareKeys((value.of as RecordContent).key, (other.of as RecordContent).key)
        : compareInOrder(value, other)
    if (order !== 0) return order
  }
  return 0
}

function readKeyMember(key: Json, member: string): Json {
  return isJsonObject(key) ? ((key as JsonObject)[member] ?? null) : null
}
