// Formats decimals: with all digits that the type declares (5 with a scale of two is 5.00), or with the fewest digits.

import { type Decimal, computeNeededScale, roundDecimal } from '../base/decimal.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'

/** The value with the digits of its type. Unchanged parts are not copied, and no number changes its value. */
export function withDigits(value: Value, type: Type): Value {
  if (isOptional(value)) return value.value === undefined ? value : { ...value, value: withDigits(value.value, type) }
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return withDigits(value, type.of)
    case 'decimal':
      return isDecimal(value) ? scaleDigits(value, type.scale) : value
    case 'list':
      return Array.isArray(value) ? mapItems(value as readonly Value[], (item) => withDigits(item, type.element)) : value
    case 'map':
      return value instanceof Map
        ? mapMembers(value, (member, name) => withDigits(member, type.members?.get(String(name))?.type ?? type.value))
        : value
    case 'object':
      return value instanceof Map
        ? mapMembers(value, (member, name) => withDigits(member, type.members.get(String(name))?.type ?? { kind: 'dyn' }))
        : value
    default:
      return value
  }
}

/** The value with no zeros at the end of its decimals, so that equal values have one text. */
export function withFewestDigits(value: Value): Value {
  if (isDecimal(value)) return scaleDigits(value, undefined)
  if (Array.isArray(value)) return mapItems(value as readonly Value[], withFewestDigits)
  return value instanceof Map ? mapMembers(value, withFewestDigits) : value
}

/** True if any of its values may be a decimal. */
export function holdsDecimals(type: Type, within: ReadonlySet<Type> = new Set()): boolean {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return holdsDecimals(type.of, within)
    case 'decimal':
      return true
    case 'list':
      return holdsDecimals(type.element, within)
    case 'map':
      return holdsDecimals(type.value, within) || [...(type.members?.values() ?? [])].some((member) => holdsDecimals(member.type, within))
    case 'object': {
      if (within.has(type)) return false
      const inside = new Set([...within, type])
      return [...type.members.values()].some((member) => holdsDecimals(member.type, inside))
    }
    default:
      return false
  }
}

/** The value with exactly `scale` digits if they suffice, otherwise with as many as it needs. */
function scaleDigits(value: Decimal, scale: number | undefined): Decimal {
  if (value.scale === scale) return value
  const neededDigits = computeNeededScale(value)
  const shownScale = scale === undefined || neededDigits > scale ? neededDigits : scale
  return shownScale === value.scale ? value : roundDecimal(value, shownScale)
}

function mapItems(items: readonly Value[], change: (item: Value) => Value): Value {
  const changed = items.map(change)
  return changed.some((item, index) => item !== items[index]) ? changed : (items as Value)
}

function mapMembers(map: Extract<Value, ReadonlyMap<unknown, unknown>>, change: (member: Value, name: unknown) => Value): Value {
  const members = [...(map as ReadonlyMap<string, Value>)]
  const changed = members.map(([name, member]) => [name, change(member, name)] as const)
  return changed.some(([, member], index) => member !== members[index]![1]) ? new Map(changed) : map
}

function isDecimal(value: Value): value is Decimal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'decimal'
}

function isOptional(value: Value): value is Extract<Value, { readonly kind: 'optional' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional'
}
