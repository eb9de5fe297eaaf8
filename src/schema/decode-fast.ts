// Decodes values that fit, without tracking their places. Any other value is decoded in full.

import { type Json, type JsonNumber, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, createJsonObject } from '../base/json.ts'
import { spendSteps } from '../base/turn.ts'
import { isRemovable } from './decode.ts'
import { kindBitsOf } from './kind.ts'
import type { ObjectRules, SchemaPlace } from './place.ts'
import { toStoredNumber } from './stored-number.ts'

/**
 * Gives the same result as `decode`, with or without defaults; undefined if the value is invalid, or the place has further rules.
 * `patching`: within a merge patch, which fills and requires nothing.
 */
export function decodeFast(place: SchemaPlace, value: Json, fills: boolean, patching = false): Json | undefined {
  if (place.conditional || place.never || place.normalize.length > 0) return undefined
  if ((kindBitsOf(value) & place.kinds) === 0) return undefined
  for (const check of place.values) if (!check.passes(value)) return undefined
  if (typeof value === 'string') return decodeTextFast(place, value)
  if (typeof value === 'boolean' || value === null) return value
  if (isJsonNumber(value)) return typeof value === 'number' ? decodeNumberFast(place, value) : undefined
  if (isJsonArray(value)) return decodeArrayFast(place, value, fills)
  return isJsonObject(value) ? decodeObjectFast(place, value, fills, patching || place.patch) : undefined
}

function decodeTextFast({ texts, formats }: SchemaPlace, text: string): string | undefined {
  for (const check of texts) if (!check.passes(text)) return undefined
  let decodedText: string | undefined = text
  for (const { spelling } of formats) decodedText = decodedText === undefined ? undefined : spelling(decodedText)
  return decodedText
}

function decodeNumberFast({ numbers, number }: SchemaPlace, value: number): JsonNumber | undefined {
  if (!Number.isSafeInteger(value) && (number.kind === 'integer' || number.kind === 'int64' || Number.isInteger(value))) return undefined
  for (const check of numbers) if (!check.passes(value)) return undefined
  return toStoredNumber(value, number)
}

/** Returns the same array if no item changes. */
function decodeArrayFast(place: SchemaPlace, items: readonly Json[], fills: boolean): readonly Json[] | undefined {
  const rules = place.array()
  if (rules.contains.length > 0 || rules.unique) return undefined
  for (const check of rules.counts) if (!check.passes(items.length)) return undefined
  let decoded: Json[] | undefined
  for (let index = 0; index < items.length; index++) {
    spendSteps(1)
    const { place: itemPlace, refusedBy } = rules.item(index)
    const item = refusedBy !== undefined ? undefined : itemPlace === undefined ? items[index] : decodeFast(itemPlace, items[index]!, fills)
    if (item === undefined) return undefined
    if (item !== items[index]) decoded ??= items.slice(0, index)
    decoded?.push(item)
  }
  return decoded ?? items
}

/**
 * Decodes an object with only listed members, none read-only or generated. Returns the object itself if no member changes and all are in
 * list order: the platform prints an object that it parsed faster.
 */
function decodeObjectFast(place: SchemaPlace, value: JsonObject, fills: boolean, patching: boolean): JsonObject | undefined {
  const rules = place.object()
  if (!isPlain(rules)) return undefined
  const members: (Json | undefined)[] = []
  let isUnchanged = true
  for (const { name, place: memberPlace, required } of rules.members) {
    const json = Object.hasOwn(value, name) ? value[name] : undefined
    if (json !== undefined) {
      const member =
        memberPlace === undefined
          ? json
          : memberPlace.readOnly
            ? undefined
            : patching && json === null && isRemovable(memberPlace, required)
              ? null
              : decodeFast(memberPlace, json, fills, patching)
      if (member === undefined) return undefined
      isUnchanged &&= member === json
      members.push(member)
      continue
    }
    const defaultValue = !patching && fills && memberPlace?.readOnly !== true ? memberPlace?.default : undefined
    if (
      !patching &&
      (memberPlace?.generate !== undefined ||
        (memberPlace?.readOnly === true && memberPlace.default !== undefined) ||
        (required && defaultValue === undefined))
    )
      return undefined
    const filled = defaultValue === undefined ? undefined : decodeFast(memberPlace!, defaultValue, fills)
    if (defaultValue !== undefined && filled === undefined) return undefined
    isUnchanged &&= defaultValue === undefined
    members.push(filled)
  }
  return isUnchanged && isInOrder(rules, value, members) ? value : buildObject(rules, value, members)
}

/** True if the object has exactly these members, in list order. */
function isInOrder({ members }: ObjectRules, value: JsonObject, values: readonly (Json | undefined)[]): boolean {
  let index = 0
  for (const name in value) {
    while (index < values.length && values[index] === undefined) index++
    if (members[index++]?.name !== name) return false
  }
  return true
}

/** Undefined if the object has other members too. */
function buildObject({ members, names }: ObjectRules, value: JsonObject, decoded: readonly (Json | undefined)[]): JsonObject | undefined {
  for (const name in value) if (!names.has(name)) return undefined
  const result = createJsonObject()
  for (const [index, { name }] of members.entries()) {
    const member = decoded[index]
    if (member !== undefined) result[name] = member
  }
  return result
}

const plainRules = new WeakMap<ObjectRules, boolean>()

/** True if no keyword relates members to each other. */
function isPlain(rules: ObjectRules): boolean {
  return plainRules.getOrInsertComputed(
    rules,
    ({ counts, nameNodes, dependents, members }) =>
      counts.length === 0 &&
      nameNodes.length === 0 &&
      dependents.length === 0 &&
      members.every(({ listed, refusedBy }) => listed && refusedBy === undefined),
  )
}
