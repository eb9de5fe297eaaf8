// Decides whether a response matches an entry, and captures from it.

import { compareBody } from '../hurl/evaluate/body.ts'
import { evaluatePredicate } from '../hurl/evaluate/predicate.ts'
import { evaluateQuery, listHeaderValues, type ReceivedAnswer } from '../hurl/evaluate/query.ts'
import { fillTemplate, isTemplateProblem, type EvaluationContext } from '../hurl/evaluate/template.ts'
import { printHurlJson, showValue, type HurlValue } from '../hurl/evaluate/value.ts'
import type { Assert, Capture, HurlRequest, HurlResponse } from '../hurl/tree.ts'
import {
  type ScenarioFailure,
  reportFailedAssert,
  reportNoCapture,
  notFilled,
  reportWrongBody,
  reportWrongHeader,
  reportWrongStatus,
  reportWrongVersion,
} from './failure.ts'
import type { Observation } from './service.ts'

export type JudgedAnswer = {
  readonly failures: readonly ScenarioFailure[]
  readonly captured: ReadonlyMap<string, HurlValue>
  /** Captured values that no report may show. */
  readonly secrets: readonly string[]
}

/** If the status differs, only the status is reported, because other differences follow from it. */
export function judgeAnswer(
  request: HurlRequest,
  response: HurlResponse,
  received: ReceivedAnswer,
  context: EvaluationContext,
  observation: Observation | undefined,
): JudgedAnswer {
  const { status, version } = response
  if (status.value !== 'any' && status.value !== received.status) {
    return makeFailedAnswer([reportWrongStatus(request, status.span, status.value, received, observation)])
  }
  const versionFails =
    version.value !== 'any' && version.value !== received.version
      ? [reportWrongVersion(request, version.span, version.value, received)]
      : []
  const judged = judgeContent(request, response, received, context)
  return { ...judged, failures: [...versionFails, ...judged.failures] }
}

/**
 * Judges the content below the first line of a response or delivery. Captures come before asserts, which may use them; if a capture
 * fails, the rest is skipped.
 */
export function judgeContent(
  request: HurlRequest,
  response: Pick<HurlResponse, 'headers' | 'captures' | 'asserts' | 'body'>,
  received: ReceivedAnswer,
  context: EvaluationContext,
  delivered?: string,
): JudgedAnswer {
  const captured = new Map<string, HurlValue>()
  const secrets: string[] = []
  const captureContext = { ...context, variables: new Map(context.variables) }
  const failures: ScenarioFailure[] = []
  for (const capture of response.captures) {
    const result = evaluateCapture(request, capture, received, captureContext)
    if ('failure' in result) {
      failures.push(result.failure)
      continue
    }
    captured.set(result.name, result.value)
    captureContext.variables.set(result.name, result.value)
    if (capture.redact) secrets.push(...listTexts(result.value))
  }
  if (failures.length > 0) return { failures, captured, secrets }
  failures.push(
    ...judgeHeaders(request, response, received, captureContext),
    ...judgeBody(request, response, received, captureContext, delivered),
  )
  for (const assert of response.asserts) failures.push(...assertFailures(request, assert, received, captureContext))
  return { failures, captured, secrets }
}

/** The texts in which a value could occur in a report; excludes `null`, `true` and `false`, which reveal nothing. */
function listTexts(value: HurlValue): string[] {
  if (value === null || typeof value === 'boolean') return []
  return typeof value === 'string' ? [value] : [printHurlJson(value), printHurlJson(value, '', '  ')]
}

function makeFailedAnswer(failures: readonly ScenarioFailure[]): JudgedAnswer {
  return { failures, captured: new Map(), secrets: [] }
}

type CaptureResult = { readonly name: string; readonly value: HurlValue } | { readonly failure: ScenarioFailure }

function evaluateCapture(
  request: HurlRequest,
  { name, query, filters, span }: Capture,
  received: ReceivedAnswer,
  context: EvaluationContext,
): CaptureResult {
  const text = fillTemplate(name, context)
  if (isTemplateProblem(text)) return { failure: notFilled(text, request) }
  const result = evaluateQuery(query, filters, received, context)
  if (result.kind === 'value') return { name: text, value: result.value }
  return { failure: reportNoCapture(request, text, span, result.kind === 'problem' ? result.problem : undefined, received) }
}

/** A repeated header is as expected if one of its values is. */
function judgeHeaders(
  request: HurlRequest,
  response: Pick<HurlResponse, 'headers'>,
  received: ReceivedAnswer,
  context: EvaluationContext,
): ScenarioFailure[] {
  return response.headers.flatMap(({ key, value, span }) => {
    const name = fillTemplate(key, context)
    const expected = fillTemplate(value, context)
    if (isTemplateProblem(name)) return [notFilled(name, request)]
    if (isTemplateProblem(expected)) return [notFilled(expected, request)]
    const values = listHeaderValues(received, name)
    return values.includes(expected) ? [] : [reportWrongHeader(request, span, name, expected, values)]
  })
}

function judgeBody(
  request: HurlRequest,
  { body }: Pick<HurlResponse, 'body'>,
  received: ReceivedAnswer,
  context: EvaluationContext,
  delivered: string | undefined,
): ScenarioFailure[] {
  if (body === undefined) return []
  const result = compareBody(body, received, context)
  if (result === undefined) return []
  return ['problem' in result ? notFilled(result, request) : reportWrongBody(request, body.span, result.expected, result.actual, delivered)]
}

function assertFailures(
  request: HurlRequest,
  { query, filters, predicate }: Assert,
  received: ReceivedAnswer,
  context: EvaluationContext,
): ScenarioFailure[] {
  const result = evaluateQuery(query, filters, received, context)
  const verdict = evaluatePredicate(predicate, result, context)
  if (verdict.holds) return []
  const subject = { ...query.span, end: filters.at(-1)?.span.end ?? query.span.end }
  const actual = result.kind === 'value' ? showValue(result.value) : undefined
  return [reportFailedAssert(request, subject, predicate.span, { expected: verdict.expected, actual, problem: verdict.problem })]
}
