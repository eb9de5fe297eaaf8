// Compares two forms of one operation: lists each difference with its cause, and whether a client of the source notices it.

import { type Json, type JsonObject, printCanonical, compareNumbers, isJsonArray, isJsonNumber, isJsonObject } from '../../src/base/json.ts'
import { type SetMotion, flipMotion, severityOf } from '../../src/diff/law.ts'
import { compareSets, compareBounds } from '../../src/diff/rule.ts'
import { type Normal, deeper } from './normal.ts'

/** `isKept`: safe by the law of `diff` for clients that rely on the source; for example, a member that was optional is always present. */
export type Difference = { readonly operation: string; readonly cause: string; readonly place: string; readonly isKept: boolean }

type Cause = { readonly cause: string; readonly isKept: boolean }

/** Differences of operations that both have. Additions of the document do not count: errors, entity tags, and the content of conventions. */
export function differences(source: ReadonlyMap<string, Normal>, exported: ReadonlyMap<string, Normal>): Difference[] {
  return [...source].flatMap(([operation, facts]) => {
    const other = exported.get(operation)
    return other === undefined
      ? []
      : [...facts].flatMap(([place, value]) => causesAt(place, value, other).map((cause) => ({ operation, place, ...cause })))
  })
}

function causesAt(place: string, value: Json, exported: Normal): Cause[] {
  const exportedFact = exported.get(place) ?? answerOfRange(place, exported)
  const what = place.replace(/ (?:path \d+|query .*|header .*|\d+.*)$/, '')
  if (exportedFact === undefined)
    return [
      {
        cause: `${place.includes(' header ') && what === 'answer' ? 'a header of an answer' : what === 'error' ? `the status ${place.split(' ')[1]!}` : what} is not there`,
        isKept: false,
      },
    ]
  if (printCanonical(value) === printCanonical(exportedFact)) return []
  return place.startsWith('parameter') || place === 'request body' || what === 'answer'
    ? distinctCauses(causesOfValues(what, value, exportedFact))
    : [{ cause: `${what} is another`, isKept: place === 'security' && isSafe(what, compareSets(value, exportedFact, 'none')) }]
}

/** Any status of the range, with the same content. */
function answerOfRange(place: string, exported: Normal): Json | undefined {
  const [, rest] = /^answer (?:2XX|default)((?: .*)?)$/.exec(place) ?? []
  return rest === undefined
    ? undefined
    : [...exported].find(([name]) => /^answer 2\d\d/.test(name) && name.slice('answer 200'.length) === rest)?.[1]
}

function distinctCauses(causes: readonly Cause[]): Cause[] {
  return [...Map.groupBy(causes, ({ cause }) => cause)].map(([cause, all]) => ({ cause, isKept: all.every(({ isKept }) => isKept) }))
}

/** The keywords in which two schemas differ. */
function causesOfValues(what: string, a: Json, b: Json): Cause[] {
  if (printCanonical(a) === printCanonical(b) || a === deeper || b === deeper) return []
  if (!isJsonObject(a) || !isJsonObject(b))
    return [{ cause: `${what}: ${typeof a === 'string' ? a : 'a schema'}, ${typeof b === 'string' ? b : 'a schema'}`, isKept: false }]
  const [sourceSchema, exportedSchema] = [a as JsonObject, b as JsonObject]
  return [...new Set([...Object.keys(sourceSchema), ...Object.keys(exportedSchema)])].flatMap((name): Cause[] => {
    const [sourceValue, exportedValue] = [sourceSchema[name], exportedSchema[name]]
    if (sourceValue !== undefined && exportedValue !== undefined && printCanonical(sourceValue) === printCanonical(exportedValue)) return []
    if (name === 'properties' && isJsonObject(sourceValue) && isJsonObject(exportedValue))
      return causesOfMembers(what, sourceValue as JsonObject, exportedValue as JsonObject)
    const isSchema =
      name === 'items' || name === 'schema' || (name === 'additionalProperties' && sourceValue !== false && exportedValue !== false)
    if (isSchema && sourceValue !== undefined && exportedValue !== undefined) return causesOfValues(what, sourceValue, exportedValue)
    if (isComposition(name) && isJsonArray(sourceValue) && isJsonArray(exportedValue) && sourceValue.length === exportedValue.length)
      return causesOfSchemas(what, sourceValue, exportedValue)
    return [
      {
        cause: `${what}: \`${name}\` ${sourceValue === undefined ? 'is added' : exportedValue === undefined ? 'is lost' : 'differs'}`,
        isKept: isSafe(what, wayOf(name, sourceValue, exportedValue)),
      },
    ]
  })
}

function isComposition(keyword: string): boolean {
  return keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf'
}

/** Compares each schema with the one that differs least of those that are left. */
function causesOfSchemas(what: string, a: readonly Json[], b: readonly Json[]): Cause[] {
  const left = [...b]
  return a.flatMap((each) => {
    const found = left.map((other) => causesOfValues(what, each, other))
    const weight = (causes: readonly Cause[]): number => causes.reduce((sum, { isKept }) => sum + (isKept ? 1 : 1000), 0)
    const best = found.indexOf(found.toSorted((one, other) => weight(one) - weight(other))[0]!)
    left.splice(best, 1)
    return found[best]!
  })
}

function causesOfMembers(what: string, a: JsonObject, b: JsonObject): Cause[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const [sourceValue, exportedValue] = [a[name], b[name]]
    return sourceValue === undefined
      ? [{ cause: `${what}: a member is added`, isKept: true }]
      : exportedValue === undefined
        ? [{ cause: `${what}: a member is lost`, isKept: false }]
        : causesOfValues(what, sourceValue, exportedValue)
  })
}

function isSafe(what: string, way: SetMotion): boolean {
  return severityOf({ role: what === 'answer' ? 'promised' : 'permitted', way }) === 'safe'
}

/** The change of the allowed values that a changed keyword causes. */
function wayOf(keyword: string, a: Json | undefined, b: Json | undefined): SetMotion {
  if (/^(?:min|exclusiveMin)/.test(keyword)) return compareBounds(a, b, 'least')
  if (/^(?:max|exclusiveMax)/.test(keyword)) return compareBounds(a, b, 'most')
  switch (keyword) {
    // A boolean for a parameter, the names of required members for an object.
    case 'required':
      return isJsonArray(a) || isJsonArray(b) ? flipMotion(compareSets(a, b, 'none')) : b === true ? 'narrower' : 'wider'
    case 'enum':
      return compareSets(a, b, 'all')
    case 'null':
      return a === undefined ? 'wider' : 'narrower'
    case 'type':
      return a === 'integer' && b === 'number'
        ? 'wider'
        : a === 'number' && b === 'integer'
          ? 'narrower'
          : a === undefined
            ? 'narrower'
            : b === undefined
              ? 'wider'
              : 'other'
    case 'multipleOf':
      return isJsonNumber(a) && isJsonNumber(b) && compareNumbers(a, b) !== 0 ? 'other' : a === undefined ? 'narrower' : 'wider'
    case 'pattern':
    case 'format':
    case 'uniqueItems':
      return a === undefined ? 'narrower' : b === undefined ? 'wider' : 'other'
    default:
      return 'other'
  }
}
