// Prints the sequence of a finding as a Hurl file: it captures values that answers chose, and asserts the document's last answer.

import { printDuration } from '../../base/duration.ts'
import { isJsonNumber, parseJsonText, printJson } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { Finding } from '../finding.ts'
import { type ServerRequest, makeSentRequest } from '../oracle/request.ts'
import { listCaptures, makeSymbolic, printVariable } from './symbolic.ts'
import { findCredentialField, printFurtherParameters } from './credential-field.ts'
import { nameVariable } from './curl.ts'
import { redactHeader } from './redact.ts'

/** The part of a finding that its Hurl file shows. */
export type HurlFinding = Pick<Finding, 'operation' | 'steps' | 'requests' | 'differences'> & {
  readonly expected: Pick<Finding['expected'], 'status' | 'body'>
}

export function printHurlScript(compiled: Compiled, finding: HurlFinding): string {
  const { steps, requests, expected } = finding
  const captures = listCaptures(steps)
  const entries = requests.map((request, index) => {
    const step = steps[index]
    const symbolicRequest = step === undefined ? request : makeSymbolic(step, request)
    const isLast = index === requests.length - 1
    const lines = captures
      .filter(({ answer }) => answer === index + 1)
      .map((each) => `${printVariable(each)}: ${each.isHeader ? `header "${each.name}"` : `jsonpath "${convertToJsonPath(each.name)}"`}`)
    const asserts = isLast ? listAsserts(finding) : []
    return [
      ...(request.wait === undefined ? [] : [printAdvance(request.wait)]),
      ...(request.together === undefined ? [] : ['# Sent at the same time as the one before it, which Hurl does not do.']),
      ...(request.tampering === undefined ? [] : [`# The credential is ${request.tampering}.`]),
      printEntry(compiled, makeSentRequest(compiled, symbolicRequest)),
      `HTTP ${isLast ? expected.status : '*'}`,
      ...(lines.length === 0 ? [] : ['[Captures]', ...lines]),
      ...(asserts.length === 0 ? [] : ['[Asserts]', ...asserts]),
    ].join('\n')
  })
  return `# ${finding.operation}: the last answer is as the document says.\n\n${entries.join('\n\n')}\n`
}

/** The address of the hook is a variable. */
function printAdvance(ms: number): string {
  return `POST {{clock}}\n${printJson({ advance: printDuration(ms) })}\nHTTP *\n`
}

/** The most differences of one answer that are asserted. */
const maxAsserts = 5

/** The members and headers that differ, as the document says them. Values that the server may choose are left out. */
function listAsserts({ differences, expected }: HurlFinding): readonly string[] {
  if (differences.some(({ part }) => part === 'status')) return []
  return differences
    .flatMap(({ part, at, expected: text }): string[] => {
      if (part === 'header') return [printAssert(`header "${at}"`, text === 'nothing' ? undefined : JSON.stringify(text))]
      if (part !== 'body' || at === '') return []
      const query = `jsonpath "${convertToJsonPath(at)}"`
      if (text === 'nothing') return [printAssert(query, undefined)]
      const [, count] = /^(\d+) items$/.exec(text) ?? []
      if (count !== undefined) return [`${query} count == ${count}`]
      const parsed = parseJsonText(text, { depth: 200 })
      const isScalar = 'value' in parsed && (parsed.value === null || typeof parsed.value !== 'object' || isJsonNumber(parsed.value))
      return isScalar && String(expected.body ?? '').includes(text) ? [printAssert(query, text)] : []
    })
    .slice(0, maxAsserts)
}

function printAssert(query: string, value: string | undefined): string {
  return value === undefined ? `${query} not exists` : `${query} == ${value.replaceAll('{{', '{\\u{7b}')}`
}

function convertToJsonPath(pointer: string): string {
  return `$${pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `['${part}']`))
    .join('')}`
}

function printEntry({ model }: Compiled, { method, target, headers, body, caller }: ServerRequest): string {
  const field = caller === undefined ? undefined : findCredentialField(model, caller)
  const credential = caller === undefined ? '' : `{{${nameVariable(caller)}}}`
  return [
    `${method} {{url}}${target}${field?.isInQuery === true ? printFurtherParameters(target, [[field.name, credential]]) : ''}`,
    ...(field === undefined || field.isInQuery ? [] : [`${field.name}: ${credential}`]),
    ...headers.map(([name, value]) => `${name}: ${redactHeader(name, value)}`),
    ...(body === undefined || body === '' ? [] : [printBody(body)]),
  ].join('\n')
}

/** JSON as it is, other texts as bytes. The names of earlier answers' values, in double braces, stay. */
function printBody(body: string): string {
  if ('value' in parseJsonText(body, { depth: 10_000 }) && /^[[{"]/.test(body))
    return body.replaceAll(/\{\{(?!answer\d+_\w*\}\})/g, '\\u007b\\u007b')
  return /\{\{answer\d+_\w*\}\}/.test(body) ? `\`\`\`\n${body}\n\`\`\`` : `base64,${Buffer.from(body).toString('base64')};`
}
