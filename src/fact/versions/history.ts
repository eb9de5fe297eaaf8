// Tracks the members of an object from the newest version back to an older one: names, values, existence.

import type { Json } from '../../base/json.ts'
import type { Scalar } from '../../document/node.ts'
import { type Data, type Named, type Origin, type Slot, specifiedEntries, originOf, slotValue } from '../../model/slot.ts'
import type { EditionChange } from '../../model/versioning.ts'
import type { Typing } from '../../typing/domain.ts'
import type { VersionFill, Gone, MemberTree, ObjectTree, UsedName, Tree, ValueStep } from './version.ts'

/** A member of an object, and the property that it shows: `total` of an order shows Order.total. */
export type VersionMember = {
  readonly name: string
  readonly property?: { readonly resource: string; readonly name: string }
  readonly inner?: Tree | undefined
  /** True if a request that leaves it out may be given a value for it. */
  readonly fills?: boolean
  /** Only the name matters: its value is not decoded. */
  readonly isNameOnly?: boolean
}

/** `owners`: the names by which changes speak of the object's members: a resource, a view, a shape, an operation. */
export type Entity = { readonly owners: readonly string[]; readonly members: readonly VersionMember[] }

/** The state of a member on the way back: `at` and `property` have the older names, the latest step comes first. */
type Track = {
  readonly member: VersionMember
  at: string
  property: VersionMember['property']
  readonly steps: ValueStep[]
  readonly because: Origin[]
  state: 'there' | 'added' | 'gone'
  fill?: { readonly value: Json; readonly after: number }
  readonly value?: Json
}

/** Changes are the newest first. Undefined where nothing differs. */
export function objectIn(all: readonly EditionChange[], { owners, members }: Entity, typing: Typing): ObjectTree | undefined {
  const changes = all.filter((change) => mayTouch(change, owners, members))
  // Most objects of a document are the same in all of its versions.
  if (changes.length === 0 && members.every(({ inner }) => inner === undefined)) return undefined
  const tracks: Track[] = members.map((member) => ({
    member,
    at: member.name,
    property: member.property,
    steps: [],
    because: [],
    state: 'there',
  }))
  for (const change of changes) undo(change, tracks, owners, typing)
  const found = tracks.filter(({ state }) => state !== 'gone').map(memberOf).filter(differs)
  const gone = tracks.filter(({ state }) => state === 'gone').map((track): [string, Gone] => [track.at, goneOf(track)])
  if (found.length === 0 && gone.length === 0) return undefined
  const taken = takenIn(tracks)
  return {
    kind: 'object',
    ...(taken.length === 0 ? {} : { taken }),
    members: new Map(found.map((member) => [member.name, member])),
    older: new Map(found.flatMap((member) => (member.older === undefined ? [] : [[member.older, member] as const]))),
    gone: new Map(gone),
  }
}

const namedIn = new WeakMap<EditionChange, ReadonlySet<string>>()

function mayTouch(change: EditionChange, owners: readonly string[], members: readonly VersionMember[]): boolean {
  const named = namedIn.getOrInsertComputed(change, ownersNamed)
  return owners.some((owner) => named.has(owner)) || members.some(({ property }) => property !== undefined && named.has(property.resource))
}

/** Everything that the change's names begin with: `Order`, `Order.status`. */
function ownersNamed({ add, remove, rename, renameState, retype, default: usual }: EditionChange): ReadonlySet<string> {
  const slots: readonly Slot<readonly { readonly name: string }[]>[] = [add, remove, rename, renameState, retype, usual]
  const names = slots.flatMap((slot) => (slotValue(slot) ?? []).map(({ name }) => name))
  return new Set(names.flatMap((name) => name.split('.').map((_, index, steps) => steps.slice(0, index + 1).join('.'))))
}

/** A new member has no older name. */
function takenIn(tracks: readonly Track[]): readonly UsedName[] {
  const older = Map.groupBy(tracks.filter(({ state }) => state !== 'added'), ({ at }) => at)
  return [...older].flatMap(([name, those]): UsedName[] =>
    those.length < 2 ? [] : [{ name, by: those.map(({ member }) => member.name), because: those.flatMap(({ because }) => because) }],
  )
}

function memberOf({ member, at, steps, because, state, fill }: Track): MemberTree {
  return {
    name: member.name,
    older: state === 'added' ? undefined : at,
    steps: steps.toReversed(),
    because,
    ...(fill === undefined || member.fills !== true
      ? {}
      : { fill: { value: fill.value, steps: steps.slice(0, fill.after).toReversed() } satisfies VersionFill }),
    ...(member.inner === undefined ? {} : { inner: member.inner }),
  }
}

function differs({ name, older, fill, steps, inner }: MemberTree): boolean {
  return name !== older || fill !== undefined || steps.length > 0 || inner !== undefined
}

function goneOf({ steps, because, value }: Track): Gone {
  return { steps: steps.toReversed(), because, ...(value === undefined ? {} : { value }) }
}

/** Reverts one change. A change names new things by the names after it, and removed things by those before it. */
function undo(change: EditionChange, tracks: Track[], owners: readonly string[], typing: Typing): void {
  const there = tracks.filter(({ state }) => state !== 'added')
  for (const track of there) {
    for (const { step, keys } of stepsOf(change, track, owners, typing)) {
      track.steps.push(step)
      track.because.push(...keys.map(originOf))
    }
    const usual = dataFor(change.default, track, owners)
    if (usual?.value !== undefined) {
      track.fill = { value: usual.value, after: track.steps.length }
      if (track.member.fills === true) track.because.push(originOf(usual.key))
    }
    const added = dataFor(change.add, track, owners)
    if (added === undefined) continue
    track.state = 'added'
    track.because.push(originOf(added.key))
    if (added.value !== undefined) track.fill = { value: added.value, after: track.steps.length }
  }
  renameBack(change, tracks.filter(({ state }) => state !== 'added'), owners)
  for (const { name, key, slot } of slotValue(change.remove) ?? []) {
    const { owner, last } = split(name)
    if (!owners.includes(owner)) continue
    const value = slot.state === 'shown' ? { value: slot.value.value } : {}
    tracks.push({
      member: { name: last },
      at: last,
      property: { resource: owner, name: last },
      steps: [],
      because: [originOf(key)],
      state: 'gone',
      ...value,
    })
  }
}

/** All names of one change at once, so that two may be swapped. */
function renameBack({ rename }: EditionChange, tracks: readonly Track[], owners: readonly string[]): void {
  const renames = specifiedEntries(rename).flatMap(({ name, key, value }) => {
    const { owner, last } = split(name)
    return owner === '' ? [] : [{ owner, before: last, after: value.text, key }]
  })
  for (const track of tracks) {
    const { at, property } = track
    const own = renames.find(({ owner, after }) => owners.includes(owner) && after === at)
    const shownOne = property && renames.find(({ owner, after }) => owner === property.resource && after === property.name)
    // A leaf with the property's name follows the property; one with its own name keeps it.
    const followed = own ?? (property?.name === at ? shownOne : undefined)
    if (followed !== undefined) {
      track.at = followed.before
      track.because.push(originOf(followed.key))
    }
    if (property !== undefined && shownOne !== undefined) track.property = { ...property, name: shownOne.before }
  }
}

type Keyed = { readonly step: ValueStep; readonly keys: readonly Scalar[] }

function stepsOf(change: EditionChange, track: Track, owners: readonly string[], typing: Typing): Keyed[] {
  if (track.member.isNameOnly === true) return []
  const retyped = specifiedEntries(change.retype)
    .filter(({ name }) => isNamed(name, track, owners))
    .flatMap(({ name, key, value: { up, down } }): Keyed[] => {
      const [upward, downward] = [slotValue(up), slotValue(down)]
      const raise = upward && typing.expression(upward)
      const lower = downward && typing.expression(downward)
      if (raise === undefined || lower === undefined) return []
      const newer = typing.scope(downward!)?.variables.get('value') ?? raise.type
      return [{ keys: [key], step: { kind: 'retype', name, up: raise, down: lower, older: lower.type, newer } }]
    })
  return [...retyped, ...wordsOf(change, track)]
}

type Word = { readonly before: string; readonly after: string; readonly key: Scalar }

/** Renamed states, and added or removed values with their replacements. */
function wordsOf({ renameState, add, remove }: EditionChange, { property }: Track): Keyed[] {
  if (property === undefined) return []
  const name = `${property.resource}.${property.name}`
  const states = specifiedEntries(renameState)
    .filter((machine) => machine.name === name)
    .flatMap(({ value }) =>
      value.flatMap((state): Word[] =>
        state.slot.state === 'shown' ? [{ before: state.name, after: state.slot.value.text, key: state.key }] : [],
      ),
    )
  const instead = (slot: Slot<readonly Named<Data>[]>): Word[] => specifiedEntries(slot).flatMap((one) => {
    const { owner, last } = split(one.name)
    return owner === name && typeof one.value.value === 'string' ? [{ before: last, after: one.value.value, key: one.key }] : []
  })
  const [gone, added] = [instead(remove), instead(add)]
  const up = new Map([...states, ...gone].map(({ before, after }) => [before, after]))
  const down = new Map([
    ...states.map(({ before, after }) => [after, before] as const),
    ...added.map(({ before, after }) => [before, after] as const),
  ])
  const keys = [...states, ...gone, ...added].map(({ key }) => key)
  return keys.length === 0 ? [] : [{ keys, step: { kind: 'words', up, down } }]
}

/** The data for a member in a map of properties; undefined if it has no entry. */
function dataFor(
  slot: Slot<readonly Named<Data>[]>,
  track: Track,
  owners: readonly string[],
): { readonly value?: Json; readonly key: Scalar } | undefined {
  const found = (slotValue(slot) ?? []).find(({ name }) => isNamed(name, track, owners))
  if (found === undefined) return undefined
  return { key: found.key, ...(found.slot.state === 'shown' ? { value: found.slot.value.value } : {}) }
}

function isNamed(path: string, { at, property }: Track, owners: readonly string[]): boolean {
  const { owner, last } = split(path)
  return (owners.includes(owner) && last === at) || (property !== undefined && owner === property.resource && last === property.name)
}

/** Splits `Order.total` into `Order` and `total`; a name without a dot has no owner. */
export function split(path: string): { readonly owner: string; readonly last: string } {
  const dot = path.lastIndexOf('.')
  return { owner: path.slice(0, Math.max(dot, 0)), last: path.slice(dot + 1) }
}
