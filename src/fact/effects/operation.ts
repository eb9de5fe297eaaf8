// The writes of an operation, as a program: its own write first, then the consequences.

import { type Origin, listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import { findOutcomesName } from '../../model/effect-action.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { bindLetPaths } from '../../typing/passthrough.ts'
import { listStepRules } from '../rule-points.ts'
import { hasRestrictedRecords, isRestrictedProperty } from '../rules.ts'
import type { Follow } from '../reading.ts'
import { type OperationContext, inputRefusals, letBindings } from '../operation-context.ts'
import { listTemplateExpressions } from '../template.ts'
import { type Reference, findPathBelowLeaf } from '../model-index.ts'
import { buildEffectPrograms } from './effect.ts'
import { setByTransition } from './from-request.ts'
import { buildUnreadableSteps } from './unreadable.ts'
import { type InputSource, setRefusals } from './set-refusals.ts'
import type { PossibleRefusal, Program, ProgramStep, Programs } from './program.ts'
import { readSet, writeSteps } from './writes.ts'

export function buildOperationPrograms(operationContext: OperationContext): Programs {
  const { action, operation, modelIndex } = operationContext
  if (action !== 'do') return { request: buildProgram(operationContext), items: [] }
  const allSteps = slotValueOf(operation.slots.do) ?? []
  const programs = buildEffectPrograms(modelIndex, allSteps, true, requestSource(operationContext), letBindings(operationContext))
  const programOfSteps = (isItem: boolean): Program => {
    const steps = allSteps.filter((step) => (findOutcomesName(step) !== undefined) === isItem)
    return [
      ...stepRefusals(operationContext, steps),
      ...listFailureSteps(operationContext, steps),
      ...allSteps.flatMap((step, index) => (steps.includes(step) ? programs[index]! : [])),
    ]
  }
  return { request: [...programOfSteps(false), ...dereferenceSteps(operationContext)], items: programOfSteps(true) }
}

function buildProgram(operationContext: OperationContext): Program {
  const { action, resource } = operationContext
  switch (action) {
    case 'create':
    case 'update':
    case 'replace':
    case 'put':
      return resource === undefined
        ? []
        : [
            ...buildHiddenReferenceSteps(operationContext),
            ...recordWrite(operationContext, resource),
            ...dereferenceSteps(operationContext),
          ]
    case 'delete':
      return resource === undefined
        ? []
        : [
            { kind: 'consequence', to: { kind: 'deleted', resource: resource.name }, at: operationContext.operation.key.span },
            ...dereferenceSteps(operationContext),
          ]
    case 'transition':
      return [
        ...buildHiddenReferenceSteps(operationContext),
        ...recordWriteSteps(operationContext),
        ...buildTransitionProgram(operationContext),
        ...dereferenceSteps(operationContext),
      ]
    case 'call':
      return [
        ...inputRefusals(operationContext).map(makeRefusalStep),
        ...listFailureSteps(operationContext),
        ...dereferenceSteps(operationContext),
      ]
    case 'do':
    case 'list':
    case 'read':
    case 'stream':
    case 'feed':
    case 'answer':
    case undefined:
      return dereferenceSteps(operationContext)
  }
}

/** References of the request, and the property that each is written to. */
export function listSentReferences({ modelIndex, resource, input, operation }: OperationContext): { path: string; reference: Reference }[] {
  if (resource === undefined) return []
  const bindings = letBindings({ modelIndex, operation })
  const allReferences = modelIndex.references.get(resource.name) ?? []
  const bodyReferences = (input.body?.writes ?? []).flatMap(({ property, path }) =>
    allReferences
      .filter((reference) => reference.property === property)
      .map((reference) => ({ path: ['body', ...path].join('.') + reference.path.slice(property.length), reference })),
  )
  const setReferences = (slotValueOf(operation.slots.set) ?? []).flatMap(({ name, slot }) => {
    const leaves = slot.state === 'shown' ? listTemplateExpressions(slot.value, name) : []
    return leaves.flatMap(({ path, expression }) =>
      allReferences.flatMap((reference) => {
        const rest = findPathBelowLeaf(reference, path)
        return rest === undefined ? [] : modelIndex.readsOf(expression, bindings).flows.map((flow) => ({ path: flow + rest, reference }))
      }),
    )
  })
  return [...bodyReferences, ...setReferences]
}

/** A `put` creates a record with the key from the request, which may contain references. */
function listKeyReferences({ modelIndex, action, resource }: OperationContext): readonly Reference[] {
  return action === 'put' && resource !== undefined
    ? (modelIndex.references.get(resource.name) ?? []).filter(({ property }) => resource.key.includes(property))
    : []
}

function recordWrite(operationContext: OperationContext, resource: ResourceInfo): ProgramStep[] {
  const { modelIndex, action, operation, input } = operationContext
  const set = readSet(modelIndex, resource, slotValueOf(operation.slots.set), true, letBindings(operationContext))
  const bodyProperties = (input.body?.writes ?? []).map(({ property }) => property)
  const writtenProperties = [...new Set([...bodyProperties, ...set.properties])].filter((name) =>
    isWritten(resource, name, action === 'create' || action === 'put'),
  )
  const isCreate = action === 'create' || action === 'put'
  const keyReferenceList = listKeyReferences(operationContext)
  const references = (modelIndex.references.get(resource.name) ?? []).filter(
    (reference) =>
      bodyProperties.includes(reference.property) || set.references.includes(reference) || keyReferenceList.includes(reference),
  )
  const write = {
    kind: isCreate ? ('create' as const) : ('update' as const),
    resource,
    properties: writtenProperties,
    isComplete: action !== 'update' && action !== 'transition',
    references,
    tolerates: makeTolerance(operationContext, resource, writtenProperties),
    set: slotValueOf(operation.slots.set),
    lets: new Map(listSpecifiedEntries(operation.slots.let).map(({ name, value }) => [name, value])),
    because: [originOf(operation.key)],
  }
  return [
    ...setRefusals(modelIndex, resource, slotValueOf(operation.slots.set), requestSource(operationContext)),
    ...writeSteps(modelIndex, write),
    ...(isCreate ? [{ kind: 'consequence', to: { kind: 'created', resource: resource.name }, at: operation.key.span } as const] : []),
    ...(action === 'create'
      ? []
      : [{ kind: 'consequence', to: { kind: 'written', resource: resource.name }, at: operation.key.span } as const]),
  ]
}

function requestSource({ modelIndex: { typing }, operation, input }: OperationContext): InputSource {
  return { kind: 'request', input, bound: bindLetPaths(operation, typing) }
}

/** The operation's own changes to the record, in the write of the transition. */
function recordWriteSteps(operationContext: OperationContext): ProgramStep[] {
  const { resource, operation, input } = operationContext
  const writes = (input.body?.writes ?? []).length > 0 || (slotValueOf(operation.slots.set) ?? []).length > 0
  return resource !== undefined && writes ? recordWrite(operationContext, resource) : []
}

/** An immutable property is written only on creation, a machine's field never. */
function isWritten(resource: ResourceInfo, name: string, isCreate: boolean): boolean {
  const property = resource.properties.get(name)
  return property === undefined || (property.machine === undefined && (isCreate || !property.immutable))
}

/**
 * Uniqueness constraints that cannot fail: for `put`, the key that it is found by; for `natural`, a unique that includes all determined
 * values. A record that the caller may not read still occupies them, unless the `put` is refused for it.
 */
function makeTolerance(
  { modelIndex, action, operation }: OperationContext,
  resource: ResourceInfo,
  writtenProperties: readonly string[],
): (members: readonly string[]) => boolean {
  const isNatural = action === 'create' && slotValueOf(operation.slots.idempotency)?.kind === 'natural'
  const hasHiddenRecords = hasRestrictedRecords(modelIndex.model, resource.name)
  const isForbiddenAnswer = slotValueOf(modelIndex.model.authentication.value.unreadable) === 'forbidden'
  const comparesAllValues =
    isNatural && !hasHiddenRecords && !writtenProperties.some((name) => isRestrictedProperty(modelIndex.model, resource.name, name))
  return (members) =>
    (action === 'put' && members === resource.key && (!hasHiddenRecords || isForbiddenAnswer)) ||
    (comparesAllValues && writtenProperties.every((name) => members.includes(name)))
}

function buildHiddenReferenceSteps(operationContext: OperationContext): ProgramStep[] {
  const { modelIndex, transitions } = operationContext
  return buildUnreadableSteps(modelIndex, [
    ...listSentReferences(operationContext).map(({ reference }) => reference),
    ...listKeyReferences(operationContext),
    ...transitions.flatMap((transition) => setByTransition(modelIndex, transition)),
  ])
}

function buildTransitionProgram({ modelIndex, transitions, operation }: OperationContext): ProgramStep[] {
  const mapped = slotValueOf(operation.slots.input)
  const client =
    mapped === undefined || listTemplateExpressions(mapped).some(({ expression }) => modelIndex.readsOf(expression).flows.length > 0)
  return transitions.map(({ resource, name }) => ({
    kind: 'consequence',
    to: { kind: 'transition', name: `${resource}.${name}`, client, sent: mapped === undefined },
    at: operation.key.span,
  }))
}

/** Failures of code that runs before the commit; later code has no caller to answer. */
function listFailureSteps({ behaviours }: OperationContext, steps?: readonly Effect[]): ProgramStep[] {
  return behaviours
    .filter(
      ({ name, slots }) => slotValueOf(slots.when) !== 'after' && steps?.some(({ call }) => slotValueOf(call)?.text === name) !== false,
    )
    .flatMap(({ name, slots }) =>
      (slotValueOf(slots.failures) ?? []).map(({ text, node }) =>
        makeRefusalStep({ condition: 'fail', subject: name, name: text, because: [originOf(node)] }),
      ),
    )
}

/** The rules of steps that read more than the caller; they are evaluated at the step. */
function stepRefusals({ modelIndex }: OperationContext, steps: readonly Effect[]): ProgramStep[] {
  return steps.flatMap((step) =>
    listStepRules(modelIndex, step).flatMap(({ subject, name, rule }): ProgramStep[] =>
      rule.kind === 'conditional' && !rule.needsOnlyCaller
        ? [makeRefusalStep({ condition: 'forbidden', subject, ...(name === undefined ? {} : { name }), because: rule.because })]
        : [],
    ),
  )
}

/** References in the input that a write or response dereferences. */
function dereferenceSteps({ modelIndex, operation }: OperationContext): ProgramStep[] {
  const { set, output, headers, status, input } = operation.slots
  const templates = [output, input, ...(slotValueOf(set) ?? []).map(({ slot }) => slot)]
  const letExpressions = listSpecifiedEntries(operation.slots.let).map(({ value }) => value)
  const expressions = [
    ...letExpressions,
    ...templates.flatMap((slot) => (slot.state === 'shown' ? listTemplateExpressions(slot.value).map(({ expression }) => expression) : [])),
  ]
  const declared = slotValueOf(status)
  const texts = listSpecifiedEntries(headers).flatMap(({ value }) => modelIndex.readingOfText(value))
  const readings = [
    ...[...expressions, ...(declared === undefined ? [] : [declared])].map((expression) => modelIndex.readsOf(expression)),
    ...texts,
  ]
  const because: Origin[] = [originOf(operation.key)]
  const follows = readings.flatMap((reading) => reading.follows)
  const dangling = follows.map((follow: Follow) =>
    makeRefusalStep({ condition: 'dangling', subject: follow.resource, because, follows: [follow] }),
  )
  return [
    ...dangling,
    ...buildUnreadableSteps(
      modelIndex,
      follows.map(({ resource }) => ({ target: resource })),
    ),
  ]
}

function makeRefusalStep(refusal: PossibleRefusal): ProgramStep {
  return { kind: 'refusal', refusal }
}
