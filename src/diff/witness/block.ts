// A request of a trace as Hurl text, in replaceable pieces: caller and time, head, body, and captures.

import { printDuration } from '../../base/duration.ts'
import { type Json, parseJsonText, printJson } from '../../base/json.ts'
import { createSource, textOf } from '../../base/text.ts'
import { printTimestamp } from '../../base/time.ts'
import type { Operation } from '../../model/model.ts'
import { isSegmentOf } from '../../model/segment.ts'
import { type Scenario, readScenario } from '../../hurl/scenario.ts'
import type { Capture, HurlEntry } from '../../hurl/tree.ts'

export type TraceBlock = {
  readonly method: string
  /** The path after `{{url}}`, with its query; or a complete address. */
  readonly target: string
  readonly as?: string
  /** Milliseconds by which the clock advances before the request. */
  readonly advance?: number
  /** The time to which the clock is set, in milliseconds since 1970. */
  readonly at?: number
  /** The version of this request and the following ones. */
  readonly version?: string
  /** Lines between the address and the body: headers and sections. */
  readonly head: string
  /** The raw body, if it is not JSON. */
  readonly text?: string
  readonly body?: Json
  /** `id: jsonpath "$.id"` */
  readonly captures: readonly string[]
  /** Deliveries from which later requests use values. */
  readonly deliveries?: readonly CapturedDelivery[]
  /** The operation's name for old clients. */
  readonly operation?: string
}

export type CapturedDelivery = { readonly name: string; readonly captures: readonly string[] }

/** Lines below the status: asserts and deliveries. */
export type ExpectedAnswer = { readonly status: number; readonly asserts: readonly string[]; readonly received?: readonly string[] }

export function toBlocks(scenario: Scenario, operations: Iterable<Operation>): readonly TraceBlock[] {
  const operationList = [...operations]
  return scenario.entries.map((entry) => toBlock(entry, operationList))
}

function toBlock({ request, response, directives, span }: HurlEntry, operations: readonly Operation[]): TraceBlock {
  const { text } = span.source
  const end = response?.span.start ?? span.end
  const bodyText = text.slice(request.body?.span.start ?? end, end).trim()
  const body = request.body?.kind === 'json' ? parse(textOf(request.body.span)) : undefined
  const target = textOf(request.url.span).replace(/^\{\{\s*(?:url|host)\s*\}\}/, '')
  const operation = findOperation(request.method.name, target, operations)?.name
  const deliveries = directives.receive.flatMap(({ name, expected }) =>
    expected === undefined || expected.captures.length === 0 ? [] : [{ name, captures: expected.captures.map(captureText) }],
  )
  return {
    method: request.method.name,
    target,
    head: text.slice(request.url.span.end, request.body?.span.start ?? end).trim(),
    ...(body === undefined ? (bodyText === '' ? {} : { text: bodyText }) : { body }),
    captures: (response?.captures ?? []).map(captureText),
    ...(deliveries.length === 0 ? {} : { deliveries }),
    ...(directives.as === undefined ? {} : { as: directives.as.name }),
    ...(directives.advance === undefined ? {} : { advance: directives.advance.ms }),
    ...(directives.at === undefined ? {} : { at: directives.at.ms }),
    ...(directives.version === undefined ? {} : { version: directives.version.name }),
    ...(operation === undefined ? {} : { operation }),
  }
}

const captureText = ({ span }: Capture): string => textOf(span).trim()

/** The names of the variables that later requests may use. */
export function listCapturedVariables({ captures, deliveries = [] }: TraceBlock): readonly string[] {
  return [...captures, ...deliveries.flatMap((each) => each.captures)].map((capture) => capture.split(':')[0]!.trim())
}

export function withoutCaptures({ deliveries: _, ...block }: TraceBlock): TraceBlock {
  return { ...block, captures: [] }
}

/** Undefined if the text has placeholders outside of strings. */
function parse(text: string): Json | undefined {
  const parsed = parseJsonText(text, { depth: 64 })
  return 'value' in parsed ? parsed.value : undefined
}

export function findOperation(method: string, target: string, operations: readonly Operation[]): Operation | undefined {
  const path = (/^[^?]*/.exec(target)?.[0] ?? '').split('/').slice(1)
  const matches = (operation: Operation, exact: boolean): boolean =>
    operation.method === method &&
    operation.segments.length === path.length &&
    operation.segments.every((segment, index) => (segment.kind === 'literal' || !exact) && isSegmentOf(segment, path[index]!))
  return (
    operations.find((each) => matches(each, true)) ??
    operations.toSorted((a, b) => literals(b) - literals(a)).find((each) => matches(each, false))
  )
}

const literals = ({ segments }: Operation): number =>
  segments.filter((segment) => segment.kind === 'literal' || segment.ending !== undefined).length

/** True for a captured address, or one of another service. */
function isAbsolute(target: string): boolean {
  return /^(\{\{|https?:)/.test(target)
}

/** Prints the request as Hurl; without an expected answer any answer passes. */
export function printBlock(block: TraceBlock, expected?: ExpectedAnswer): string {
  const { as, at, advance, version, method, target, head, text, body, captures, deliveries = [] } = block
  const capturedNames = new Set(deliveries.map(({ name }) => name))
  const lines = [
    ...(version === undefined ? [] : [`# version: ${version}`]),
    ...(as === undefined ? [] : [`# as: ${as}`]),
    ...(at === undefined ? [] : [`# at: ${printTimestamp(at)}`]),
    ...(advance === undefined ? [] : [`# advance: ${printDuration(advance)}`]),
    `${method} ${isAbsolute(target) ? '' : '{{url}}'}${target}`,
    ...(head === '' ? [] : [head]),
    ...(body !== undefined ? [printJson(body)] : text !== undefined ? [text] : []),
    `HTTP ${expected?.status ?? '*'}`,
    ...(captures.length === 0 ? [] : ['[Captures]', ...captures]),
    ...(expected === undefined || expected.asserts.length === 0 ? [] : ['[Asserts]', ...expected.asserts]),
    ...deliveries.flatMap((each) => [`# receive: ${each.name}`, '#   [Captures]', ...each.captures.map((capture) => `#   ${capture}`)]),
    ...(expected?.received ?? []).filter((name) => !capturedNames.has(name)).map((name) => `# receive: ${name}`),
  ]
  return `${lines.join('\n')}\n`
}

export function parseBlock(block: TraceBlock, variables: readonly string[]): HurlEntry | undefined {
  return readScenario(createSource('witness', printBlock(block)), variables).entries[0]
}
