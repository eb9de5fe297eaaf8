// Builds a record's representation: the members of a view in order, without those that have no value or are hidden.

import type { RecordValue, Value } from '../cel/value.ts'
import { unlessHidden } from '../cel/values/hidden.ts'
import type { ViewInfo } from '../typing/domain.ts'
import { type Context, bindNames, evaluateTemplate } from './context.ts'

/** `context` has the names of all views: `caller`, `now`, `settings`; `this` is the record. */
export function evaluateView(view: ViewInfo, record: RecordValue, context: Context): Value {
  const recordContext = bindNames(context, [['this', record]])
  const members = new Map<string, Value>()
  let spread: Value = null
  for (const member of view.members) {
    const value =
      member.kind === 'take'
        ? unlessHidden(() => context.host.property(record, member.name, 'name'))
        : evaluateTemplate(member.template, recordContext)
    if (value === undefined) continue
    if (member.kind === 'take' && member.spreads === true) spread = value
    else members.set(member.name, value)
  }
  if (spread instanceof Map)
    for (const [name, value] of spread as ReadonlyMap<string, Value>) if (!members.has(name)) members.set(name, value)
  return members
}
