// Prints a sequence as numbered `curl` commands for a shell; secrets come from the environment.

import type { Compiled } from '../../compile/compile.ts'
import { type ServerRequest, speaking } from '../oracle/request.ts'
import { redactedHeader } from './redact.ts'

export function curlScript(compiled: Compiled, url: string, requests: readonly ServerRequest[]): string {
  const base = url.replace(/\/$/, '')
  const isLeading = (index: number): boolean => requests[index]!.together === true || requests[index + 1]?.together === true
  return requests.map((request, index) => `# ${index + 1}${request.together === undefined ? '' : ', at the same time'}${request.wait === undefined ? '' : `, after the server's clock was moved on by ${request.wait / 1000} s`}${request.tampering === undefined ? '' : `; the credential is ${request.tampering}: write another than the caller's`}\n${curl(base, speaking(compiled, request))}${isLeading(index) ? ' &' : ''}${request.together === true && requests[index + 1]?.together !== true ? '\nwait' : ''}`).join('\n')
}

function curl(base: string, { method, target, headers, body, caller }: ServerRequest): string {
  const words = [
    'curl', '-i', ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]), quote(`${base}${target}`),
    ...(caller === undefined ? [] : ['-H', `"Authorization: $${variableOf(caller)}"`]),
    ...headers.flatMap(([name, value]) => ['-H', quote(`${name}: ${redactedHeader(name, value)}`)]),
    ...(body === undefined ? [] : ['--data-binary', quote(body.length > 4000 ? `${body.slice(0, 200)}… (${body.length} characters)` : body)]),
  ]
  return words.join(' ')
}

/** The variable that holds the value of a caller's `Authorization`. */
export function variableOf(caller: string): string {
  return `CREDENTIAL_${caller.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
