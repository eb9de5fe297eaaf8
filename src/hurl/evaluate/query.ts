// What queries find in a response.

import { createHash } from 'node:crypto'
import type { Filter, Query } from '../tree.ts'
import { decode, jsonPath, matched } from './filters.ts'
import { readSetCookie } from './set-cookie.ts'
import { applyFilters, isStuck, patternSource, type Surroundings } from './template.ts'
import { found, type Found, none, problem, type Value } from './value.ts'

/** A response as it came. */
export type Received = {
  readonly url: string
  /** `1.1` */
  readonly version: string
  readonly status: number
  /** In order, names as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Without its content coding. */
  readonly body: Uint8Array
  /** As sent. */
  readonly rawBody: Uint8Array
  readonly milliseconds: number
}

export function ask(query: Query, filters: readonly Filter[], received: Received, around: Surroundings): Found {
  return applyFilters(look(query, received, around), filters, around)
}

function look(query: Query, received: Received, around: Surroundings): Found {
  const text = query.argument === undefined ? '' : patternSource(query.argument, around)
  if (isStuck(text)) return problem(text.problem)
  switch (query.name) {
    case 'status':
      return found(BigInt(received.status))
    case 'version':
      return found(received.version)
    case 'url':
      return found(received.url)
    case 'duration':
      return found(BigInt(Math.round(received.milliseconds)))
    case 'header':
      return header(received, text)
    case 'cookie':
      return cookie(received, text)
    case 'body':
      return bodyText(received)
    case 'bytes':
      return found(received.body)
    case 'rawbytes':
      return found(received.rawBody)
    case 'sha256':
    case 'md5':
      return found(new Uint8Array(createHash(query.name).update(received.body).digest()))
    case 'variable':
      return found(around.variables.get(text))
    case 'jsonpath':
    case 'regex': {
      const body = bodyText(received)
      if (body.kind !== 'value') return body
      return query.name === 'jsonpath' ? jsonPath(body.value, text) : matched(body.value as string, text)
    }
  }
}

/** The body as text, by the character encoding that its `Content-Type` names. */
export function bodyText({ headers, body }: Received): Found {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return decode(body, /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8')
}

export function headerValues({ headers }: Received, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

function header(received: Received, name: string): Found {
  const values = headerValues(received, name)
  return values.length > 1 ? found(values) : found(values[0])
}

/** `NAME` or `NAME[Attribute]` of the last cookie of that name. */
function cookie(received: Received, path: string): Found {
  const [, name = path, attribute = 'Value'] = /^(.*)\[([\w-]+)\]$/.exec(path) ?? []
  const cookies = headerValues(received, 'set-cookie').map(readSetCookie)
  const set = cookies.findLast((each) => each.name === name)
  if (set === undefined) return none
  switch (attribute.toLowerCase()) {
    case 'value':
      return found(set.value)
    case 'secure':
    case 'httponly':
      return set.attributes.has(attribute.toLowerCase()) ? found(true) : none
    case 'max-age':
      return found(integer(set.attributes.get('max-age')))
    case 'expires':
      return expires(set.attributes.get('expires'))
    case 'domain':
    case 'path':
    case 'samesite':
      return found(set.attributes.get(attribute.toLowerCase()))
    default:
      return problem(`\`${attribute}\` is no attribute of a cookie`)
  }
}

function integer(text: string | undefined): Value | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : text
}

function expires(text: string | undefined): Found {
  if (text === undefined) return none
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? problem(`\`${text}\` is no date`) : found({ kind: 'date', ms })
}
