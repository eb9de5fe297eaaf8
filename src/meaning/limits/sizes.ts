// Applies the size limits of part 8 to bodies, texts and pages.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'
import { type Failed, type Refusal, refuse } from '../../exchange/refusal.ts'
import { type Path, findLastName, printPointer } from '../../schema/failure.ts'
import type { Interpreter } from '../service.ts'

/**
 * Refuses a body with too many levels: as the document declares, or by the operator limit with 413 (RFC 9110, section
 * 15.5.14).
 */
export function refuseDepth(service: Interpreter): never {
  const { depth: limit } = service.sizes
  const { depth } = service.environment
  return refuse(limit !== undefined && limit <= depth ? makeTooLarge('depth', limit) : { ...makeTooLarge('depth', depth), httpStatus: 413 })
}

export function makeTooLarge(name: 'body' | 'depth', limit: number): Refusal {
  return { condition: 'too-large', name, details: new Map([['limit', BigInt(limit)]]) }
}

/** The texts of a body that exceed the size limit of a field, in bytes. */
export function listLongFields(json: Json | undefined, limit: number, path: Path = []): readonly Failed[] {
  if (typeof json === 'string') {
    const bytes = Buffer.byteLength(json)
    if (bytes <= limit) return []
    const property = findLastName(path)
    return [{ pointer: printPointer(path), ...(property === undefined ? {} : { property }), keyword: 'maxBytes', limit, actual: bytes }]
  }
  if (isJsonArray(json)) return json.flatMap((item, index) => listLongFields(item, limit, [...path, index]))
  return isJsonObject(json)
    ? Object.entries(json as JsonObject).flatMap(([name, member]) => listLongFields(member, limit, [...path, name]))
    : []
}
