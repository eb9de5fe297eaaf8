// Recognises the views in an expression, and decides whether a view reads more than its own record.

import type { Expression } from '../../../cel/expression.ts'
import { partsOf } from '../../../cel/parts.ts'
import { listTemplateExpressions } from '../../../fact/template.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import type { ViewInfo } from '../../../typing/domain.ts'
import { findCalledView } from '../../../typing/selected-members.ts'
import type { Layout } from '../../layout.ts'
import { findResourceOfType } from '../predicate/translation.ts'

/** A view in an expression: of one record, or of each item of a list. */
export type ViewQuery = {
  readonly records: Expression
  readonly isList: boolean
  readonly resource: string
  readonly variable: string
  readonly item: Expression
}

/** Recognises `View(record)`, or `records.map(x, …)` over a list. */
export function findViewCall(expression: Expression, layout: Layout): ViewQuery | undefined {
  if (expression.kind === 'call' && layout.domain.views.has(expression.name)) {
    const [record] = expression.arguments
    const resource = record && findResourceOfType(record.type)
    if (record === undefined || resource === undefined) return undefined
    const thisVariable: Expression = {
      kind: 'variable',
      name: 'this',
      type: { kind: 'record', resource },
      start: record.start,
      end: record.end,
    }
    return { records: record, isList: false, resource, variable: 'this', item: { ...expression, arguments: [thisVariable] } }
  }
  if (expression.kind !== 'macro' || expression.name !== 'map' || expression.range.type.kind !== 'list') return undefined
  const resource = findResourceOfType(expression.range.type.element)
  const [[variable, ...others], [item, ...more]] = [expression.variables, expression.arguments]
  if (resource === undefined || variable === undefined || item === undefined || others.length + more.length > 0) return undefined
  return { records: expression.range, isList: true, resource, variable, item }
}

/** `rules` apply to the reads. */
type ViewReading = { readonly layout: Layout; readonly rules: ReadRules | undefined }

/** True if it reads more than properties of one record: reading the others together avoids one query per record. */
export function readsOtherRecords(expression: Expression, reading: ViewReading, within: readonly ViewInfo[]): boolean {
  const { layout } = reading
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return true
  if (expression.kind === 'select') {
    const property = layout.domain.resources.get(findResourceOfType(expression.operand.type) ?? '')?.properties.get(expression.member)
    const computed =
      property?.compute === undefined || property.compute.stored ? undefined : layout.expressions?.(property.compute.expression)
    if (
      property?.inverse !== undefined ||
      (expression.operand.kind !== 'variable' && findResourceOfType(expression.operand.type) !== undefined)
    )
      return true
    if (
      hasRuleBeyondRow(reading, findResourceOfType(expression.operand.type), expression.member) ||
      (computed !== undefined && readsOtherRecords(computed, reading, within))
    )
      return true
  }
  const view = expression.kind === 'call' ? findCalledView(layout.domain, expression, (text) => layout.expressions?.(text)) : undefined
  if (view !== undefined && !within.includes(view)) {
    const [record] = (expression as Extract<Expression, { kind: 'call' }>).arguments
    if (record?.kind !== 'variable') return true
    const inside = [...within, view]
    const memberReads = view.members.flatMap((member) =>
      member.kind === 'take'
        ? hasCopyBeyondRow(view, member.name, reading, inside)
        : listTemplateExpressions(member.template).flatMap(({ expression: text }) => {
            const typed = layout.expressions?.(text)
            return typed === undefined ? [] : [readsOtherRecords(typed, reading, inside)]
          }),
    )
    if (memberReads.includes(true)) return true
  }
  return partsOf(expression).some((part) => readsOtherRecords(part.expression, reading, within))
}

/** True if the rule of a member reads other records. */
function hasRuleBeyondRow({ layout, rules }: ViewReading, resource: string | undefined, member: string): boolean {
  const rule = resource === undefined ? undefined : rules?.ofMember(resource, member, 'name')?.field
  return typeof rule === 'object' && readsOtherRecords(rule, { layout, rules: undefined }, [])
}

function hasCopyBeyondRow(view: ViewInfo, name: string, reading: ViewReading, within: readonly ViewInfo[]): boolean {
  const { layout } = reading
  const property = layout.domain.resources.get(view.resource)?.properties.get(name)
  const computed =
    property?.compute === undefined || property.compute.stored ? undefined : layout.expressions?.(property.compute.expression)
  return (
    property?.inverse !== undefined ||
    hasRuleBeyondRow(reading, view.resource, name) ||
    (computed !== undefined && readsOtherRecords(computed, reading, within))
  )
}
