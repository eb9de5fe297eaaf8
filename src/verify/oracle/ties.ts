// Recognises ties in sorted lists, whose order the document leaves open.

import { type Json, printCanonical, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import { listSortedProperties, makeSort } from '../../typing/sorts.ts'
import type { Expected, ObservedAnswer } from './request.ts'

/** True if two answers contain the same items, and differ only in the order of items with equal sort values. */
export function isSameButForTies({ of: operation, body }: Expected, observed: ObservedAnswer, target: string): boolean {
  if (operation?.action !== 'list' || typeof body !== 'string' || !target.includes('?')) return false
  const sort = makeSort(operation.slots)
  const words = sort && listSortedProperties(sort, new URLSearchParams(target.slice(target.indexOf('?') + 1)))
  const [mine, theirs] = [parseJsonText(body, { depth: 200 }), parseJsonText(observed.body, { depth: 200 })]
  if (words === undefined || words.length === 0 || !('value' in mine) || !('value' in theirs)) return false
  const [a, b] = [collectLists(mine.value), collectLists(theirs.value)]
  return (
    a.length === b.length &&
    a.every((list, index) => {
      const other = b[index]!
      return (
        printItems(list) === printItems(other) &&
        words.every(
          (word) => list.map((item) => readMember(item, word)).join('\n') === other.map((item) => readMember(item, word)).join('\n'),
        )
      )
    })
  )
}

/** True if two answers list the same items in another order. */
export function isReordered({ body }: Expected, observed: ObservedAnswer): boolean {
  const [mine, theirs] = [parseJsonText(String(body), { depth: 200 }), parseJsonText(observed.body, { depth: 200 })]
  if (!('value' in mine) || !('value' in theirs)) return false
  const [a, b] = [collectLists(mine.value), collectLists(theirs.value)]
  return a.length > 0 && a.length === b.length && a.every((list, index) => printItems(list) === printItems(b[index]!))
}

function printItems(list: readonly Json[]): string {
  return list.map(printCanonical).sort().join('\n')
}

function collectLists(json: Json): readonly (readonly Json[])[] {
  if (isJsonArray(json)) return [json]
  return isJsonObject(json) ? Object.values(json).filter(isJsonArray) : []
}

function readMember(item: Json, name: string): string {
  const value = isJsonObject(item) ? (item as { readonly [member: string]: Json })[name] : undefined
  return value === undefined ? '' : printCanonical(value)
}
