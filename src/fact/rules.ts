// Finds the rule of part 5 for an action, a transition or a property.

import type { Model } from '../model/model.ts'
import { type ExpressionText, type Named, type Origin, findNamedEntry, originOf, slotValueOf } from '../model/slot.ts'
import { makeOmittedOrigin } from './standard.ts'
import type { ModelIndex } from './model-index.ts'

/** `allowed`: every caller may act. `denied`: no rule allows the action. `conditional`: the rule decides for each request. */
export type Rule =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'denied'; readonly because: readonly Origin[] }
  | {
      readonly kind: 'conditional'
      readonly expression: ExpressionText
      /** True if the rule reads only the caller, so that it can be evaluated before the request is read. */
      readonly needsOnlyCaller: boolean
      readonly because: readonly Origin[]
    }

export type RuleAction = 'read' | 'create' | 'update' | 'delete'

const allowed: Rule = { kind: 'allowed' }

/** The rule for an action on records of a resource; an action without a rule is denied, unless `default: allow`. */
export function ruleOf(modelIndex: ModelIndex, resource: string, action: string): Rule {
  const { authentication } = modelIndex.model
  if (authentication.state !== 'shown') return allowed
  const declared = findSlot(modelIndex.model, resource, action)
  const expression =
    declared?.slot.state === 'shown' && !Array.isArray(declared.slot.value) ? (declared.slot.value as ExpressionText) : undefined
  if (expression !== undefined) return ruleOfExpression(modelIndex, expression)
  if (declared?.slot.state === 'gap' || slotValueOf(authentication.value.default) === 'allow') return allowed
  return { kind: 'denied', because: [makeOmittedOrigin('authentication.default')] }
}

/** True if part 5 has a rule for the action, so that `default` does not apply. */
export function hasRule(model: Model, resource: string, action: string): boolean {
  return findSlot(model, resource, action) !== undefined
}

/** The rule for a property, beside the record's own; without one, the record's rule decides. */
export function findPropertyRule(modelIndex: ModelIndex, resource: string, property: string, action: RuleAction): Rule {
  const declared = findDeclaredPropertyRule(modelIndex.model, resource, property, action)
  return declared === undefined ? allowed : ruleOfExpression(modelIndex, declared)
}

/** The rule of part 5 for a property: for every action, or for this one. */
function findDeclaredPropertyRule(model: Model, resource: string, property: string, action: RuleAction): ExpressionText | undefined {
  if (model.authentication.state !== 'shown') return undefined
  const declared = findSlot(model, resource, property)
  if (declared?.slot.state !== 'shown') return undefined
  const { value } = declared.slot
  if ('kind' in value) return value
  const actionRule = findNamedEntry({ state: 'shown', value, at: declared.key }, action)
  return actionRule?.slot.state === 'shown' ? actionRule.slot.value : undefined
}

/** True if someone may read a record of the resource and not this property of it. */
export function isRestrictedProperty(model: Model, resource: string, property: string): boolean {
  const declared = findDeclaredPropertyRule(model, resource, property, 'read')
  return declared !== undefined && !isTrue(declared)
}

/** True if someone may not read some record of the resource. */
export function hasRestrictedRecords(model: Model, resource: string): boolean {
  const { authentication } = model
  if (authentication.state !== 'shown') return false
  const slot = findSlot(model, resource, 'read')?.slot
  if (slot?.state === 'shown') return Array.isArray(slot.value) || !isTrue(slot.value as ExpressionText)
  return slot?.state !== 'gap' && slotValueOf(authentication.value.default) !== 'allow'
}

function isTrue({ text }: ExpressionText): boolean {
  return text.trim() === 'true'
}

type DeclaredRule = Named<ExpressionText | readonly Named<ExpressionText>[]>

function findSlot({ authentication }: Model, resource: string, name: string): DeclaredRule | undefined {
  const rules = findNamedEntry(authentication.value.rules, resource)
  return rules?.slot.state === 'shown' ? findNamedEntry(rules.slot, name) : undefined
}

function ruleOfExpression(modelIndex: ModelIndex, expression: ExpressionText): Rule {
  if (isTrue(expression)) return allowed
  return { kind: 'conditional', expression, needsOnlyCaller: readsOnlyCaller(modelIndex, expression), because: [originOf(expression.node)] }
}

const namesOfCaller = new Set(['caller', 'claims', 'credential', 'now', 'settings'])

/** True if the expression can be evaluated as soon as the caller is known. */
export function readsOnlyCaller(modelIndex: ModelIndex, expression: ExpressionText): boolean {
  const { variables, resources } = modelIndex.readsOf(expression)
  return (
    resources.size === 0 &&
    [...variables].every((name) => namesOfCaller.has(name)) &&
    modelIndex.typing.expression(expression) !== undefined
  )
}
