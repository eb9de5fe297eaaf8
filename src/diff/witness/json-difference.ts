// Finds the first difference of two JSON values. Generated values may differ, and new members may be added.

import { type Json, isDecimal, isJsonArray, isJsonNumber, isJsonObject, printCanonical, printJson } from '../../base/json.ts'

/** Generated values in the old and the new response. */
export type GeneratedValues = { readonly newByOld: Map<string, string>; readonly oldByNew: Map<string, string> }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const opaque = /[A-Za-z0-9_-]{22,}(?:\.[A-Za-z0-9_-]+)*/g

/** Removes generated values. */
export function withoutGeneratedValues(text: string): string {
  return text
    .replaceAll(uuid, '*')
    .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, '*')
    .replaceAll(opaque, '*')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '*')
}

export const isGenerated = (text: string): boolean => withoutGeneratedValues(text) !== text

export type ValueDifference = { readonly says: string; readonly assert?: string }

/** Finds the first difference of a value; new members do not count. */
export function findDifference(oldValue: Json, newValue: Json, generated: GeneratedValues, path: string): ValueDifference | undefined {
  if (isJsonArray(oldValue) && isJsonArray(newValue)) {
    if (oldValue.length !== newValue.length)
      return {
        says: `\`${path}\` had ${oldValue.length} items, and has ${newValue.length}`,
        assert: `jsonpath ${JSON.stringify(path)} count == ${oldValue.length}`,
      }
    for (const [index, item] of oldValue.entries()) {
      const difference = findDifference(item, newValue[index]!, generated, `${path}[${index}]`)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  if (isJsonObject(oldValue) && isJsonObject(newValue)) {
    for (const [name, value] of Object.entries(oldValue)) {
      const inner = `${path}${/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`}`
      if (!(name in newValue)) return { says: `\`${inner}\` is missing`, assert: `jsonpath ${JSON.stringify(inner)} exists` }
      const difference = findDifference(value, (newValue as { [name: string]: Json })[name]!, generated, inner)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  return isEquivalent(oldValue, newValue, generated)
    ? undefined
    : { says: `\`${path}\` was ${shorten(oldValue)}, and is ${shorten(newValue)}`, ...assertOf(path, oldValue) }
}

function assertOf(path: string, oldValue: Json): { assert?: string } {
  if (typeof oldValue === 'string')
    return isGenerated(oldValue) || oldValue.length > 200
      ? {}
      : { assert: `jsonpath ${JSON.stringify(path)} == ${JSON.stringify(oldValue)}` }
  if (isJsonArray(oldValue) || (isJsonObject(oldValue) && !isDecimal(oldValue))) return {}
  return { assert: `jsonpath ${JSON.stringify(path)} == ${printJson(oldValue)}` }
}

export function shorten(value: Json): string {
  const text = printJson(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** Generated keys correspond one to one; times may differ by five seconds. */
function isEquivalent(oldValue: Json, newValue: Json, { newByOld, oldByNew }: GeneratedValues): boolean {
  if (typeof oldValue === 'string' && typeof newValue === 'string') {
    const [oldIds, newIds] = [oldValue.match(uuid), newValue.match(uuid)]
    if (oldIds === null && oldValue === newValue) return true
    if (
      oldIds !== null &&
      newIds !== null &&
      oldIds.length === newIds.length &&
      oldValue.replaceAll(uuid, '*') === newValue.replaceAll(uuid, '*')
    ) {
      return oldIds.every((each, index) => {
        const other = newIds[index]!
        if (!newByOld.has(each) && !oldByNew.has(other)) {
          newByOld.set(each, other)
          oldByNew.set(other, each)
        }
        return newByOld.get(each) === other
      })
    }
    const [oldTime, newTime] = [Date.parse(oldValue), Date.parse(newValue)]
    if (/^\d{4}-\d{2}-\d{2}T/.test(oldValue) && /^\d{4}-\d{2}-\d{2}T/.test(newValue)) return Math.abs(oldTime - newTime) < 5000
    return withoutGeneratedValues(oldValue) === withoutGeneratedValues(newValue)
  }
  if (isJsonNumber(oldValue) && isJsonNumber(newValue)) return printCanonical(oldValue) === printCanonical(newValue)
  return oldValue === newValue
}
