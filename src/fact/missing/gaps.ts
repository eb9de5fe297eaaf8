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
  /** The owner as the author spells it; the part's name if it has none. */
  readonly of: string
  /** The place of the value, or where it would be. */
  readonly at: Span
  /** The purpose of the key. */
  readonly about: string
}

type Place = { readonly part: PartName; readonly path: readonly string[]; readonly of: string; readonly at: Span }

export function gapsOf(model: Model): Gap[] {
  const found: Found = { gaps: [], reported: new Set() }
  const whole = (part: PartName): Place => ({ part, path: [], of: part, at: model[part].headings[0] ?? model.document.whole })
  const addGaps = (part: PartName, keys: Keys): void => {
    if (model[part].state === 'shown') read(model[part].value as never, keys, whole(part), found)
  }
  const named = (part: PartName, things: readonly { name: string; key: Node; slots: unknown }[], keys: Keys): void => {
    for (const { name, key, slots } of things) read(slots as never, keys, { part, path: [name], of: name, at: key.span }, found)
  }
  addGaps('service', serviceKeys)
  addGaps('resources', resourcesKeys)
  named('resources', model.resources.value.resources, resourceKeys)
  named('states', model.states.value.machines, machineKeys)
  named('endpoints', model.endpoints.value.operations, operationKeys)
  addGaps('authentication', authenticationKeys)
  addGaps('events', eventsKeys)
  addGaps('errors', errorsKeys)
  addGaps('limits', limitsKeys)
  addGaps('versioning', versioningKeys)
  return found.gaps
}

type Slots = { readonly [name: string]: Slot<unknown> | undefined }

/** A key whose slot may be open, and the keys of its content; computed once for all maps with these keys. */
type Asked = { readonly name: string; readonly about: string; readonly isHoleUnsaid: boolean; readonly inner: Keys | undefined }

const known = new WeakMap<Keys, readonly Asked[]>()

function keysToCheck(keys: Keys): readonly Asked[] {
  return known.getOrInsertComputed(keys, () =>
    Object.entries(keys).flatMap(([name, { about, absent, documentation, refused, shape }]): Asked[] =>
      documentation === true || refused !== undefined ? [] : [{ name, about, isHoleUnsaid: absent === 'a gap', inner: shape.keys?.() }],
    ),
  )
}

/** One `not shown` is one gap even if it leaves several slots open; `reported` holds the reported nodes. */
type Found = { readonly gaps: Gap[]; readonly reported: Set<Node> }

/** Walks slots beside the definitions of their keys. */
function read(slots: Slots, keys: Keys, place: Place, found: Found): void {
  const whole = wholly(slots, keys)
  if (whole !== undefined) return reportGap(whole, place, '', found)
  for (const { name, about, isHoleUnsaid, inner } of keysToCheck(keys)) {
    const slot = slots[name]
    if (slot === undefined || (slot.state === 'unsaid' && !isHoleUnsaid) || (slot.state === 'shown' && isLeaf(slot.value))) continue
    const here = { ...place, path: [...place.path, name] }
    if (slot.state === 'gap') reportGap(slot.at, here, about, found)
    else if (slot.state === 'unsaid') found.gaps.push({ ...here, state: 'unsaid', about })
    else if (slot.state === 'shown') gapsInside(slot.value, inner, here, found)
  }
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null || ('text' in value && 'node' in value)
}

/** The forms that a value can have; expressions, templates and data hold no slots. */
function gapsInside(value: unknown, keys: Keys | undefined, place: Place, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isNamed(item)) gapsOfNamed(item, keys, place, found)
      else gapsInside(item, keys, place, found)
    }
  } else if ('keywords' in value) read(value.keywords as never, schemaKeys, place, found)
  else if ('schema' in value) gapsInside(value.schema, undefined, place, found)
  else if ('members' in value) gapsInside(value.members, undefined, place, found)
  else if ('lookup' in value) read(value.lookup as never, lookupKeys, place, found)
  else if ('schemes' in value && 'kind' in value) gapsInside(value.schemes, undefined, place, found)
  else if ('optional' in value) read(value as never, idempotencyKeys, place, found)
  else if (keys !== undefined && 'node' in value && !('kind' in value)) read(value as never, keys, place, found)
}

function gapsOfNamed({ name, key, slot }: NamedThing, keys: Keys | undefined, place: Place, found: Found): void {
  const here = { ...place, path: [...place.path, name], of: name, at: key.span }
  if (slot.state === 'gap') reportGap(slot.at, here, '', found)
  else if (slot.state === 'shown') gapsInside(slot.value, keys, here, found)
}

/** If a thing is wholly `not shown`, all its slots are open at one place. */
function wholly(slots: Slots, keys: Keys): Node | undefined {
  const all = Object.keys(keys)
  const first = slots[all[0] ?? '']
  if (first?.state !== 'gap') return undefined
  return all.every((name) => {
    const slot = slots[name]
    return slot === undefined || (slot.state === 'gap' && slot.at === first.at)
  }) ? first.at : undefined
}

function reportGap(at: Node, place: Place, about: string, { gaps, reported: told }: Found): void {
  if (told.has(at)) return
  told.add(at)
  gaps.push({ ...place, at: at.span, state: 'gap', about })
}

type NamedThing = { readonly name: string; readonly key: Node; readonly slot: Slot<unknown> }

function isNamed(item: unknown): item is NamedThing {
  return typeof item === 'object' && item !== null && 'name' in item && 'slot' in item && 'key' in item
}
