// Tracks the members of an object from the newest version back to an older one: names, values, existence.

import type { Json } from '../../base/json.ts'
import type { Scalar } from '../../document/node.ts'
import { type Data, type Named, type Origin, type Slot, listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import type { EditionChange } from '../../model/versioning.ts'
import type { Typing } from '../../typing/domain.ts'
import type { VersionFill, RemovedMember, MemberTree, ObjectTree, NameConflict, Tree, ValueStep } from './version.ts'

/** A member of an object, and the property that it shows: `total` of an order shows Order.total. */
export type VersionMember = {
  readonly name: string
  readonly property?: { readonly resource: string; readonly name: string }
  readonly inner?: Tree | undefined
  /** True if a request that leaves it out may be given a value for it. */
  readonly hasFill?: boolean
  /** Only the name matters: its value is not decoded. */
  readonly isNameOnly?: boolean
}

/** `owners`: the names by which changes speak of the object's members: a resource, a view, a shape, an operation. */
export type Entity = { readonly owners: readonly string[]; readonly members: readonly VersionMember[] }

/** The state of a member while changes are undone: `at` and `property` have the older names, the latest step comes first. */
type MemberState = {
  readonly member: VersionMember
  at: string
  property: VersionMember['property']
  readonly steps: ValueStep[]
  readonly because: Origin[]
  state: 'kept' | 'added' | 'removed'
  fill?: { readonly value: Json; readonly after: number }
  readonly value?: Json
}

/** Changes are the newest first. Undefined if the object has no differences. */
export function buildObjectTree(allChanges: readonly EditionChange[], { owners, members }: Entity, typing: Typing): ObjectTree | undefined {
  const changes = allChanges.filter((change) => mayAffect(change, owners, members))
  // Most objects of a document are the same in all of its versions.
  if (changes.length === 0 && members.every(({ inner }) => inner === undefined)) return undefined
  const states: MemberState[] = members.map((member) => ({
    member,
    at: member.name,
    property: member.property,
    steps: [],
    because: [],
    state: 'kept',
  }))
  for (const change of changes) undoChange(change, states, owners, typing)
  const differing = states
    .filter(({ state }) => state !== 'removed')
    .map(buildMemberTree)
    .filter(differs)
  const removed = states
    .filter(({ state }) => state === 'removed')
    .map((memberState): [string, RemovedMember] => [memberState.at, describeRemoved(memberState)])
  if (differing.length === 0 && removed.length === 0) return undefined
  const conflicts = findNameConflicts(states)
  return {
    kind: 'object',
    ...(conflicts.length === 0 ? {} : { nameConflicts: conflicts }),
    members: new Map(differing.map((member) => [member.name, member])),
    byOlderName: new Map(differing.flatMap((member) => (member.olderName === undefined ? [] : [[member.olderName, member] as const]))),
    removed: new Map(removed),
  }
}

const ownersByChange = new WeakMap<EditionChange, ReadonlySet<string>>()

function mayAffect(change: EditionChange, owners: readonly string[], members: readonly VersionMember[]): boolean {
  const changedOwners = ownersByChange.getOrInsertComputed(change, listChangedOwners)
  return (
    owners.some((owner) => changedOwners.has(owner)) ||
    members.some(({ property }) => property !== undefined && changedOwners.has(property.resource))
  )
}

/** All prefixes of the names in a change: `Order`, `Order.status`. */
function listChangedOwners({ add, remove, rename, renameState, retype, default: defaults }: EditionChange): ReadonlySet<string> {
  const slots: readonly Slot<readonly { readonly name: string }[]>[] = [add, remove, rename, renameState, retype, defaults]
  const names = slots.flatMap((slot) => (slotValueOf(slot) ?? []).map(({ name }) => name))
  return new Set(names.flatMap((name) => name.split('.').map((_, index, steps) => steps.slice(0, index + 1).join('.'))))
}

/** A new member has no older name. */
function findNameConflicts(states: readonly MemberState[]): readonly NameConflict[] {
  const byOlderName = Map.groupBy(
    states.filter(({ state }) => state !== 'added'),
    ({ at }) => at,
  )
  return [...byOlderName].flatMap(([name, sameNamed]): NameConflict[] =>
    sameNamed.length < 2
      ? []
      : [{ name, by: sameNamed.map(({ member }) => member.name), because: sameNamed.flatMap(({ because }) => because) }],
  )
}

function buildMemberTree({ member, at, steps, because, state, fill }: MemberState): MemberTree {
  return {
    name: member.name,
    olderName: state === 'added' ? undefined : at,
    steps: steps.toReversed(),
    because,
    ...(fill === undefined || member.hasFill !== true
      ? {}
      : { fill: { value: fill.value, steps: steps.slice(0, fill.after).toReversed() } satisfies VersionFill }),
    ...(member.inner === undefined ? {} : { inner: member.inner }),
  }
}

function differs({ name, olderName, fill, steps, inner }: MemberTree): boolean {
  return name !== olderName || fill !== undefined || steps.length > 0 || inner !== undefined
}

function describeRemoved({ steps, because, value }: MemberState): RemovedMember {
  return { steps: steps.toReversed(), because, ...(value === undefined ? {} : { value }) }
}

/** Reverts one change. A change names new things by the names after it, and removed things by those before it. */
function undoChange(change: EditionChange, states: MemberState[], owners: readonly string[], typing: Typing): void {
  const existing = states.filter(({ state }) => state !== 'added')
  for (const memberState of existing) {
    for (const { step, keys } of buildSteps(change, memberState, owners, typing)) {
      memberState.steps.push(step)
      memberState.because.push(...keys.map(originOf))
    }
    const defaultData = findData(change.default, memberState, owners)
    if (defaultData?.value !== undefined) {
      memberState.fill = { value: defaultData.value, after: memberState.steps.length }
      if (memberState.member.hasFill === true) memberState.because.push(originOf(defaultData.key))
    }
    const added = findData(change.add, memberState, owners)
    if (added === undefined) continue
    memberState.state = 'added'
    memberState.because.push(originOf(added.key))
    if (added.value !== undefined) memberState.fill = { value: added.value, after: memberState.steps.length }
  }
  renameBack(
    change,
    states.filter(({ state }) => state !== 'added'),
    owners,
  )
  for (const { name, key, slot } of slotValueOf(change.remove) ?? []) {
    const { owner, last } = splitName(name)
    if (!owners.includes(owner)) continue
    const value = slot.state === 'shown' ? { value: slot.value.value } : {}
    states.push({
      member: { name: last },
      at: last,
      property: { resource: owner, name: last },
      steps: [],
      because: [originOf(key)],
      state: 'removed',
      ...value,
    })
  }
}

/** All names of one change at once, so that two may be swapped. */
function renameBack({ rename }: EditionChange, states: readonly MemberState[], owners: readonly string[]): void {
  const renames = listSpecifiedEntries(rename).flatMap(({ name, key, value }) => {
    const { owner, last } = splitName(name)
    return owner === '' ? [] : [{ owner, before: last, after: value.text, key }]
  })
  for (const memberState of states) {
    const { at, property } = memberState
    const ownRenaming = renames.find(({ owner, after: newName }) => owners.includes(owner) && newName === at)
    const propertyRenaming =
      property && renames.find(({ owner, after: newName }) => owner === property.resource && newName === property.name)
    // A leaf with the property's name follows the property; one with its own name keeps it.
    const renaming = ownRenaming ?? (property?.name === at ? propertyRenaming : undefined)
    if (renaming !== undefined) {
      memberState.at = renaming.before
      memberState.because.push(originOf(renaming.key))
    }
    if (property !== undefined && propertyRenaming !== undefined) memberState.property = { ...property, name: propertyRenaming.before }
  }
}

type KeyedStep = { readonly step: ValueStep; readonly keys: readonly Scalar[] }

function buildSteps(change: EditionChange, memberState: MemberState, owners: readonly string[], typing: Typing): KeyedStep[] {
  if (memberState.member.isNameOnly === true) return []
  const retyped = listSpecifiedEntries(change.retype)
    .filter(({ name }) => doesNameMember(name, memberState, owners))
    .flatMap(({ name, key, value: { up, down } }): KeyedStep[] => {
      const [upText, downText] = [slotValueOf(up), slotValueOf(down)]
      const convertUp = upText && typing.expression(upText)
      const convertDown = downText && typing.expression(downText)
      if (convertUp === undefined || convertDown === undefined) return []
      const newer = typing.scope(downText!)?.variables.get('value') ?? convertUp.type
      return [{ keys: [key], step: { kind: 'retype', name, up: convertUp, down: convertDown, older: convertDown.type, newer } }]
    })
  return [...retyped, ...buildValueSteps(change, memberState)]
}

type Replacement = { readonly before: string; readonly after: string; readonly key: Scalar }

/** Renamed states, and added or removed values with their replacements. */
function buildValueSteps({ renameState, add, remove }: EditionChange, { property }: MemberState): KeyedStep[] {
  if (property === undefined) return []
  const name = `${property.resource}.${property.name}`
  const states = listSpecifiedEntries(renameState)
    .filter((machine) => machine.name === name)
    .flatMap(({ value }) =>
      value.flatMap((state): Replacement[] =>
        state.slot.state === 'shown' ? [{ before: state.name, after: state.slot.value.text, key: state.key }] : [],
      ),
    )
  const replacementsIn = (slot: Slot<readonly Named<Data>[]>): Replacement[] =>
    listSpecifiedEntries(slot).flatMap((entry) => {
      const { owner, last } = splitName(entry.name)
      return owner === name && typeof entry.value.value === 'string' ? [{ before: last, after: entry.value.value, key: entry.key }] : []
    })
  const [removed, added] = [replacementsIn(remove), replacementsIn(add)]
  const up = new Map([...states, ...removed].map(({ before, after }) => [before, after]))
  const down = new Map([
    ...states.map(({ before, after }) => [after, before] as const),
    ...added.map(({ before, after }) => [before, after] as const),
  ])
  const keys = [...states, ...removed, ...added].map(({ key }) => key)
  return keys.length === 0 ? [] : [{ keys, step: { kind: 'words', up, down } }]
}

/** The data for a member in a map of properties; undefined if it has no entry. */
function findData(
  slot: Slot<readonly Named<Data>[]>,
  memberState: MemberState,
  owners: readonly string[],
): { readonly value?: Json; readonly key: Scalar } | undefined {
  const entry = (slotValueOf(slot) ?? []).find(({ name }) => doesNameMember(name, memberState, owners))
  if (entry === undefined) return undefined
  return { key: entry.key, ...(entry.slot.state === 'shown' ? { value: entry.slot.value.value } : {}) }
}

function doesNameMember(path: string, { at, property }: MemberState, owners: readonly string[]): boolean {
  const { owner, last } = splitName(path)
  return (owners.includes(owner) && last === at) || (property !== undefined && owner === property.resource && last === property.name)
}

/** Splits `Order.total` into `Order` and `total`; a name without a dot has no owner. */
export function splitName(path: string): { readonly owner: string; readonly last: string } {
  const dot = path.lastIndexOf('.')
  return { owner: path.slice(0, Math.max(dot, 0)), last: path.slice(dot + 1) }
}
