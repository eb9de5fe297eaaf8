// Names the values of earlier answers in the requests of a sequence, for reproducers: `{{answer1_id}}`.

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
  const body = step.body === undefined ? undefined : replaceSentValues(step.body, sent.body ?? '')
  return {
    ...sent,
    target: replaceSentValues(step.target, sent.target),
    headers: step.headers.map(([name, value], index): RequestHeader => [name, replaceSentValues(value, sent.headers[index]?.[1] ?? value)]),
    ...(body === undefined ? {} : { body }),
  }
}

/** `text` with the sent values in place of its placeholders for new values; all of `sent` if they cannot be aligned. */
function replaceSentValues(text: string, sent: string): string {
  const parts = text.split(/(\{\{[^{}]*\}\})/)
  const match = new RegExp(`^${parts.map((part, index) => (index % 2 === 1 ? '(.*?)' : RegExp.escape(part))).join('')}$`, 's').exec(sent)
  if (match === null) return sent
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
