// Derives requests with one or two faults from a successful request, to test the order of refusals and the permissions.

import type { Randomness } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { Operation } from '../../model/model.ts'
import { readsCredentials } from '../../model/security.ts'
import { slotValueOf } from '../../model/slot.ts'
import { fillSegment } from '../../model/segment.ts'
import type { RequestHeader } from '../oracle/request.ts'
import { type RequestStep, splitPath } from '../step.ts'
import type { Candidates } from './candidates.ts'
import { printWord } from '../sample-text.ts'
import { type RequestForm, buildBodyForms } from './forms.ts'

/** One mistake in a request; two of one kind do not go together. */
type Mistake = {
  readonly name: string
  readonly kind: 'caller' | 'path' | 'body' | 'condition'
  readonly apply: (step: RequestStep) => RequestStep
}

const withoutHeader = (headers: RequestStep['headers'], name: RegExp): RequestHeader[] => headers.filter(([each]) => !name.test(each))

/** A credential of the server with one thing changed. */
export function buildTamperedForms(operation: Operation, step: RequestStep, { model }: Compiled): readonly RequestForm[] {
  if (!readsCredentials(model, operation) || step.caller === undefined) return []
  return (['changed', 'unsigned', 'cut', 'in the query', 'named in small letters', 'under another scheme'] as const).map((tampering) => ({
    name: `a credential that is ${tampering}`,
    step: { ...step, tampering },
    isOfService: true,
  }))
}

/** One request for each mistake, and one for each pair of mistakes. */
export function buildCombinedForms(
  operation: Operation,
  step: RequestStep,
  compiled: Compiled,
  candidates: Candidates,
  randomness: Randomness,
  callers: readonly string[],
): readonly RequestForm[] {
  const mistakes = [
    ...listCallerMistakes(operation, step, compiled, callers),
    ...listPathMistakes(operation, compiled, candidates, randomness),
    ...listOtherMistakes(operation, compiled),
  ]
  const pairs = mistakes.flatMap((first, index) =>
    mistakes
      .slice(index + 1)
      .filter(({ kind }) => kind !== first.kind)
      .map(({ name, apply }) => ({
        name: `${first.name}, and ${name}`,
        apply: (each: RequestStep): RequestStep => apply(first.apply(each)),
        parts: [first.apply(step), apply(step)],
      })),
  )
  return [...mistakes.map((each) => ({ ...each, parts: [each.apply(step)] })), ...pairs].map(({ name, apply, parts }) => ({
    name,
    step: apply(step),
    parts,
  }))
}

/** The most bodies of one refused request that are also invalid. */
const maxInvalid = 3

/** A request that its record or its caller refuses, with a mistake in its form: part 7 says which refusal answers. */
export function buildRefusedTwiceForms(
  operation: Operation,
  refused: RequestStep,
  compiled: Compiled,
  candidates: Candidates,
  randomness: Randomness,
  callers: readonly string[],
): readonly RequestForm[] {
  const mistakes = [...listCallerMistakes(operation, refused, compiled, callers), ...listOtherMistakes(operation, compiled)]
  const invalidByMember = new Map(
    buildBodyForms(operation, refused, compiled, candidates, randomness).flatMap((form) => {
      const [, member] = /^refused: .* at (\/[^/ ]+)/.exec(form.name) ?? []
      return member === undefined ? [] : [[member, form] as const]
    }),
  )
  return [
    ...mistakes.map(({ name, kind, apply }) => ({ name, kind, step: apply(refused), parts: [] })),
    ...[...invalidByMember.values()].slice(0, maxInvalid),
  ]
}

function listCallerMistakes(operation: Operation, step: RequestStep, { model }: Compiled, callers: readonly string[]): readonly Mistake[] {
  if (!readsCredentials(model, operation)) return []
  const withCaller =
    (caller?: string) =>
    ({ caller: _, headers, ...each }: RequestStep): RequestStep => ({
      ...each,
      headers: withoutHeader(headers, /^(authorization|x-api-key)$/i),
      ...(caller === undefined ? {} : { caller }),
    })
  const hasCredential = step.caller !== undefined || step.headers.some(([name]) => /^(authorization|x-api-key)$/i.test(name))
  return [
    ...(hasCredential ? [{ name: 'nobody calls', kind: 'caller', apply: withCaller() } as const] : []),
    ...callers
      .filter((name) => name !== step.caller)
      .map((caller) => ({ name: `${caller} calls`, kind: 'caller', apply: withCaller(caller) }) as const),
  ]
}

function listPathMistakes(operation: Operation, { facts }: Compiled, candidates: Candidates, randomness: Randomness): readonly Mistake[] {
  const at = operation.segments.findLastIndex(({ kind }) => kind === 'parameter')
  const segment = operation.segments[at]
  if (segment?.kind !== 'parameter') return []
  const withReplacement =
    (word: string) =>
    (each: RequestStep): RequestStep => {
      const [path = '', query] = each.target.split('?')
      const replaced = `/${splitPath(path)
        .with(at, fillSegment(segment, encodeURIComponent(word)))
        .join('/')}`
      return { ...each, target: query === undefined ? replaced : `${replaced}?${query}` }
    }
  const absent: Json | undefined = candidates
    .samplerFor(facts.typing.input(operation).path.get(segment.name)?.schema ?? true, `${operation.id} ${segment.name}`)
    .findValid(randomness)
  return [
    ...(absent === undefined
      ? []
      : [{ name: 'the record is not there', kind: 'path', apply: withReplacement(printWord(absent)) } as const]),
    { name: 'the path has no key', kind: 'path', apply: withReplacement('no key, surely!') },
  ]
}

/** Mistakes in the form of the body, and in its condition. */
function listOtherMistakes(operation: Operation, { facts }: Compiled): readonly Mistake[] {
  const mistakes: Mistake[] = []
  if (facts.typing.input(operation).body !== undefined) {
    for (const [name, body] of [
      ['no JSON', '{"a":'],
      ['a list', '[]'],
      ['null', 'null'],
    ] as const)
      mistakes.push({ name: `the body is ${name}`, kind: 'body', apply: (each) => ({ ...each, body }) })
  }
  if (slotValueOf(operation.slots.conditional) !== undefined && operation.method !== 'GET') {
    const withoutCondition = (headers: RequestStep['headers']): RequestHeader[] => withoutHeader(headers, /^if-match$/i)
    mistakes.push({ name: 'no condition', kind: 'condition', apply: (each) => ({ ...each, headers: withoutCondition(each.headers) }) })
    mistakes.push({
      name: 'an old tag',
      kind: 'condition',
      apply: (each) => ({ ...each, headers: [...withoutCondition(each.headers), ['If-Match', '"of-another-time"']] }),
    })
  }
  return mistakes
}

/** Parameters of a query with values that do not fit, at their bounds, and undeclared parameters. */
export function queryForms(
  operation: Operation,
  step: RequestStep,
  { facts }: Compiled,
  candidates: Candidates,
  randomness: Randomness,
): readonly RequestForm[] {
  if (operation.method !== 'GET') return []
  const { query, filters, sort, page } = facts.typing.input(operation)
  const pairs: [name: string, value: string, kind?: string][] = []
  const addAround = (name: string, schema: Parameters<Candidates['samplerFor']>[0], property = name): void => {
    const values = candidates.samplerFor(schema, `${operation.id} ?${name}`)
    const fitting = values.findValid(randomness)
    if (fitting === undefined) return
    const { broken, edges } = values.samplesAround(fitting, randomness)
    // The operators of a filter read their values alike.
    const kinds = [
      ...edges.map(({ value, keyword }) => [value, `${property} at the bound: ${keyword}`] as const),
      ...broken.map(({ value, failure }) => [value, `${property} refused: ${failure.keyword}`] as const),
    ]
    for (const [value, kind] of kinds)
      if (typeof value !== 'object' && typeof value !== 'boolean') pairs.push([name, printWord(value), kind])
    pairs.push([name, printWord(fitting)])
  }
  for (const [name, { schema }] of query) addAround(name, schema)
  for (const [property, filter] of filters) {
    for (const { name, operator } of filter.parameters) {
      const schema = filter.operators.get(operator)
      if (schema !== undefined && operator !== 'exists' && operator !== 'in' && operator !== 'any') addAround(name, schema, property)
    }
  }
  if (page?.size !== undefined) {
    const maxSize = Number(page.size.schema !== undefined && typeof page.size.schema === 'object' ? (page.size.schema.maximum ?? 100) : 100)
    for (const size of ['0', '1', String(maxSize), String(maxSize + 1), '-1', 'many', '1.5']) pairs.push([page.size.name, size])
  }
  if (page?.cursor !== undefined) pairs.push([page.cursor.name, 'no-cursor-of-this-list'])
  if (sort !== undefined) pairs.push([sort.parameter.name, 'no_such_property'])
  pairs.push(['verify-unknown', '1'])
  const unique = new Map(pairs.map((pair) => [pair.slice(0, 2).join('='), pair]))
  const [path = ''] = step.target.split('?')
  return [...unique.values()].map(([name, value, kind]) => ({
    name: `${name}=${value}`,
    ...(kind === undefined ? {} : { kind }),
    step: { ...step, target: `${path}?${encodeURIComponent(name)}=${encodeURIComponent(value)}` },
  }))
}
