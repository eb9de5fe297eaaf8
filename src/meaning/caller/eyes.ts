// Who may see what: the one place that says whether a caller may see a record, or a field of it.

import type { RecordValue } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { type Rule, propertyRule, ruleOf } from '../../fact/rules.ts'
import { type ExpressionText, shown } from '../../model/slot.ts'
import { type Act, contextOf } from '../act.ts'
import type { Row } from '../store.ts'

/** What a caller may see of a resource, or of a property of records that it may see: all, none, or that of which a rule holds. */
export type Sight = 'all' | 'none' | ExpressionText

export function sightOf({ service: { world } }: Pick<Act, 'service'>, resource: string, property?: string): Sight {
  const rule = property === undefined ? ruleOf(world, resource, 'read') : propertyRule(world, resource, property, 'read')
  return sightBy(rule)
}

function sightBy(rule: Rule): Sight {
  switch (rule.kind) {
    case 'free':
      return 'all'
    case 'denied':
      return 'none'
    case 'asked':
      return rule.expression
  }
}

/** Asks with the authority of the act that is given: rules ask no rules. */
export function sees(act: Act, record: RecordValue, property?: string): boolean {
  const sight = sightOf(act, record.resource, property)
  return typeof sight === 'string' ? sight === 'all' : holds(sight, contextOf(act, new Map([['this', record]])))
}

/** What a caller is told of a record that it may not read. */
export function saysOfUnreadable(act: Act): 'not-found' | 'forbidden' | undefined {
  const { authentication } = act.service.facts.model
  return authentication.state === 'shown' ? shown(authentication.value.unreadable) : undefined
}

export function forbidden(subject: string | undefined, name: string | undefined): Refusal {
  return { condition: 'forbidden', ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }) }
}

/**
 * The row as the caller finds it, also one that is deleted and kept, of which the rule is asked as it was last: one that is hidden is
 * not there, or refuses where `unreadable` says so.
 */
export function foundBy(act: Act, row: Row | undefined): Row | undefined {
  if (row === undefined || sees(act, act.service.keys.recordOfRow(row, 'then'))) return row
  return saysOfUnreadable(act) === 'forbidden' ? refuse(forbidden(row.resource, 'read')) : undefined
}
