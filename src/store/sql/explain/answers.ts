// Explains how a response is produced, as at run time: printed by the statement of a read or list, by one statement per named view, or
// assembled from records.

import type { Expression } from '../../../cel/expression.ts'
import { appliedRulesOf } from '../../../fact/rule-points.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import { expressionsIn } from '../../../fact/template.ts'
import { type CompiledOperation, compileOperation } from '../../../meaning/compiled.ts'
import { answerRules, isAnswerCut } from '../../../meaning/reading/response-context.ts'
import { type ExpressionText, slotValue } from '../../../model/slot.ts'
import type { About, ExplainedQuery } from './about.ts'
import { explainList, valueInAnswer } from './lists.ts'
import type { SqlPrinting } from '../printing.ts'

type One = NonNullable<ReturnType<SqlPrinting['one']>>
type Many = ReturnType<SqlPrinting['many']>

/** `whole`: one statement contains the whole answer. `printed`: expressions that are printed by separate statements. */
export type AnswerPlan = {
  readonly queries: readonly ExplainedQuery[]
  readonly whole: boolean
  readonly printed: ReadonlySet<ExpressionText>
}

export function explainAnswer(about: About, operationContext: OperationContext): AnswerPlan {
  const { operation, resource, action } = operationContext
  const { one, many, compiled } = compiledWith(about, operationContext)
  const isPrinted = one !== undefined || many !== undefined || compiled.rowAnswer !== undefined
  const views = isPrinted ? { queries: [], printed: none } : explainViews(about, operationContext)
  const table = resource && about.shared.layout.tables.get(resource.name)
  const listed =
    action === 'list' && resource !== undefined && table !== undefined
      ? explainList(about, operationContext, resource, many, whyNotPrinted(about, operationContext))
      : []
  const read = one?.statement(valueInAnswer)
  const needs = ['caller', ...operationContext.lookups.map(({ name }) => `record ${name}`)]
  const streamed: readonly ExplainedQuery[] =
    action === 'stream' || action === 'feed'
      ? about.trace((store) => void store.events({ commit: 0, index: 0 }, 1)).map((sql) => ({ what: 'read events', sql }))
      : []
  const queries: readonly ExplainedQuery[] = [
    ...streamed,
    ...(read === undefined ? [] : [{ what: `read ${resource!.name} by ${(operationContext.record?.members ?? []).join(' and ')}`, ...read, needs }]),
    ...listed.map((query) => ({ ...query, needs })),
    ...views.queries,
  ]
  const whole =
    (one !== undefined && !one.computes) ||
    (many !== undefined &&
      operation.action === 'list' &&
      queries.every(({ afterwards }) => afterwards === undefined || afterwards.length === 0))
  return { queries, whole, printed: views.printed }
}

const none: ReadonlySet<ExpressionText> = new Set()

/** Compiles the operation as at run time, and records the statements with which the store prints its answer. */
function compiledWith(
  { service, store, printing }: About,
  { operation }: OperationContext,
): { readonly one?: One; readonly many?: Many; readonly compiled: CompiledOperation } {
  const found: { one?: One; many?: Many } = {}
  const watched: SqlPrinting = {
    one: (...args) => (found.one = printing.one(...args)!),
    many: (...args) => (found.many = printing.many(...args)),
  }
  const compiled = compileOperation(service, { ...store, printing: watched }, operation, () => undefined)
  return compiled.printed === undefined ? { compiled } : { ...found, compiled }
}

function whyNotPrinted({ service }: About, { operation }: OperationContext): string {
  if (isAnswerCut(service, operation)) return 'rules of part 5 may hide parts of it, so they are evaluated per record'
  return 'it is built from the records that were read'
}

/** Explains views in the answer that one statement prints for all records. */
function explainViews(
  { facts: { typing }, service, views }: About,
  { operation }: OperationContext,
): { readonly queries: readonly ExplainedQuery[]; readonly printed: ReadonlySet<ExpressionText> } {
  const output = slotValue(operation.slots.output)
  if (output === undefined) return { queries: [], printed: none }
  const rules = answerRules(service, operation)
  const printed = new Set<ExpressionText>()
  const queries = expressionsIn(output).flatMap(({ expression: text }): ExplainedQuery[] => {
    const expression: Expression | undefined = typing.expression(text)
    const found = expression && views.statement(expression, valueInAnswer, rules)
    if (found === undefined) return []
    printed.add(text)
    return [{ what: `print \`${text.text}\``, ...found, isAlone: true }]
  })
  return { queries, printed }
}

/** Rules that run before any read, if the others are part of the statement. */
export function rulesBeforeReads(operationContext: OperationContext): readonly ExpressionText[] {
  return appliedRulesOf(operationContext).flatMap(({ rule }) => (rule.kind === 'conditional' && rule.needsOnlyCaller ? [rule.expression] : []))
}
