// Responses that differ only in body and tag: everything else is built once.

import { makeAnswer, isJson, listMediaTypes, findOutputTree } from '../../exchange/answer.ts'
import type { Context } from '../../exchange/context.ts'
import type { Answer, Exchange, Fields } from '../../exchange/exchange.ts'
import { convertHeader } from '../../exchange/header.ts'
import { noKeys, noRecordsHost } from '../../exchange/names.ts'
import type { RequestedVersion } from '../../exchange/version/requested-version.ts'
import { downgradeJsonText } from '../../exchange/version/rewrite.ts'
import type { Operation } from '../../model/model.ts'
import type { Interpreter } from '../service.ts'

export type FixedAnswer = (exchange: Exchange, body: string, tag: string | undefined) => Answer

const none: Fields = new Map<string, string>()

/** The context of expressions without reads. */
function makeEmptyContext({ facts: { typing } }: Interpreter): Context {
  return { typing, host: noRecordsHost, keys: noKeys, variables: new Map() }
}

/** The constant part of an operation's responses, and their headers for an entity tag. */
export type Sample = { readonly answer: Answer; readonly headers: (tag: string | undefined) => Answer['headers'] }

export function makeSampleAnswer(service: Interpreter, operation: Operation): Sample {
  const isTagged = operation.slots.conditional.state === 'shown'
  const answer = makeAnswer(
    { operation, method: operation.method, headers: none },
    makeEmptyContext(service),
    { transitions: [] },
    isTagged ? '""' : undefined,
    '',
  )
  const tagIndex = answer.headers.findIndex(([name, value]) => name === 'ETag' && value === '""')
  const untagged = answer.headers.filter((_, index) => index !== tagIndex)
  return { answer, headers: (tag) => (tag === undefined ? untagged : answer.headers.with(tagIndex, ['ETag', tag])) }
}

/** Converts the body to the version of the request. */
export function convertTextToVersion(operation: Operation, requestedVersion: RequestedVersion | undefined, text: string): string {
  const tree = findOutputTree(operation, requestedVersion)
  return tree === undefined ? text : downgradeJsonText(tree, text)
}

/** For an operation whose status and headers read nothing; undefined if its body is not JSON. */
export function makeFixedAnswer(service: Interpreter, operation: Operation): FixedAnswer | undefined {
  const media = listMediaTypes(operation)
  if (!isJson(media[0])) return undefined
  const context = makeEmptyContext(service)
  const hasHeaders = operation.slots.headers.state === 'shown'
  const { answer, headers } = makeSampleAnswer(service, operation)
  return (exchange, body, tag) => {
    // Conditional requests compare the tag before the body is needed.
    const isConditional = tag !== undefined && (exchange.headers.get('if-none-match') ?? exchange.headers.get('if-match')) !== undefined
    const fixed =
      media.length > 1 || isConditional
        ? makeAnswer(exchange, context, { transitions: [] }, tag, body)
        : { ...answer, headers: headers(tag), body }
    const { requestedVersion } = exchange
    return requestedVersion === undefined || !hasHeaders
      ? fixed
      : { ...fixed, headers: fixed.headers.map(([name, value]) => [name, convertHeader(name, value, requestedVersion)]) }
  }
}
