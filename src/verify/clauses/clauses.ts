// Finds the lines of the document that a response violates: of the expected refusal, of a written value, or of the response's form.

import { type Span, findPosition } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { printCondition } from '../../exchange/refusal.ts'
import type { Point } from '../../fact/fact.ts'
import { type Operation, findKeyHeader, resourceNameOf } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { CatalogueEntry } from '../../model/errors.ts'
import type { Difference } from '../oracle/comparison.ts'
import { type Expected, type ObservedAnswer, type ServerRequest, findHeader } from '../oracle/request.ts'
import { makeComparableAnswer } from '../explore/outcome.ts'
import { findResponseResource, listBodyClauses, spanOf } from './body-clauses.ts'
import { listEventClauses } from './event-clauses.ts'
import { listEarlierRefusals, listItemRefusals, listRefusalsLike } from '../oracle/refusals-like.ts'
import { hidingSpan, ruleSpan, schemeWordSpan } from './rule-clauses.ts'
import {
  listTransitionCandidates,
  findEntry,
  listFailingKeywords,
  listKeywordsNamedIn,
  listParameterSpans,
  listRefusedInputs,
} from './schema-clauses.ts'
import { listTimedWriters } from './writer-clauses.ts'
import type { StepHistory } from '../step-history.ts'
import { listVersionClauses } from './version-clauses.ts'

/** A line of the document, and why the report cites it. */
export type Clause = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly span: Span
  readonly text: string
  readonly why: string
}

export function makeClause(span: Span, why: string): Clause {
  const { line, column } = findPosition(span.source, span.start)
  return {
    file: span.source.convention ?? span.source.name,
    line,
    column,
    span,
    text: span.source.text.slice(span.source.lineStarts[line - 1]!, span.source.lineStarts[line] ?? undefined).trim(),
    why,
  }
}

/** The violated lines of the document, the most specific first. */
export function listClauses(
  compiled: Compiled,
  differences: readonly Difference[],
  expected: Expected,
  observed: ObservedAnswer,
  history: StepHistory,
  requests: readonly ServerRequest[],
): readonly Clause[] {
  const request = requests.at(-1)!
  const difference = choosePrimary(differences)
  const operation = expected.of
  const clauses: Clause[] = []
  const add = (span: Span | undefined, why: string): void => {
    if (span !== undefined) clauses.push(makeClause(span, why))
  }
  const facts = compiled.facts.operations.find((other) => other.operation === operation)
  for (const [span, why] of listVersionClauses(compiled, difference, expected, request)) add(span, why)
  for (const span of history.about ?? []) add(span, 'is what the request was made for')
  if (repeatsKey(operation, requests) && operation!.slots.idempotency.state === 'shown')
    add(operation!.slots.idempotency.at.span, 'says how it is repeated')
  for (const span of listReferencesToDeleted(compiled, history, operation)) add(span, 'says what becomes of it')
  if (difference.property !== undefined) {
    const [resource, name] = difference.property.split('.') as [string, string]
    add(compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)?.at.span, 'says what the server chooses')
  }
  const resource = operation && findResponseResource(compiled, operation)
  // The server answers another refusal, whose condition comes before the expected one and is not met.
  const addClaims = (refusal: Point | undefined): void => {
    for (const point of listEarlierRefusals(facts, refusal, observed))
      for (const origin of point.because) add(spanOf(origin), `the server answers as if \`${printCondition(point)}\` were met`)
  }
  if (difference.part === 'event') {
    for (const [span, why] of listEventClauses(compiled, difference)) add(span, why)
  } else if (difference.part === 'status') {
    if (expected.status === 304 && operation?.slots.conditional.state === 'shown')
      add(operation.slots.conditional.at.span, 'says that it is not sent again')
    const refusal = pointOf(facts?.points ?? compiled.facts.service, expected.trace.condition)
    if (refusal !== undefined) {
      addClaims(refusal)
      if (refusal.condition === 'not-found' && observed.status === 403) add(hidingSpan(compiled.model), 'says that it is hidden')
      const failing = [...listFailingKeywords(compiled, operation, expected)]
      for (const span of failing) add(span, 'refuses it')
      if (failing.length === 0 && refusal.condition === 'invalid') add(history.tests, 'refuses it')
      if (failing.length === 0)
        for (const span of listRefusedInputs(compiled, operation, refusal, request)) add(span, 'declares what the request sends')
      if (observed.status < 400 && refusal.condition === 'illegal-transition')
        for (const candidate of listTransitionCandidates(compiled, operation, undefined))
          add(candidate.node.span, 'permits it in another state')
      // With another refusal, cite the entry and its status first. With a success, cite the lines that make the refusal possible first.
      const answersRefusal = observed.status >= 400
      const because = refusal.because.map((origin) => [spanOf(origin), `makes \`${expected.trace.condition}\` possible`] as const)
      const answers =
        refusal.answer.kind === 'entry' ? listEntryClauses(refusal.answer.entry.slots, refusal.answer.entry.key.span, 'status') : []
      if (resource !== undefined && expected.trace.condition?.startsWith('not-found') === true)
        add(ruleSpan(compiled.model, resource.name, 'read'), 'says who may read it')
      for (const [span, why] of answersRefusal ? [...because.slice(0, 1), ...answers, ...because] : [...because, ...answers]) add(span, why)
    } else if (observed.status < 400) {
      if (operation?.slots.status.state === 'shown') add(operation.slots.status.at.span, 'says the status')
    } else {
      // For an unexpected refusal, cite the lines that could have caused it.
      const points = listRefusalsLike(facts, observed)
      if (points.some((point) => printCondition(point) === 'invalid query'))
        for (const span of listParameterSpans(operation, request)) add(span, 'declares the parameter that was sent')
      if (points.some(({ condition }) => condition.startsWith('invalid')))
        for (const span of listKeywordsNamedIn(compiled, operation, observed.body)) add(span, 'declares what the server refuses')
      if (points.length === 0 || points.some(({ condition }) => condition.startsWith('invalid')))
        add(history.tests, 'declares what is sent')
      for (const point of points)
        for (const origin of point.because) add(spanOf(origin), `the server answers as if \`${printCondition(point)}\` were met`)
      for (const { condition, subject } of points)
        if (condition === 'unauthenticated' && subject !== undefined)
          add(schemeWordSpan(compiled.model, subject), 'says how a credential is sent')
      // A timer may have fired too early.
      if (resource !== undefined && requests.some(({ wait }) => wait !== undefined) && points.some(dependsOnState))
        for (const machine of resource.machines)
          for (const span of listTimedWriters(compiled, resource.name, machine.field)) add(span, 'changes the state in time')
      for (const candidate of listTransitionCandidates(compiled, operation, history.states)) add(candidate.node.span, 'allows it')
    }
  } else if (difference.part === 'header') {
    const origin = expected.trace.origins.find(([part]) => part.toLowerCase() === difference.at.toLowerCase())
    const headerSpan = origin && spanOf(origin[1])
    if (/^(ratelimit|retry-after|x-rate)/i.test(difference.at))
      for (const limit of facts?.points.filter(isOfLimit) ?? [])
        for (const because of limit.because) add(spanOf(because), 'is what is counted')
    add(headerSpan, 'says the header')
    const point = pointOf(facts?.points ?? compiled.facts.service, expected.trace.condition)
    if (difference.expected === 'nothing') for (const { key } of compiled.facts.versions) add(key.span, 'says whether it ends')
    if (headerSpan === undefined && point?.answer.kind === 'entry') add(point.answer.entry.key.span, 'answers it')
    for (const because of point?.because ?? []) add(spanOf(because), `makes \`${expected.trace.condition}\` possible`)
  } else if (expected.trace.condition !== undefined) {
    const point = pointOf(facts?.points ?? compiled.facts.service, expected.trace.condition)
    addClaims(point)
    // The server met another refusal with the same status.
    if (listRefusalsLike(facts, observed).every((other) => other.answer !== point?.answer && other.condition !== point?.condition))
      for (const span of listFailingKeywords(compiled, operation, expected)) add(span, 'refuses it')
    if (point?.answer.kind === 'entry') {
      const { entry } = point.answer
      for (const [span, why] of listEntryClauses(entry.slots, entry.key.span, difference.at.split('/')[1] ?? '')) add(span, why)
      if (slotValueOf(entry.slots.body) === undefined) add(findErrorBodySpan(compiled, difference.at), 'says what is sent')
    }
    for (const origin of point?.because ?? []) add(spanOf(origin), `makes \`${expected.trace.condition}\` possible`)
  } else {
    // A refused request may not change anything.
    for (const origin of findRefusalBefore(compiled, history)?.because ?? []) add(spanOf(origin), 'refused what was done before')
    for (const point of facts === undefined ? [] : listItemRefusals(facts, makeComparableAnswer(expected), observed))
      for (const origin of point.because) add(spanOf(origin), `makes \`${printCondition(point)}\` of an item possible`)
    for (const [span, why] of listBodyClauses(compiled, difference, { expected, observed }, history, request)) add(span, why)
  }
  add(history.operation === undefined || history.operation === operation ? undefined : history.operation.key.span, 'was done before')
  add(operation?.key.span, 'is what answers')
  return keepDistinct(clauses)
}

/** The difference that explains the others: a value that only the server chooses follows from what it did otherwise. */
function choosePrimary(differences: readonly Difference[]): Difference {
  const [first, second] = differences as [Difference, Difference?]
  if (first.part === 'together') return second ?? first
  return differences.find(({ part, property }) => part === first.part && property === undefined) ?? first
}

const dependsOnState = ({ condition }: Point): boolean => condition === 'illegal-transition' || condition === 'guard'

const isOfLimit = ({ condition }: Point): boolean => condition === 'rate-limited' || condition === 'quota-exceeded'

/** True if the last request has the idempotency key of an earlier one. */
function repeatsKey(operation: Operation | undefined, requests: readonly ServerRequest[]): boolean {
  const name = operation && findKeyHeader(operation)
  const last = requests.at(-1)!
  const key = name === undefined ? undefined : findHeader(last.headers, name)
  return (
    key !== undefined &&
    requests
      .slice(0, -1)
      .some(({ method, target, headers }) => method === last.method && target === last.target && findHeader(headers, name!) === key)
  )
}

/** After a deletion that succeeded: the references to the deleted record in those that are read back. */
function listReferencesToDeleted(compiled: Compiled, { operation, answer }: StepHistory, reading: Operation | undefined): readonly Span[] {
  const deleted = operation?.action === 'delete' && answer?.trace.condition === undefined ? resourceNameOf(operation) : undefined
  const shown = reading === undefined || reading === operation ? undefined : findResponseResource(compiled, reading)
  if (deleted === undefined || shown === undefined) return []
  return [...shown.properties.values()].filter(({ reference }) => reference?.resource === deleted).map(({ at }) => at.span)
}

/** The slot that a difference concerns, then the entry itself. */
function listEntryClauses(slots: CatalogueEntry, key: Span, name: string): readonly (readonly [Span, string])[] {
  const namedSlot =
    name === 'status'
      ? slots.status
      : name === 'title'
        ? slots.title
        : name === 'detail'
          ? slots.detail
          : name === 'type'
            ? slots.type
            : undefined
  const extension = slots.extensions.find((each) => each.name === name)
  return [
    ...(namedSlot?.state === 'shown' ? [[namedSlot.at.span, `says the ${name}`] as const] : []),
    ...(extension === undefined ? [] : [[extension.key.span, 'says the member'] as const]),
    [key, 'answers it'],
  ]
}

/** The member of the body that all errors share. */
function findErrorBodySpan({ model }: Compiled, pointer: string): Span | undefined {
  const { body } = model.errors.value
  if (body.state !== 'shown' || body.value.kind !== 'map') return undefined
  const name = pointer.split('/')[1]
  return findEntry(body.value.node, name ?? '')?.key.span ?? body.at.span
}

/** The first clause of each line. */
function keepDistinct(clauses: readonly Clause[]): readonly Clause[] {
  const firstByLine = new Map<string, Clause>()
  for (const clause of clauses) firstByLine.getOrInsert(`${clause.file}:${clause.line}`, clause)
  return [...firstByLine.values()]
}

/** The refusal of the request before a record was read back; undefined after a success. */
function findRefusalBefore({ facts }: Compiled, { operation, answer }: StepHistory): Point | undefined {
  return pointOf(facts.operations.find((other) => other.operation === operation)?.points ?? [], answer?.trace.condition)
}

function pointOf(points: readonly Point[], condition: string | undefined): Point | undefined {
  return condition === undefined ? undefined : points.find((point) => printCondition(point) === condition)
}
