// Compares the names of part 9 with the names that existed then: going back from the newest version, change by change.

import { printJson } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import type { Scalar } from '../document/node.ts'
import type { Facts } from '../fact/fact.ts'
import { parseAddress } from '../fact/versions/addresses.ts'
import { chainOf } from '../fact/versions/chain.ts'
import { split } from '../fact/versions/history.ts'
import { writtenAddress } from '../model/base-path.ts'
import { type Data, type Named, type Slot, specifiedEntries, slotValue } from '../model/slot.ts'
import type { EditionChange } from '../model/versioning.ts'

/**
 * `unknown`: no element has the name after the change. `there`: the change removes it, but it still exists. `taken`: before the change
 * another element has the name. `word`: the replacement of a value, state or entry does not exist in that version. `empty`: the
 * replacement is missing. `twice`: two names became one.
 */
export type Misnamed = {
  readonly kind: 'unknown' | 'there' | 'taken' | 'word' | 'empty' | 'twice'
  readonly what: string
  readonly name: string
  /** The resource, view or shape that lacks the name; undefined if the name has no owner. */
  readonly owner?: string
  readonly node: Scalar
  readonly known: readonly string[]
  /** For a property without an owner: the possible lines, one for each owner that has it. */
  readonly meant?: readonly string[]
}

/** Names by their owners: properties by resource, members by view or shape, words by property, parameters by operation. */
type Names = Map<string, Set<string>>

/** `worded`: the properties that have named values, under the properties' names at that time. */
type Walk = { readonly names: Names; readonly worded: Set<string>; readonly found: Misnamed[]; readonly facts: Facts }

const entries = ''
const endpoints = ' '

export function findMisnamed(facts: Facts): readonly Misnamed[] {
  const [oldest] = chainOf(facts.model)
  if (oldest === undefined || facts.model.resources.state === 'not shown') return []
  const worded = new Set([
    ...facts.machines.map(({ machine }) => machine.name),
    ...[...facts.typing.domain.resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].filter(({ schema }) => wordsOf(schema).length > 0).map((property) => `${name}.${property.name}`),
    ),
  ])
  const walk: Walk = { names: namesNow(facts), worded, found: [], facts }
  for (const change of oldest.since) undo(change, walk)
  return walk.found
}

function namesNow({ typing, machines, model, entries: catalogue }: Facts): Names {
  const { domain } = typing
  const names: Names = new Map()
  for (const { name, properties } of domain.resources.values()) {
    names.set(name, new Set(properties.keys()))
    for (const { name: property, type, schema } of properties.values()) {
      const words = wordsOf(schema)
      if (words.length > 0) names.set(`${name}.${property}`, new Set(words))
      else memberNames(type, `${name}.${property}`, names)
    }
  }
  for (const { machine, states } of machines) names.set(machine.name, new Set(states))
  for (const { name, members } of domain.views.values())
    names.set(name, new Set([...(names.get(name) ?? []), ...members.map((member) => member.name)]))
  for (const { name, type } of domain.shapes.values()) memberNames(type, name, names)
  for (const operation of model.endpoints.value.operations) names.set(operation.id, new Set(typing.input(operation).query.keys()))
  names.set(entries, new Set(catalogue.map(({ name }) => name)))
  names.set(endpoints, new Set(model.endpoints.value.operations.map(writtenAddress).map(({ method, path }) => `${method} ${path}`)))
  return names
}

function memberNames(type: Type, place: string, names: Names): void {
  switch (type.kind) {
    case 'list':
      return memberNames(type.element, place, names)
    case 'nullable':
    case 'optional':
      return memberNames(type.of, place, names)
    case 'object':
      // Members of a shape are named by the shape, wherever it is used.
      if (names.has(place) || (type.name !== undefined && type.name !== place)) return
      names.set(place, new Set(type.members.keys()))
      for (const [name, member] of type.members) memberNames(member.type, `${place}.${name}`, names)
  }
}

function wordsOf(schema: unknown): string[] {
  const listed = typeof schema === 'object' && schema !== null && 'enum' in schema ? schema.enum : undefined
  return Array.isArray(listed) ? listed.filter((word): word is string => typeof word === 'string') : []
}

/** In the order of `undo` in the facts: new elements disappear, renamed ones get their old names, removed ones return. */
function undo(change: EditionChange, walk: Walk): void {
  for (const slot of [change.add, change.retype, change.default] as readonly Slot<readonly Named<unknown>[]>[]) {
    for (const { name, key } of slotValue(slot) ?? []) checkName(split(name), key, walk)
  }
  for (const { name, value } of specifiedEntries(change.add)) {
    if (!name.includes('.') && typeof value.value === 'string' && value.node.kind === 'scalar')
      checkName({ owner: entries, last: value.value }, value.node, walk)
  }
  const removedWords = wordsIn(change.remove, walk)
  for (const word of removedWords) checkWord(word, walk)
  for (const { name } of slotValue(change.add) ?? []) walk.names.get(split(name).owner)?.delete(split(name).last)
  renames(change, walk)
  states(change, walk)
  addresses(change, walk)
  for (const { name, key } of slotValue(change.remove) ?? []) {
    const { owner, last } = split(name)
    const ownedNames = walk.names.get(owner)
    if (ownedNames === undefined) unknownOwner(owner, key, walk)
    else if (ownedNames.has(last) && !isOpen(owner, walk))
      walk.found.push({ kind: 'there', what: ownerText(owner, walk), name, node: key, known: [] })
    else ownedNames.add(last)
  }
  for (const word of wordsIn(change.add, walk)) checkWord(word, walk)
}

type Word = { readonly owner: string; readonly name: string; readonly key: Scalar; readonly slot: Slot<Data> }

/** The statements about single values, states and entries, not about properties. */
function wordsIn(slot: Slot<readonly Named<Data>[]>, walk: Walk): readonly Word[] {
  return (slotValue(slot) ?? []).flatMap((one) => {
    const { owner } = split(one.name)
    return owner === entries || walk.worded.has(owner) ? [{ owner, name: one.name, key: one.key, slot: one.slot }] : []
  })
}

/** A replacement must be known to the readers of that version, or to the service that receives it. */
function checkWord({ owner, name, key, slot }: Word, walk: Walk): void {
  const ownedNames = walk.names.get(owner) ?? new Set()
  const kindText =
    owner === entries || walk.facts.machines.some(({ machine }) => machine.name === owner) ? ownerText(owner, walk) : `value of ${owner}`
  if (slot.state === 'none') walk.found.push({ kind: 'empty', what: kindText, name, node: key, known: [...ownedNames] })
  if (slot.state !== 'shown') return
  const { value, node } = slot.value
  if (typeof value === 'string' && (ownedNames.has(value) || owner === entries)) return
  walk.found.push({
    kind: 'word',
    what: kindText,
    name: typeof value === 'string' ? value : printJson(value),
    node: node.kind === 'scalar' ? node : key,
    known: [...ownedNames],
  })
}

function renames({ rename }: EditionChange, walk: Walk): void {
  const named = specifiedEntries(rename).map(({ name, key, value }) => {
    const { owner, last } = split(name)
    const owners = owner === '' && !walk.names.get(entries)!.has(value.text) ? ownersOf(value.text, walk) : []
    if (owners.length > 0)
      walk.found.push({
        kind: 'unknown',
        what: ownerText(entries, walk),
        name,
        node: key,
        known: [],
        meant: owners.map((each) => `${each}.${name}: ${value.text}`),
      })
    else checkName({ owner, last: value.text }, owner !== '' && !walk.names.has(owner) ? key : value.node, walk)
    return { owner, before: last, after: value.text, key }
  })
  for (const [index, { owner, before, after, key }] of named.entries()) {
    if (named.slice(0, index).some((other) => other.owner === owner && other.after === after && other.before !== before))
      walk.found.push({ kind: 'twice', what: ownerText(owner, walk), name: after, node: key, known: [] })
  }
  for (const { owner, after } of named) walk.names.get(owner)?.delete(after)
  for (const { owner, before, after, key } of named) {
    const ownedNames = walk.names.get(owner)
    if (ownedNames?.has(before) === true && before !== after && !isOpen(owner, walk))
      walk.found.push({ kind: 'taken', what: ownerText(owner, walk), name: before, node: key, known: [after] })
    ownedNames?.add(before)
    if (walk.worded.has(`${owner}.${after}`)) walk.worded.add(`${owner}.${before}`)
    // Views that have the property under its own name have it under the old name.
    for (const { name, resource } of walk.facts.typing.domain.views.values()) if (resource === owner) walk.names.get(name)?.add(before)
    const words = walk.names.get(`${owner}.${after}`)
    if (words !== undefined) walk.names.set(`${owner}.${before}`, words)
  }
}

/** Resources, views and shapes that have a property of that name. */
function ownersOf(name: string, { names, facts: { typing: { domain } } }: Walk): string[] {
  return [...new Set([...domain.resources.keys(), ...domain.views.keys(), ...domain.shapes.keys()])].filter(
    (owner) => names.get(owner)?.has(name) === true,
  )
}

function states({ renameState }: EditionChange, walk: Walk): void {
  if (walk.facts.model.states.state === 'not shown') return
  for (const { name, key, value } of specifiedEntries(renameState)) {
    const namesOfOwner = walk.names.get(name)
    const machines = walk.facts.machines.map(({ machine }) => machine.name)
    if (namesOfOwner === undefined || !machines.some((machine) => walk.names.get(machine) === namesOfOwner)) {
      walk.found.push({ kind: 'unknown', what: 'machine', name, node: key, known: machines })
      continue
    }
    const stateRenames = value.flatMap((state) =>
      state.slot.state === 'shown' ? [{ before: state.name, after: state.slot.value, key: state.key }] : [],
    )
    for (const { before, after, key: at } of stateRenames) {
      // Two swapped elements each have the name of the other.
      if (namesOfOwner.has(before) && before !== after.text && !stateRenames.some((other) => other.after.text === before))
        walk.found.push({ kind: 'taken', what: `state of ${name}`, name: before, node: at, known: [after.text] })
    }
    for (const { after } of stateRenames)
      if (namesOfOwner.size > 0 && !namesOfOwner.has(after.text))
        walk.found.push({ kind: 'unknown', what: `state of ${name}`, name: after.text, node: after.node, known: [...namesOfOwner] })
    // Two states may have become one, so the new name may have been there before.
    for (const { before } of stateRenames) namesOfOwner.add(before)
  }
}

function addresses({ renameEndpoint, restore }: EditionChange, walk: Walk): void {
  const endpointNames = walk.names.get(endpoints)!
  if (walk.facts.model.endpoints.state === 'not shown') return
  for (const { name, key, value } of specifiedEntries(renameEndpoint)) {
    const [before, after] = [parseAddress(name), parseAddress(value.text)]
    const now = after && `${after.method} ${after.path}`
    if (before === undefined) walk.found.push({ kind: 'unknown', what: 'method and path', name, node: key, known: [] })
    else if (now === undefined || !endpointNames.has(now))
      walk.found.push({ kind: 'unknown', what: 'endpoint', name: value.text, node: value.node, known: [...endpointNames] })
    else {
      endpointNames.delete(now)
      endpointNames.add(`${before.method} ${before.path}`)
    }
  }
  for (const { name } of slotValue(restore) ?? []) endpointNames.add(name)
}

function checkName({ owner, last }: { readonly owner: string; readonly last: string }, node: Scalar, walk: Walk): void {
  const ownedNames = walk.names.get(owner)
  if (ownedNames === undefined) unknownOwner(owner, node, walk)
  else if (!ownedNames.has(last) && !isOpen(owner, walk))
    walk.found.push({
      kind: 'unknown',
      what: ownerText(owner, walk),
      name: last,
      ...(owner === entries ? {} : { owner }),
      node,
      known: [...ownedNames],
    })
}

/** `Ordr.total`, `Order.totl.value`: the part before the last name. */
function unknownOwner(owner: string, node: Scalar, walk: Walk): void {
  const { owner: outer, last } = split(owner)
  const inside = walk.names.get(outer)
  if (outer !== '' && inside !== undefined) {
    const kindText = inside.has(last) ? `property with names of its own` : ownerText(outer, walk)
    const known = inside.has(last) ? [...walk.names.keys()].filter((name) => name.startsWith(`${outer}.`)) : [...inside]
    walk.found.push({ kind: 'unknown', what: kindText, name: inside.has(last) ? owner : last, node, known })
    return
  }
  const { resources, views, shapes } = walk.facts.typing.domain
  walk.found.push({
    kind: 'unknown',
    what: 'resource, view or shape',
    name: owner,
    node,
    known: [...resources.keys(), ...views.keys(), ...shapes.keys()],
  })
}

function isOpen(owner: string, { facts: { typing } }: Walk): boolean {
  return typing.domain.resources.get(owner)?.type.open === true
}

function ownerText(owner: string, { facts: { typing, machines } }: Walk): string {
  if (owner === entries) return 'entry of the catalogue'
  if (machines.some(({ machine }) => machine.name === owner)) return `state of ${owner}`
  if (typing.domain.resources.has(owner)) return `property of ${owner}`
  return owner.includes('.') ? `value or member of ${owner}` : `member of ${owner}`
}
