// Whether an answer is the one that an entry expects, and what it captures.

import { compareBody } from '../hurl/evaluate/body.ts'
import { judge } from '../hurl/evaluate/predicate.ts'
import { ask, headerValues, type Received } from '../hurl/evaluate/query.ts'
import { fill, isStuck, type Surroundings } from '../hurl/evaluate/template.ts'
import { printed, shown, type Value } from '../hurl/evaluate/value.ts'
import type { Assert, Capture, Request, Response } from '../hurl/tree.ts'
import { type Failure, failedAssert, noCapture, notFilled, wrongBody, wrongHeader, wrongStatus, wrongVersion } from './failure.ts'
import type { Observation } from './world.ts'

export type Judged = {
  readonly failures: readonly Failure[]
  readonly captured: ReadonlyMap<string, Value>
  /** Captured values that no report may show. */
  readonly secrets: readonly string[]
}

/** An answer with another status is another answer: what else was expected of it would only repeat that. */
export function judgeAnswer(request: Request, response: Response, received: Received, around: Surroundings, seen: Observation | undefined): Judged {
  const { status, version } = response
  if (status.value !== 'any' && status.value !== received.status) {
    return failed([wrongStatus(request, status.span, status.value, received, seen)])
  }
  const versionFails = version.value !== 'any' && version.value !== received.version ? [wrongVersion(request, version.span, version.value, received)] : []
  const judged = judgeContent(request, response, received, around)
  return { ...judged, failures: [...versionFails, ...judged.failures] }
}

/** What stands below the first line, of an answer or of what is `delivered`. Captures come before asserts, which may use them; where one finds nothing, the rest is not asked. */
export function judgeContent(request: Request, response: Pick<Response, 'headers' | 'captures' | 'asserts' | 'body'>, received: Received, around: Surroundings, delivered?: string): Judged {
  const captured = new Map<string, Value>()
  const secrets: string[] = []
  const within = { ...around, variables: new Map(around.variables) }
  const failures: Failure[] = []
  for (const capture of response.captures) {
    const taken = take(request, capture, received, within)
    if ('failure' in taken) {
      failures.push(taken.failure)
      continue
    }
    captured.set(taken.name, taken.value)
    within.variables.set(taken.name, taken.value)
    if (capture.redact) secrets.push(...textsOf(taken.value))
  }
  if (failures.length > 0) return { failures, captured, secrets }
  failures.push(...headerFailures(request, response, received, within), ...bodyFailures(request, response, received, within, delivered))
  for (const assert of response.asserts) failures.push(...assertFailures(request, assert, received, within))
  return { failures, captured, secrets }
}

/** How a value could show in a report; `null`, `true` and `false` give nothing away. */
function textsOf(value: Value): string[] {
  if (value === null || typeof value === 'boolean') return []
  return typeof value === 'string' ? [value] : [printed(value), printed(value, '', '  ')]
}

function failed(failures: readonly Failure[]): Judged {
  return { failures, captured: new Map(), secrets: [] }
}

type Taken = { readonly name: string; readonly value: Value } | { readonly failure: Failure }

function take(request: Request, { name, query, filters, span }: Capture, received: Received, around: Surroundings): Taken {
  const text = fill(name, around)
  if (isStuck(text)) return { failure: notFilled(text, request) }
  const found = ask(query, filters, received, around)
  if (found.kind === 'value') return { name: text, value: found.value }
  return { failure: noCapture(request, text, span, found.kind === 'problem' ? found.problem : undefined, received) }
}

/** A header that comes several times is as expected where one of its values is. */
function headerFailures(request: Request, response: Pick<Response, 'headers'>, received: Received, around: Surroundings): Failure[] {
  return response.headers.flatMap(({ key, value, span }) => {
    const name = fill(key, around)
    const expected = fill(value, around)
    if (isStuck(name)) return [notFilled(name, request)]
    if (isStuck(expected)) return [notFilled(expected, request)]
    const came = headerValues(received, name)
    return came.includes(expected) ? [] : [wrongHeader(request, span, name, expected, came)]
  })
}

function bodyFailures(request: Request, { body }: Pick<Response, 'body'>, received: Received, around: Surroundings, delivered: string | undefined): Failure[] {
  if (body === undefined) return []
  const result = compareBody(body, received, around)
  if (result === undefined) return []
  return ['problem' in result ? notFilled(result, request) : wrongBody(request, body.span, result.expected, result.actual, delivered)]
}

function assertFailures(request: Request, { query, filters, predicate }: Assert, received: Received, around: Surroundings): Failure[] {
  const found = ask(query, filters, received, around)
  const verdict = judge(predicate, found, around)
  if (verdict.holds) return []
  const subject = { ...query.span, end: filters.at(-1)?.span.end ?? query.span.end }
  const actual = found.kind === 'value' ? shown(found.value) : undefined
  return [failedAssert(request, subject, predicate.span, { expected: verdict.expected, actual, problem: verdict.problem })]
}
