// What is sent of a record: the members of a view in their order, those without value left out.

import type { RecordValue, Value } from '../cel/value.ts'
import type { ViewInfo } from '../typing/domain.ts'
import { type Context, bound, valueOfTemplate } from './context.ts'

/** `context` holds what all views see: `caller`, `now`, `settings`; `this` is the record. */
export function valueOfView(view: ViewInfo, record: RecordValue, context: Context): Value {
  const inside = bound(context, [['this', record]])
  const members = new Map<string, Value>()
  for (const member of view.members) {
    const value = member.kind === 'take' ? taken(record, member.name, context) : valueOfTemplate(member.template, inside)
    if (value !== undefined) members.set(member.name, value)
  }
  return members
}

function taken(record: RecordValue, name: string, { host, sending }: Context): Value | undefined {
  return sending?.showsProperty(record, name) === false ? undefined : host.property(record, name)
}
