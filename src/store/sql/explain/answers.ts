// Explains how a response is produced, as at run time: printed by the statement of a read or list, by one statement per named view, or
// assembled from records.

import type { Expression } from '../../../cel/expression.ts'
import { appliedRulesOf } from '../../../fact/rule-points.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import { expressionsIn } from '../../../fact/template.ts'
import { type CompiledOperation, compileOperation } from '../../../meaning/compiled.ts'
import { answerRules, isAnswerCut } from '../../../meaning/reading/shown.ts'
import { type ExpressionText, slotValue } from '../../../model/slot.ts'
import type { About, ExplainedQuery } from './about.ts'
import { explainList, valueInAnswer } from './lists.ts'
import type { SqlPrinting } from '../printing.ts'

type One = NonNullable<ReturnType<SqlPrinting['one']>>
type Many = ReturnType<SqlPrinting['many']>

/** `whole`: one statement contains the whole answer. `printed`: expressions that are printed by separate statements. */
export type AnswerPlan = {
  readonly asked: readonly ExplainedQuery[]
  readonly whole: boolean
  readonly printed: ReadonlySet<ExpressionText>
}

export function explainAnswer(about: About, found: OperationContext): AnswerPlan {
  const { operation, resource, action } = found
  const { one, many, compiled } = compiledWith(about, found)
  const isPrinted = one !== undefined || many !== undefined || compiled.rowAnswer !== undefined
  const views = isPrinted ? { asked: [], printed: none } : explainViews(about, found)
  const table = resource && about.shared.layout.tables.get(resource.name)
  const listed =
    action === 'list' && resource !== undefined && table !== undefined
      ? explainList(about, found, resource, many, whyNotPrinted(about, found))
      : []
  const read = one?.statement(valueInAnswer)
  const needs = ['caller', ...found.lookups.map(({ name }) => `record ${name}`)]
  const streamed: readonly ExplainedQuery[] =
    action === 'stream' || action === 'feed'
      ? about.trace((store) => void store.events({ commit: 0, index: 0 }, 1)).map((sql) => ({ what: 'read events', sql }))
      : []
  const asked: readonly ExplainedQuery[] = [
    ...streamed,
    ...(read === undefined ? [] : [{ what: `read ${resource!.name} by ${(found.record?.members ?? []).join(' and ')}`, ...read, needs }]),
    ...listed.map((query) => ({ ...query, needs })),
    ...views.asked,
  ]
  const whole =
    (one !== undefined && !one.computes) ||
    (many !== undefined &&
      operation.action === 'list' &&
      asked.every(({ afterwards }) => afterwards === undefined || afterwards.length === 0))
  return { asked, whole, printed: views.printed }
}

const none: ReadonlySet<ExpressionText> = new Set()

/** Compiles the operation as at run time, and records the statements that it asks the store to print. */
function compiledWith(
  { service, store, printing }: About,
  { operation }: OperationContext,
): { readonly one?: One; readonly many?: Many; readonly compiled: CompiledOperation } {
  const found: { one?: One; many?: Many } = {}
  const watched: SqlPrinting = {
    one: (...asked) => (found.one = printing.one(...asked)!),
    many: (...asked) => (found.many = printing.many(...asked)),
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
): { readonly asked: readonly ExplainedQuery[]; readonly printed: ReadonlySet<ExpressionText> } {
  const output = slotValue(operation.slots.output)
  if (output === undefined) return { asked: [], printed: none }
  const rules = answerRules(service, operation)
  const printed = new Set<ExpressionText>()
  const asked = expressionsIn(output).flatMap(({ expression: text }): ExplainedQuery[] => {
    const expression: Expression | undefined = typing.expression(text)
    const found = expression && views.statement(expression, valueInAnswer, rules)
    if (found === undefined) return []
    printed.add(text)
    return [{ what: `print \`${text.text}\``, ...found, isAlone: true }]
  })
  return { asked, printed }
}

/** Rules that run before any read, if the others are part of the statement. */
export function rulesBeforeReads(found: OperationContext): readonly ExpressionText[] {
  return appliedRulesOf(found).flatMap(({ rule }) => (rule.kind === 'asked' && rule.early ? [rule.expression] : []))
}
