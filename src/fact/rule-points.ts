// Finds the points where rules of part 5 can refuse an operation: its action, its transitions, the fields that it writes.

import { isOpen } from '../cel/fits.ts'
import { type ActionName, listOfferedEvents } from '../model/endpoints.ts'
import { filterWords, readRootProperty } from '../model/filters.ts'
import { slotValueOf } from '../model/slot.ts'
import { sortWords } from '../model/sorts.ts'
import type { Effect } from '../model/states.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import type { Point } from './fact.ts'
import { type Rule, type RuleAction, findPropertyRule, ruleOf } from './rules.ts'
import { type LookupFacts, type RawPoint, type OperationContext, computeNeeds, point, recordValues } from './operation-context.ts'

export type AppliedRule = {
  readonly subject: string
  readonly name?: RuleAction
  readonly rule: Rule
  /** For a field: evaluated if the request sends the field at this body path, or filters by it. */
  readonly field?: Field
  /** For a found record, `this` or its name in `with`: evaluated when that record is found. */
  readonly foundRecord?: string
  /** The expression of `to`, which chooses the transition: evaluated if it leads to that state; null if the record keeps its state. */
  readonly transition?: string | null
}

/** `permission`: a `put` or `replace` without the field removes its value, which counts as sending it. */
type Field = { readonly property: string; readonly sent: 'filter' | 'sort' | readonly string[]; readonly permission?: 'update' | 'read' }

/** The rules that each action evaluates, in addition to the read rules of found records. */
const actionRules: { readonly [A in ActionName]?: readonly RuleAction[] } = {
  create: ['create'],
  update: ['update'],
  replace: ['update'],
  put: ['create', 'update'],
  delete: ['delete'],
}

/** Every rule that an operation evaluates. */
export function listAppliedRules(operationContext: OperationContext): AppliedRule[] {
  return [...recordRules(operationContext), ...listFieldRules(operationContext), ...stepRules(operationContext)]
}

/** Rules that read only the caller are evaluated in the caller stage; others with the record, and those of steps with the steps. */
export function rulePoints(operationContext: OperationContext, stage: 'caller' | 'permission'): RawPoint[] {
  const rules =
    stage === 'caller' ? listAppliedRules(operationContext) : [...recordRules(operationContext), ...listFieldRules(operationContext)]
  return rules.flatMap((rule) =>
    rule.rule.kind === 'allowed' || needsOnlyCaller(operationContext, rule) !== (stage === 'caller')
      ? []
      : [rulePoint(operationContext, stage, rule)],
  )
}

/** The sent fields are known only with the input, and whether a `put` creates, and the transition to a state, only with the record. */
function needsOnlyCaller({ action }: OperationContext, { rule, name, field, transition }: AppliedRule): boolean {
  if (field !== undefined || transition !== undefined || (action === 'put' && name !== 'read')) return false
  return rule.kind === 'denied' || (rule.kind === 'conditional' && rule.needsOnlyCaller)
}

function rulePoint(
  operationContext: OperationContext,
  stage: Point['stage'],
  { subject, name, rule, field, foundRecord, transition }: AppliedRule,
): RawPoint {
  const { reads, follows } =
    rule.kind === 'conditional' && foundRecord === undefined ? computeNeeds(operationContext, rule.expression) : { reads: [], follows: [] }
  const valuesOfField = typeof field?.sent === 'string' ? ['input.query'] : ['input.body', 'value', 'bytes']
  const sentValues = field === undefined ? [] : valuesOfField
  const records =
    (operationContext.action === 'put' || transition !== undefined || field?.permission !== undefined || foundRecord !== undefined) &&
    stage === 'permission'
      ? recordValues(operationContext)
      : []
  const values = stage === 'caller' ? ['caller'] : ['caller', 'claim', ...sentValues, ...records]
  return point(
    stage,
    'forbidden',
    { subject, name },
    { reads: [...reads, ...values], provides: ['allowed'], follows },
    rule.kind === 'allowed' ? [] : rule.because,
  )
}

function recordRules(operationContext: OperationContext): AppliedRule[] {
  const { modelIndex, action, resource, transitions } = operationContext
  if (action === undefined) return []
  const isForbiddenAnswer = slotValueOf(modelIndex.model.authentication.value.unreadable) === 'forbidden'
  const rules: AppliedRule[] = []
  const addRule = (name: RuleAction, resourceName: string): void =>
    void rules.push({ subject: resourceName, name, rule: ruleOf(modelIndex, resourceName, name) })
  for (const {
    name: foundRecord,
    resource: { name: resourceName },
    decides,
  } of isForbiddenAnswer ? listFoundRecords(operationContext) : []) {
    if (!decides) rules.push({ subject: resourceName, name: 'read', rule: ruleOf(modelIndex, resourceName, 'read'), foundRecord })
  }
  for (const listed of isForbiddenAnswer ? listListedResources(operationContext) : []) {
    // Rules filter a list; only a rule that reads no record can refuse all of it.
    const rule = ruleOf(modelIndex, listed, 'read')
    if (rule.kind === 'denied' || (rule.kind === 'conditional' && rule.needsOnlyCaller)) rules.push({ subject: listed, name: 'read', rule })
  }
  for (const name of actionRules[action] ?? []) if (resource !== undefined) addRule(name, resource.name)
  const isByState = operationContext.operation.slots.to.state === 'shown'
  for (const transition of transitions)
    rules.push({
      subject: `${transition.resource}.${transition.name}`,
      rule: ruleOf(modelIndex, transition.resource, transition.name),
      ...(isByState ? { transition: transition.name } : {}),
    })
  if (resource !== undefined && mayKeepState(operationContext))
    rules.push({ subject: resource.name, name: 'update', rule: ruleOf(modelIndex, resource.name, 'update'), transition: null })
  return rules
}

/** True if `to` can be null: then the record stays in its state, and only its properties are written. */
function mayKeepState({ modelIndex: { typing }, action, operation }: OperationContext): boolean {
  const to = slotValueOf(operation.slots.to)
  const type = to === undefined || action !== 'transition' ? undefined : typing.expression(to)?.type
  return type !== undefined && (isOpen(type) || type.kind === 'null' || type.kind === 'nullable')
}

/** The record of the action, and the records of its look-ups. */
function listFoundRecords({ record, lookups }: OperationContext): readonly LookupFacts[] {
  return record === undefined ? lookups : [record, ...lookups]
}

/** The resources whose records `list`, `stream` and `feed` show. */
function listListedResources({ modelIndex, action, resource, operation }: OperationContext): string[] {
  if (action === 'list') return resource === undefined ? [] : [resource.name]
  if (action !== 'stream' && action !== 'feed') return []
  const offeredTypes = new Set(listOfferedEvents(operation.slots).map(({ text }) => text))
  const types = slotValueOf(modelIndex.model.events.value.types) ?? []
  const causes = types.flatMap(({ name, slot }) =>
    offeredTypes.has(name) && slot.state === 'shown' ? (slotValueOf(slot.value.on) ?? []) : [],
  )
  return [...new Set(causes.map(({ text }) => text.replace(/^entry /, '').split('.')[0]!))].filter((name) =>
    modelIndex.domain.resources.has(name),
  )
}

/** Fields that a request writes, filters by or sorts by. */
function listFieldRules(operationContext: OperationContext): AppliedRule[] {
  const { modelIndex, action, resource, input, operation } = operationContext
  if (resource === undefined || action === undefined) return []
  const ruleOfField = (property: string, name: RuleAction, sent: NonNullable<AppliedRule['field']>['sent']): AppliedRule => ({
    subject: `${resource.name}.${property}`,
    name,
    rule: findPropertyRule(modelIndex, resource.name, property, name),
    field: { property, sent },
  })
  const actions = action === 'transition' ? (['update'] as const) : (actionRules[action] ?? [])
  const writtenRules = (input.body?.writes ?? []).flatMap(({ property, path }) => actions.map((name) => ruleOfField(property, name, path)))
  if (action !== 'list') return [...writtenRules, ...listRemovedFieldRules(operationContext, resource)]
  const { sort } = operation.slots
  const rulesOfChoice = (property: string, sent: 'filter' | 'sort'): AppliedRule[] =>
    listFieldsRead(operationContext.modelIndex, resource, property).map((name) => ({
      ...ruleOfField(name, 'read', sent),
      field: { property, sent },
    }))
  return [
    ...filterWords(operation.slots).flatMap(({ text }) => rulesOfChoice(readRootProperty(text), 'filter')),
    ...sortWords({ sort }).flatMap(({ text }) => rulesOfChoice(text, 'sort')),
  ]
}

/** The property, and the properties of the same record that it is computed from. */
function listFieldsRead(modelIndex: OperationContext['modelIndex'], { properties }: ResourceInfo, property: string): readonly string[] {
  const names = new Set([property])
  for (const name of names) {
    const { compute } = properties.get(name) ?? {}
    const readProperties = compute === undefined ? [] : [...modelIndex.readsOf(compute.expression).own]
    for (const name of readProperties.includes('*') ? properties.keys() : readProperties) names.add(name)
  }
  return [...names]
}

/**
 * Fields whose values a `put` or `replace` removes if absent. A caller without write permission keeps the value, and a caller without read
 * permission cannot remove it unseen.
 */
function listRemovedFieldRules(
  { modelIndex, action, input, operation }: OperationContext,
  { name: resource, key, properties }: ResourceInfo,
): AppliedRule[] {
  if (action !== 'put' && action !== 'replace') return []
  const paths = new Map((input.body?.writes ?? []).map(({ property, path }) => [property, path]))
  const set = new Set((slotValueOf(operation.slots.set) ?? []).map(({ name }) => name))
  const removedFields = [...properties.values()].filter(
    ({ name, writable, immutable }) => writable && !immutable && !key.includes(name) && !set.has(name),
  )
  return removedFields.flatMap(({ name: property }) =>
    (['update', 'read'] as const).flatMap((name): AppliedRule[] => {
      const rule = findPropertyRule(modelIndex, resource, property, name)
      return rule.kind === 'allowed'
        ? []
        : [{ subject: `${resource}.${property}`, name, rule, field: { property, sent: paths.get(property) ?? [], permission: name } }]
    }),
  )
}

/** The rules of the steps of `do`, evaluated for the caller. */
function stepRules({ modelIndex, operation }: OperationContext): AppliedRule[] {
  return (slotValueOf(operation.slots.do) ?? []).flatMap((step) => listStepRules(modelIndex, step))
}

export function listStepRules(modelIndex: OperationContext['modelIndex'], step: Effect): AppliedRule[] {
  const rules: AppliedRule[] = []
  for (const name of ['create', 'update', 'delete'] as const) {
    const resourceName = slotValueOf(step[name])?.text
    if (resourceName !== undefined && modelIndex.domain.resources.has(resourceName))
      rules.push({ subject: resourceName, name, rule: ruleOf(modelIndex, resourceName, name) })
  }
  const transition = modelIndex.transitions.get(slotValueOf(step.transition)?.text ?? '')
  if (transition !== undefined)
    rules.push({ subject: `${transition.resource}.${transition.name}`, rule: ruleOf(modelIndex, transition.resource, transition.name) })
  return rules
}
