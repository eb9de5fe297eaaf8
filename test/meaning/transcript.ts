// Cases of the interpreter in Markdown, for people: a document, with requests and answers.

import { printJson } from '../../src/base/json.ts'
import { type Answer } from '../../src/exchange/exchange.ts'
import { conditions } from '../../src/fact/fact.ts'
import { parseDuration } from '../../src/base/duration.ts'
import { type Running, factsOf, happenedIn, running } from './running.ts'

/** A heading names the case; a document and a transcript follow it. */
export type Case = { readonly title: string; readonly document: string; readonly transcript: string }

export function casesOf(markdown: string): Case[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n')
      const fence = (kind: string): string => new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\``, 'm').exec(section)?.[1] ?? ''
      return { title: title.trim(), document: fence('yaml'), transcript: fence('http') }
    })
}

/** The transcript with the answers that were given. */
export function replay({ document, transcript }: Case): string {
  const { facts, problems } = factsOf(completed(document))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const service = running(facts, { fixtures: true })
  const answers: Answer[] = []
  return asked(transcript)
    .map((lines) => {
      const request = lines.map((line) => line.replace(/\{\{(.+?)\}\}/g, (_, path: string) => found(answers, path)))
      const said = lines.map((line) => `> ${line}\n`).join('')
      const advance = /^advance (\S+)$/.exec(request[0]!)
      if (advance !== null) return said + advanced(service, advance[1]!) + happened(service)
      const answer = send(service, request)
      answers.unshift(answer)
      return said + shown(answer) + happened(service)
    })
    .join('\n')
}

/** The events since the last time, by commit, with their causes and attributes. */
function happened({ meaning, seen }: Running): string {
  return happenedIn(meaning, seen.position, 100)
    .map(({ position, type, cause, partitionkey, subject, data }) => {
      seen.position = position
      const about = [
        ...(partitionkey === undefined ? [] : [`key ${partitionkey}`]),
        ...(subject === undefined ? [] : [`subject ${subject}`]),
      ]
      return `  ! ${position.commit}.${position.index} ${[type, `(${cause})`, ...about, ...(data === undefined ? [] : [printJson(data)])].join(' ')}\n`
    })
    .join('')
}

/** The requests after `>`, separated by empty lines. */
function asked(transcript: string): string[][] {
  return transcript
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').flatMap((line) => (line.startsWith('>') ? [line.slice(1).trim()] : [])))
    .filter((lines) => lines.length > 0)
}

/** A method, a target and a body on the first line; headers on those that follow. */
function send(service: Running, [first = '', ...rest]: readonly string[]): Answer {
  const [, method = '', target = '', body] = /^(\S+) (\S+)(?: (.*))?$/.exec(first) ?? []
  const headers = new Map(
    rest.map((line): [string, string] => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
      return [name.toLowerCase(), value]
    }),
  )
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return service.send({ method, target, headers, ...(body === undefined ? {} : { body }) })
}

function advanced({ meaning, clock, fired }: Running, duration: string): string {
  const before = fired.length
  clock.advance(parseDuration(duration) as number)
  meaning.fire()
  return fired
    .slice(before)
    .map(
      ({ timer, outcome, reason }) =>
        `  ${timer.resource}.${timer.field} ${timer.kind} ${timer.name}: ${outcome}${reason === undefined ? '' : ` (${reason})`}\n`,
    )
    .join('')
}

/** A value of the last answer that has it: a header, or the value at a path in the body. */
function found(answers: readonly Answer[], path: string): string {
  for (const answer of answers) {
    const header = answer.headers.find(([name]) => name.toLowerCase() === path)?.[1]
    if (header !== undefined) return header
    const body: unknown = JSON.parse(String(answer.body ?? 'null'))
    const value = path.split('.').reduce<unknown>((at, name) => (at as { [name: string]: unknown } | null)?.[name], body)
    if (typeof value === 'string' || typeof value === 'number') return String(value)
  }
  throw new Error(`no answer has ${path}`)
}

function shown({ status, headers, body, trace }: Answer): string {
  const told = headers
    .filter(([name, value]) => name !== 'Content-Type' || value !== 'application/json')
    .map(([name, value]) => `  ${name}: ${value}\n`)
  const moved = trace.transitions.length > 0 ? `  (${trace.transitions.join(', ')})\n` : ''
  const report = trace.report === undefined ? '' : `  reported: ${trace.report.split('\n')[0]}\n`
  return `${status}\n${told.join('')}${body === undefined ? '' : `  ${String(body)}\n`}${moved}${report}`
}

const statuses: { readonly [condition: string]: number } = {
  malformed: 400,
  invalid: 422,
  'not-found': 404,
  gone: 410,
  dangling: 422,
  duplicate: 409,
  'in-use': 409,
  invariant: 409,
  guard: 409,
  require: 403,
  'illegal-transition': 409,
  'precondition-required': 428,
  'precondition-failed': 412,
  'idempotency-required': 400,
  'idempotency-mismatch': 422,
  'cursor-expired': 410,
  forbidden: 403,
  unauthenticated: 401,
  'rate-limited': 429,
  'quota-exceeded': 429,
  'too-large': 413,
}

/** Adds content that the case does not test: parts that are `none`, and errors with their condition and the failures. */
export function completed(document: string): string {
  const has = (part: string): boolean => new RegExp(`^${part}:`, 'm').test(document)
  const none = ['service', 'states', 'authentication', 'events', 'limits', 'versioning']
    .filter((part) => !has(part))
    .map((part) => `${part}: none\n`)
  return [document, ...none, has('errors') ? '' : errors].join('\n')
}

const errors = `
errors:
  body:
    met: '[error.condition, error.?subject.orValue(""), error.?name.orValue("")].filter(word, word != "").join(" ")'
    errors: error.errors
  media: application/json
  precedence: standard
  catalogue:
${conditions
  .filter((each) => statuses[each] !== undefined)
  .map((each) => `    ${each}: { on: ${each}, status: ${statuses[each]} }\n`)
  .join('')}`
