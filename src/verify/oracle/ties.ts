// Recognises ties in sorted lists, whose order the document leaves open.

import { type Json, printCanonical, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import { listSortedProperties, makeSort } from '../../typing/sorts.ts'
import type { Expected, ObservedAnswer } from './request.ts'

/** True if two answers contain the same items, and differ only in the order of items with equal sort values. */
export function isSameButForTies({ of: operation, body }: Expected, observed: ObservedAnswer, target: string): boolean {
  if (operation?.action !== 'list' || typeof body !== 'string' || !target.includes('?')) return false
  const sort = makeSort(operation.slots)
  const words = sort && listSortedProperties(sort, new URLSearchParams(target.slice(target.indexOf('?') + 1)))
  if (words === undefined || words.length === 0) return false
  const pairs = pairLists(body, observed.body)
  return (
    pairs?.every(
      ([mine, theirs]) =>
        hasSameItems(mine, theirs) &&
        words.every(
          (word) => mine.map((item) => readMember(item, word)).join('\n') === theirs.map((item) => readMember(item, word)).join('\n'),
        ),
    ) === true
  )
}

/** True if two answers list the same items in another order. */
export function isReordered({ body }: Expected, observed: ObservedAnswer): boolean {
  const pairs = pairLists(String(body), observed.body)
  return pairs !== undefined && pairs.length > 0 && pairs.every(([mine, theirs]) => hasSameItems(mine, theirs))
}

/** True if both have the same items, in any order. */
export function hasSameItems(mine: readonly Json[], theirs: readonly Json[]): boolean {
  const [a, b] = [mine, theirs].map((list) => list.map(printCanonical).toSorted().join('\n'))
  return a === b
}

/** The lists of two bodies side by side; undefined if a body is no JSON, or one has more lists. */
function pairLists(mine: string, theirs: string): readonly (readonly [readonly Json[], readonly Json[]])[] | undefined {
  const [own, other] = [mine, theirs].map((text) => {
    const parsed = parseJsonText(text, { depth: 200 })
    return 'value' in parsed ? collectLists(parsed.value) : undefined
  })
  return own?.length === other?.length ? own?.map((list, index) => [list, other![index]!] as const) : undefined
}

function collectLists(json: Json): readonly (readonly Json[])[] {
  if (isJsonArray(json)) return [json]
  return isJsonObject(json) ? Object.values(json).filter(isJsonArray) : []
}

function readMember(item: Json, name: string): string {
  const value = isJsonObject(item) ? (item as { readonly [member: string]: Json })[name] : undefined
  return value === undefined ? '' : printCanonical(value)
}
