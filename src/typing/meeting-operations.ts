// Finds the operations that can meet a condition before facts exist; a superset of the exact result.

import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import type { NarrowedCondition } from './condition.ts'
import type { ResourceInfo } from './domain.ts'
import { findInput } from './input.ts'
import { findOperationResource } from './slots/endpoints.ts'
import type { SlotWalk } from './slots/walk.ts'

export type MeetingContext = Pick<
  SlotWalk,
  'domain' | 'reachAnalysis' | 'effects' | 'touchingOperations' | 'findingOperations' | 'movingOperations'
>

export function findMeetingOperations(condition: NarrowedCondition, context: MeetingContext): readonly Operation[] {
  if (condition.at !== undefined) return [condition.at]
  const candidates = listCandidates(condition, context)
  const possible = candidates.filter((operation) => canMeet(condition, operation, context))
  return possible.length === candidates.length ? candidates : possible
}

/** The operations to test, by the records that they use. */
function listCandidates({ resource, condition, name: requireName }: NarrowedCondition, context: MeetingContext): readonly Operation[] {
  const all = context.domain.model.endpoints.value.operations
  // The target of a reference in the input may be hidden, for any resource.
  const isHidden = condition === 'forbidden' && slotValueOf(context.domain.model.authentication.value.unreadable) === 'forbidden'
  const name = resource?.name ?? ''
  switch (condition) {
    case 'not-found':
    case 'gone':
      return context.findingOperations.get(name) ?? []
    case 'illegal-transition':
    case 'guard':
      return context.movingOperations.get(name) ?? []
    case 'require':
      // A `require` of an effect is met wherever the effect can happen.
      return filterRequiring(context.effects, ({ require }) => require, requireName).length > 0
        ? all
        : filterRequiring(all, ({ slots }) => slots.require, requireName)
    case 'precondition-required':
    case 'precondition-failed':
      return resource === undefined ? all : (context.touchingOperations.get(name) ?? [])
    case 'dangling':
      return all
    default:
      return resource === undefined || isHidden ? all : (context.touchingOperations.get(name) ?? [])
  }
}

const writingActions: ReadonlySet<string | undefined> = new Set(['create', 'update', 'replace', 'put', 'delete', 'transition', 'do'])

/** True if the operation's action can meet the condition. */
function canMeet(condition: NarrowedCondition, operation: Operation, context: MeetingContext): boolean {
  const { resource, member } = condition
  const { action, slots, subject } = operation
  switch (condition.condition) {
    case 'duplicate':
      return writingActions.has(action) && (resource === undefined || setsUnique(operation, resource, member, context))
    case 'invariant':
      return writingActions.has(action)
    case 'in-use':
      return action === 'delete' || listReachableEffects(operation, context).some((effect) => effect.delete.state === 'shown')
    case 'illegal-transition':
    case 'guard':
      return resource === undefined || member === undefined || canMakeTransition(operation, resource, member, context)
    case 'forbidden':
      return resource === undefined || isForbidden(condition, operation, resource, context)
    case 'fail':
      return action === 'call'
        ? condition.name === undefined || subject?.text === condition.name
        : action === 'do' &&
            (slotValueOf(slots.do) ?? []).some(
              ({ call }) => call.state === 'shown' && (condition.name === undefined || call.value.text === condition.name),
            )
    case 'idempotency-required':
    case 'idempotency-mismatch':
    case 'idempotency-busy':
      return slotValueOf(slots.idempotency)?.kind === 'key'
    case 'precondition-required':
    case 'precondition-failed':
      return slots.conditional.state === 'shown'
    case 'dangling':
      // A request may also refer to a record that the operation only reads.
      return (
        resource === undefined ||
        (context.touchingOperations.get(resource.name)?.includes(operation) ?? false) ||
        containsRecord(findInput(context.domain, operation).type, resource.name)
      )
    case 'cursor-expired':
      return (
        (action === 'feed' && resource === undefined) ||
        (action === 'list' && (resource === undefined || findOperationResource(operation, context) === resource))
      )
    default:
      return true
  }
}

/** True if a value of the type can refer to a record of the resource. */
function containsRecord(type: Type, resource: string, visited: Set<Type> = new Set()): boolean {
  if (visited.has(type)) return false
  visited.add(type)
  switch (type.kind) {
    case 'record':
      return type.resource === resource
    case 'nullable':
    case 'optional':
      return containsRecord(type.of, resource, visited)
    case 'list':
      return containsRecord(type.element, resource, visited)
    case 'map':
      return containsRecord(type.value, resource, visited)
    case 'object':
      return type.members.values().some((member) => containsRecord(member.type, resource, visited))
    default:
      return false
  }
}

/** The steps of an operation, and all effects that they and its transitions can cause. */
function listReachableEffects(operation: Operation, { reachAnalysis }: MeetingContext): readonly Effect[] {
  return [...(slotValueOf(operation.slots.do) ?? []), ...[...reachAnalysis.reachOf(operation).blocks].flatMap(({ effects }) => effects)]
}

function canMakeTransition(operation: Operation, resource: ResourceInfo, transition: string, { reachAnalysis }: MeetingContext): boolean {
  const isKnown = resource.machines.some((machine) => reachAnalysis.block(machine, 'event', transition) !== undefined)
  return (
    !isKnown ||
    [...reachAnalysis.reachOf(operation).blocks].some(({ machine, name }) => name === transition && machine.resource === resource.name)
  )
}

function createsRecord(operation: Operation, resource: ResourceInfo, context: MeetingContext): boolean {
  const { action } = operation
  const createsDirectly =
    (action === 'create' || action === 'replace' || action === 'put') && findOperationResource(operation, context) === resource
  return createsDirectly || listReachableEffects(operation, context).some(({ create }) => slotValueOf(create)?.text === resource.name)
}

/** Any write may change computed and generated values. */
function setsUnique(operation: Operation, resource: ResourceInfo, unique: string | undefined, context: MeetingContext): boolean {
  if (createsRecord(operation, resource, context)) return true
  const members = unique?.split('+') ?? [...resource.key, ...resource.uniques.flatMap((each) => each.members)]
  const isGenerated = members.some((name) => {
    const property = resource.properties.get(name)
    return property === undefined || property.compute !== undefined || property.generate !== undefined || property.machine !== undefined
  })
  const isActionResource = findOperationResource(operation, context) === resource
  const bodyProperties = isActionResource ? (findInput(context.domain, operation).body?.writes ?? []).map(({ property }) => property) : []
  const setProperties = isActionResource ? listSpecifiedEntries(operation.slots.set).map(({ name }) => name) : []
  const { writes } = context.reachAnalysis.reachOf(operation)
  if (isGenerated) return isActionResource || [...writes].some((name) => name.startsWith(`${resource.name}.`))
  return members.some((name) => bodyProperties.includes(name) || setProperties.includes(name) || writes.has(`${resource.name}.${name}`))
}

/** Reading may be forbidden wherever a record is found; effects evaluate no rules, but steps of `do` do. */
function isForbidden({ name, member }: NarrowedCondition, operation: Operation, resource: ResourceInfo, context: MeetingContext): boolean {
  if (member !== undefined && resource.machines.some((machine) => context.reachAnalysis.block(machine, 'event', member) !== undefined))
    return canMakeTransition(operation, resource, member, context)
  const { action } = operation
  const isActionResource = findOperationResource(operation, context) === resource
  const steps = slotValueOf(operation.slots.do) ?? []
  switch (name) {
    case 'create':
      return createsRecord(operation, resource, context)
    case 'update':
      return (
        member !== undefined ||
        (isActionResource && (action === 'update' || action === 'replace' || action === 'put')) ||
        steps.some(({ update }) => slotValueOf(update)?.text === resource.name)
      )
    case 'delete':
      return (isActionResource && action === 'delete') || steps.some((step) => slotValueOf(step.delete)?.text === resource.name)
    default:
      return true
  }
}

const requiringByName = new WeakMap<readonly object[], ReadonlyMap<string, readonly object[]>>()

/** Filters the elements with a `require` of that name, or with any. */
export function filterRequiring<T extends object>(
  all: readonly T[],
  requireOf: (element: T) => Operation['slots']['require'],
  name: string | undefined,
): readonly T[] {
  if (name === undefined) return all.filter((element) => listRequiredNames(requireOf(element)).length > 0)
  const byName = (requiringByName.get(all) as ReadonlyMap<string, readonly T[]> | undefined) ?? groupByRequired(all, requireOf)
  requiringByName.set(all, byName)
  return byName.get(name) ?? []
}

/** A condition that is not shown refuses by its name, too. */
function listRequiredNames(require: Operation['slots']['require']): readonly string[] {
  return (slotValueOf(require) ?? []).filter(({ slot: { state } }) => state === 'shown' || state === 'gap').map(({ name }) => name)
}

function groupByRequired<T>(all: readonly T[], requireOf: (element: T) => Operation['slots']['require']): Map<string, T[]> {
  const byName = new Map<string, T[]>()
  for (const element of all) {
    for (const name of new Set(listRequiredNames(requireOf(element)))) {
      byName.getOrInsertComputed(name, () => []).push(element)
    }
  }
  return byName
}
