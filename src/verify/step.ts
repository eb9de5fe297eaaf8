// A request of a sequence, with placeholders for values of earlier responses and for values that are new in each run.

import { type Json, isJsonArray, isJsonObject, createJsonObject, parseJsonText, printJson } from '../base/json.ts'
import { swapCase } from './sample-text.ts'
import { type RequestHeader, type ObservedAnswer, type ServerRequest, findHeader } from './oracle/request.ts'

/** `{{1:/id}}` is a member of the first answer, `{{1:header:ETag}}` a header of it, `{{new:2:Customer.email}}` a value that no record has. */
export type RequestStep = ServerRequest

/** The values of placeholders. */
export type PlaceholderValues = {
  /** The answers so far; the first is number 1. */
  readonly answers: readonly Pick<ObservedAnswer, 'headers' | 'body'>[]
  fresh(number: number, property: string, variant: string): Json | undefined
}

const placeholder = /\{\{(?:(\d+):(header:)?([^{}]*)|new:(\d+):([^{}:]+)(?::(\w+))?)\}\}/g

/** Fills in a step's placeholders. Undefined if an earlier answer lacks the value of one. */
export function fillStep(step: RequestStep, filling: PlaceholderValues): ServerRequest | undefined {
  let isWhole = true
  const value = (match: readonly (string | undefined)[]): Json => {
    const json = fillPlaceholder(match, filling)
    if (json === undefined) isWhole = false
    return json ?? ''
  }
  const text = (raw: string, encode: (text: string) => string): string =>
    raw.replaceAll(placeholder, (...match: (string | undefined)[]) => encode(printWord(value(match))))
  const target = text(step.target, encodeURIComponent)
  const headers = step.headers.map(([name, raw]): RequestHeader => [name, text(raw, (each) => each)])
  const body =
    step.body === undefined
      ? undefined
      : text(
          step.body.replaceAll(new RegExp(`"${placeholder.source}"`, 'g'), (...match: (string | undefined)[]) => printJson(value(match))),
          (each) => JSON.stringify(each).slice(1, -1),
        )
  return isWhole ? { ...step, target, headers, ...(body === undefined ? {} : { body }) } : undefined
}

/** The step with the header instead of any that it has of this name, in any case (RFC 9110, section 5.1). */
export function withHeader(step: RequestStep, name: string, value: string): RequestStep {
  return { ...step, headers: [...step.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()), [name, value]] }
}

function fillPlaceholder(
  [, answer, isHeader, name, fresh, property, variant]: readonly (string | undefined)[],
  filling: PlaceholderValues,
): Json | undefined {
  if (fresh !== undefined) return filling.fresh(Number(fresh), property!, variant ?? '')
  const earlierAnswer = filling.answers[Number(answer) - 1]
  if (earlierAnswer === undefined) return undefined
  if (isHeader !== undefined) return findHeader(earlierAnswer.headers, name!)
  const parsed = parseJsonText(earlierAnswer.body, { depth: 200 })
  return 'value' in parsed ? findValueAt(parsed.value, name!) : undefined
}

function printWord(value: Json): string {
  return typeof value === 'string' ? value : printJson(value)
}

/** The value at a JSON pointer (RFC 6901). */
export function findValueAt(json: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((value, raw) => {
      const name = raw.replaceAll('~1', '/').replaceAll('~0', '~')
      if (isJsonArray(value)) return value[Number(name)]
      return isJsonObject(value) ? (value as { readonly [name: string]: Json })[name] : undefined
    }, json)
}

/** A value generated for a unique property. */
export type Fresh = { readonly value: string; readonly property: string }

/** Replaces values that the server chose in earlier answers, and values that must be new, by placeholders. */
export function symbolize(
  request: ServerRequest,
  answers: readonly Pick<ObservedAnswer, 'headers' | 'body'>[],
  fresh: readonly Fresh[],
): RequestStep {
  const tokensByValue = new Map<string, string>()
  for (const [index, { value, property }] of fresh.entries()) {
    const first = fresh.findIndex((each) => each.property === property && each.value.toLowerCase() === value.toLowerCase())
    tokensByValue.set(value, first === index ? `{{new:${index}:${property}}}` : `{{new:${first}:${property}:swapped}}`)
  }
  for (const [index, { value, property }] of fresh.entries())
    if (!tokensByValue.has(swapCase(value))) tokensByValue.set(swapCase(value), `{{new:${index}:${property}:swapped}}`)
  for (const [index, { headers, body }] of answers.entries()) {
    const tag = findHeader(headers, 'etag')
    if (tag !== undefined && !tokensByValue.has(tag)) tokensByValue.set(tag, `{{${index + 1}:header:ETag}}`)
    const parsed = parseJsonText(body, { depth: 200 })
    if ('value' in parsed)
      for (const [pointer, text] of listTexts(parsed.value, ''))
        if (isChosen(text) && !tokensByValue.has(text)) tokensByValue.set(text, `{{${index + 1}:${pointer}}}`)
  }
  const longestFirst = [...tokensByValue].toSorted(([a], [b]) => b.length - a.length)
  const replaceTokens = (raw: string, encode: (text: string) => string): string =>
    longestFirst.reduce((text, [value, token]) => text.replaceAll(encode(value), token), raw)
  return {
    ...request,
    target: replaceTokens(request.target, encodeURIComponent),
    headers: request.headers.map(([name, value]): RequestHeader => [name, replaceTokens(value, (each) => each)]),
    ...(request.body === undefined ? {} : { body: replaceTokens(request.body, (each) => JSON.stringify(each).slice(1, -1)) }),
  }
}

/** True for texts that a server generates: keys, cursors, tokens, times. A short word may occur by accident. */
function isChosen(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) || /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) || /^[\w.-]{20,}$/.test(text)
}

function* listTexts(value: Json, at: string): Iterable<readonly [string, string]> {
  if (typeof value === 'string') yield [at, value]
  else if (isJsonArray(value)) for (const [index, item] of value.entries()) yield* listTexts(item, `${at}/${index}`)
  else if (isJsonObject(value))
    for (const [name, member] of Object.entries(value))
      yield* listTexts(member, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

/** The segments of a step's path after the first slash; a placeholder may itself contain slashes. */
/** The path of a target with another value in one of its segments. */
export function withPathValue(target: string, segment: number, value: string): string {
  const segments = splitPath(target.split('?')[0]!)
  // In an encoded value there is no colon, so this is the verb of a custom method.
  const [verb = ''] = /:[A-Za-z][\w-]*$/.exec(segments[segment] ?? '') ?? []
  return `/${segments.with(segment, `${encodeURIComponent(value)}${verb}`).join('/')}`
}

export function splitPath(path: string): readonly string[] {
  return path.split(/\/(?![^{}]*\}\})/).slice(1)
}

/** The numbers of the earlier steps whose answers a step reads. */
export function needs(step: RequestStep): readonly number[] {
  const raw = [step.target, ...step.headers.map(([, value]) => value), step.body ?? ''].join('\n')
  return [...new Set([...raw.matchAll(placeholder)].flatMap(([, answer]) => (answer === undefined ? [] : [Number(answer)])))]
}

/** Removes steps if the others do not depend on them, and renumbers placeholders. Undefined if they do. */
export function withoutSteps(steps: readonly RequestStep[], removed: ReadonlySet<number>): readonly RequestStep[] | undefined {
  const numberedSteps = steps.map((step, index) => ({ step, number: index + 1 })).filter(({ number }) => !removed.has(number))
  if (numberedSteps.some(({ step }) => needs(step).some((number) => removed.has(number)))) return undefined
  const renumbered = new Map(numberedSteps.map(({ number }, index) => [number, index + 1]))
  return numberedSteps.map(({ step, number }) =>
    renumber(isFirst(steps, removed, number) ? withoutGroup(step) : step, (number) => renumbered.get(number)!),
  )
}

/** True if all requests that a step was sent together with before it are removed. */
function isFirst(steps: readonly RequestStep[], removed: ReadonlySet<number>, number: number): boolean {
  let before = number
  while (steps[before - 1]?.together === true) {
    before--
    if (!removed.has(before)) return false
  }
  return true
}

/** The step without the mark that it is sent simultaneously. */
export function withoutGroup({ together: _, ...step }: RequestStep): RequestStep {
  return step
}

/** Splits the steps at the first group that is sent at once; undefined without a group. */
export function groupIn(
  steps: readonly RequestStep[],
):
  | { readonly before: readonly RequestStep[]; readonly together: readonly RequestStep[]; readonly then: readonly RequestStep[] }
  | undefined {
  const second = steps.findIndex(({ together }) => together === true)
  if (second < 1) return undefined
  const length = steps.slice(second).findIndex(({ together }) => together !== true)
  const end = length < 0 ? steps.length : second + length
  return { before: steps.slice(0, second - 1), together: steps.slice(second - 1, end), then: steps.slice(end) }
}

/** Renumbers steps so that they follow `count` others. */
export function renumberAfter(steps: readonly RequestStep[], count: number, freshCount: number): readonly RequestStep[] {
  return steps.map((step) => renumber(step, (number) => number + count, freshCount))
}

/** Sequences one after the other, each with new values of its own. */
export function joinSequences(...sequences: readonly (readonly RequestStep[])[]): readonly RequestStep[] {
  return sequences.reduce((joined, steps) => [...joined, ...renumberAfter(steps, joined.length, 1000 * joined.length)], [])
}

/** Two sequences one after the other. A step of the second whose index `shared` has reads the answer of that step of the first instead. */
export function joinSharing(
  first: readonly RequestStep[],
  second: readonly RequestStep[],
  shared: ReadonlyMap<number, number>,
): readonly RequestStep[] {
  const ownIndexes = second.keys().filter((index) => !shared.has(index))
  const numbers = new Map<number, number>([
    ...[...shared].map(([index, other]) => [index + 1, other + 1] as const),
    ...[...ownIndexes].map((index, place) => [index + 1, first.length + place + 1] as const),
  ])
  const own = second.flatMap((step, index) =>
    shared.has(index) ? [] : [renumber(step, (number) => numbers.get(number)!, 1000 * first.length)],
  )
  return [...first, ...own]
}

function renumber(step: RequestStep, by: (number: number) => number, freshBy = 0): RequestStep {
  const text = (raw: string): string =>
    raw.replaceAll(placeholder, (...match: (string | undefined)[]) => {
      const [whole, answer, isHeader, name, fresh, property, variant] = match
      if (answer !== undefined) return `{{${by(Number(answer))}:${isHeader ?? ''}${name}}}`
      return fresh === undefined ? whole! : `{{new:${Number(fresh) + freshBy}:${property}${variant === undefined ? '' : `:${variant}`}}}`
    })
  return {
    ...step,
    target: text(step.target),
    headers: step.headers.map(([name, value]): RequestHeader => [name, text(value)]),
    ...(step.body === undefined ? {} : { body: text(step.body) }),
  }
}

/** The members of a body that is an object; none of another body. */
export function parseMembers(body: string | undefined): { readonly [name: string]: Json } {
  const parsed = body === undefined ? undefined : parseJsonText(body, { depth: 100 })
  return parsed !== undefined && 'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as { readonly [name: string]: Json }) : {}
}

/** A JSON object with another value for one member. */
export function withMember(object: Json, name: string, value: Json | undefined): Json {
  if (!isJsonObject(object)) return object
  return createJsonObject([
    ...Object.entries(object).filter(([each]) => each !== name),
    ...(value === undefined ? [] : [[name, value] as const]),
  ])
}
