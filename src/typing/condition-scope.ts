// The additional names that the texts of an entry can read: those that all of its conditions provide, at every operation that can meet
// them.

import type { Member, Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { specifiedEntries, slotValue } from '../model/slot.ts'
import type { NarrowedCondition } from './condition.ts'
import { errorMembers, conditionMembers, conditionScopes } from './error-type.ts'
import { joinAll, same } from './join.ts'
import { operationsMeeting, requiring } from './met-by.ts'
import type { ResourceInfo } from './domain.ts'
import type { Elsewhere, TypedNames } from './scope.ts'
import { sharedInput, sharedRecord } from './shared.ts'
import { transitionsOf } from './transition.ts'
import { resourceOf } from './slots/endpoints.ts'
import { type SlotWalk, callerNames, recordType } from './slots/walk.ts'

export type ConditionNames = {
  /** Members of `error`: a member that not all conditions have is refused, with the reason. */
  readonly members: ReadonlyMap<string, Member>
  readonly names: TypedNames
  readonly elsewhere: Elsewhere
}

/** The scope does not depend on the order of the conditions; of several, it contains their common names. */
export function conditionScope(conditions: readonly NarrowedCondition[], walk: SlotWalk): ConditionNames {
  const memberSets = conditions.map(({ condition }) => conditionMembers[condition] ?? {})
  const common = intersection(
    memberSets.map((members) => new Map(Object.entries(members).map(([name, type]) => [name, memberOf(type)]))),
    joinMembers,
  )
  const refused = [...errorMembers].filter(([name]) => !common.has(name)).map(([name, type]): [string, Member] => {
    const without = conditions[memberSets.findIndex((members) => !Object.hasOwn(members, name))]
    const why = without === undefined ? 'is known only for some conditions' : `is not known for \`${without.text}\``
    return [name, { type, refused: `\`${name}\` ${why}`, remedy: 'Give the conditions that tell it an entry of their own.' }]
  })
  const each = conditions.map((condition) => namesOf(condition, walk))
  const names = intersection(each, (a, b) => joinAll([a, b]))
  const elsewhere = ['this', 'input', 'caller', 'claims'].flatMap((name) => {
    const without = conditions[each.findIndex((known) => !known.has(name))]
    return without === undefined || names.has(name)
      ? []
      : [[name, `\`${name}\` cannot be read in an answer to \`${without.text}\``] as const]
  })
  return { members: new Map([...common, ...refused]), names, elsewhere: Object.fromEntries(elsewhere) }
}

function memberOf(type: Type | Member): Member {
  return 'kind' in type ? { type } : type
}

function intersection<T>(maps: readonly ReadonlyMap<string, T>[], merge: (a: T, b: T) => T): ReadonlyMap<string, T> {
  const [first, ...rest] = maps
  const intersect = (shared: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...shared].flatMap(([name, value]) => (other.has(name) ? [[name, merge(value, other.get(name)!)]] : [])))
  return rest.reduce(intersect, first ?? new Map())
}

function joinMembers(x: Member, y: Member): Member {
  return { type: joinAll([x.type, y.type]), ...(x.optional || y.optional ? { optional: true } : {}) }
}

function namesOf(condition: NarrowedCondition, walk: SlotWalk): ReadonlyMap<string, Type> {
  const words = conditionScopes[condition.condition] ?? []
  const operations = operationsMeeting(condition, walk)
  const names = new Map<string, Type>()
  // An unknown name is reported at its place; its members stay unknown.
  if (condition.condition === 'require' && condition.name !== undefined && operations.length === 0)
    return new Map(words.map((word) => [word, { kind: 'unknown' }]))
  if (words.includes('caller')) for (const [name, type] of callerOf(operations, walk)) names.set(name, type)
  if (words.includes('input') && operations.length > 0) names.set('input', inputOf(operations, walk))
  if (words.includes('with')) for (const [name, type] of namesOfLookUps(condition, operations, walk)) names.set(name, type)
  const about = words.includes('this') ? recordOf(condition, operations, walk) : undefined
  if (about !== undefined) names.set('this', about)
  return names
}

/** True if any of the operations admits anonymous callers. */
const anonymous = new WeakMap<readonly Operation[], boolean>()

function callerOf(operations: readonly Operation[], walk: SlotWalk): TypedNames {
  const { callers } = walk
  const [only, ...more] = operations
  if (only !== undefined && more.length === 0) return callerNames(callers.callerOf(only))
  const orNobody = anonymous.getOrInsertComputed(operations, () => operations.some((operation) => callers.isAnonymous(operation)))
  return callerNames(callers.all(orNobody))
}

function inputOf(operations: readonly Operation[], walk: SlotWalk): Type {
  return walk.inputs.getOrInsertComputed(operations, () =>
    sharedInput(operations, walk.domain, ({ id }) => `Give it an entry of its own, whose \`on\` ends in\n\nat ${id}`),
  )
}

/** Names of `with` before the failing look-up, in all of the operations. */
function namesOfLookUps(
  { condition, resource, name }: NarrowedCondition,
  operations: readonly Operation[],
  walk: SlotWalk,
): ReadonlyMap<string, Type> {
  const isMissing = (look: Looked): boolean =>
    name === undefined ? resource === undefined || look.target === resource.name : look.name === name
  if (condition === 'not-found' || condition === 'gone') return sharedLookups(operations, (look) => look.findIndex(isMissing), walk)
  return allLookedUp.getOrInsertComputed(operations, () => sharedLookups(operations, () => -1, walk))
}

type Looked = { readonly name: string; readonly target: string }

/** A catalogue may have an entry for each of a thousand conditions that any operation can meet. */
const allLookedUp = new WeakMap<readonly Operation[], ReadonlyMap<string, Type>>()

function sharedLookups(
  operations: readonly Operation[],
  endOf: (found: readonly Looked[]) => number,
  walk: SlotWalk,
): ReadonlyMap<string, Type> {
  if (operations.some(({ slots }) => slots.with.state !== 'shown')) return new Map()
  return intersection(
    operations.map(({ slots }) => {
      const found = specifiedEntries(slots.with).map((look) => ({ name: look.name, target: slotValue(look.value.find)?.text ?? '' }))
      const end = endOf(found)
      const above = end < 0 ? found : found.slice(0, end)
      return new Map(above.map((look): [string, Type] => [look.name, recordType(walk.domain.resources.get(look.target))]))
    }),
    (a, b) => (same(a, b) ? joinAll([a, b]) : { kind: 'unknown' }),
  )
}

/** The record of the condition, if it has one wherever it can be met. */
function recordOf(condition: NarrowedCondition, operations: readonly Operation[], walk: SlotWalk): Type | undefined {
  const { resource } = condition
  const { resources } = walk.domain
  const named = resource === undefined ? undefined : sharedRecord([resource])
  switch (condition.condition) {
    case 'illegal-transition': case 'guard':
      return metByEffect(condition, walk)
        ? undefined
        : (named ?? sharedOf([...resources.values()].filter(({ machines }) => machines.length > 0)))
    case 'in-use': case 'invariant':
      return named ?? sharedOf([...resources.values()])
    case 'precondition-failed':
      return named ?? sharedOf(operations.filter(isCompared).map((operation) => resourceOf(operation, walk)))
    case 'require':
      return requiresRecord(condition, operations, walk)
    case 'forbidden':
      return isReadable(condition, operations, walk) ? named : undefined
    default:
      return undefined
  }
}

/** A `put` may have no record to compare. */
function isCompared({ slots, action }: Operation): boolean {
  return slots.conditional.state === 'shown' && action !== 'put'
}

function sharedOf(resources: readonly (ResourceInfo | undefined)[]): Type | undefined {
  return resources.length === 0 ? undefined : sharedRecord(resources)
}

/** A refusal in an effect concerns another record, which has no name here. */
function metByEffect({ resource, member }: NarrowedCondition, walk: SlotWalk): boolean {
  const machines = resource?.machines ?? [...walk.domain.resources.values()].flatMap((each) => each.machines)
  const names = machines.flatMap((machine) => transitionsOf(machine).map(({ name }) => ({ name, full: `${machine.resource}.${name}` })))
  return names.some(({ name, full }) => (member === undefined || member === name) && walk.reaches.byEffect.has(full))
}

const finding = new Set<string | undefined>(['read', 'update', 'replace', 'delete', 'transition'])

/** A `require` of an effect is about other records; one of an operation that finds a record sees it. */
function requiresRecord({ name }: NarrowedCondition, operations: readonly Operation[], walk: SlotWalk): Type | undefined {
  if (requiring(walk.effects, ({ require }) => require, name).length > 0) return undefined
  const asking = requiring(operations, ({ slots }) => slots.require, name)
  return asking.every(({ action }) => finding.has(action)) ? sharedOf(asking.map((operation) => resourceOf(operation, walk))) : undefined
}

function isReadable({ name, resource }: NarrowedCondition, operations: readonly Operation[], walk: SlotWalk): boolean {
  if (name === 'read' || name === 'create') return false
  if (name !== undefined) return true
  const isHidden = slotValue(walk.domain.model.authentication.value.unreadable) === 'forbidden'
  const makes = ({ action }: Operation): boolean => action === 'create' || action === 'put'
  return !isHidden && !operations.some((operation) => makes(operation) && resourceOf(operation, walk) === resource)
}

