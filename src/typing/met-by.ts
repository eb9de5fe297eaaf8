// Finds the operations that can meet a condition before facts exist; a superset of the exact result.

import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { specifiedEntries, slotValue } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import type { NarrowedCondition } from './condition.ts'
import type { ResourceInfo } from './domain.ts'
import { inputOf } from './input.ts'
import { resourceOf } from './slots/endpoints.ts'
import type { SlotWalk } from './slots/walk.ts'

export type Meeting = Pick<SlotWalk, 'domain' | 'reaches' | 'effects' | 'touching' | 'finding' | 'moving'>

export function operationsMeeting(condition: NarrowedCondition, meeting: Meeting): readonly Operation[] {
  if (condition.at !== undefined) return [condition.at]
  const candidates = candidatesFor(condition, meeting)
  const possible = candidates.filter((operation) => canMeet(condition, operation, meeting))
  return possible.length === candidates.length ? candidates : possible
}

/** The operations to test, by the records that they use. */
function candidatesFor({ resource, condition, name: narrower }: NarrowedCondition, meeting: Meeting): readonly Operation[] {
  const all = meeting.domain.model.endpoints.value.operations
  // The target of a reference in the input may be hidden, for any resource.
  const isHidden = condition === 'forbidden' && slotValue(meeting.domain.model.authentication.value.unreadable) === 'forbidden'
  const name = resource?.name ?? ''
  switch (condition) {
    case 'not-found': case 'gone':
      return meeting.finding.get(name) ?? []
    case 'illegal-transition': case 'guard':
      return meeting.moving.get(name) ?? []
    case 'require':
      // A `require` of an effect is met wherever the effect can happen.
      return requiring(meeting.effects, ({ require }) => require, narrower).length > 0
        ? all
        : requiring(all, ({ slots }) => slots.require, narrower)
    case 'precondition-required': case 'precondition-failed':
      return resource === undefined ? all : (meeting.touching.get(name) ?? [])
    case 'dangling':
      return all
    default:
      return resource === undefined || isHidden ? all : (meeting.touching.get(name) ?? [])
  }
}

const writing: ReadonlySet<string | undefined> = new Set(['create', 'update', 'replace', 'put', 'delete', 'transition', 'do'])

/** True if the operation's action can meet the condition. */
function canMeet(condition: NarrowedCondition, operation: Operation, meeting: Meeting): boolean {
  const { resource, member } = condition
  const { action, slots, subject } = operation
  switch (condition.condition) {
    case 'duplicate':
      return writing.has(action) && (resource === undefined || setsUnique(operation, resource, member, meeting))
    case 'invariant':
      return writing.has(action)
    case 'in-use':
      return action === 'delete' || effectsOf(operation, meeting).some((effect) => effect.delete.state === 'shown')
    case 'illegal-transition': case 'guard':
      return resource === undefined || member === undefined || makes(operation, resource, member, meeting)
    case 'forbidden':
      return resource === undefined || isForbidden(condition, operation, resource, meeting)
    case 'fail':
      return action === 'call'
        ? condition.name === undefined || subject?.text === condition.name
        : action === 'do' &&
            (slotValue(slots.do) ?? []).some(
              ({ call }) => call.state === 'shown' && (condition.name === undefined || call.value.text === condition.name),
            )
    case 'idempotency-required': case 'idempotency-mismatch': case 'idempotency-busy':
      return slotValue(slots.idempotency)?.kind === 'key'
    case 'precondition-required': case 'precondition-failed':
      return slots.conditional.state === 'shown'
    case 'dangling':
      // A request may also refer to a record that the operation only reads.
      return (
        resource === undefined ||
        (meeting.touching.get(resource.name)?.includes(operation) ?? false) ||
        holdsRecord(inputOf(meeting.domain, operation).type, resource.name)
      )
    case 'cursor-expired':
      return (
        (action === 'feed' && resource === undefined) ||
        (action === 'list' && (resource === undefined || resourceOf(operation, meeting) === resource))
      )
    default:
      return true
  }
}

/** True if a value of the type can refer to a record of the resource. */
function holdsRecord(type: Type, resource: string, seen: Set<Type> = new Set()): boolean {
  if (seen.has(type)) return false
  seen.add(type)
  switch (type.kind) {
    case 'record':
      return type.resource === resource
    case 'nullable':
    case 'optional':
      return holdsRecord(type.of, resource, seen)
    case 'list':
      return holdsRecord(type.element, resource, seen)
    case 'map':
      return holdsRecord(type.value, resource, seen)
    case 'object':
      return type.members.values().some((member) => holdsRecord(member.type, resource, seen))
    default:
      return false
  }
}

/** The steps of an operation, and all effects that they and its transitions can cause. */
function effectsOf(operation: Operation, { reaches }: Meeting): readonly Effect[] {
  return [...(slotValue(operation.slots.do) ?? []), ...[...reaches.reachOf(operation).blocks].flatMap(({ effects }) => effects)]
}

function makes(operation: Operation, resource: ResourceInfo, transition: string, { reaches }: Meeting): boolean {
  const isKnown = resource.machines.some((machine) => reaches.block(machine, 'event', transition) !== undefined)
  return (
    !isKnown || [...reaches.reachOf(operation).blocks].some(({ machine, name }) => name === transition && machine.resource === resource.name)
  )
}

function isCreated(operation: Operation, resource: ResourceInfo, meeting: Meeting): boolean {
  const { action } = operation
  const own = (action === 'create' || action === 'replace' || action === 'put') && resourceOf(operation, meeting) === resource
  return own || effectsOf(operation, meeting).some(({ create }) => slotValue(create)?.text === resource.name)
}

/** Any write may change computed and generated values. */
function setsUnique(operation: Operation, resource: ResourceInfo, unique: string | undefined, meeting: Meeting): boolean {
  if (isCreated(operation, resource, meeting)) return true
  const members = unique?.split('+') ?? [...resource.key, ...resource.uniques.flatMap((each) => each.members)]
  const isGenerated = members.some((name) => {
    const property = resource.properties.get(name)
    return property === undefined || property.compute !== undefined || property.generate !== undefined || property.machine !== undefined
  })
  const isOwn = resourceOf(operation, meeting) === resource
  const body = isOwn ? (inputOf(meeting.domain, operation).body?.writes ?? []).map(({ property }) => property) : []
  const set = isOwn ? specifiedEntries(operation.slots.set).map(({ name }) => name) : []
  const { writes } = meeting.reaches.reachOf(operation)
  if (isGenerated) return isOwn || [...writes].some((name) => name.startsWith(`${resource.name}.`))
  return members.some((name) => body.includes(name) || set.includes(name) || writes.has(`${resource.name}.${name}`))
}

/** Reading may be forbidden wherever a record is found; effects evaluate no rules, but steps of `do` do. */
function isForbidden({ name, member }: NarrowedCondition, operation: Operation, resource: ResourceInfo, meeting: Meeting): boolean {
  if (member !== undefined && resource.machines.some((machine) => meeting.reaches.block(machine, 'event', member) !== undefined))
    return makes(operation, resource, member, meeting)
  const { action } = operation
  const isOwn = resourceOf(operation, meeting) === resource
  const steps = slotValue(operation.slots.do) ?? []
  switch (name) {
    case 'create':
      return isCreated(operation, resource, meeting)
    case 'update':
      return (
        member !== undefined ||
        (isOwn && (action === 'update' || action === 'replace' || action === 'put')) ||
        steps.some(({ update }) => slotValue(update)?.text === resource.name)
      )
    case 'delete':
      return (isOwn && action === 'delete') || steps.some((step) => slotValue(step.delete)?.text === resource.name)
    default:
      return true
  }
}

const requirings = new WeakMap<readonly object[], ReadonlyMap<string, readonly object[]>>()

/** Filters the elements with a `require` of that name, or with any. */
export function requiring<T extends object>(
  all: readonly T[],
  slotOf: (one: T) => Operation['slots']['require'],
  name: string | undefined,
): readonly T[] {
  if (name === undefined) return all.filter((one) => specifiedEntries(slotOf(one)).length > 0)
  const byName = (requirings.get(all) as ReadonlyMap<string, readonly T[]> | undefined) ?? byRequired(all, slotOf)
  requirings.set(all, byName)
  return byName.get(name) ?? []
}

function byRequired<T>(all: readonly T[], slotOf: (one: T) => Operation['slots']['require']): Map<string, T[]> {
  const byName = new Map<string, T[]>()
  for (const element of all) {
    for (const name of new Set(specifiedEntries(slotOf(element)).map((required) => required.name))) {
      byName.getOrInsertComputed(name, () => []).push(element)
    }
  }
  return byName
}
