// Reports a failed scenario as diagnostics at its line of the document.

import { type Span, textOf } from '../base/text.ts'
import { findNearest } from '../base/nearest.ts'
import type { Diagnostic, Label } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, joinWithAnd, quoteName } from '../diagnostic/voice.ts'
import { decodeBody, type ReceivedAnswer } from '../hurl/evaluate/query.ts'
import type { TemplateProblem } from '../hurl/evaluate/template.ts'
import { parseJsonValue, printHurlJson } from '../hurl/evaluate/value.ts'
import type { NamedText, HurlRequest } from '../hurl/tree.ts'
import { showDifference } from './difference.ts'
import type { ReceivedDelivery, Observation } from './service.ts'

export type ScenarioFailure = { readonly diagnostic: Diagnostic; readonly expected?: string; readonly actual?: string }

/** Longer bodies are cut in messages. */
const maxBodyLength = 2000

/** The request as the author wrote it, without the common address. */
export function requestLabel(request: HurlRequest): string {
  const url = textOf(request.url.span).replace(/^\{\{\s*(?:url|host)\s*\}\}/, '')
  return `${request.method.name} ${url === '' ? '/' : url}`
}

export function reportWrongStatus(
  request: HurlRequest,
  span: Span,
  expected: number,
  received: ReceivedAnswer,
  observation: Observation | undefined,
): ScenarioFailure {
  const message = `${quoteName(requestLabel(request))} answers ${received.status}, and ${expected} is expected`
  const primary = { span, text: `${received.status} came` }
  const diagnostic = error('wrong-status', message, primary, { others: [labelOfRequest(request)], reason: answerOf(received, observation) })
  return { diagnostic, expected: String(expected), actual: String(received.status) }
}

/** The received answer, and its reason in the document's words, if the service reports it. */
function answerOf(received: ReceivedAnswer, observation: Observation | undefined): string {
  const entry = observation?.entry === undefined ? '' : ` by the entry ${quoteName(observation.entry)}`
  const condition = observation?.condition === undefined ? '' : ` for ${quoteName(observation.condition)}`
  const cause = entry + condition === '' ? '' : `It was answered${entry}${condition}. `
  const text = decodeBody(received)
  if (received.body.length === 0) return `${cause}${received.status === 0 ? 'It' : 'The answer'} has no content.`
  if (text.kind !== 'value') return `${cause}The answer has ${received.body.length} bytes that are not text.`
  const json = parseJsonValue(text.value as string)
  const body = json === undefined ? (text.value as string) : printHurlJson(json, '', '  ')
  return `${cause}This came:\n\n${body.length > maxBodyLength ? `${body.slice(0, maxBodyLength)}…` : body}`
}

export function reportWrongVersion(request: HurlRequest, span: Span, expected: string, received: ReceivedAnswer): ScenarioFailure {
  const message = `${quoteName(requestLabel(request))} answers in HTTP/${received.version}, and HTTP/${expected} is expected`
  const diagnostic = error('wrong-version', message, { span, text: `HTTP/${received.version} came` }, { others: [labelOfRequest(request)] })
  return { diagnostic, expected: `HTTP/${expected}`, actual: `HTTP/${received.version}` }
}

export function reportWrongHeader(
  request: HurlRequest,
  span: Span,
  name: string,
  expected: string,
  values: readonly string[],
): ScenarioFailure {
  const actual = values.length === 0 ? 'none' : values.join(', ')
  const actualText = values.length === 0 ? 'is not sent' : `is ${values.map(quoteName).join(' and ')}`
  const primary = { span, text: values.length === 0 ? 'not sent' : 'another value came' }
  const diagnostic = error('wrong-header', `${quoteName(name)} ${actualText}, and ${quoteName(expected)} is expected`, primary, {
    others: [labelOfRequest(request)],
  })
  return { diagnostic, expected, actual }
}

export function reportWrongBody(request: HurlRequest, span: Span, expected: string, actual: string, delivered?: string): ScenarioFailure {
  const message = `${delivered === undefined ? `${quoteName(requestLabel(request))} answers` : `${quoteName(delivered)} is delivered`} with another body than is expected`
  const reason = `Lines marked - were expected, lines marked + were received.\n\n${showDifference(expected, actual)}`
  const diagnostic = error('wrong-body', message, { span, text: 'this body is expected' }, { others: [labelOfRequest(request)], reason })
  return { diagnostic, expected, actual }
}

/** `subject`: the query with its filters, as written. `actual` is undefined if the query found nothing. */
export function reportFailedAssert(
  request: HurlRequest,
  subject: Span,
  predicate: Span,
  { expected, actual, problem }: { readonly expected: string; readonly actual: string | undefined; readonly problem: string | undefined },
): ScenarioFailure {
  const result = actual === undefined ? 'finds nothing' : `is ${quoteName(actual)}`
  const name = quoteName(textOf(subject))
  const mismatch = `${name} ${result}, and ${quoteName(expected)} is expected`
  const message = problem === undefined ? mismatch : `${name} cannot be judged: ${problem}`
  const primary = { span: predicate, text: problem === undefined ? 'expected' : 'cannot be evaluated' }
  const other = { span: subject, text: result }
  const assertDiagnostic = error('failed-assert', message, primary, { others: [other, labelOfRequest(request)] })
  return { diagnostic: assertDiagnostic, expected, actual: actual ?? 'nothing' }
}

export function reportNoCapture(
  request: HurlRequest,
  name: string,
  span: Span,
  problem: string | undefined,
  received: ReceivedAnswer,
): ScenarioFailure {
  const cause = problem === undefined ? 'finds nothing' : `cannot be taken: ${problem}`
  const primary = { span, text: 'this finds nothing to keep' }
  return {
    diagnostic: error('missing-capture', `${quoteName(name)} ${cause}`, primary, {
      others: [labelOfRequest(request)],
      reason: answerOf(received, undefined),
    }),
  }
}

export function notFilled({ problem, span }: TemplateProblem, request: HurlRequest): ScenarioFailure {
  return {
    diagnostic: error('not-filled', `${quoteName(requestLabel(request))} cannot be filled in: ${problem}`, {
      span,
      text: 'this has no value',
    }),
  }
}

export function notAnswered(request: HurlRequest, problem: string): ScenarioFailure {
  return { diagnostic: error('not-answered', `${quoteName(requestLabel(request))} is not answered: ${problem}`, labelOfRequest(request)) }
}

export function reportUnknownCaller({ name, span }: NamedText, callers: readonly string[]): ScenarioFailure {
  const suggestions = findNearest(name, callers)
  const listOfCallers = callers.length === 0 ? 'Declare it in part 5 under `callers`.' : `There are ${joinWithAnd(callers)}.`
  const help = suggestions.length > 0 ? `Did you mean ${joinWithOr(suggestions)}?` : listOfCallers
  return {
    diagnostic: error(
      'unknown-caller',
      `${quoteName(name)} is not a test caller of part 5`,
      { span, text: 'no caller has this name' },
      { help },
    ),
  }
}

/** The clock of a scenario only goes forward, except for its first request. `now`: milliseconds since 1970. */
export function reportPastMoment({ ms, span }: { readonly ms: number; readonly span: Span }, now: number): ScenarioFailure {
  const message = `The clock cannot go back to ${new Date(ms).toISOString()}: it is ${new Date(now).toISOString()}`
  return {
    diagnostic: error(
      'past-moment',
      message,
      { span, text: 'has passed' },
      { help: 'A scenario that plays earlier says so above its first request.' },
    ),
  }
}

export function reportNoVersions({ name, span }: NamedText): ScenarioFailure {
  const primary = { span, text: 'no version has this name' }
  return {
    diagnostic: error('unknown-version', `${quoteName(name)} is not a version of part 9`, primary, { help: 'Part 9 shows no versions.' }),
  }
}

export function notDelivered(request: HurlRequest, { name, span }: NamedText, deliveries: readonly ReceivedDelivery[]): ScenarioFailure {
  const names = deliveries.map((each) => each.name)
  const reason = names.length === 0 ? 'Nothing was delivered after this request.' : `Delivered after this request: ${joinWithAnd(names)}.`
  const message = `${quoteName(name)} is not delivered after ${quoteName(requestLabel(request))}`
  const diagnostic = error('not-delivered', message, { span, text: 'expected here' }, { others: [labelOfRequest(request)], reason })
  return { diagnostic, expected: name, actual: names.length === 0 ? 'nothing' : names.join(', ') }
}

/** Reports that `part` of a delivery differs from the expectation. */
export function reportWrongDelivery(
  request: HurlRequest,
  name: string,
  span: Span,
  part: 'method' | 'address',
  expected: string,
  actual: string,
): ScenarioFailure {
  const message = `${quoteName(name)} is delivered with the ${part} ${quoteName(actual)}, and ${quoteName(expected)} is expected`
  return {
    diagnostic: error('wrong-delivery', message, { span, text: `${actual} came` }, { others: [labelOfRequest(request)] }),
    expected,
    actual,
  }
}

type Code =
  | 'wrong-status'
  | 'wrong-version'
  | 'wrong-header'
  | 'wrong-body'
  | 'failed-assert'
  | 'missing-capture'
  | 'not-filled'
  | 'not-answered'
  | 'unknown-caller'
  | 'unknown-version'
  | 'not-delivered'
  | 'wrong-delivery'
  | 'past-moment'

function error(code: Code, message: string, primary: Label, details: Parameters<typeof createDiagnostic>[4] = {}): Diagnostic {
  return createDiagnostic('error', `scenario/${code}`, message, primary, details)
}

function labelOfRequest(request: HurlRequest): Label {
  return { span: request.span, text: 'asked here' }
}
