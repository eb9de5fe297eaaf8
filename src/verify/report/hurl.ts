// Prints the sequence of a finding as a Hurl file: it captures values that answers chose, and asserts the document's last answer.

import type { Compiled } from '../../compile/compile.ts'
import type { Finding } from '../finding.ts'
import { type ServerRequest, withVersion } from '../oracle/request.ts'
import { capturesOf, symbolic, variable } from './symbolic.ts'
import { nameVariable } from './curl.ts'
import { redactHeader } from './redact.ts'

export function hurlScript(compiled: Compiled, finding: Finding): string {
  const { steps, requests, expected } = finding
  const captures = capturesOf(steps)
  const entries = requests.map((request, index) => {
    const step = steps[index]
    const symbolicRequest = step === undefined ? request : symbolic(step, request)
    const isLast = index === requests.length - 1
    const lines = captures
      .filter(({ answer }) => answer === index + 1)
      .map((each) => `${variable(each)}: ${each.isHeader ? `header "${each.name}"` : `jsonpath "${jsonPath(each.name)}"`}`)
    return [
      ...(request.wait === undefined ? [] : [`# The server's clock is moved on by ${request.wait / 1000} s first.`]),
      ...(request.together === undefined ? [] : ['# Sent at the same time as the one before it, which Hurl does not do.']),
      ...(request.tampering === undefined ? [] : [`# The credential is ${request.tampering}.`]),
      entryText(withVersion(compiled, symbolicRequest)),
      `HTTP ${isLast ? expected.status : '*'}`,
      ...(lines.length === 0 ? [] : ['[Captures]', ...lines]),
    ].join('\n')
  })
  return `# ${finding.operation}: the last answer is as the document says.\n\n${entries.join('\n\n')}\n`
}

function jsonPath(pointer: string): string {
  return `$${pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `['${part}']`))
    .join('')}`
}

function entryText({ method, target, headers, body, caller }: ServerRequest): string {
  return [
    `${method} {{url}}${target}`,
    ...(caller === undefined ? [] : [`Authorization: {{${nameVariable(caller)}}}`]),
    ...headers.map(([name, value]) => `${name}: ${redactHeader(name, value)}`),
    ...(body === undefined || body === '' ? [] : [body.includes('\n') || body.includes('`') ? `\`\`\`\n${body}\n\`\`\`` : `\`${body}\``]),
  ].join('\n')
}
