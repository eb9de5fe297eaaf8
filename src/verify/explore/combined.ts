// Derives requests with one or two faults from a successful request, to test the order of refusals and the permissions.

import type { Randomness } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { Operation } from '../../model/model.ts'
import { readsCredentials } from '../../model/security.ts'
import { slotValue } from '../../model/slot.ts'
import type { RequestHeader } from '../oracle/request.ts'
import type { RequestStep } from '../step.ts'
import type { Candidates } from './candidates.ts'
import { wordOf } from './sample-text.ts'
import type { RequestForm } from './forms.ts'

type Fault = { readonly name: string; readonly apply: (step: RequestStep) => RequestStep }

const withoutHeader = (headers: RequestStep['headers'], name: RegExp): RequestHeader[] => headers.filter(([each]) => !name.test(each))

/** The same request from every other caller. */
export function callerForms(
  operation: Operation,
  step: RequestStep,
  { model }: Compiled,
  callers: readonly string[],
): readonly RequestForm[] {
  if (!readsCredentials(model, operation)) return []
  const withoutCredential = { ...step, headers: withoutHeader(step.headers, /^(authorization|x-api-key)$/i) }
  return callers.filter((name) => name !== step.caller).map((caller) => ({ name: `as ${caller}`, step: { ...withoutCredential, caller } }))
}

/** A credential of the server with one thing changed. */
export function tamperedForms(operation: Operation, step: RequestStep, { model }: Compiled): readonly RequestForm[] {
  if (!readsCredentials(model, operation) || step.caller === undefined) return []
  return (['changed', 'unsigned', 'cut', 'in the query'] as const).map((tampering) => ({
    name: `a credential that is ${tampering}`,
    step: { ...step, tampering },
  }))
}

/** One request for each fault, and one for each pair of faults. */
export function combinedForms(
  operation: Operation,
  step: RequestStep,
  { model, facts }: Compiled,
  candidates: Candidates,
  randomness: Randomness,
): readonly RequestForm[] {
  const faults: Fault[] = []
  if (
    readsCredentials(model, operation) &&
    (step.caller !== undefined || step.headers.some(([name]) => /^(authorization|x-api-key)$/i.test(name)))
  ) {
    faults.push({
      name: 'nobody calls',
      apply: ({ caller: _, ...each }) => ({ ...each, headers: withoutHeader(each.headers, /^(authorization|x-api-key)$/i) }),
    })
  }
  const input = facts.typing.input(operation)
  const at = operation.segments.findLastIndex(({ kind }) => kind === 'parameter')
  const segment = operation.segments[at]
  if (segment?.kind === 'parameter') {
    const withReplacement =
      (word: string) =>
      (each: RequestStep): RequestStep => {
        const [path = '', query] = each.target.split('?')
        const parts = path.split('/')
        return {
          ...each,
          target: [parts.with(at + 1, encodeURIComponent(word)).join('/'), ...(query === undefined ? [] : [query])].join('?'),
        }
      }
    const absent: Json | undefined = candidates
      .samplerFor(input.path.get(segment.name)?.schema ?? true, `${operation.id} ${segment.name}`)
      .findValid(randomness)
    if (absent !== undefined) faults.push({ name: 'the record is not there', apply: withReplacement(wordOf(absent)) })
    faults.push({ name: 'the path has no key', apply: withReplacement('no key, surely!') })
  }
  if (input.body !== undefined) {
    faults.push({ name: 'the body is no JSON', apply: (each) => ({ ...each, body: '{"a":' }) })
    faults.push({ name: 'the body is a list', apply: (each) => ({ ...each, body: '[]' }) })
    faults.push({ name: 'the body is null', apply: (each) => ({ ...each, body: 'null' }) })
  }
  if (slotValue(operation.slots.conditional) !== undefined && operation.method !== 'GET') {
    faults.push({ name: 'no condition', apply: (each) => ({ ...each, headers: withoutHeader(each.headers, /^if-match$/i) }) })
    faults.push({
      name: 'an old tag',
      apply: (each) => ({ ...each, headers: [...withoutHeader(each.headers, /^if-match$/i), ['If-Match', '"of-another-time"']] }),
    })
  }
  const kindOf = ({ name }: Fault): string =>
    name.startsWith('the body') ? 'body' : /condition|tag/.test(name) ? 'condition' : name.startsWith('nobody') ? 'caller' : 'path'
  const pairs = faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((other) => kindOf(other) !== kindOf(first))
      .map((other): Fault => ({ name: `${first.name}, and ${other.name}`, apply: (each) => other.apply(first.apply(each)) })),
  )
  return [...faults, ...pairs].map(({ name, apply }) => ({ name, step: apply(step) }))
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
  const pairs: [string, string][] = []
  const addAround = (name: string, schema: Parameters<Candidates['samplerFor']>[0]): void => {
    const values = candidates.samplerFor(schema, `${operation.id} ?${name}`)
    const fitting = values.findValid(randomness)
    if (fitting === undefined) return
    const { broken, edges } = values.samplesAround(fitting, randomness)
    for (const { value } of [...edges, ...broken])
      if (typeof value !== 'object' && typeof value !== 'boolean') pairs.push([name, wordOf(value)])
    pairs.push([name, wordOf(fitting)])
  }
  for (const [name, { schema }] of query) addAround(name, schema)
  for (const filter of filters.values()) {
    for (const { name, operator } of filter.parameters) {
      const schema = filter.operators.get(operator)
      if (schema !== undefined && operator !== 'exists' && operator !== 'in' && operator !== 'any') addAround(name, schema)
    }
  }
  if (page?.size !== undefined) {
    const maxSize = Number(page.size.schema !== undefined && typeof page.size.schema === 'object' ? (page.size.schema.maximum ?? 100) : 100)
    for (const size of ['0', '1', String(maxSize), String(maxSize + 1), '-1', 'many', '1.5']) pairs.push([page.size.name, size])
  }
  if (page?.cursor !== undefined) pairs.push([page.cursor.name, 'no-cursor-of-this-list'])
  if (sort !== undefined) pairs.push([sort.parameter.name, 'no_such_property'])
  pairs.push(['verify-unknown', '1'])
  const unique = new Map(pairs.map((pair) => [pair.join('='), pair]))
  const [path = ''] = step.target.split('?')
  return [...unique.values()].map(([name, value]) => ({
    name: `${name}=${value}`,
    step: { ...step, target: `${path}?${encodeURIComponent(name)}=${encodeURIComponent(value)}` },
  }))
}
