// Who may do what: the rule of part 5 that stands for an action, a transition or a property.

import { type ExpressionText, type Named, type Origin, named, originOf, shown } from '../model/slot.ts'
import { originOfUnsaid } from './standard.ts'
import type { World } from './world.ts'

/** `free`: nobody is refused. `denied`: nobody is let in, for no rule allows it. */
export type Rule =
  | { readonly kind: 'free' }
  | { readonly kind: 'denied'; readonly because: readonly Origin[] }
  | {
      readonly kind: 'asked'
      readonly expression: ExpressionText
      /** It reads only the caller, so it can be asked before anything is known of the request. */
      readonly early: boolean
      readonly because: readonly Origin[]
    }

export type RuleAction = 'read' | 'create' | 'update' | 'delete'

const free: Rule = { kind: 'free' }

/** The rule for an action on records of a resource; what no rule allows is denied, unless `default: allow`. */
export function ruleOf(world: World, resource: string, action: string): Rule {
  const { authentication } = world.model
  if (authentication.state !== 'shown') return free
  const said = slotOf(world, resource, action)
  const expression = said?.slot.state === 'shown' && !Array.isArray(said.slot.value) ? (said.slot.value as ExpressionText) : undefined
  if (expression !== undefined) return asked(world, expression)
  if (said?.slot.state === 'hole' || shown(authentication.value.default) === 'allow') return free
  return { kind: 'denied', because: [originOfUnsaid('authentication.default')] }
}

/** The rule for a property, besides the record's own; where there is none, the record's decides. */
export function propertyRule(world: World, resource: string, property: string, action: RuleAction): Rule {
  if (world.model.authentication.state !== 'shown') return free
  const said = slotOf(world, resource, property)
  if (said?.slot.state !== 'shown') return free
  const { value } = said.slot
  if ('kind' in value) return asked(world, value)
  const one = named({ state: 'shown', value, at: said.key }, action)
  return one?.slot.state === 'shown' ? asked(world, one.slot.value) : free
}

type Said = Named<ExpressionText | readonly Named<ExpressionText>[]>

function slotOf(world: World, resource: string, name: string): Said | undefined {
  const rules = named(world.model.authentication.value.rules, resource)
  return rules?.slot.state === 'shown' ? named(rules.slot, name) : undefined
}

function asked(world: World, expression: ExpressionText): Rule {
  if (expression.text.trim() === 'true') return free
  return { kind: 'asked', expression, early: readsOnlyCaller(world, expression), because: [originOf(expression.node)] }
}

const early = new Set(['caller', 'claims', 'now', 'settings'])

/** True for what can be asked as soon as the caller is known. */
export function readsOnlyCaller(world: World, expression: ExpressionText): boolean {
  const { variables, resources } = world.reading(expression)
  return resources.size === 0 && [...variables].every((name) => early.has(name)) && world.typing.expression(expression) !== undefined
}
