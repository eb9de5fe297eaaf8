// Finds the lines that a difference in the body of a success concerns: what wrote the value, then its declaration and its representation.

import type { Span } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { findTouched } from '../../fact/touched.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type Origin, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { StepHistory } from '../step-history.ts'
import { listListClauses } from './list-clauses.ts'
import type { Difference } from '../oracle/comparison.ts'
import type { Expected, ObservedAnswer, ServerRequest } from '../oracle/request.ts'
import { isReordered } from '../oracle/ties.ts'
import { ruleSpan } from './rule-clauses.ts'
import { findEntry, listSelectionSpans, listTransitionCandidates } from './schema-clauses.ts'
import { viewMemberSpans } from './view-clauses.ts'
import { listEffectWriters, listTimedWriters } from './writer-clauses.ts'

/** Yields the places of a body member: the expression that wrote it, and its declaration. */
export function* listBodyClauses(
  compiled: Compiled,
  difference: Difference,
  { expected, observed }: { readonly expected: Expected; readonly observed: ObservedAnswer },
  { operation: before, states, isLater }: StepHistory,
  request: ServerRequest,
): Iterable<readonly [Span, string]> {
  const operation = expected.of
  const resource = operation && findResponseResource(compiled, operation)
  const property = resource && findPropertyAt(resource, difference.at)
  if (resource !== undefined && property !== undefined) {
    const rule = ruleSpan(compiled.model, resource.name, property.name)
    if (rule !== undefined) yield [rule, 'says who sees it']
  }
  for (const span of listSelectionSpans(operation, request.target)) yield [span, 'says what the request selects']
  const initial = operation?.action === 'create' ? property?.machine?.slots.initial : undefined
  if (initial?.state === 'shown') yield [initial.at.span, 'says the first state']
  if (isLater === true && resource !== undefined && property !== undefined)
    for (const span of listTimedWriters(compiled, resource.name, property.name)) yield [span, 'writes it in time']
  for (const candidate of listTransitionCandidates(compiled, before, states)) {
    if (resource === undefined || property === undefined) break
    const isOfResource = before?.subject?.text.split('.')[0] === resource.name
    if (isOfResource && property.machine !== undefined && slotValueOf(candidate.target) !== undefined)
      yield [slotValueOf(candidate.target)!.node.span, 'leads to the state']
    const set = isOfResource ? findNamedEntry(candidate.set, property.name)?.key : undefined
    if (set !== undefined) yield [set.span, 'writes it']
    for (const effect of slotValueOf(candidate.then) ?? []) yield* listEffectWriters(resource, effect, property.name)
  }
  for (const effect of before === undefined ? [] : (slotValueOf(before.slots.do) ?? [])) {
    if (resource !== undefined && property !== undefined) yield* listEffectWriters(resource, effect, property.name)
  }
  if (before !== undefined && property !== undefined && resourceNameOf(before) === resource?.name) {
    const set = findNamedEntry(before.slots.set, property.name)?.key
    if (set !== undefined) yield [set.span, 'writes it']
  }
  // A timer that is due at once.
  if (isLater !== true && resource !== undefined && property !== undefined && property.machine === undefined)
    for (const span of listTimedWriters(compiled, resource.name, property.name)) yield [span, 'writes it in time']
  if (operation?.action === 'list') {
    if (before?.action === 'delete' && resourceNameOf(before) === resource?.name && operation.subject !== undefined)
      yield [operation.subject.node.span, 'lists none that was deleted']
    yield* listListClauses(compiled, operation, request, { difference, isReordered: isReordered(expected, observed) })
    for (const candidate of listTransitionCandidates(compiled, before, states))
      for (const effect of slotValueOf(candidate.then) ?? [])
        if (slotValueOf(effect.create)?.text === resource?.name) yield [slotValueOf(effect.create)!.node.span, 'creates it']
  }
  const { operations, typing } = compiled.facts
  for (const { operation: each } of property === undefined ? [] : operations) {
    if (each.slots.touch.state === 'shown' && findTouched(each, typing)?.property === property)
      yield [each.slots.touch.at.span, 'writes the time of use']
  }
  for (const keyword of ['computed', 'generate', 'default']) {
    const entry = findEntry(property?.source?.node, keyword)
    if (entry !== undefined) yield [entry.key.span, 'says its value']
  }
  if (property !== undefined) yield [property.at.span, 'declares it']
  if (operation !== undefined)
    for (const span of viewMemberSpans(compiled, slotValueOf(operation.slots.output), difference.at)) yield [span, 'says the member']
  const origin = expected.trace.origins.find(([part]) => part === 'body')
  const span = origin && spanOf(origin[1])
  if (span !== undefined) yield [span, 'says what is sent']
}

/** The resource whose records an operation's response contains. */
export function findResponseResource({ facts }: Compiled, operation: Operation): ResourceInfo | undefined {
  const { resources } = facts.typing.domain
  return resources.get(resourceNameOf(operation) ?? '')
}

function findPropertyAt(info: ResourceInfo, pointer: string): Property | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => info.properties.get(name))
    .find((property) => property !== undefined)
}

export function spanOf(origin: Origin): Span | undefined {
  switch (origin.kind) {
    case 'document':
    case 'convention':
      return origin.span
    case 'standard':
    case 'operator':
      return undefined
  }
}
