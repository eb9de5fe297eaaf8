// Prints a sequence as a numbered shell script of `curl`, with `jq` to read values from answers; secrets come from the environment.

import type { Compiled } from '../../compile/compile.ts'
import { printDuration } from '../../base/duration.ts'
import { type ServerRequest, otherScheme, queryPairsOf, makeSentRequest } from '../oracle/request.ts'
import type { RequestStep } from '../step.ts'
import { findCredentialField, printFurtherParameters } from './credential-field.ts'
import { redactHeader } from './redact.ts'
import { type CapturedValue, listCaptures, makeSymbolic, printVariable } from './symbolic.ts'

/** A sequence with placeholders, and as it was sent. */
export type SentSequence = { readonly steps: readonly RequestStep[]; readonly requests: readonly ServerRequest[] }

export function printCurlScript(compiled: Compiled, url: string, { steps, requests }: SentSequence): string {
  const base = url.replace(/\/$/, '')
  const captures = Map.groupBy(listCaptures(steps), ({ answer }) => answer)
  const isInBackground = (index: number): boolean => requests[index]!.together === true || requests[index + 1]?.together === true
  let waiting: number[] = []
  return requests
    .map((request, index) => {
      const number = index + 1
      const step = steps[index]
      const command = printCurl(compiled, base, makeSentRequest(compiled, step === undefined ? request : makeSymbolic(step, request)))
      waiting.push(number)
      const isGroupEnd = requests[index + 1]?.together !== true
      const captured = isGroupEnd ? waiting.flatMap((each) => captures.get(each) ?? []) : []
      if (isGroupEnd) waiting = []
      return [
        `# ${number}${request.together === undefined ? '' : ', at the same time'}${request.wait === undefined ? '' : `, after the server's clock was moved on by ${request.wait / 1000} s`}${request.tampering === undefined ? '' : `; the credential is ${request.tampering}`}`,
        ...(request.wait === undefined ? [] : [advanceClock(request.wait)]),
        `${command}${captures.has(number) ? ` | tee answer${number}` : ''}${isInBackground(index) ? ' &' : ''}`,
        ...(isInBackground(index) && isGroupEnd ? ['wait'] : []),
        ...captured.map(capture),
      ].join('\n')
    })
    .join('\n')
}

/** The hook's address is in the environment. */
function advanceClock(ms: number): string {
  return `curl -X POST "$CLOCK" --json ${quote(JSON.stringify({ advance: printDuration(ms) }))}`
}

/** Stores a value of an answer in a shell variable. */
function capture(each: CapturedValue): string {
  const { answer, isHeader, name } = each
  if (isHeader) return `${printVariable(each)}=$(sed -n 's/^${name}: //Ip' answer${answer} | tr -d '\\r')`
  const path = name
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `["${part}"]`))
    .join('')
  return `${printVariable(each)}=$(sed '1,/^\\r*$/d' answer${answer} | jq -r ${quote(`.${path}`)})`
}

function printCurl({ model }: Compiled, base: string, { method, target, headers, body, caller, tampering }: ServerRequest): string {
  const field = caller === undefined ? undefined : findCredentialField(model, caller)
  const isMoved = caller !== undefined && tampering === 'in the query'
  const parameters = isMoved
    ? printCredentialInQuery(target, caller)
    : field?.isInQuery === true
      ? `"${printFurtherParameters(target, [[field.name, printCredential(caller!, tampering)]])}"`
      : ''
  const words = [
    'curl',
    '-i',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]),
    `${quote(`${base}${target}`)}${parameters}`,
    ...(field === undefined || parameters !== '' ? [] : ['-H', `"${field.name}: ${printCredential(caller!, tampering)}"`]),
    ...headers.flatMap(([name, value]) => ['-H', quote(`${name}: ${redactHeader(name, value)}`)]),
    ...(body === undefined
      ? []
      : ['--data-binary', quote(body.length > 4000 ? `${body.slice(0, 200)}… (${body.length} characters)` : body)]),
  ]
  return words.join(' ')
}

/** The caller's credential, which the script changes as the run did. */
function printCredential(caller: string, tampering: ServerRequest['tampering']): string {
  const name = nameVariable(caller)
  const edited = (script: string): string => `$(printf %s "$${name}" | sed -E ${quote(script)})`
  switch (tampering) {
    case 'named in small letters':
      return `\${${name},}`
    case 'under another scheme':
      return `${otherScheme} \${${name}#* }`
    case 'cut':
      return `\${${name}%??}`
    case 'changed':
      return edited('s/A(.{5})$/B\\1/;t;s/[^ ](.{5})$/A\\1/')
    case 'unsigned':
      return edited('s/^([^ ]+ )?[^.]+\\.([^.]+)\\.[^.]*$/\\1eyJhbGciOiJub25lIn0.\\2./;t;s/(.)$/\\1\\1/')
    default:
      return `$${name}`
  }
}

/** The caller's credential, without its scheme, as parameters of the query. */
function printCredentialInQuery(target: string, caller: string): string {
  const pairs = queryPairsOf(['Authorization', '']).map(([name]) => [name, `\${${nameVariable(caller)}#* }`] as const)
  return `"${printFurtherParameters(target, pairs)}"`
}

const variablePattern = /\{\{(answer\d+_\w*)\}\}/g

/** The variable that holds a caller's credential: the value of its header, or of its parameter. */
export function nameVariable(caller: string): string {
  return `CREDENTIAL_${caller.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()}`
}

/** Quotes a text for the shell; variables stay outside the single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll(variablePattern, '\'"$$$1"\'')}'`
}
