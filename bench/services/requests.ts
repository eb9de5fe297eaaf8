// Builds the requests of a comparison, and tokens of callers.

import { createHmac } from 'node:crypto'
import type { Work } from '../side-by-side.ts'

/** Lines such as `Authorization: Bearer …`. */
export type Headers = readonly string[]
/** The paths of a request for this number of records; they are sent in turn. */
type Paths = (size: number) => readonly string[]

/** The secret by which both services verify tokens. */
export const secret = 'a secret of more than thirty-two bytes, for tests alone'

export function get(name: string, paths: Paths, headers: Headers = []): Work {
  return { name, writes: false, load: (size) => ({ method: 'GET', paths: paths(size), headers }) }
}

export function send(name: string, method: string, paths: Paths, body?: unknown, headers: Headers = []): Work {
  return {
    name,
    writes: true,
    load: (size) => ({ method, paths: paths(size), headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  }
}

/** A JSON Web Token of HS256 that ends in a day (RFC 7519). */
export function signToken(claims: { readonly [name: string]: unknown }): string {
  const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + 86_400 })}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const began = Date.parse('2024-01-01T00:00:00Z')

/** The time of a record, in milliseconds since 1970. */
export const timeOf = (index: number): number => began + index * 1000

/** A UUID of version 7 (RFC 9562) whose time is that of the record. */
export function uuid(index: number): string {
  const time = timeOf(index).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, '0')}`
}

export const spread = (count: number, most: number, path: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => path((at * 7919) % most))
