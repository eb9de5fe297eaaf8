// Converts bodies to bytes, and compares received bodies with expected ones.

import type { HurlBody } from '../tree.ts'
import { decodeBody, type ReceivedAnswer } from './query.ts'
import { fillTemplate, isTemplateProblem, type TemplateProblem, type EvaluationContext } from './template.ts'
import { equalHurlValues, isHurlList, isObject, parseJsonValue, printHurlJson, type HurlValue } from './value.ts'

export type BodyContent = { readonly bytes: Uint8Array; /** The media type that the form of the body implies. */ readonly type?: string }

export function evaluateBody(body: HurlBody, context: EvaluationContext): BodyContent | TemplateProblem {
  switch (body.kind) {
    case 'bytes':
      return { bytes: body.bytes }
    case 'xml':
      return { bytes: Buffer.from(body.text), type: 'application/xml' }
    case 'file': {
      const name = fillTemplate(body.name, context)
      if (isTemplateProblem(name)) return name
      const bytes = context.file(name)
      return bytes === undefined ? { problem: `there is no file \`${name}\` beside the scenario`, span: body.span } : { bytes }
    }
    default: {
      const text = evaluateTextBody(body, context)
      return isTemplateProblem(text) ? text : { bytes: Buffer.from(text), ...typeOf(body) }
    }
  }
}

type TextBody = Extract<HurlBody, { kind: 'json' | 'oneline' | 'multiline' }>

function typeOf(body: TextBody): { readonly type?: string } {
  if (body.kind === 'oneline' || (body.kind === 'multiline' && body.language === 'text')) return {}
  return { type: body.kind === 'multiline' && body.language === 'xml' ? 'application/xml' : 'application/json' }
}

function evaluateTextBody(body: TextBody, context: EvaluationContext): string | TemplateProblem {
  const text = fillTemplate(body.text, context)
  if (isTemplateProblem(text) || body.kind !== 'multiline' || body.language !== 'graphql') return text
  const variables = body.variables === undefined ? undefined : fillTemplate(body.variables, context)
  if (variables !== undefined && isTemplateProblem(variables)) return variables
  // The variables stay as written, so that no digit of a number is lost.
  return `{"query":${JSON.stringify(text)}${variables === undefined ? '' : `,"variables":${variables}`}}`
}

/** Both bodies as lines, for comparison. */
export type BodyDifference = { readonly expected: string; readonly actual: string }

/** Undefined if the body is as expected. */
export function compareBody(
  body: HurlBody,
  received: ReceivedAnswer,
  context: EvaluationContext,
): BodyDifference | TemplateProblem | undefined {
  const expectedContent = evaluateBody(body, context)
  if (isTemplateProblem(expectedContent)) return expectedContent
  const receivedText = decodeBody(received)
  if (body.kind === 'bytes' || body.kind === 'file' || receivedText.kind !== 'value') {
    const hex = (bytes: Uint8Array): string =>
      Buffer.from(bytes)
        .toString('hex')
        .replace(/.{1,64}/g, '$&\n')
    return Buffer.compare(expectedContent.bytes, received.body) === 0
      ? undefined
      : { expected: hex(expectedContent.bytes), actual: hex(received.body) }
  }
  const expected = Buffer.from(expectedContent.bytes).toString()
  const actual = receivedText.value as string
  if (expected === actual) return undefined
  const [expectedJson, actualJson] = expectedContent.type === 'application/json' ? [parseJsonValue(expected), parseJsonValue(actual)] : []
  if (expectedJson === undefined || actualJson === undefined) return { expected, actual }
  // JSON is compared by value: spaces and the order of members are not part of it.
  if (equalHurlValues(expectedJson, actualJson)) return undefined
  return { expected: printHurlJson(expectedJson, '', '  '), actual: printHurlJson(orderMembersLike(expectedJson, actualJson), '', '  ') }
}

/** The value with its members in the order of the other value, so that only real differences remain. */
function orderMembersLike(expectedValue: HurlValue, value: HurlValue): HurlValue {
  if (isHurlList(expectedValue) && isHurlList(value))
    return value.map((each, index) => (index < expectedValue.length ? orderMembersLike(expectedValue[index]!, each) : each))
  if (!isObject(expectedValue) || !isObject(value)) return value
  const names = [
    ...[...expectedValue.keys()].filter((name) => value.has(name)),
    ...[...value.keys()].filter((name) => !expectedValue.has(name)),
  ]
  return new Map(
    names.map((name) => [name, expectedValue.has(name) ? orderMembersLike(expectedValue.get(name)!, value.get(name)!) : value.get(name)!]),
  )
}
