// Decides which reads and lists a store may print: those with only known slots. A slot that is new to the language is excluded until it is
// added here.

import type { Expression } from '../../cel/expression.ts'
import { listAppliedRules } from '../../fact/rule-points.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import type { OperationSlots } from '../../model/endpoints.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import { ruleOf } from '../../fact/rules.ts'
import { listFollowedReferences } from '../caller/followed.ts'
import type { Interpreter } from '../service.ts'

type SlotName = Exclude<keyof OperationSlots, 'node'>

/** Slots that do not affect how a record or list is read, or that earlier checks cover. */
const slotsOfReading: ReadonlySet<string> = new Set<SlotName>([
  'operationId',
  'read',
  'list',
  'by',
  'with',
  'parameters',
  'where',
  'filter',
  'sort',
  'order',
  'page',
  'strict',
  'conditional',
  'never',
  'status',
  'headers',
  'output',
  'media',
  'cache',
  'security',
  'limits',
  'timeout',
  'summary',
  'description',
  'tags',
  'deprecated',
])

/** True if the operation reads or lists one resource, and its answer always has the same status and headers. */
export function isPlainReading(service: Interpreter, operation: Operation): boolean {
  const { slots } = operation
  const { typing } = service.facts
  return (
    isSafe(operation.method) &&
    dependsOnlyOnSlots(service, operation, slotsOfReading) &&
    isAlwaysOfOneStatus(operation, typing) &&
    typing.input(operation).body === undefined &&
    listSpecifiedEntries(slots.headers).every(({ value }) => typing.text(value)?.every(({ kind }) => kind === 'literal') === true)
  )
}

/** True if the response depends on these slots only. */
function dependsOnlyOnSlots(service: Interpreter, operation: Operation, known: ReadonlySet<string>): boolean {
  const { slots, subject } = operation
  const facts = service.operation(operation)
  const info = service.facts.typing.domain.resources.get(subject?.text ?? '')
  return (
    facts.complete &&
    usesOnlySlots(slots, known) &&
    listFollowedReferences(service.modelIndex, operation).length === 0 &&
    (subject === undefined || info !== undefined)
  )
}

/** True if all specified slots have one of these names. */
export function usesOnlySlots(slots: object, known: ReadonlySet<string>): boolean {
  return Object.entries(slots as { readonly [name: string]: object }).every(
    ([name, slot]) => known.has(name) || !('state' in slot) || slot.state !== 'shown',
  )
}

/** True if the cache headers are constant. */
export function isAlwaysOfOneStatus(operation: Operation, typing: Typing): boolean {
  const status = slotValueOf(operation.slots.status)
  return status !== undefined && typing.expression(status)?.kind === 'literal' && isFixedCache(operation, typing)
}

function isFixedCache({ slots: { cache } }: Operation, typing: Typing): boolean {
  const declared = slotValueOf(cache)
  const text = declared === undefined || 'kind' in declared ? declared : slotValueOf(declared.control)
  return text === undefined || typing.text(text)?.every(({ kind }) => kind === 'literal') === true
}

/**
 * The read rules for the record of a `read`: the statement that finds it may evaluate `ofRecord`; `early` reads only the caller and is
 * evaluated before.
 */
export type RulesOfReading = { readonly early: ExpressionText | undefined; readonly ofRecord: readonly Expression[] }

/** Undefined if a rule denies everything, or is not expressible in a statement. */
export function findRulesOfReading(service: Interpreter, operation: Operation): RulesOfReading | undefined {
  const {
    modelIndex,
    facts: { model, typing },
  } = service
  const resource = operation.subject?.text ?? ''
  const applied = listAppliedRules(makeOperationContext(modelIndex, operation))
  // Field rules for filters and sort orders apply only to requests that use them.
  if (applied.some(({ field, rule }) => field !== undefined && rule.kind !== 'allowed')) return undefined
  const hides = operation.action === 'read' && slotValueOf(model.authentication.value.unreadable) === 'not-found'
  const hidden = hides ? ruleOf(modelIndex, resource, 'read') : undefined
  let early: ExpressionText | undefined
  const ofRecord: Expression[] = []
  for (const { subject, rule } of [...applied, ...(hidden === undefined ? [] : [{ subject: resource, rule: hidden }])]) {
    if (rule.kind === 'allowed') continue
    const expression = rule.kind === 'conditional' ? typing.expression(rule.expression) : undefined
    if (rule.kind === 'denied' || expression === undefined) return undefined
    // An early rule has its own point, unless it hides records.
    if (rule.needsOnlyCaller) early = rule === hidden ? rule.expression : early
    else if (subject !== resource || operation.action !== 'read' || modelIndex.readsOf(rule.expression).variables.has('input'))
      return undefined
    else ofRecord.push(expression)
  }
  return { early, ofRecord }
}
