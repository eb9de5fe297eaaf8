// Finds the lines that choose, order and cut the records of a list: those that the request uses come first.

import type { Span } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type Slot, slotValueOf } from '../../model/slot.ts'
import { readSortSpelling } from '../../typing/sorts.ts'
import type { Difference } from '../oracle/comparison.ts'
import type { ServerRequest } from '../oracle/request.ts'
import { isRuleOpen, ruleSpan } from './rule-clauses.ts'
import { listPageParameterSpans, listParameterSpans } from './schema-clauses.ts'

/** A member that the page decides has its lines first; then follow the lines that decide which records are listed. */
export function* listListClauses(
  compiled: Compiled,
  operation: Operation,
  request: ServerRequest,
  { difference: { at }, isReordered }: { readonly difference: Difference; readonly isReordered: boolean },
): Iterable<readonly [Span, string]> {
  const { page, filter, sort, where, order, output } = operation.slots
  const spansOf = (slot: Slot<unknown>, why: string): readonly (readonly [Span, string])[] =>
    slot.state === 'shown' ? [[slot.at.span, why]] : []
  const pageClauses = [
    ...spansOf(page, 'says how a list is cut'),
    ...listPageParameterSpans(operation).map((span) => [span, 'says how a list is cut'] as const),
  ]
  const template = slotValueOf(output)
  const member = template?.kind === 'map' ? template.entries.find(({ key }) => key.text === at.split('/')[1]) : undefined
  if (member?.value.kind === 'expression' && /\bpage\./.test(member.value.text)) {
    yield [member.key.span, 'says the member']
    yield* pageClauses
  }
  const names = [...new URLSearchParams(request.target.split('?')[1] ?? '').keys()]
  const sorts = slotValueOf(sort)
  const { parameter, direction } = readSortSpelling(sorts)
  const sorting = sorts === undefined ? [] : names.filter((name) => name === parameter || name === direction)
  const declared = listParameterSpans(operation, request)
  const hasFilter = names.length > sorting.length + declared.length
  if (sorting.length > 0) yield* spansOf(sort, 'says what the request may sort by')
  if (hasFilter) yield* spansOf(filter, 'says what chooses them')
  if (isReordered) yield* spansOf(order, 'says their order')
  const resource = resourceNameOf(operation) ?? ''
  const rule = isRuleOpen(compiled.model, resource, 'read') ? undefined : ruleSpan(compiled.model, resource, 'read')
  if (rule !== undefined) yield [rule, 'says whose are listed']
  for (const span of declared) yield [span, 'declares the parameter that was sent']
  yield* [
    ...spansOf(where, 'says which records are listed'),
    ...pageClauses,
    ...spansOf(order, 'says their order'),
    ...spansOf(filter, 'says what chooses them'),
    ...spansOf(sort, 'says what the request may sort by'),
  ]
}
