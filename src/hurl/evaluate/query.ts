// Evaluates queries over a response.

import { createHash } from 'node:crypto'
import type { HurlFilter, Query } from '../tree.ts'
import { decodeBytes, jsonPath, matchGroup } from './filters.ts'
import { readSetCookie } from './set-cookie.ts'
import { applyFilters, isTemplateProblem, patternSource, type EvaluationContext } from './template.ts'
import { foundResult, type QueryResult, none, problemResult, type HurlValue } from './value.ts'

/** A received response. */
export type ReceivedAnswer = {
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

export function evaluateQuery(
  query: Query,
  filters: readonly HurlFilter[],
  received: ReceivedAnswer,
  context: EvaluationContext,
): QueryResult {
  return applyFilters(selectValue(query, received, context), filters, context)
}

function selectValue(query: Query, received: ReceivedAnswer, context: EvaluationContext): QueryResult {
  const text = query.argument === undefined ? '' : patternSource(query.argument, context)
  if (isTemplateProblem(text)) return problemResult(text.problem)
  switch (query.name) {
    case 'status':
      return foundResult(BigInt(received.status))
    case 'version':
      return foundResult(received.version)
    case 'url':
      return foundResult(received.url)
    case 'duration':
      return foundResult(BigInt(Math.round(received.milliseconds)))
    case 'header':
      return header(received, text)
    case 'cookie':
      return cookie(received, text)
    case 'body':
      return bodyText(received)
    case 'bytes':
      return foundResult(received.body)
    case 'rawbytes':
      return foundResult(received.rawBody)
    case 'sha256':
    case 'md5':
      return foundResult(new Uint8Array(createHash(query.name).update(received.body).digest()))
    case 'variable':
      return foundResult(context.variables.get(text))
    case 'jsonpath':
    case 'regex': {
      const body = bodyText(received)
      if (body.kind !== 'value') return body
      return query.name === 'jsonpath' ? jsonPath(body.value, text) : matchGroup(body.value as string, text)
    }
  }
}

/** The body as text, by the character encoding that its `Content-Type` names. */
export function bodyText({ headers, body }: ReceivedAnswer): QueryResult {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return decodeBytes(body, /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8')
}

export function headerValues({ headers }: ReceivedAnswer, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

function header(received: ReceivedAnswer, name: string): QueryResult {
  const values = headerValues(received, name)
  return values.length > 1 ? foundResult(values) : foundResult(values[0])
}

/** `NAME` or `NAME[Attribute]` of the last cookie of that name. */
function cookie(received: ReceivedAnswer, path: string): QueryResult {
  const [, name = path, attribute = 'Value'] = /^(.*)\[([\w-]+)\]$/.exec(path) ?? []
  const cookies = headerValues(received, 'set-cookie').map(readSetCookie)
  const cookieFields = cookies.findLast((each) => each.name === name)
  if (cookieFields === undefined) return none
  switch (attribute.toLowerCase()) {
    case 'value':
      return foundResult(cookieFields.value)
    case 'secure':
    case 'httponly':
      return cookieFields.attributes.has(attribute.toLowerCase()) ? foundResult(true) : none
    case 'max-age':
      return foundResult(parseInteger(cookieFields.attributes.get('max-age')))
    case 'expires':
      return expires(cookieFields.attributes.get('expires'))
    case 'domain':
    case 'path':
    case 'samesite':
      return foundResult(cookieFields.attributes.get(attribute.toLowerCase()))
    default:
      return problemResult(`\`${attribute}\` is not an attribute of a cookie`)
  }
}

function parseInteger(text: string | undefined): HurlValue | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : text
}

function expires(text: string | undefined): QueryResult {
  if (text === undefined) return none
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? problemResult(`\`${text}\` is not a date`) : foundResult({ kind: 'date', ms })
}
