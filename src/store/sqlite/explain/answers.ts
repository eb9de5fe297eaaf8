// What an answer shows, as it is prepared at run time: printed by the statement of a read or of a list, by one for each view that it names, or
// put together from records.

import type { Expression } from '../../../cel/expression.ts'
import { rulesAsked } from '../../../fact/rule-points.ts'
import type { Situation } from '../../../fact/situation.ts'
import { expressionsIn } from '../../../fact/template.ts'
import { type CompiledOperation, compileOperation } from '../../../meaning/compiled.ts'
import { answerRules, isAnswerCut } from '../../../meaning/reading/shown.ts'
import { type ExpressionText, shown } from '../../../model/slot.ts'
import type { About, Asked } from './about.ts'
import { explainList, shownValue } from './lists.ts'
import type { SqlitePrinting } from '../printing.ts'

type One = NonNullable<ReturnType<SqlitePrinting['one']>>
type Many = ReturnType<SqlitePrinting['many']>

/** `whole`: all that the answer shows is in its statement. `printed`: expressions that statements of their own print. */
export type Answering = { readonly asked: readonly Asked[]; readonly whole: boolean; readonly printed: ReadonlySet<ExpressionText> }

export function answerAsked(about: About, found: Situation): Answering {
  const { operation, resource, action } = found
  const { one, many, compiled } = compiledWith(about, found)
  const isPrinted = one !== undefined || many !== undefined || compiled.rowAnswer !== undefined
  const views = isPrinted ? { asked: [], printed: none } : viewsAsked(about, found)
  const table = resource && about.shared.layout.tables.get(resource.name)
  const listed = action === 'list' && resource !== undefined && table !== undefined ? explainList(about, found, resource, many, whyNotPrinted(about, found)) : []
  const read = one?.statement(shownValue)
  const streamed: readonly Asked[] = action === 'stream' ? about.trace((store) => void store.events({ commit: 0, index: 0 }, 1)).map((sql) => ({ what: 'read events', sql })) : []
  const asked: readonly Asked[] = [...streamed, ...(read === undefined ? [] : [{ what: `read ${resource!.name} by ${(found.record?.members ?? []).join(' and ')}`, ...read }]), ...listed, ...views.asked]
  const whole = (one !== undefined && !one.computes) || (many !== undefined && operation.action === 'list' && asked.every(({ afterwards }) => afterwards === undefined || afterwards.length === 0))
  return { asked, whole, printed: views.printed }
}

const none: ReadonlySet<ExpressionText> = new Set()

/** The operation as it is run, with what it has the store print. */
function compiledWith({ service, store, printing }: About, { operation }: Situation): { readonly one?: One; readonly many?: Many; readonly compiled: CompiledOperation } {
  const found: { one?: One; many?: Many } = {}
  const watched: SqlitePrinting = {
    one: (...asked) => (found.one = printing.one(...asked)!),
    many: (...asked) => (found.many = printing.many(...asked)),
  }
  const compiled = compileOperation(service, { ...store, printing: watched }, operation, () => undefined)
  return compiled.printed === undefined ? { compiled } : { ...found, compiled }
}

function whyNotPrinted({ service }: About, { operation }: Situation): string {
  if (isAnswerCut(service, operation)) return 'rules of part 5 may hide some of it, so each is asked of the records'
  return 'it is put together from the records that were read'
}

/** The leaves of the answer that are printed for all of their records together. */
function viewsAsked({ facts: { typing }, service, views }: About, { operation }: Situation): { readonly asked: readonly Asked[]; readonly printed: ReadonlySet<ExpressionText> } {
  const output = shown(operation.slots.output)
  if (output === undefined) return { asked: [], printed: none }
  const rules = answerRules(service, operation)
  const printed = new Set<ExpressionText>()
  const asked = expressionsIn(output).flatMap(({ expression: text }): Asked[] => {
    const expression: Expression | undefined = typing.expression(text)
    const found = expression && views.statement(expression, shownValue, rules)
    if (found === undefined) return []
    printed.add(text)
    return [{ what: `print \`${text.text}\``, ...found }]
  })
  return { asked, printed }
}

/** Rules that are asked before anything is read, where the rest of them stands in the statement. */
export function rulesAskedFirst(found: Situation): readonly ExpressionText[] {
  return rulesAsked(found).flatMap(({ rule }) => (rule.kind === 'asked' && rule.early ? [rule.expression] : []))
}
