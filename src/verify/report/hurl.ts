// The sequence of a finding as a Hurl file: what an answer chose is captured, and the last answer is the one that the document gives.

import type { Compiled } from '../../compile/compile.ts'
import type { Finding } from '../finding.ts'
import { type RequestHeader, type ServerRequest, speaking } from '../oracle/request.ts'
import { variableOf } from './curl.ts'
import { redactedHeader } from './redact.ts'

const captured = /\{\{(\d+):(header:)?([^{}]*)\}\}/g

export function hurlScript(compiled: Compiled, finding: Finding): string {
  const { steps, requests, expected } = finding
  const reads = steps.flatMap(({ target, headers, body }) => [...[target, ...headers.map(([, value]) => value), body ?? ''].join('\n').matchAll(captured)].map(([, answer, isHeader, name]) => ({ answer: Number(answer), isHeader: isHeader !== undefined, name: name! })))
  const captures = [...new Map(reads.map((each) => [variable(each), each])).values()]
  const entries = requests.map((request, index) => {
    const step = steps[index]
    const own = step === undefined ? request : symbolic(step, request)
    const isLast = index === requests.length - 1
    const lines = captures.filter(({ answer }) => answer === index + 1).map((each) => `${variable(each)}: ${each.isHeader ? `header "${each.name}"` : `jsonpath "${jsonPath(each.name)}"`}`)
    return [
      ...(request.wait === undefined ? [] : [`# The server's clock is moved on by ${request.wait / 1000} s first.`]),
      ...(request.together === undefined ? [] : ['# Sent at the same time as the one before it, which Hurl does not do.']),
      ...(request.tampering === undefined ? [] : [`# The credential is ${request.tampering}.`]),
      entryText(speaking(compiled, own)),
      `HTTP ${isLast ? expected.status : '*'}`,
      ...(lines.length === 0 ? [] : ['[Captures]', ...lines]),
    ].join('\n')
  })
  return `# ${finding.operation}: the last answer is as the document says.\n\n${entries.join('\n\n')}\n`
}

/** The step with the values that were new when it was sent, and names for what earlier answers said. */
function symbolic(step: ServerRequest, sent: ServerRequest): ServerRequest {
  const body = step.body === undefined ? undefined : named(step.body, sent.body ?? '')
  return {
    ...sent, target: named(step.target, sent.target),
    headers: step.headers.map(([name, value], index): RequestHeader => [name, named(value, sent.headers[index]?.[1] ?? value)]),
    ...(body === undefined ? {} : { body }),
  }
}

/** `text` with its placeholders of new values as they were sent. The sent text where these cannot be told apart. */
function named(text: string, sent: string): string {
  const parts = text.split(/(\{\{[^{}]*\}\})/)
  const match = new RegExp(`^${parts.map((part, index) => (index % 2 === 1 ? '(.*?)' : RegExp.escape(part))).join('')}$`, 's').exec(sent)
  if (match === null) return sent
  return parts.map((part, index) => {
    if (index % 2 === 0) return part
    const [, answer, isHeader, name] = new RegExp(captured.source).exec(part) ?? []
    return answer === undefined ? match[(index + 1) / 2]! : `{{${variable({ answer: Number(answer), isHeader: isHeader !== undefined, name: name! })}}}`
  }).join('')
}

function variable({ answer, isHeader, name }: { readonly answer: number; readonly isHeader: boolean; readonly name: string }): string {
  return `answer${answer}_${isHeader ? 'header_' : ''}${name.replace(/^\//, '').replaceAll(/\W/g, '_')}`
}

function jsonPath(pointer: string): string {
  return `$${pointer.split('/').slice(1).map((part) => (/^\d+$/.test(part) ? `[${part}]` : `['${part}']`)).join('')}`
}

function entryText({ method, target, headers, body, caller }: ServerRequest): string {
  return [
    `${method} {{url}}${target}`,
    ...(caller === undefined ? [] : [`Authorization: {{${variableOf(caller)}}}`]),
    ...headers.map(([name, value]) => `${name}: ${redactedHeader(name, value)}`),
    ...(body === undefined || body === '' ? [] : [body.includes('\n') || body.includes('`') ? `\`\`\`\n${body}\n\`\`\`` : `\`${body}\``]),
  ].join('\n')
}
