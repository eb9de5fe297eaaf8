// Prints content without a table of its own as rows of keys and values; the rest stays YAML.

import type { Entry, MapNode } from '../../document/node.ts'
import type { Keys } from '../../model/shape.ts'
import { printByShape, readByShape } from '../cell/by-shape.ts'
import { checkCell } from './printed.ts'

export type Pairs = { readonly rows: readonly (readonly [string, string])[]; readonly rest: MapNode }

/** The entries that cells can express, by the shapes of their keys. */
export function printKeyValuePairs(map: MapNode, keys: Keys, keyPrefix = ''): Pairs {
  const rows: (readonly [string, string])[] = []
  const rest: Entry[] = []
  for (const each of map.entries) {
    const printed = listRows(each, keys, keyPrefix)
    if (printed === undefined) rest.push(each)
    else {
      rows.push(...printed.rows)
      if (printed.rest !== undefined) rest.push(printed.rest)
    }
  }
  return { rows, rest: { ...map, entries: rest } }
}

function listRows(each: Entry, keys: Keys, keyPrefix: string): { readonly rows: Pairs['rows']; readonly rest?: Entry } | undefined {
  const { key, value } = each
  const shape = Object.hasOwn(keys, key.text) && keys[key.text]!.refused === undefined ? keys[key.text]!.shape : undefined
  if (shape === undefined || key.text.includes('.')) return undefined
  const text = checkCell(printByShape(value, shape, key.text), (cell) => readByShape(cell, shape, key.text), value)
  if (text !== undefined) return { rows: [[`${keyPrefix}${key.text}`, text]] }
  const innerKeys = shape.keys?.()
  if (value.kind !== 'map' || innerKeys === undefined || !value.entries.every((entry) => Object.hasOwn(innerKeys, entry.key.text)))
    return undefined
  const innerPairs = printKeyValuePairs(value, innerKeys, `${keyPrefix}${key.text}.`)
  return innerPairs.rows.length === 0
    ? undefined
    : { rows: innerPairs.rows, ...(innerPairs.rest.entries.length === 0 ? {} : { rest: { key, value: innerPairs.rest } }) }
}

/** Prints the caller per scheme. */
export function printCallers(map: MapNode, keys: Keys): Pairs {
  const shape = keys['caller']!.shape
  const rows: (readonly [string, string])[] = []
  const rest: Entry[] = []
  for (const each of map.entries) {
    const text = /^[\w-]+$/.test(each.key.text)
      ? checkCell(printByShape(each.value, shape, 'caller'), (cell) => readByShape(cell, shape, 'caller'), each.value)
      : undefined
    if (text === undefined) rest.push(each)
    else rows.push([`caller.${each.key.text}`, text])
  }
  return { rows, rest: { ...map, entries: rest } }
}
