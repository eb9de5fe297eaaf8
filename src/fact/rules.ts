// Finds the rule of part 5 for an action, a transition or a property.

import type { Model } from '../model/model.ts'
import { type ExpressionText, type Named, type Origin, entryNamed, originOf, slotValue } from '../model/slot.ts'
import { originOfOmitted } from './standard.ts'
import type { World } from './world.ts'

/** `free`: every caller is allowed. `denied`: no caller is, because no rule allows it. */
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

/** The rule for an action on records of a resource; an action without a rule is denied, unless `default: allow`. */
export function ruleOf(world: World, resource: string, action: string): Rule {
  const { authentication } = world.model
  if (authentication.state !== 'shown') return free
  const declared = slotOf(world.model, resource, action)
  const expression =
    declared?.slot.state === 'shown' && !Array.isArray(declared.slot.value) ? (declared.slot.value as ExpressionText) : undefined
  if (expression !== undefined) return ruleOfRules(world, expression)
  if (declared?.slot.state === 'gap' || slotValue(authentication.value.default) === 'allow') return free
  return { kind: 'denied', because: [originOfOmitted('authentication.default')] }
}

/** True if part 5 says who may, so that `default` does not. */
export function hasRule(model: Model, resource: string, action: string): boolean {
  return slotOf(model, resource, action) !== undefined
}

/** The rule for a property, beside the record's own; without one, the record's rule decides. */
export function propertyRule(world: World, resource: string, property: string, action: RuleAction): Rule {
  const declared = declaredPropertyRule(world.model, resource, property, action)
  return declared === undefined ? free : ruleOfRules(world, declared)
}

/** The rule of part 5 for a property: for every action, or for this one. */
function declaredPropertyRule(model: Model, resource: string, property: string, action: RuleAction): ExpressionText | undefined {
  if (model.authentication.state !== 'shown') return undefined
  const declared = slotOf(model, resource, property)
  if (declared?.slot.state !== 'shown') return undefined
  const { value } = declared.slot
  if ('kind' in value) return value
  const one = entryNamed({ state: 'shown', value, at: declared.key }, action)
  return one?.slot.state === 'shown' ? one.slot.value : undefined
}

/** True if someone may read a record of the resource and not this property of it. */
export function isWithheld(model: Model, resource: string, property: string): boolean {
  const declared = declaredPropertyRule(model, resource, property, 'read')
  return declared !== undefined && !isTrue(declared)
}

/** True if someone may not read some record of the resource. */
export function isHiding(model: Model, resource: string): boolean {
  const { authentication } = model
  if (authentication.state !== 'shown') return false
  const slot = slotOf(model, resource, 'read')?.slot
  if (slot?.state === 'shown') return Array.isArray(slot.value) || !isTrue(slot.value as ExpressionText)
  return slot?.state !== 'gap' && slotValue(authentication.value.default) !== 'allow'
}

function isTrue({ text }: ExpressionText): boolean {
  return text.trim() === 'true'
}

type Said = Named<ExpressionText | readonly Named<ExpressionText>[]>

function slotOf({ authentication }: Model, resource: string, name: string): Said | undefined {
  const rules = entryNamed(authentication.value.rules, resource)
  return rules?.slot.state === 'shown' ? entryNamed(rules.slot, name) : undefined
}

function ruleOfRules(world: World, expression: ExpressionText): Rule {
  if (isTrue(expression)) return free
  return { kind: 'asked', expression, early: readsOnlyCaller(world, expression), because: [originOf(expression.node)] }
}

const early = new Set(['caller', 'claims', 'credential', 'now', 'settings'])

/** True for what can be asked as soon as the caller is known. */
export function readsOnlyCaller(world: World, expression: ExpressionText): boolean {
  const { variables, resources } = world.reading(expression)
  return resources.size === 0 && [...variables].every((name) => early.has(name)) && world.typing.expression(expression) !== undefined
}
