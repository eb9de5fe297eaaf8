// Finds pairs of conflicting requests: each succeeds alone, and they touch one record, or the second fails after the first.

import { isJsonObject, createJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import type { Row } from '../../meaning/record/row.ts'
import { type Operation, findKeyHeader, resourceNameOf } from '../../model/model.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import { interleave } from '../interleave.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { ServerRequest } from '../oracle/request.ts'
import { type Fresh, type RequestStep, renumberAfter, symbolize, withHeader } from '../step.ts'
import type { Candidates } from './candidates.ts'
import type { SearchEntry } from './search-entry.ts'
import { describeOutcome } from './outcome.ts'

/** Requests to send at once, after a sequence. */
export type RequestGroup = {
  readonly prefix: readonly RequestStep[]
  readonly together: readonly RequestStep[]
  readonly operations: readonly Operation[]
  /** The outcome of the second request after the first, or the reason why the two conflict. */
  readonly outcome: string
}

type Attempt = {
  readonly operation: Operation
  readonly request: ServerRequest
  readonly fresh: readonly Fresh[]
  readonly touched: ReadonlySet<string>
  readonly outcome: string
}

export type ConflictSearch = {
  readonly interpreter: OracleInterpreter
  readonly candidates: Candidates
  readonly operations: readonly OperationFacts[]
  /** The maximal number of interpreter requests. */
  readonly effort: number
}

/** The most groups that are kept for one pair of operations and one outcome. */
const maxAlike = 2

/** Tries pairs of writing requests after each short sequence, and keeps a few groups of each kind. The first group of every kind comes before any second one. */
export function buildConflictingGroups(search: ConflictSearch, entries: readonly SearchEntry[]): readonly RequestGroup[] {
  const { interpreter, candidates } = search
  const writing = search.operations.filter(
    ({ operation: { method }, writes, creates, deletes }) => method !== 'GET' && writes.length + creates.length + deletes.length > 0,
  )
  const groupsByKind = new Map<string, RequestGroup[]>()
  let requests = 0
  const ask = (request: ServerRequest): ReturnType<OracleInterpreter['ask']>['expected'] =>
    interpreter.ask(request, interpreter.now() + 10, `together ${++requests}`).expected
  const attempt = (entry: SearchEntry, { operation }: OperationFacts): Attempt | undefined => {
    entry.restore()
    const candidate = candidates.request(operation, entry, true)
    if (candidate === undefined) return undefined
    const before = readVersions(interpreter)
    const expected = ask(candidate.request)
    const outcome = describeOutcome(expected)
    if (expected.trace.condition !== undefined) return undefined
    const touched = new Set([...readVersions(interpreter)].flatMap(([name, version]) => (before.get(name) === version ? [] : [name])))
    for (const name of before.keys()) if (!readVersions(interpreter).has(name)) touched.add(name)
    return { operation, request: candidate.request, fresh: candidate.fresh, touched, outcome }
  }
  // Short sequences first; only a few that differ in values alone.
  const walks = Map.groupBy(
    entries.toSorted((a, b) => a.requests.length - b.requests.length),
    ({ walk }) => walk.map(({ id }) => id).join(' '),
  )
  const order = [...walks.values()].flatMap((sameKind) => sameKind.slice(0, maxAlike))
  for (const entry of order) {
    if (requests > search.effort) break
    const attempts = writing.flatMap((facts) => attempt(entry, facts) ?? [])
    const moreAttempts = [...writing, ...writing.filter(({ operation }) => isOnRecord(operation.action))].flatMap(
      (facts) => attempt(entry, facts) ?? [],
    )
    const pairs = [...attempts, ...moreAttempts].flatMap((first, index, all) =>
      all.slice(index + 1).flatMap((other) => (mayConflict(first, other) ? [[first, other] as const] : [])),
    )
    for (const [first, other] of pairs) {
      entry.restore()
      ask(first.request)
      const outcome = describeOutcome(ask(other.request))
      if (/^(rate-limited|quota-exceeded|invalid|malformed|internal)/.test(outcome)) continue
      if (outcome === other.outcome && ![...first.touched].some((name) => other.touched.has(name))) continue
      const key = [
        ...[first.operation.id, other.operation.id].toSorted(),
        outcome,
        first.request.target === other.request.target ? '' : 'of others',
      ].join(' ')
      const sameKind = groupsByKind.getOrInsertComputed(key, () => [])
      if (sameKind.length >= maxAlike) continue
      const fresh = [...entry.fresh, ...first.fresh, ...other.fresh]
      const asStep = (request: ServerRequest): RequestStep => symbolize(request, entry.answers, fresh)
      const second: RequestStep = { ...asStep(other.request), together: true }
      sameKind.push({
        prefix: entry.requests.map((request, index) => symbolize(request, entry.answers.slice(0, index), fresh)),
        together: [asStep(first.request), second],
        operations: [first.operation, other.operation],
        outcome,
      })
    }
  }
  // One group of each kind comes before the second of any kind.
  return interleave([...groupsByKind.values()])
}

/** True if one request may change what the other depends on. */
function mayConflict(first: Attempt, other: Attempt): boolean {
  const mentions = (request: ServerRequest, touched: ReadonlySet<string>): boolean =>
    [...touched].some((name) => {
      const key = name.slice(name.indexOf(' ') + 1).replaceAll(/^\["?|"?\]$/g, '')
      return key.length > 2 && `${decodeURIComponent(request.target)} ${request.body ?? ''}`.includes(key)
    })
  return (
    [...first.touched].some((name) => other.touched.has(name)) ||
    mentions(other.request, first.touched) ||
    mentions(first.request, other.touched)
  )
}

function readVersions(interpreter: OracleInterpreter): ReadonlyMap<string, number> {
  const rows = [...interpreter.compiled.facts.typing.domain.resources.keys()].flatMap((resource): readonly Row[] =>
    interpreter.rows(resource),
  )
  return new Map(rows.map(({ resource, key, version }) => [`${resource} ${key}`, version]))
}

/** Pairs of equal sequences whose last requests write the same third record: its remaining amount may be enough for one or for both. */
export function buildTwinGroups(
  operations: readonly OperationFacts[],
  cases: readonly { readonly operation: Operation; readonly steps: readonly RequestStep[] }[],
): readonly RequestGroup[] {
  return cases.flatMap(({ operation, steps }): RequestGroup[] => {
    const facts = operations.find((each) => each.operation === operation)
    const asStep = resourceNameOf(operation)
    const [prefix, last] = [steps.slice(0, -1), steps.at(-1)!]
    if (
      facts === undefined ||
      prefix.length === 0 ||
      !isOnRecord(operation.action) ||
      facts.writes.every((name) => name.split('.')[0] === asStep)
    )
      return []
    const [second] = renumberAfter([last], prefix.length, 1000) as [RequestStep]
    return [
      {
        prefix: [...prefix, ...renumberAfter(prefix, prefix.length, 1000)],
        together: [last, { ...second, together: true }],
        operations: [operation, operation],
        outcome: 'twins',
      },
    ]
  })
}

function isWriting({ method, action }: Operation): boolean {
  return method !== 'GET' && action !== 'stream' && action !== 'answer'
}

/** Two changes of different members of one record: the second must not undo the first. */
function separateChanges(steps: readonly RequestStep[]): readonly [RequestStep, RequestStep] | undefined {
  const members = new Map(
    steps.flatMap(({ body }) => {
      const parsed = body === undefined ? undefined : parseJsonText(body, { depth: 100 })
      return parsed !== undefined && 'value' in parsed && isJsonObject(parsed.value) ? Object.entries(parsed.value) : []
    }),
  )
  const [step] = steps
  const values = [...members].filter(([, value]) => value !== null)
  const [first, second] = [values[0], values.at(-1)]
  if (step === undefined || first === undefined || second === undefined || first === second) return undefined
  return [
    { ...step, body: printJson(createJsonObject([first])) },
    { ...step, body: printJson(createJsonObject([second])) },
  ]
}

/** Groups that a guard must order: repeated requests, changes of different members, equal idempotency keys, equal entity tags. */
export function buildGuardedGroups(
  bases: readonly { readonly operation: Operation; readonly steps: readonly RequestStep[] }[],
  others: (operation: Operation) => readonly RequestStep[],
  tag: string,
): readonly RequestGroup[] {
  return bases.flatMap(({ operation, steps }): RequestGroup[] => {
    const [prefix, last] = [steps.slice(0, -1), steps.at(-1)!]
    const groups: RequestGroup[] = []
    const add = (before: readonly RequestStep[], first: RequestStep, second: RequestStep, outcome: string): void =>
      void groups.push({ prefix: before, together: [first, { ...second, together: true }], operations: [operation, operation], outcome })
    if (isWriting(operation))
      groups.push({
        prefix,
        together: [last, { ...last, together: true }, { ...last, together: true }],
        operations: [operation],
        outcome: 'the same',
      })
    const parts =
      operation.action === 'update'
        ? separateChanges([last, ...others(operation).filter(({ target }) => target === last.target)])
        : undefined
    if (parts !== undefined) add(prefix, parts[0], parts[1], 'other members')
    const key = findKeyHeader(operation)
    if (key !== undefined) {
      const keyed = withHeader(last, key, `${tag}-at-once`)
      add(prefix, keyed, keyed, 'one key')
    }
    const read = bases.find((base) => base.operation.action === 'read' && base.operation.path === operation.path)
    if (slotValueOf(operation.slots.conditional) !== undefined && operation.method !== 'GET' && read !== undefined) {
      const reading: RequestStep = {
        method: 'GET',
        target: last.target.split('?')[0]!,
        headers: read.steps.at(-1)!.headers.filter(([name]) => !/^if-/i.test(name)),
        ...(last.caller === undefined ? {} : { caller: last.caller }),
      }
      const withTag = (step: RequestStep): RequestStep => withHeader(step, 'If-Match', `{{${prefix.length + 1}:header:ETag}}`)
      add(
        [...prefix, reading],
        withTag(last),
        withTag(others(operation).find(({ body, target }) => target === last.target && body !== last.body) ?? last),
        'one tag',
      )
    }
    return groups
  })
}
