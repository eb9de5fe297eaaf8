// Functions of lists and maps: CEL's own, its lists extension, and the sums, least and greatest of Kubernetes' list library.

import type { Decimal } from '../../base/decimal.ts'
import { spendSteps } from '../../base/turn.ts'
import type { Bounds, Type } from '../type.ts'
import type { Duration, Optional, Uint, Value } from '../value.ts'
import { type ArithmeticOperator, calculate, makeUint } from '../values/arithmetic.ts'
import { equalValues, lookUpKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { isList } from '../values/kind.ts'
import { compare, compareForSorting } from '../values/order.ts'
import { makeOverload } from './signature.ts'

/** A limit, so that a number in a request cannot use up the memory. */
export const maxRangeLength = 1_000_000n

const mayBeEmpty = { mayFail: 'the list can be empty' }
/** For functions that only reorder items. */
const sameCount = { count: ([list]: readonly Type[]) => (list?.kind === 'list' ? list.bounds : undefined) }
const needsOrder = { order: 'needs' } as const

function size(collection: readonly Value[] | ReadonlyMap<unknown, Value>): bigint {
  return BigInt('length' in collection ? collection.length : collection.size)
}

function sumFrom<T extends Value>(zero: T): (items: readonly Value[]) => Value {
  const plus: ArithmeticOperator = '+'
  return (items) => items.reduce((sum, item) => calculate(plus, sum, item), zero)
}

function findExtreme(items: readonly Value[], sign: number, kind: string): Value {
  const [first, ...rest] = items
  if (first === undefined) return fail('index', `an empty list has no ${kind} value`)
  return rest.reduce((best, item) => (sign * compare(item, best) > 0 ? item : best), first)
}

/** If both have a key, the second value counts. */
function merge(first: ReadonlyMap<unknown, Value>, second: ReadonlyMap<unknown, Value>): Value {
  spendSteps(first.size + second.size)
  const merged = new Map<unknown, Value>()
  for (const [key, value] of first) {
    const other = lookUpKey(second, key as Value)
    merged.set(key, other === undefined ? value : other)
  }
  for (const [key, value] of second) if (lookUpKey(first, key as Value) === undefined) merged.set(key, value)
  return merged
}

/** Values that JavaScript's Set distinguishes as CEL does; other values are compared one by one. */
function identifyItem(item: Value): unknown {
  if (typeof item === 'string' || typeof item === 'boolean' || item === null) return item
  return typeof item === 'object' && 'kind' in item && item.kind === 'record' ? `\0${item.resource}\0${item.key}` : undefined
}

function distinct(items: readonly Value[]): Value[] {
  const known = new Set<unknown>()
  const uncomparable: Value[] = []
  return items.filter((item) => {
    const key = identifyItem(item)
    if (key !== undefined) return !known.has(key) && known.add(key)
    spendSteps(uncomparable.length)
    return !uncomparable.some((other) => equalValues(other, item)) && uncomparable.push(item)
  })
}

function flatten(items: readonly Value[], depth: bigint): Value[] {
  if (depth < 0n) return fail('range', 'a list cannot be flattened by less than no level')
  const flat: Value[] = []
  for (const item of items) {
    if (!isList(item) || depth === 0n) {
      spendSteps(1)
      flat.push(item)
      continue
    }
    for (const inner of flatten(item, depth - 1n)) {
      spendSteps(1)
      flat.push(inner)
    }
  }
  return flat
}

function slice(items: readonly Value[], start: bigint, end: bigint): Value[] {
  if (start < 0n || end > BigInt(items.length) || start > end)
    return fail('index', `${start} to ${end} is outside of a list of ${items.length}`)
  return items.slice(Number(start), Number(end))
}

function range(count: bigint): bigint[] {
  if (count > maxRangeLength) return fail('too-large', `a range has at most ${maxRangeLength} numbers`)
  const numbers: bigint[] = []
  for (let i = 0n; i < count; i++) {
    spendSteps(1)
    numbers.push(i)
  }
  return numbers
}

function toOptional(value: Value | undefined): Optional {
  return { kind: 'optional', value }
}

const zeroDecimal: Decimal = { kind: 'decimal', digits: 0n, scale: 0 }
const zeroDuration: Duration = { kind: 'duration', ms: 0 }
const zeroUint: Uint = makeUint(0n)

/** The size of a list without duplicates: at least one item, unless the list is empty. */
function boundDistinctCount([list]: readonly Type[]): Bounds | undefined {
  if (list?.kind !== 'list' || list.bounds === undefined) return undefined
  const { least = 0n, most } = list.bounds
  return { least: least > 0n ? 1n : 0n, ...(most === undefined ? {} : { most }) }
}

export const listFunctions = [
  makeOverload('size(list<T>): int', size),
  makeOverload('list<T>.size(): int', size),
  makeOverload('size(map<K, V>): int', size),
  makeOverload('map<K, V>.merge(map<K, V>): map<K, V>', merge),
  makeOverload('map<K, V>.size(): int', size),
  makeOverload('list<int>.sum(): int', sumFrom(0n)),
  makeOverload('list<uint>.sum(): uint', sumFrom(zeroUint)),
  makeOverload('list<double>.sum(): double', sumFrom(0)),
  makeOverload('list<D>.sum(): D', sumFrom(zeroDecimal)),
  makeOverload('list<duration>.sum(): duration', sumFrom(zeroDuration)),
  makeOverload('list<C>.min(): C', (items: Value[]) => findExtreme(items, -1, 'least'), mayBeEmpty),
  makeOverload('list<C>.max(): C', (items: Value[]) => findExtreme(items, 1, 'greatest'), mayBeEmpty),
  makeOverload('list<T>.distinct(): list<T>', distinct, { count: boundDistinctCount }),
  makeOverload('list<list<T>>.flatten(): list<T>', (items: Value[]) => flatten(items, 1n)),
  makeOverload('list<dyn>.flatten(int): list<dyn>', flatten, { mayFail: 'the depth can be negative' }),
  makeOverload('list<C>.sort(): list<C>', (items: Value[]) => items.toSorted(compareForSorting), { order: 'gives', ...sameCount }),
  makeOverload('list<T>.reverse(): list<T>', (items: Value[]) => items.toReversed(), { ...needsOrder, ...sameCount }),
  makeOverload('list<T>.slice(int, int): list<T>', slice, { ...needsOrder, mayFail: 'the slice can be outside of the list' }),
  makeOverload('list<T>.first(): optional<T>', (items: Value[]) => toOptional(items[0]), needsOrder),
  makeOverload('list<T>.last(): optional<T>', (items: Value[]) => toOptional(items.at(-1)), needsOrder),
  makeOverload('lists.range(int): list<int>', range, { order: 'gives', mayFail: `a range has at most ${maxRangeLength} numbers` }),
]
