// Prints the sequence of a finding as a Hurl file: it captures values that answers chose, and asserts the document's last answer.

import type { Compiled } from '../../compile/compile.ts'
import type { Finding } from '../finding.ts'
import { type ServerRequest, withVersion } from '../oracle/request.ts'
import { listCaptures, makeSymbolic, printVariable } from './symbolic.ts'
import { nameVariable } from './curl.ts'
import { redactHeader } from './redact.ts'

export function printHurlScript(compiled: Compiled, finding: Finding): string {
  const { steps, requests, expected } = finding
  const captures = listCaptures(steps)
  const entries = requests.map((request, index) => {
    const step = steps[index]
    const symbolicRequest = step === undefined ? request : makeSymbolic(step, request)
    const isLast = index === requests.length - 1
    const lines = captures
      .filter(({ answer }) => answer === index + 1)
      .map((each) => `${printVariable(each)}: ${each.isHeader ? `header "${each.name}"` : `jsonpath "${convertToJsonPath(each.name)}"`}`)
    return [
      ...(request.wait === undefined ? [] : [`# The server's clock is moved on by ${request.wait / 1000} s first.`]),
      ...(request.together === undefined ? [] : ['# Sent at the same time as the one before it, which Hurl does not do.']),
      ...(request.tampering === undefined ? [] : [`# The credential is ${request.tampering}.`]),
      printEntry(withVersion(compiled, symbolicRequest)),
      `HTTP ${isLast ? expected.status : '*'}`,
      ...(lines.length === 0 ? [] : ['[Captures]', ...lines]),
    ].join('\n')
  })
  return `# ${finding.operation}: the last answer is as the document says.\n\n${entries.join('\n\n')}\n`
}

function convertToJsonPath(pointer: string): string {
  return `$${pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `['${part}']`))
    .join('')}`
}

function printEntry({ method, target, headers, body, caller }: ServerRequest): string {
  return [
    `${method} {{url}}${target}`,
    ...(caller === undefined ? [] : [`Authorization: {{${nameVariable(caller)}}}`]),
    ...headers.map(([name, value]) => `${name}: ${redactHeader(name, value)}`),
    ...(body === undefined || body === '' ? [] : [body.includes('\n') || body.includes('`') ? `\`\`\`\n${body}\n\`\`\`` : `\`${body}\``]),
  ].join('\n')
}
