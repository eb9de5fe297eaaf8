// Names the values of earlier answers in the requests of a sequence, for reproducers: `{{answer1_id}}`.

import { type Json, createJsonObject, isJsonArray, isJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import type { RequestHeader, ServerRequest } from '../oracle/request.ts'
import type { RequestStep } from '../step.ts'

/** A member (a JSON pointer) or a header of an answer, counted from 1. */
export type CapturedValue = { readonly answer: number; readonly isHeader: boolean; readonly name: string }

const captured = /\{\{(\d+):(header:)?([^{}]*)\}\}/g

/** The values of earlier answers that later requests use. */
export function listCaptures(steps: readonly RequestStep[]): readonly CapturedValue[] {
  const reads = steps.flatMap(({ target, headers, body }) =>
    [...[target, ...headers.map(([, value]) => value), body ?? ''].join('\n').matchAll(captured)].map(
      ([, answer, isHeader, name]): CapturedValue => ({ answer: Number(answer), isHeader: isHeader !== undefined, name: name! }),
    ),
  )
  return [...new Map(reads.map((each) => [printVariable(each), each])).values()]
}

/** The step as it was sent, with names in place of values from earlier answers. */
export function makeSymbolic(step: ServerRequest, sent: ServerRequest): ServerRequest {
  const body = step.body === undefined ? undefined : (alignText(step.body, sent.body ?? '') ?? alignBody(step.body, sent.body ?? ''))
  return {
    ...sent,
    target: replaceSentValues(step.target, sent.target),
    headers: step.headers.map(([name, value], index): RequestHeader => [name, replaceSentValues(value, sent.headers[index]?.[1] ?? value)]),
    ...(body === undefined ? {} : { body }),
  }
}

/** A body that was sent with other members, such as the address of a receiver, or with numbers in place of placeholders. */
function alignBody(text: string, sent: string): string {
  const [template, value] = [text, sent].map((each) => parseJsonText(each, { depth: 200 })) as [ParsedJson, ParsedJson]
  if (!('value' in template) || !('value' in value)) return sent
  // A value that is not a text stands without quotes.
  return printJson(alignJson(template.value, value.value)).replaceAll(/"\\u0000(\{\{\w+\}\})"/g, '$1')
}

type ParsedJson = ReturnType<typeof parseJsonText>

function alignJson(template: Json, sent: Json): Json {
  if (typeof template === 'string') {
    if (typeof sent === 'string') return alignText(template, sent) ?? sent
    const [whole, answer, isHeader, name] = new RegExp(captured.source).exec(template) ?? []
    return whole !== template
      ? sent
      : `\u0000{{${printVariable({ answer: Number(answer), isHeader: isHeader !== undefined, name: name! })}}}`
  }
  if (isJsonArray(template) && isJsonArray(sent))
    return sent.map((item, index) => (template[index] === undefined ? item : alignJson(template[index], item)))
  if (!isJsonObject(template) || !isJsonObject(sent)) return sent
  const members = template as { readonly [name: string]: Json }
  return createJsonObject(
    Object.entries(sent).map(([name, value]) => [name, members[name] === undefined ? value : alignJson(members[name], value)] as const),
  )
}

/** All of `sent` if the texts cannot be aligned. */
function replaceSentValues(text: string, sent: string): string {
  return alignText(text, sent) ?? sent
}

/** `text` with the sent values in place of its placeholders for new values; undefined if the texts cannot be aligned. */
function alignText(text: string, sent: string): string | undefined {
  const parts = text.split(/(\{\{[^{}]*\}\})/)
  const match = new RegExp(`^${parts.map((part, index) => (index % 2 === 1 ? '(.*?)' : RegExp.escape(part))).join('')}$`, 's').exec(sent)
  if (match === null) return undefined
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part
      const [, answer, isHeader, name] = new RegExp(captured.source).exec(part) ?? []
      return answer === undefined
        ? match[(index + 1) / 2]!
        : `{{${printVariable({ answer: Number(answer), isHeader: isHeader !== undefined, name: name! })}}}`
    })
    .join('')
}

/** The variable's name. */
export function printVariable({ answer, isHeader, name }: CapturedValue): string {
  return `answer${answer}_${isHeader ? 'header_' : ''}${name.replace(/^\//, '').replaceAll(/\W/g, '_')}`
}
