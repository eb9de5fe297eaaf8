// Explains how a response is produced, as at run time: printed by the statement of a read or list, by one statement per named view, or
// assembled from records.

import type { Expression } from '../../../cel/expression.ts'
import { listAppliedRules } from '../../../fact/rule-points.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import { listTemplateExpressions } from '../../../fact/template.ts'
import { type CompiledOperation, compileOperation } from '../../../meaning/compiled.ts'
import { answerRules, answerDependsOnCaller } from '../../../meaning/reading/response-context.ts'
import { type ExpressionText, slotValueOf } from '../../../model/slot.ts'
import type { ExplainContext, ExplainedQuery } from './about.ts'
import { explainList, valueInAnswer } from './lists.ts'
import type { SqlPrinting } from '../printing.ts'

type RecordPrinter = NonNullable<ReturnType<SqlPrinting['forRecord']>>
type SelectionPrinter = ReturnType<SqlPrinting['forSelection']>

/** `whole`: one statement contains the whole answer. `printed`: expressions that are printed by separate statements. */
export type AnswerPlan = {
  readonly queries: readonly ExplainedQuery[]
  readonly whole: boolean
  readonly printed: ReadonlySet<ExpressionText>
}

export function explainAnswer(about: ExplainContext, operationContext: OperationContext): AnswerPlan {
  const { operation, resource, action } = operationContext
  const { one, many, compiled } = compileWithStatements(about, operationContext)
  const isPrinted = one !== undefined || many !== undefined || compiled.rowAnswer !== undefined
  const views = isPrinted ? { queries: [], printed: none } : explainViews(about, operationContext)
  const table = resource && about.shared.layout.tables.get(resource.name)
  const listed =
    action === 'list' && resource !== undefined && table !== undefined
      ? explainList(about, operationContext, resource, many, explainUnprintedAnswer(about, operationContext))
      : []
  const read = one?.statement(valueInAnswer)
  const needs = ['caller', ...operationContext.lookups.map(({ name }) => `record ${name}`)]
  const streamed: readonly ExplainedQuery[] =
    action === 'stream' || action === 'feed'
      ? about.trace((store) => void store.events({ commit: 0, index: 0 }, 1)).map((sql) => ({ what: 'read events', sql }))
      : []
  const queries: readonly ExplainedQuery[] = [
    ...streamed,
    ...(read === undefined
      ? []
      : [{ what: `read ${resource!.name} by ${(operationContext.record?.members ?? []).join(' and ')}`, ...read, needs }]),
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
function compileWithStatements(
  { service, store, printing }: ExplainContext,
  { operation }: OperationContext,
): { readonly one?: RecordPrinter; readonly many?: SelectionPrinter; readonly compiled: CompiledOperation } {
  const printers: { one?: RecordPrinter; many?: SelectionPrinter } = {}
  const watched: SqlPrinting = {
    forRecord: (...args) => (printers.one = printing.forRecord(...args)!),
    forSelection: (...args) => (printers.many = printing.forSelection(...args)),
  }
  const compiled = compileOperation(service, { ...store, printing: watched }, operation, () => undefined)
  return compiled.printer === undefined ? { compiled } : { ...printers, compiled }
}

function explainUnprintedAnswer({ service }: ExplainContext, { operation }: OperationContext): string {
  if (answerDependsOnCaller(service, operation)) return 'rules of part 5 may hide parts of it, so they are evaluated per record'
  return 'it is built from the records that were read'
}

/** Explains views in the answer that one statement prints for all records. */
function explainViews(
  { facts: { typing }, service, views }: ExplainContext,
  { operation }: OperationContext,
): { readonly queries: readonly ExplainedQuery[]; readonly printed: ReadonlySet<ExpressionText> } {
  const output = slotValueOf(operation.slots.output)
  if (output === undefined) return { queries: [], printed: none }
  const rules = answerRules(service, operation)
  const printed = new Set<ExpressionText>()
  const queries = listTemplateExpressions(output).flatMap(({ expression: text }): ExplainedQuery[] => {
    const expression: Expression | undefined = typing.expression(text)
    const statement = expression && views.statement(expression, valueInAnswer, rules)
    if (statement === undefined) return []
    printed.add(text)
    return [{ what: `print \`${text.text}\``, ...statement, isAlone: true }]
  })
  return { queries, printed }
}

/** Rules that run before any read, if the others are part of the statement. */
export function listRulesBeforeReads(operationContext: OperationContext): readonly ExpressionText[] {
  return listAppliedRules(operationContext).flatMap(({ rule }) =>
    rule.kind === 'conditional' && rule.needsOnlyCaller ? [rule.expression] : [],
  )
}
