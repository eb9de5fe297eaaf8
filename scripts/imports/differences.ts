// What two forms of one operation say differently, each difference with its cause.

import { type Json, type JsonObject, canonical, isJsonObject } from '../../src/base/json.ts'
import type { Normal } from './normal.ts'

export type Difference = { readonly operation: string; readonly cause: string; readonly place: string }

/** Of operations that both have. What the document says beside the source is not a difference: errors, entity tags, and what conventions add. */
export function differences(source: ReadonlyMap<string, Normal>, exported: ReadonlyMap<string, Normal>): Difference[] {
  return [...source].flatMap(([operation, said]) => {
    const other = exported.get(operation)
    return other === undefined ? [] : [...said].flatMap(([place, value]) => ofPlace(place, value, other).map((cause) => ({ operation, place, cause })))
  })
}

function ofPlace(place: string, value: Json, other: Normal): string[] {
  const found = other.get(place)
  const what = place.replace(/ (?:path \d+|query .*|header .*|\d+.*)$/, '')
  if (found === undefined) return [`${place.includes(' header ') && what === 'answer' ? 'a header of an answer' : what === 'error' ? `the status ${place.split(' ')[1]!}` : what} is not there`]
  if (canonical(value) === canonical(found)) return []
  return place.startsWith('parameter') || place === 'request body' || what === 'answer' ? [...new Set(ofValues(what, value, found))] : [`${what} is another`]
}

/** By the keyword in which two schemas differ first. */
function ofValues(what: string, a: Json, b: Json): string[] {
  if (canonical(a) === canonical(b)) return []
  if (!isJsonObject(a) || !isJsonObject(b)) return [`${what}: ${typeof a === 'string' ? a : 'a schema'}, ${typeof b === 'string' ? b : 'a schema'}`]
  const [one, other] = [a as JsonObject, b as JsonObject]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name): string[] => {
    const [x, y] = [one[name], other[name]]
    if (x !== undefined && y !== undefined && canonical(x) === canonical(y)) return []
    if (name === 'properties' && isJsonObject(x) && isJsonObject(y)) return ofMembers(what, x as JsonObject, y as JsonObject)
    if ((name === 'items' || name === 'schema') && x !== undefined && y !== undefined) return ofValues(what, x, y)
    return [`${what}: \`${name}\` ${x === undefined ? 'is added' : y === undefined ? 'is lost' : 'differs'}`]
  })
}

function ofMembers(what: string, a: JsonObject, b: JsonObject): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const [x, y] = [a[name], b[name]]
    return x === undefined ? [`${what}: a member is added`] : y === undefined ? [`${what}: a member is lost`] : ofValues(what, x, y)
  })
}
