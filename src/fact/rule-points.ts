// Finds the points where rules of part 5 can refuse an operation: its action, its transitions, the fields that it writes.

import { isOpen } from '../cel/fits.ts'
import { type ActionName, offeredEvents } from '../model/endpoints.ts'
import { filterWords, rootOf } from '../model/filters.ts'
import { slotValue } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import type { Point } from './fact.ts'
import { type Rule, type RuleAction, propertyRule, ruleOf } from './rules.ts'
import { type LookupFacts, type RawPoint, type OperationContext, needsOf, point, recordValues } from './operation-context.ts'

export type AppliedRule = {
  readonly subject: string
  readonly name?: RuleAction
  readonly rule: Rule
  /** For a field: evaluated if the request sends the field at this body path, or filters by it. */
  readonly field?: Field
  /** For a found record, `this` or its name in `with`: evaluated when that record is found. */
  readonly found?: string
  /** The expression of `to`, which chooses the transition: evaluated if it leads to that state; null if the record keeps its state. */
  readonly leads?: string | null
}

/** `right`: a `put` or `replace` without the field removes its value, which counts as sending it. */
type Field = { readonly property: string; readonly sent: 'filter' | 'sort' | readonly string[]; readonly right?: 'update' | 'read' }

/** The rules that each action evaluates, in addition to the read rules of found records. */
const actionRules: { readonly [A in ActionName]?: readonly RuleAction[] } = {
  create: ['create'], update: ['update'], replace: ['update'], put: ['create', 'update'], delete: ['delete'],
}

/** Every rule that an operation evaluates. */
export function appliedRulesOf(operationContext: OperationContext): AppliedRule[] {
  return [...recordRules(operationContext), ...fieldRules(operationContext), ...stepRules(operationContext)]
}

/** Rules that read only the caller are evaluated in the caller stage; others with the record, and those of steps with the steps. */
export function rulePoints(operationContext: OperationContext, stage: 'caller' | 'permission'): RawPoint[] {
  const rules = stage === 'caller' ? appliedRulesOf(operationContext) : [...recordRules(operationContext), ...fieldRules(operationContext)]
  return rules.flatMap((rule) =>
    rule.rule.kind === 'free' || isEarly(operationContext, rule) !== (stage === 'caller')
      ? []
      : [rulePoint(operationContext, stage, rule)],
  )
}

/** The sent fields are known only with the input, and whether a `put` creates, and the transition to a state, only with the record. */
function isEarly({ action }: OperationContext, { rule, name, field, leads }: AppliedRule): boolean {
  if (field !== undefined || leads !== undefined || (action === 'put' && name !== 'read')) return false
  return rule.kind === 'denied' || (rule.kind === 'asked' && rule.early)
}

function rulePoint(
  operationContext: OperationContext,
  stage: Point['stage'],
  { subject, name, rule, field, found, leads }: AppliedRule,
): RawPoint {
  const { reads, follows } =
    rule.kind === 'asked' && found === undefined ? needsOf(operationContext, rule.expression) : { reads: [], follows: [] }
  const sent = field === undefined ? [] : typeof field.sent === 'string' ? ['input.query'] : ['input.body', 'value', 'bytes']
  const records =
    (operationContext.action === 'put' || leads !== undefined || field?.right !== undefined || found !== undefined) && stage === 'permission'
      ? recordValues(operationContext)
      : []
  const more = stage === 'caller' ? ['caller'] : ['caller', 'claim', ...sent, ...records]
  return point(
    stage,
    'forbidden',
    { subject, name },
    { reads: [...reads, ...more], gives: ['allowed'], follows },
    rule.kind === 'free' ? [] : rule.because,
  )
}

function recordRules(operationContext: OperationContext): AppliedRule[] {
  const { world, action, resource, transitions } = operationContext
  if (action === undefined) return []
  const forbidden = slotValue(world.model.authentication.value.unreadable) === 'forbidden'
  const applied: AppliedRule[] = []
  const ask = (name: RuleAction, of: string): void => void applied.push({ subject: of, name, rule: ruleOf(world, of, name) })
  for (const { name: found, resource: { name: of }, decides } of forbidden ? foundRecords(operationContext) : []) {
    if (!decides) applied.push({ subject: of, name: 'read', rule: ruleOf(world, of, 'read'), found })
  }
  for (const listed of forbidden ? listedResources(operationContext) : []) {
    // Rules filter a list; only a rule that reads no record can refuse all of it.
    const rule = ruleOf(world, listed, 'read')
    if (rule.kind === 'denied' || (rule.kind === 'asked' && rule.early)) applied.push({ subject: listed, name: 'read', rule })
  }
  for (const name of actionRules[action] ?? []) if (resource !== undefined) ask(name, resource.name)
  const isChosen = operationContext.operation.slots.to.state === 'shown'
  for (const transition of transitions)
    applied.push({
      subject: `${transition.resource}.${transition.name}`,
      rule: ruleOf(world, transition.resource, transition.name),
      ...(isChosen ? { leads: transition.name } : {}),
    })
  if (resource !== undefined && mayStay(operationContext))
    applied.push({ subject: resource.name, name: 'update', rule: ruleOf(world, resource.name, 'update'), leads: null })
  return applied
}

/** True if `to` can be null: then the record stays in its state, and only its properties are written. */
function mayStay({ world: { typing }, action, operation }: OperationContext): boolean {
  const to = slotValue(operation.slots.to)
  const type = to === undefined || action !== 'transition' ? undefined : typing.expression(to)?.type
  return type !== undefined && (isOpen(type) || type.kind === 'null' || type.kind === 'nullable')
}

/** The record of the action, and the records of its look-ups. */
function foundRecords({ record, lookups }: OperationContext): readonly LookupFacts[] {
  return record === undefined ? lookups : [record, ...lookups]
}

/** The resources whose records `list`, `stream` and `feed` show. */
function listedResources({ world, action, resource, operation }: OperationContext): string[] {
  if (action === 'list') return resource === undefined ? [] : [resource.name]
  if (action !== 'stream' && action !== 'feed') return []
  const streamed = new Set(offeredEvents(operation.slots).map(({ text }) => text))
  const types = slotValue(world.model.events.value.types) ?? []
  const causes = types.flatMap(({ name, slot }) => (streamed.has(name) && slot.state === 'shown' ? (slotValue(slot.value.on) ?? []) : []))
  return [...new Set(causes.map(({ text }) => text.replace(/^entry /, '').split('.')[0]!))].filter((name) =>
    world.domain.resources.has(name),
  )
}

/** Fields that a request writes, filters by or sorts by. */
function fieldRules(operationContext: OperationContext): AppliedRule[] {
  const { world, action, resource, input, operation } = operationContext
  if (resource === undefined || action === undefined) return []
  const ruleOfField = (property: string, name: RuleAction, sent: NonNullable<AppliedRule['field']>['sent']): AppliedRule =>
    ({ subject: `${resource.name}.${property}`, name, rule: propertyRule(world, resource.name, property, name), field: { property, sent } })
  const actions = action === 'transition' ? (['update'] as const) : (actionRules[action] ?? [])
  const written = (input.body?.writes ?? []).flatMap(({ property, path }) => actions.map((name) => ruleOfField(property, name, path)))
  if (action !== 'list') return [...written, ...keptRules(operationContext, resource)]
  const { sort } = operation.slots
  const rulesOfChoice = (property: string, sent: 'filter' | 'sort'): AppliedRule[] =>
    fieldsRead(operationContext.world, resource, property).map((name) => ({ ...ruleOfField(name, 'read', sent), field: { property, sent } }))
  return [
    ...filterWords(operation.slots).flatMap(({ text }) => rulesOfChoice(rootOf(text), 'filter')),
    ...(slotValue(sort) ?? []).flatMap(({ text }) => rulesOfChoice(text, 'sort')),
  ]
}

/** The property, and the properties of the same record that it is computed from. */
function fieldsRead(world: OperationContext['world'], { properties }: ResourceInfo, property: string): readonly string[] {
  const names = new Set([property])
  for (const name of names) {
    const { compute } = properties.get(name) ?? {}
    const own = compute === undefined ? [] : [...world.reading(compute.expression).own]
    for (const read of own.includes('*') ? properties.keys() : own) names.add(read)
  }
  return [...names]
}

/**
 * Fields whose values a `put` or `replace` removes if absent. A caller without write permission keeps the value, and a caller without read
 * permission cannot remove it unseen.
 */
function keptRules(
  { world, action, input, operation }: OperationContext,
  { name: resource, key, properties }: ResourceInfo,
): AppliedRule[] {
  if (action !== 'put' && action !== 'replace') return []
  const paths = new Map((input.body?.writes ?? []).map(({ property, path }) => [property, path]))
  const set = new Set((slotValue(operation.slots.set) ?? []).map(({ name }) => name))
  const taken = [...properties.values()].filter(
    ({ name, writable, immutable }) => writable && !immutable && !key.includes(name) && !set.has(name),
  )
  return taken.flatMap(({ name: property }) =>
    (['update', 'read'] as const).flatMap((name): AppliedRule[] => {
      const rule = propertyRule(world, resource, property, name)
      return rule.kind === 'free'
        ? []
        : [{ subject: `${resource}.${property}`, name, rule, field: { property, sent: paths.get(property) ?? [], right: name } }]
    }),
  )
}

/** The rules of the steps of `do`, evaluated for the caller. */
function stepRules({ world, operation }: OperationContext): AppliedRule[] {
  return (slotValue(operation.slots.do) ?? []).flatMap((step) => rulesOfStep(world, step))
}

export function rulesOfStep(world: OperationContext['world'], step: Effect): AppliedRule[] {
  const applied: AppliedRule[] = []
  for (const name of ['create', 'update', 'delete'] as const) {
    const of = slotValue(step[name])?.text
    if (of !== undefined && world.domain.resources.has(of)) applied.push({ subject: of, name, rule: ruleOf(world, of, name) })
  }
  const transition = world.transitions.get(slotValue(step.transition)?.text ?? '')
  if (transition !== undefined) applied.push({ subject: `${transition.resource}.${transition.name}`, rule: ruleOf(world, transition.resource, transition.name) })
  return applied
}
