// Lists the open values of specified parts: `not shown` values, and omitted keys whose absence has no meaning.

import type { Span } from '../../base/text.ts'
import type { PartName } from '../../document/document.ts'
import type { Node } from '../../document/node.ts'
import { authenticationKeys } from '../../model/authentication.ts'
import { idempotencyKeys, lookupKeys, operationKeys } from '../../model/endpoints.ts'
import { errorsKeys } from '../../model/errors.ts'
import { eventsKeys } from '../../model/events.ts'
import { limitsKeys } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { resourceKeys, resourcesKeys } from '../../model/resources.ts'
import { schemaKeys } from '../../model/schema.ts'
import { serviceKeys } from '../../model/service.ts'
import type { Keys } from '../../model/shape.ts'
import type { Slot } from '../../model/slot.ts'
import { machineKeys } from '../../model/states.ts'
import { versioningKeys } from '../../model/versioning.ts'

export type Gap = {
  readonly part: PartName
  /** `gap`: `not shown`. `unsaid`: left out where the document must specify it. */
  readonly state: 'gap' | 'unsaid'
  /** The names and keys that lead to the value from its part; the last one is its own. */
  readonly path: readonly string[]
  /** The further paths to the value, which `each` fills into several declarations. */
  readonly otherPaths: readonly (readonly string[])[]
  /** The owner as the author spells it; the part's name if it has none. */
  readonly of: string
  /** The place of the value, or where it would be. */
  readonly at: Span
  /** The purpose of the key. */
  readonly about: string
}

type Place = { readonly part: PartName; readonly path: readonly string[]; readonly of: string; readonly at: Span }

export function findGaps(model: Model): Gap[] {
  const walk: GapWalk = { gaps: [], reported: new Map() }
  const placeOfPart = (part: PartName): Place => ({ part, path: [], of: part, at: model[part].headings[0] ?? model.document.whole })
  const addGaps = (part: PartName, keys: Keys): void => {
    if (model[part].state === 'shown') walkSlots(model[part].value as never, keys, placeOfPart(part), walk)
  }
  const addNamedGaps = (part: PartName, declarations: readonly { name: string; key: Node; slots: unknown }[], keys: Keys): void => {
    for (const { name, key, slots } of declarations) walkSlots(slots as never, keys, { part, path: [name], of: name, at: key.span }, walk)
  }
  addGaps('service', serviceKeys)
  addGaps('resources', resourcesKeys)
  addNamedGaps('resources', model.resources.value.resources, resourceKeys)
  addNamedGaps('states', model.states.value.machines, machineKeys)
  addNamedGaps('endpoints', model.endpoints.value.operations, operationKeys)
  addGaps('authentication', authenticationKeys)
  addGaps('events', eventsKeys)
  addGaps('errors', errorsKeys)
  addGaps('limits', limitsKeys)
  addGaps('versioning', versioningKeys)
  return walk.gaps
}

type Slots = { readonly [name: string]: Slot<unknown> | undefined }

/** A key whose slot may be open, and the keys of its content; computed once for all maps with these keys. */
type CheckedKey = { readonly name: string; readonly about: string; readonly isGapIfUnsaid: boolean; readonly contentKeys: Keys | undefined }

const cache = new WeakMap<Keys, readonly CheckedKey[]>()

function listKeysToCheck(keys: Keys): readonly CheckedKey[] {
  return cache.getOrInsertComputed(keys, () =>
    Object.entries(keys).flatMap(([name, { about, absent, documentation, refused, shape }]): CheckedKey[] =>
      documentation === true || refused !== undefined
        ? []
        : [{ name, about, isGapIfUnsaid: absent === 'a gap', contentKeys: shape.keys?.() }],
    ),
  )
}

/** One `not shown` is one gap even if it leaves several slots open; `reported` holds the further paths of the reported nodes. */
type GapWalk = { readonly gaps: Gap[]; readonly reported: Map<Node, (readonly string[])[]> }

/** Walks slots beside the definitions of their keys. */
function walkSlots(slots: Slots, keys: Keys, place: Place, walk: GapWalk): void {
  const openNode = findOpenNode(slots, keys)
  if (openNode !== undefined) return reportGap(openNode, place, '', walk)
  for (const { name, about, isGapIfUnsaid, contentKeys } of listKeysToCheck(keys)) {
    const slot = slots[name]
    if (slot === undefined || (slot.state === 'unsaid' && !isGapIfUnsaid) || (slot.state === 'shown' && isLeaf(slot.value))) continue
    const innerPlace = { ...place, path: [...place.path, name] }
    if (slot.state === 'gap') reportGap(slot.at, innerPlace, about, walk)
    else if (slot.state === 'unsaid') walk.gaps.push({ ...innerPlace, otherPaths: [], state: 'unsaid', about })
    else if (slot.state === 'shown') walkValue(slot.value, contentKeys, innerPlace, walk)
  }
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null || ('text' in value && 'node' in value)
}

/** The forms that a value can have; expressions, templates and data hold no slots. */
function walkValue(value: unknown, keys: Keys | undefined, place: Place, walk: GapWalk): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isNamed(item)) walkNamed(item, keys, place, walk)
      else walkValue(item, keys, place, walk)
    }
  } else if ('keywords' in value) walkSlots(value.keywords as never, schemaKeys, place, walk)
  else if ('schema' in value) walkValue(value.schema, undefined, place, walk)
  else if ('members' in value) walkValue(value.members, undefined, place, walk)
  else if ('lookup' in value) walkSlots(value.lookup as never, lookupKeys, place, walk)
  else if ('schemes' in value && 'kind' in value) walkValue(value.schemes, undefined, place, walk)
  else if ('optional' in value) walkSlots(value as never, idempotencyKeys, place, walk)
  else if (keys !== undefined && 'node' in value && !('kind' in value)) walkSlots(value as never, keys, place, walk)
}

function walkNamed({ name, key, slot }: NamedSlot, keys: Keys | undefined, place: Place, walk: GapWalk): void {
  const innerPlace = { ...place, path: [...place.path, name], of: name, at: key.span }
  if (slot.state === 'gap') reportGap(slot.at, innerPlace, '', walk)
  else if (slot.state === 'shown') walkValue(slot.value, keys, innerPlace, walk)
}

/** If a thing is wholly `not shown`, all its slots are open at one place. */
function findOpenNode(slots: Slots, keys: Keys): Node | undefined {
  const names = Object.keys(keys)
  const first = slots[names[0] ?? '']
  if (first?.state !== 'gap') return undefined
  return names.every((name) => {
    const slot = slots[name]
    return slot === undefined || (slot.state === 'gap' && slot.at === first.at)
  })
    ? first.at
    : undefined
}

function reportGap(at: Node, place: Place, about: string, { gaps, reported }: GapWalk): void {
  const otherPaths = reported.get(at)
  if (otherPaths !== undefined) return void otherPaths.push(place.path)
  const ownOtherPaths: (readonly string[])[] = []
  reported.set(at, ownOtherPaths)
  gaps.push({ ...place, otherPaths: ownOtherPaths, at: at.span, state: 'gap', about })
}

type NamedSlot = { readonly name: string; readonly key: Node; readonly slot: Slot<unknown> }

function isNamed(item: unknown): item is NamedSlot {
  return typeof item === 'object' && item !== null && 'name' in item && 'slot' in item && 'key' in item
}
