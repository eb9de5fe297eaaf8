// The additional names that the texts of an entry can read: those that all of its conditions provide, at every operation that can meet
// them.

import { advise, paste } from '../diagnostic/help.ts'
import type { Member, Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { NarrowedCondition } from './condition.ts'
import { errorMembers, conditionMembers, conditionScopes } from './error-type.ts'
import { joinAll, isSameType } from './join.ts'
import { findMeetingOperations, filterRequiring } from './meeting-operations.ts'
import type { ResourceInfo } from './domain.ts'
import type { MissingReasons, TypedNames } from './scope.ts'
import { typeSharedInput, typeSharedRecord } from './shared.ts'
import { listTransitions } from './transition.ts'
import { findOperationResource } from './slots/endpoints.ts'
import { type SlotWalk, listCallerNames, findRecordType } from './slots/walk.ts'

export type ConditionNames = {
  /** Members of `error`: a member that not all conditions have is refused, with the reason. */
  readonly members: ReadonlyMap<string, Member>
  readonly names: TypedNames
  readonly missingReasons: MissingReasons
}

/** The scope does not depend on the order of the conditions; of several, it contains their common names. */
export function makeConditionScope(conditions: readonly NarrowedCondition[], walk: SlotWalk): ConditionNames {
  const memberSets = conditions.map(({ condition }) => conditionMembers[condition] ?? {})
  const common = intersectNames(
    memberSets.map((members) => new Map(Object.entries(members).map(([name, type]) => [name, toMember(type)]))),
    joinMembers,
  )
  const refused = [...errorMembers]
    .filter(([name]) => !common.has(name))
    .map(([name, type]): [string, Member] => {
      const without = conditions[memberSets.findIndex((members) => !Object.hasOwn(members, name))]
      const reason = without === undefined ? 'exists only for some conditions' : `is not known for \`${without.text}\``
      return [name, { type, refused: `\`${name}\` ${reason}`, remedy: 'Give the conditions that have it a separate entry.' }]
    })
  const namesOfEach = conditions.map((condition) => typeConditionNames(condition, walk))
  const names = intersectNames(namesOfEach, (a, b) => joinAll([a, b]))
  const missingReasons = ['this', 'input', 'caller', 'claims'].flatMap((name) => {
    const without = conditions[namesOfEach.findIndex((known) => !known.has(name))]
    return without === undefined || names.has(name) ? [] : [[name, explainMissing(name, without, walk)] as const]
  })
  return { members: new Map([...common, ...refused]), names, missingReasons: Object.fromEntries(missingReasons) }
}

function explainMissing(name: string, condition: NarrowedCondition, walk: SlotWalk): string {
  const message = `\`${name}\` cannot be read in an answer to \`${condition.text}\``
  const isOfMachine = condition.condition === 'illegal-transition' || condition.condition === 'guard'
  if (name !== 'this' || !isOfMachine || !isMetByEffect(condition, walk)) return message
  return `${message}, which an effect can meet for another record. \`error.state\` is the state of that record`
}

function toMember(type: Type | Member): Member {
  return 'kind' in type ? { type } : type
}

function intersectNames<T>(maps: readonly ReadonlyMap<string, T>[], merge: (a: T, b: T) => T): ReadonlyMap<string, T> {
  const [first, ...rest] = maps
  const intersect = (shared: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...shared].flatMap(([name, value]) => (other.has(name) ? [[name, merge(value, other.get(name)!)]] : [])))
  return rest.reduce(intersect, first ?? new Map())
}

function joinMembers(x: Member, y: Member): Member {
  return { type: joinAll([x.type, y.type]), ...(x.optional || y.optional ? { optional: true } : {}) }
}

function typeConditionNames(condition: NarrowedCondition, walk: SlotWalk): ReadonlyMap<string, Type> {
  const scopeNames = conditionScopes[condition.condition] ?? []
  const operations = findMeetingOperations(condition, walk)
  const names = new Map<string, Type>()
  // An unknown name is reported at its place; its members stay unknown.
  if (condition.condition === 'require' && condition.name !== undefined && operations.length === 0)
    return new Map(scopeNames.map((scopeName) => [scopeName, { kind: 'unknown' }]))
  if (scopeNames.includes('caller')) for (const [name, type] of typeCallerNames(operations, walk)) names.set(name, type)
  if (scopeNames.includes('input') && operations.length > 0) names.set('input', typeCommonInput(operations, walk))
  if (scopeNames.includes('with')) for (const [name, type] of typeLookUpNames(condition, operations, walk)) names.set(name, type)
  const record = scopeNames.includes('this') ? typeConditionRecord(condition, operations, walk) : undefined
  if (record !== undefined) names.set('this', record)
  return names
}

/** True if any of the operations admits anonymous callers. */
const anonymous = new WeakMap<readonly Operation[], boolean>()

function typeCallerNames(operations: readonly Operation[], walk: SlotWalk): TypedNames {
  const { callers } = walk
  const [only, ...more] = operations
  if (only !== undefined && more.length === 0) return listCallerNames(callers.callerOf(only))
  const orAnonymous = anonymous.getOrInsertComputed(operations, () => operations.some((operation) => callers.isAnonymous(operation)))
  return listCallerNames(callers.ofAnyOperation(orAnonymous))
}

function typeCommonInput(operations: readonly Operation[], walk: SlotWalk): Type {
  return walk.inputs.getOrInsertComputed(operations, () =>
    typeSharedInput(operations, walk.domain, ({ id }) => advise`Give it a separate entry, whose \`on\` ends in${paste(`at ${id}`)}`),
  )
}

/** Names of `with` before the failing look-up, in all of the operations. */
function typeLookUpNames(
  { condition, resource, name }: NarrowedCondition,
  operations: readonly Operation[],
  walk: SlotWalk,
): ReadonlyMap<string, Type> {
  const isMissing = (lookup: LookupTarget): boolean =>
    name === undefined ? resource === undefined || lookup.target === resource.name : lookup.name === name
  if (condition === 'not-found' || condition === 'gone') return typeSharedLookUps(operations, (lookup) => lookup.findIndex(isMissing), walk)
  return allLookups.getOrInsertComputed(operations, () => typeSharedLookUps(operations, () => -1, walk))
}

type LookupTarget = { readonly name: string; readonly target: string }

/** A catalogue may have an entry for each of a thousand conditions that any operation can meet. */
const allLookups = new WeakMap<readonly Operation[], ReadonlyMap<string, Type>>()

function typeSharedLookUps(
  operations: readonly Operation[],
  endOf: (lookups: readonly LookupTarget[]) => number,
  walk: SlotWalk,
): ReadonlyMap<string, Type> {
  if (operations.some(({ slots }) => slots.with.state !== 'shown')) return new Map()
  return intersectNames(
    operations.map(({ slots }) => {
      const lookups = listSpecifiedEntries(slots.with).map((lookup) => ({
        name: lookup.name,
        target: slotValueOf(lookup.value.find)?.text ?? '',
      }))
      const end = endOf(lookups)
      const preceding = end < 0 ? lookups : lookups.slice(0, end)
      return new Map(preceding.map((lookup): [string, Type] => [lookup.name, findRecordType(walk.domain.resources.get(lookup.target))]))
    }),
    (a, b) => (isSameType(a, b) ? joinAll([a, b]) : { kind: 'unknown' }),
  )
}

/** The record of the condition, if it has one wherever it can be met. */
function typeConditionRecord(condition: NarrowedCondition, operations: readonly Operation[], walk: SlotWalk): Type | undefined {
  const { resource } = condition
  const { resources } = walk.domain
  const namedRecord = resource === undefined ? undefined : typeCommonRecord([resource])
  switch (condition.condition) {
    case 'illegal-transition':
    case 'guard':
      return isMetByEffect(condition, walk)
        ? undefined
        : (namedRecord ?? typeCommonRecord([...resources.values()].filter(({ machines }) => machines.length > 0)))
    case 'in-use':
    case 'invariant':
      return namedRecord ?? typeCommonRecord([...resources.values()])
    case 'precondition-failed':
      return namedRecord ?? typeCommonRecord(operations.filter(isCompared).map((operation) => findOperationResource(operation, walk)))
    case 'require':
      return requiresRecord(condition, operations, walk)
    case 'forbidden':
      return isReadable(condition, operations, walk) ? namedRecord : undefined
    default:
      return undefined
  }
}

/** A `put` may have no record to compare. */
function isCompared({ slots, action }: Operation): boolean {
  return slots.conditional.state === 'shown' && action !== 'put'
}

function typeCommonRecord(resources: readonly (ResourceInfo | undefined)[]): Type | undefined {
  return resources.length === 0 ? undefined : typeSharedRecord(resources)
}

/** A refusal in an effect concerns another record, which has no name here. */
function isMetByEffect({ resource, member }: NarrowedCondition, walk: SlotWalk): boolean {
  const machines = resource?.machines ?? [...walk.domain.resources.values()].flatMap((each) => each.machines)
  const names = machines.flatMap((machine) => listTransitions(machine).map(({ name }) => ({ name, full: `${machine.resource}.${name}` })))
  return names.some(({ name, full }) => (member === undefined || member === name) && walk.reachAnalysis.byEffect.has(full))
}

const recordActions = new Set<string | undefined>(['read', 'update', 'replace', 'delete', 'transition'])

/** A `require` of an effect is about other records; one of an operation that finds a record sees it. */
function requiresRecord({ name }: NarrowedCondition, operations: readonly Operation[], walk: SlotWalk): Type | undefined {
  if (filterRequiring(walk.effects, ({ require }) => require, name).length > 0) return undefined
  const requiringOperations = filterRequiring(operations, ({ slots }) => slots.require, name)
  return requiringOperations.every(({ action }) => recordActions.has(action))
    ? typeCommonRecord(requiringOperations.map((operation) => findOperationResource(operation, walk)))
    : undefined
}

function isReadable({ name, resource }: NarrowedCondition, operations: readonly Operation[], walk: SlotWalk): boolean {
  if (name === 'read' || name === 'create') return false
  if (name !== undefined) return true
  const isHidden = slotValueOf(walk.domain.model.authentication.value.unreadable) === 'forbidden'
  const createsRecord = ({ action }: Operation): boolean => action === 'create' || action === 'put'
  return !isHidden && !operations.some((operation) => createsRecord(operation) && findOperationResource(operation, walk) === resource)
}
