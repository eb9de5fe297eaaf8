// Evaluates queries over a response.

import { createHash } from 'node:crypto'
import type { HurlFilter, Query } from '../tree.ts'
import { decodeBytes, evaluateJsonPath, matchGroup } from './filters.ts'
import { readSetCookie } from './set-cookie.ts'
import { applyFilters, isTemplateProblem, printPatternSource, type EvaluationContext } from './template.ts'
import { makeResult, type QueryResult, none, makeProblemResult, type HurlValue } from './value.ts'

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
  const text = query.argument === undefined ? '' : printPatternSource(query.argument, context)
  if (isTemplateProblem(text)) return makeProblemResult(text.problem)
  switch (query.name) {
    case 'status':
      return makeResult(BigInt(received.status))
    case 'version':
      return makeResult(received.version)
    case 'url':
      return makeResult(received.url)
    case 'duration':
      return makeResult(BigInt(Math.round(received.milliseconds)))
    case 'header':
      return queryHeader(received, text)
    case 'cookie':
      return queryCookie(received, text)
    case 'body':
      return decodeBody(received)
    case 'bytes':
      return makeResult(received.body)
    case 'rawbytes':
      return makeResult(received.rawBody)
    case 'sha256':
    case 'md5':
      return makeResult(new Uint8Array(createHash(query.name).update(received.body).digest()))
    case 'variable':
      return makeResult(context.variables.get(text))
    case 'jsonpath':
    case 'regex': {
      const body = decodeBody(received)
      if (body.kind !== 'value') return body
      return query.name === 'jsonpath' ? evaluateJsonPath(body.value, text) : matchGroup(body.value as string, text)
    }
  }
}

/** The body as text, by the character encoding that its `Content-Type` names. */
export function decodeBody({ headers, body }: ReceivedAnswer): QueryResult {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return decodeBytes(body, /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8')
}

export function listHeaderValues({ headers }: ReceivedAnswer, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

function queryHeader(received: ReceivedAnswer, name: string): QueryResult {
  const values = listHeaderValues(received, name)
  return values.length > 1 ? makeResult(values) : makeResult(values[0])
}

/** `NAME` or `NAME[Attribute]` of the last cookie of that name. */
function queryCookie(received: ReceivedAnswer, path: string): QueryResult {
  const [, name = path, attribute = 'Value'] = /^(.*)\[([\w-]+)\]$/.exec(path) ?? []
  const cookies = listHeaderValues(received, 'set-cookie').map(readSetCookie)
  const cookieFields = cookies.findLast((each) => each.name === name)
  if (cookieFields === undefined) return none
  switch (attribute.toLowerCase()) {
    case 'value':
      return makeResult(cookieFields.value)
    case 'secure':
    case 'httponly':
      return cookieFields.attributes.has(attribute.toLowerCase()) ? makeResult(true) : none
    case 'max-age':
      return makeResult(parseInteger(cookieFields.attributes.get('max-age')))
    case 'expires':
      return expires(cookieFields.attributes.get('expires'))
    case 'domain':
    case 'path':
    case 'samesite':
      return makeResult(cookieFields.attributes.get(attribute.toLowerCase()))
    default:
      return makeProblemResult(`\`${attribute}\` is not an attribute of a cookie`)
  }
}

function parseInteger(text: string | undefined): HurlValue | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : text
}

function expires(text: string | undefined): QueryResult {
  if (text === undefined) return none
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? makeProblemResult(`\`${text}\` is not a date`) : makeResult({ kind: 'date', ms })
}
