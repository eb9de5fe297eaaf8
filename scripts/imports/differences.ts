// What two forms of one operation say differently: each difference with its cause, and whether a client of the source notices it.

import { type Json, type JsonObject, canonical, compareNumbers, isJsonArray, isJsonNumber, isJsonObject } from '../../src/base/json.ts'
import { type SetMotion, flipMotion, severityOf } from '../../src/diff/law.ts'
import { compareSets, wayOfBound } from '../../src/diff/rule.ts'
import type { Normal } from './normal.ts'

/** `isKept`: by the law of `diff` it is safe for clients that rely on the source, such as a member that is always there where it might be missing. */
export type Difference = { readonly operation: string; readonly cause: string; readonly place: string; readonly isKept: boolean }

type Found = { readonly cause: string; readonly isKept: boolean }

/** Of operations that both have. What the document says beside the source is not a difference: errors, entity tags, and what conventions add. */
export function differences(source: ReadonlyMap<string, Normal>, exported: ReadonlyMap<string, Normal>): Difference[] {
  return [...source].flatMap(([operation, said]) => {
    const other = exported.get(operation)
    return other === undefined ? [] : [...said].flatMap(([place, value]) => ofPlace(place, value, other).map((found) => ({ operation, place, ...found })))
  })
}

function ofPlace(place: string, value: Json, other: Normal): Found[] {
  const found = other.get(place)
  const what = place.replace(/ (?:path \d+|query .*|header .*|\d+.*)$/, '')
  if (found === undefined) return [{ cause: `${place.includes(' header ') && what === 'answer' ? 'a header of an answer' : what === 'error' ? `the status ${place.split(' ')[1]!}` : what} is not there`, isKept: false }]
  if (canonical(value) === canonical(found)) return []
  return place.startsWith('parameter') || place === 'request body' || what === 'answer' ? onceEach(ofValues(what, value, found)) : [{ cause: `${what} is another`, isKept: false }]
}

function onceEach(found: readonly Found[]): Found[] {
  return [...Map.groupBy(found, ({ cause }) => cause)].map(([cause, all]) => ({ cause, isKept: all.every(({ isKept }) => isKept) }))
}

/** By the keyword in which two schemas differ first. */
function ofValues(what: string, a: Json, b: Json): Found[] {
  if (canonical(a) === canonical(b)) return []
  if (!isJsonObject(a) || !isJsonObject(b)) return [{ cause: `${what}: ${typeof a === 'string' ? a : 'a schema'}, ${typeof b === 'string' ? b : 'a schema'}`, isKept: false }]
  const [one, other] = [a as JsonObject, b as JsonObject]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name): Found[] => {
    const [x, y] = [one[name], other[name]]
    if (x !== undefined && y !== undefined && canonical(x) === canonical(y)) return []
    if (name === 'properties' && isJsonObject(x) && isJsonObject(y)) return ofMembers(what, x as JsonObject, y as JsonObject)
    if ((name === 'items' || name === 'schema') && x !== undefined && y !== undefined) return ofValues(what, x, y)
    return [{ cause: `${what}: \`${name}\` ${x === undefined ? 'is added' : y === undefined ? 'is lost' : 'differs'}`, isKept: isSafe(what, wayOf(name, x, y)) }]
  })
}

function ofMembers(what: string, a: JsonObject, b: JsonObject): Found[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const [x, y] = [a[name], b[name]]
    return x === undefined ? [{ cause: `${what}: a member is added`, isKept: true }] : y === undefined ? [{ cause: `${what}: a member is lost`, isKept: false }] : ofValues(what, x, y)
  })
}

function isSafe(what: string, way: SetMotion): boolean {
  return severityOf({ role: what === 'answer' ? 'promised' : 'permitted', way }) === 'safe'
}

/** How the values that a schema admits move with a keyword. */
function wayOf(keyword: string, a: Json | undefined, b: Json | undefined): SetMotion {
  if (/^(?:min|exclusiveMin)/.test(keyword)) return wayOfBound(a, b, 'least')
  if (/^(?:max|exclusiveMax)/.test(keyword)) return wayOfBound(a, b, 'most')
  switch (keyword) {
    // Of a parameter it is a truth, of an object the names of its members.
    case 'required': return isJsonArray(a) || isJsonArray(b) ? flipMotion(compareSets(a, b, 'none')) : b === true ? 'narrower' : 'wider'
    case 'enum': return compareSets(a, b, 'all')
    case 'null': return a === undefined ? 'wider' : 'narrower'
    case 'type': return a === 'integer' && b === 'number' ? 'wider' : a === 'number' && b === 'integer' ? 'narrower' : a === undefined ? 'narrower' : b === undefined ? 'wider' : 'other'
    case 'multipleOf': return isJsonNumber(a) && isJsonNumber(b) && compareNumbers(a, b) !== 0 ? 'other' : a === undefined ? 'narrower' : 'wider'
    case 'pattern': case 'format': case 'uniqueItems': return a === undefined ? 'narrower' : b === undefined ? 'wider' : 'other'
    default: return 'other'
  }
}
