// Predicates over records, well typed and with null ruled out where it must be.

import type { RandomSource } from '../../../src/base/random-source.ts'
import type { Property } from './property.ts'
import type { Resource } from './resource.ts'

/** CEL over `of`, a record of the resource; `input.query` has `n` and `s`, which may be absent, where `asks`. */
export function predicate(dice: RandomSource, resource: Resource, all: readonly Resource[], of: string, asks: boolean, depth = 3): string {
  const inner = (): string => predicate(dice, resource, all, of, asks, depth - 1)
  if (depth > 0 && dice.once(2)) {
    switch (dice.below(5)) {
      case 0:
        return `(${inner()} && ${inner()})`
      case 1:
        return `(${inner()} || ${inner()})`
      case 2:
        return `!(${inner()})`
      case 3:
        return `(${inner()} ? ${inner()} : ${inner()})`
      default:
        return over(dice, resource, all, of, asks, depth - 1)
    }
  }
  const property = dice.pick(resource.properties)
  return ofProperty(dice, property, all, of, asks, depth)
}

function ofProperty(dice: RandomSource, property: Property, all: readonly Resource[], of: string, asks: boolean, depth: number): string {
  const path = `${of}.${property.name}`
  if (property.kind === 'ref') return ofReference(dice, property, all, of, asks, depth)
  if (property.absence === 'never') return comparison(dice, property, path, asks)
  const test = dice.pick([`${path} != null`, `has(${path})`])
  const isEnough = property.absence === 'absent' || test.endsWith('null')
  if (!isEnough || dice.once(4)) return dice.pick([`${path} == null`, `${path} != null`, `has(${path})`])
  return dice.once(2)
    ? `(${test} && ${comparison(dice, property, path, asks)})`
    : `(${path} == null || ${comparison(dice, property, path, asks)})`
}

function ofReference(
  dice: RandomSource,
  { name, to, absence }: Property,
  all: readonly Resource[],
  of: string,
  asks: boolean,
  depth: number,
): string {
  const path = `${of}.${name}`
  const other = all.find((resource) => resource.name === to)!
  const plain = other.properties.filter(({ kind, absence: without }) => kind !== 'ref' && without === 'never')
  const inside =
    plain.length === 0 || depth <= 0
      ? `${path} == ${path}`
      : comparison(dice, dice.pick(plain), `${path}.${dice.pick(plain).name}`, asks, path)
  if (absence === 'never') return inside
  return dice.pick([`${path} == null`, `${path} != null`, `(${path} != null && ${inside})`, `(${path} == null || ${inside})`])
}

const orders = ['==', '!=', '<', '<=', '>', '>=']

function comparison(dice: RandomSource, property: Property, given: string, asks: boolean, owner?: string): string {
  const path = owner === undefined ? given : `${owner}.${property.name}`
  switch (property.kind) {
    case 'text':
      return dice.pick([
        `${path} ${dice.pick(orders)} "${dice.pick(['', 'a', 'ab', 'é', '𝒳', 'ﬀ'])}"`,
        `${path}.${dice.pick(['startsWith', 'endsWith', 'contains'])}("${dice.pick(['', 'a', 'b', 'é', '%', '_'])}")`,
        `${path} in ["a", "B", "𝒳"]`,
        `size(${path}) ${dice.pick(orders)} ${dice.below(3)}`,
        ...(asks ? [`(!has(input.query.s) || ${path} == input.query.s)`, `(has(input.query.s) && ${path} > input.query.s)`] : []),
      ])
    case 'folded':
      return dice.pick([
        `${path} ${dice.pick(orders)} "${dice.pick(['a', 'A', 'é', 'É'])}"`,
        `${path}.startsWith("${dice.pick(['a', 'A'])}")`,
        `${path} in ["a", "É"]`,
        ...(asks ? [`(has(input.query.s) && ${path} == input.query.s)`] : []),
      ])
    case 'int':
    case 'wide':
      return dice.pick([
        `${path} + 1 ${dice.pick(orders)} 2`,
        `2 - ${path} * 3 ${dice.pick(orders)} -1`,
        `-${path} ${dice.pick(orders)} 1`,
        ...(asks ? [`(has(input.query.n) && ${path} + input.query.n ${dice.pick(orders)} 1)`] : []),
        `${path} ${dice.pick(orders)} ${dice.pick(['-1', '0', '1', '9007199254740993'])}`,
        `${path} in [0, 1, 9007199254740993]`,
        ...(asks ? [`(!has(input.query.n) || ${path} ${dice.pick(orders)} input.query.n)`] : []),
      ])
    case 'money':
      return dice.pick([
        `${path} ${dice.pick(orders)} ${dice.pick(['0.01', '1.105', '-0.005', '2.0', '1'])}`,
        `${path} * 2 ${dice.pick(orders)} ${dice.pick(['0.02', '1', '2.205'])}`,
        `${path} + ${path} ${dice.pick(orders)} ${path} * 3`,
        `${path} - 1 ${dice.pick(orders)} 0.5`,
      ])
    case 'exact':
      return dice.pick([
        `${path} ${dice.pick(orders)} ${dice.pick(['0.001', '1.5', '0.0005', '-0.001', '0', '12345678901234567.891', '-98765432109876543210.5'])}`,
        `${path} in [decimal("1.5"), decimal("0.001")]`,
        `${path} == ${path}`,
        ...(asks ? [`(has(input.query.n) && ${path} ${dice.pick(['==', '!='])} input.query.n)`] : []),
      ])
    case 'real':
      return `${path} ${dice.pick(orders)} ${dice.pick(['0.1', '1.0', '-2.0', '1'])}`
    case 'flag':
      return dice.pick([path, `!${path}`, `${path} == true`])
    case 'at':
      return dice.pick([
        `${path} ${dice.pick(orders)} timestamp("2026-01-01T00:00:00Z")`,
        `${path} ${dice.pick(orders)} now - duration("1h")`,
      ])
    case 'span':
      return `${path} ${dice.pick(orders)} duration("1h")`
    case 'day':
      return `${path} ${dice.pick(orders)} "2026-01-01"`
    case 'word':
      return dice.pick([`${path} == "red"`, `${path} != "blue"`, `${path} in ["red", "green"]`])
    case 'tags':
      return dice.pick([`"a" in ${path}`, `size(${path}) ${dice.pick(orders)} 1`])
    case 'ref':
      return 'true'
  }
}

let names = 0

/** What macros ask of those that refer to the record, or of all of another resource. */
function over(dice: RandomSource, resource: Resource, all: readonly Resource[], of: string, asks: boolean, depth: number): string {
  const ways = all.flatMap((other) => other.properties.filter(({ to }) => to === resource.name).map((property) => ({ other, property })))
  const name = `r${names++ % 1000}`
  if (ways.length === 0) return 'true'
  const { other, property } = dice.pick(ways)
  const inner = predicate(dice, other, all, name, asks, Math.min(depth, 1))
  const macro = dice.pick(['exists', 'all', 'exists_one'])
  return dice.pick([
    `${other.name}.${macro}(${name}, ${name}.${property.name} == ${of} && ${inner})`,
    `${of}.${other.name}_${property.name}.${macro}(${name}, ${inner})`,
    `size(${of}.${other.name}_${property.name}) ${dice.pick(orders)} ${dice.below(3)}`,
    `${other.name}.filter(${name}, ${name}.${property.name} == ${of} && ${inner}).size() ${dice.pick(orders)} 1`,
  ])
}
