// What is sent of a record: the members of a view in their order, those without value and those that are hidden left out.

import type { RecordValue, Value } from '../cel/value.ts'
import { unlessHidden } from '../cel/values/hidden.ts'
import type { ViewInfo } from '../typing/domain.ts'
import { type Context, bound, valueOfTemplate } from './context.ts'

/** `context` holds what all views see: `caller`, `now`, `settings`; `this` is the record. */
export function valueOfView(view: ViewInfo, record: RecordValue, context: Context): Value {
  const inside = bound(context, [['this', record]])
  const members = new Map<string, Value>()
  for (const member of view.members) {
    const value = member.kind === 'take' ? unlessHidden(() => context.host.property(record, member.name, 'name')) : valueOfTemplate(member.template, inside)
    if (value !== undefined) members.set(member.name, value)
  }
  return members
}
