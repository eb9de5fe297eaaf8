// Compares the names of part 9 with the names that existed then: going back from the newest version, change by change.

import { printJson } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import type { Scalar } from '../document/node.ts'
import type { Facts } from '../fact/fact.ts'
import { parseAddress } from '../fact/versions/addresses.ts'
import { listVersionLinks } from '../fact/versions/chain.ts'
import { splitName } from '../fact/versions/history.ts'
import { readWrittenAddress } from '../model/base-path.ts'
import { type Data, type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { EditionChange } from '../model/versioning.ts'

/**
 * - `unknown`: no element has the name after the change.
 * - `still-exists`: the change removes the name, but it still exists.
 * - `name-in-use`: before the change, another element has the name.
 * - `unknown-replacement`: the replacement of a value, state or entry does not exist in that version.
 * - `missing-replacement`: the replacement is missing.
 * - `merged`: two names became one.
 */
export type NameMistake = {
  readonly kind: 'unknown' | 'still-exists' | 'name-in-use' | 'unknown-replacement' | 'missing-replacement' | 'merged'
  readonly noun: string
  readonly name: string
  /** The resource, view or shape that lacks the name; undefined if the name has no owner. */
  readonly owner?: string
  readonly node: Scalar
  readonly possibleNames: readonly string[]
  /** For a property without an owner: the possible lines, one for each owner that has it. */
  readonly possibleLines?: readonly string[]
  /** For a new name that repeats its owner: the name alone. */
  readonly nameAlone?: string
}

/** Names by their owners: properties by resource, members by view or shape, words by property, parameters by operation. */
type Names = Map<string, Set<string>>

/** `enumerated`: the properties that have named values, under the properties' names at that time. */
type Walk = { readonly names: Names; readonly enumerated: Set<string>; readonly mistakes: NameMistake[]; readonly facts: Facts }

const catalogueKey = ''
const endpointsKey = ' '

export function findNameMistakes(facts: Facts): readonly NameMistake[] {
  const [oldest] = listVersionLinks(facts.model)
  if (oldest === undefined || facts.model.resources.state === 'not shown') return []
  const enumerated = new Set([
    ...facts.machines.map(({ machine }) => machine.name),
    ...[...facts.typing.domain.resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].filter(({ schema }) => listEnumTexts(schema).length > 0).map((property) => `${name}.${property.name}`),
    ),
  ])
  const walk: Walk = { names: collectCurrentNames(facts), enumerated, mistakes: [], facts }
  for (const change of oldest.since) undoChange(change, walk)
  return walk.mistakes
}

function collectCurrentNames({ typing, machines, model, entries: catalogue }: Facts): Names {
  const { domain } = typing
  const names: Names = new Map()
  for (const { name, properties } of domain.resources.values()) {
    names.set(name, new Set(properties.keys()))
    for (const { name: property, type, schema } of properties.values()) {
      const texts = listEnumTexts(schema)
      if (texts.length > 0) names.set(`${name}.${property}`, new Set(texts))
      else addMemberNames(type, `${name}.${property}`, names)
    }
  }
  for (const { machine, states } of machines) names.set(machine.name, new Set(states))
  for (const { name, members } of domain.views.values())
    names.set(name, new Set([...(names.get(name) ?? []), ...members.map((member) => member.name)]))
  for (const { name, type } of domain.shapes.values()) addMemberNames(type, name, names)
  for (const operation of model.endpoints.value.operations) names.set(operation.id, new Set(typing.input(operation).query.keys()))
  names.set(catalogueKey, new Set(catalogue.map(({ name }) => name)))
  names.set(endpointsKey, new Set(model.endpoints.value.operations.map(readWrittenAddress).map(({ method, path }) => `${method} ${path}`)))
  return names
}

function addMemberNames(type: Type, place: string, names: Names): void {
  switch (type.kind) {
    case 'list':
      return addMemberNames(type.element, place, names)
    case 'nullable':
    case 'optional':
      return addMemberNames(type.of, place, names)
    case 'object':
      // Members of a shape are named by the shape, wherever it is used.
      if (names.has(place) || (type.name !== undefined && type.name !== place)) return
      names.set(place, new Set(type.members.keys()))
      for (const [name, member] of type.members) addMemberNames(member.type, `${place}.${name}`, names)
  }
}

function listEnumTexts(schema: unknown): string[] {
  const values = typeof schema === 'object' && schema !== null && 'enum' in schema ? schema.enum : undefined
  return Array.isArray(values) ? values.filter((text): text is string => typeof text === 'string') : []
}

/** In the order of `undo` in the facts: new elements disappear, renamed ones get their old names, removed ones return. */
function undoChange(change: EditionChange, walk: Walk): void {
  for (const slot of [change.add, change.retype, change.default] as readonly Slot<readonly Named<unknown>[]>[]) {
    for (const { name, key } of slotValueOf(slot) ?? []) checkName(splitName(name), key, walk)
  }
  for (const { name, value } of listSpecifiedEntries(change.add)) {
    if (!name.includes('.') && typeof value.value === 'string' && value.node.kind === 'scalar')
      checkName({ owner: catalogueKey, last: value.value }, value.node, walk)
  }
  const removedValues = listValueChanges(change.remove, walk)
  for (const value of removedValues) checkReplacement(value, walk)
  for (const { name } of slotValueOf(change.add) ?? []) walk.names.get(splitName(name).owner)?.delete(splitName(name).last)
  undoRenames(change, walk)
  undoStateRenames(change, walk)
  undoAddressChanges(change, walk)
  for (const { name, key } of slotValueOf(change.remove) ?? []) {
    const { owner, last } = splitName(name)
    const namesOfOwner = walk.names.get(owner)
    if (namesOfOwner === undefined) reportUnknownOwner(owner, key, walk)
    else if (namesOfOwner.has(last) && !isOpen(owner, walk))
      walk.mistakes.push({ kind: 'still-exists', noun: printOwner(owner, walk), name, node: key, possibleNames: [] })
    else namesOfOwner.add(last)
  }
  for (const value of listValueChanges(change.add, walk)) checkReplacement(value, walk)
}

type ValueChange = { readonly owner: string; readonly name: string; readonly key: Scalar; readonly slot: Slot<Data> }

/** The statements about single values, states and entries, not about properties. */
function listValueChanges(slot: Slot<readonly Named<Data>[]>, walk: Walk): readonly ValueChange[] {
  return (slotValueOf(slot) ?? []).flatMap((change) => {
    const { owner } = splitName(change.name)
    return owner === catalogueKey || walk.enumerated.has(owner) ? [{ owner, name: change.name, key: change.key, slot: change.slot }] : []
  })
}

/** A replacement must be known to the readers of that version, or to the service that receives it. */
function checkReplacement({ owner, name, key, slot }: ValueChange, walk: Walk): void {
  const namesOfOwner = walk.names.get(owner) ?? new Set()
  const kindText =
    owner === catalogueKey || walk.facts.machines.some(({ machine }) => machine.name === owner)
      ? printOwner(owner, walk)
      : `value of ${owner}`
  if (slot.state === 'none')
    walk.mistakes.push({ kind: 'missing-replacement', noun: kindText, name, node: key, possibleNames: [...namesOfOwner] })
  if (slot.state !== 'shown') return
  const { value, node } = slot.value
  if (typeof value === 'string' && (namesOfOwner.has(value) || owner === catalogueKey)) return
  walk.mistakes.push({
    kind: 'unknown-replacement',
    noun: kindText,
    name: typeof value === 'string' ? value : printJson(value),
    node: node.kind === 'scalar' ? node : key,
    possibleNames: [...namesOfOwner],
  })
}

function undoRenames({ rename }: EditionChange, walk: Walk): void {
  const renamings = listSpecifiedEntries(rename).map(({ name, key, value }) => {
    const { owner, last } = splitName(name)
    const owners = owner === '' && !walk.names.get(catalogueKey)!.has(value.text) ? listOwners(value.text, walk) : []
    if (owners.length > 0)
      walk.mistakes.push({
        kind: 'unknown',
        noun: printOwner(catalogueKey, walk),
        name,
        node: key,
        possibleNames: [],
        possibleLines: owners.map((each) => `${each}.${name}: ${value.text}`),
      })
    else if (owner !== '' && value.text.startsWith(`${owner}.`) && walk.names.has(owner))
      walk.mistakes.push({
        kind: 'unknown',
        noun: printOwner(owner, walk),
        name: value.text,
        node: value.node,
        possibleNames: [...walk.names.get(owner)!],
        nameAlone: value.text.slice(owner.length + 1),
      })
    else checkName({ owner, last: value.text }, owner !== '' && !walk.names.has(owner) ? key : value.node, walk)
    return { owner, formerName: last, newName: value.text, key }
  })
  for (const [index, { owner, formerName, newName, key }] of renamings.entries()) {
    if (renamings.slice(0, index).some((other) => other.owner === owner && other.newName === newName && other.formerName !== formerName))
      walk.mistakes.push({ kind: 'merged', noun: printOwner(owner, walk), name: newName, node: key, possibleNames: [] })
  }
  for (const { owner, newName } of renamings) walk.names.get(owner)?.delete(newName)
  for (const { owner, formerName, newName, key } of renamings) {
    const namesOfOwner = walk.names.get(owner)
    if (namesOfOwner?.has(formerName) === true && formerName !== newName && !isOpen(owner, walk))
      walk.mistakes.push({ kind: 'name-in-use', noun: printOwner(owner, walk), name: formerName, node: key, possibleNames: [newName] })
    namesOfOwner?.add(formerName)
    if (walk.enumerated.has(`${owner}.${newName}`)) walk.enumerated.add(`${owner}.${formerName}`)
    // Views that have the property under its own name have it under the old name.
    for (const { name, resource } of walk.facts.typing.domain.views.values()) if (resource === owner) walk.names.get(name)?.add(formerName)
    const texts = walk.names.get(`${owner}.${newName}`)
    if (texts !== undefined) walk.names.set(`${owner}.${formerName}`, texts)
  }
}

/** Resources, views and shapes that have a property of that name. */
function listOwners(
  name: string,
  {
    names,
    facts: {
      typing: { domain },
    },
  }: Walk,
): string[] {
  return [...new Set([...domain.resources.keys(), ...domain.views.keys(), ...domain.shapes.keys()])].filter(
    (owner) => names.get(owner)?.has(name) === true,
  )
}

function undoStateRenames({ renameState }: EditionChange, walk: Walk): void {
  if (walk.facts.model.states.state === 'not shown') return
  for (const { name, key, value } of listSpecifiedEntries(renameState)) {
    const namesOfOwner = walk.names.get(name)
    const machines = walk.facts.machines.map(({ machine }) => machine.name)
    if (namesOfOwner === undefined || !machines.some((machine) => walk.names.get(machine) === namesOfOwner)) {
      walk.mistakes.push({ kind: 'unknown', noun: 'machine', name, node: key, possibleNames: machines })
      continue
    }
    const stateRenames = value.flatMap((state) =>
      state.slot.state === 'shown' ? [{ before: state.name, after: state.slot.value, key: state.key }] : [],
    )
    for (const { before, after, key: at } of stateRenames) {
      // Two swapped elements each have the name of the other.
      if (namesOfOwner.has(before) && before !== after.text && !stateRenames.some((other) => other.after.text === before))
        walk.mistakes.push({ kind: 'name-in-use', noun: `state of ${name}`, name: before, node: at, possibleNames: [after.text] })
    }
    for (const { after } of stateRenames)
      if (namesOfOwner.size > 0 && !namesOfOwner.has(after.text))
        walk.mistakes.push({
          kind: 'unknown',
          noun: `state of ${name}`,
          name: after.text,
          node: after.node,
          possibleNames: [...namesOfOwner],
        })
    // Two states may have become one, so the new name may have been there before.
    for (const { before } of stateRenames) namesOfOwner.add(before)
  }
}

function undoAddressChanges({ renameEndpoint, restore }: EditionChange, walk: Walk): void {
  const endpointNames = walk.names.get(endpointsKey)!
  if (walk.facts.model.endpoints.state === 'not shown') return
  for (const { name, key, value } of listSpecifiedEntries(renameEndpoint)) {
    const [before, after] = [parseAddress(name), parseAddress(value.text)]
    const newAddress = after && `${after.method} ${after.path}`
    if (before === undefined) walk.mistakes.push({ kind: 'unknown', noun: 'method and path', name, node: key, possibleNames: [] })
    else if (newAddress === undefined || !endpointNames.has(newAddress))
      walk.mistakes.push({ kind: 'unknown', noun: 'endpoint', name: value.text, node: value.node, possibleNames: [...endpointNames] })
    else {
      endpointNames.delete(newAddress)
      endpointNames.add(`${before.method} ${before.path}`)
    }
  }
  for (const { name } of slotValueOf(restore) ?? []) endpointNames.add(name)
}

function checkName({ owner, last }: { readonly owner: string; readonly last: string }, node: Scalar, walk: Walk): void {
  const namesOfOwner = walk.names.get(owner)
  if (namesOfOwner === undefined) reportUnknownOwner(owner, node, walk)
  else if (!namesOfOwner.has(last) && !isOpen(owner, walk))
    walk.mistakes.push({
      kind: 'unknown',
      noun: printOwner(owner, walk),
      name: last,
      ...(owner === catalogueKey ? {} : { owner }),
      node,
      possibleNames: [...namesOfOwner],
    })
}

/** `Ordr.total`, `Order.totl.value`: the part before the last name. */
function reportUnknownOwner(owner: string, node: Scalar, walk: Walk): void {
  const { owner: outerOwner, last } = splitName(owner)
  const outerNames = walk.names.get(outerOwner)
  if (outerOwner !== '' && outerNames !== undefined) {
    const kindText = outerNames.has(last) ? `property with named values or members` : printOwner(outerOwner, walk)
    const possibleNames = outerNames.has(last)
      ? [...walk.names.keys()].filter((name) => name.startsWith(`${outerOwner}.`))
      : [...outerNames]
    walk.mistakes.push({ kind: 'unknown', noun: kindText, name: outerNames.has(last) ? owner : last, node, possibleNames })
    return
  }
  const { resources, views, shapes } = walk.facts.typing.domain
  walk.mistakes.push({
    kind: 'unknown',
    noun: 'resource, view or shape',
    name: owner,
    node,
    possibleNames: [...resources.keys(), ...views.keys(), ...shapes.keys()],
  })
}

function isOpen(owner: string, { facts: { typing } }: Walk): boolean {
  return typing.domain.resources.get(owner)?.type.open === true
}

function printOwner(owner: string, { facts: { typing, machines } }: Walk): string {
  if (owner === catalogueKey) return 'entry of the catalogue'
  if (machines.some(({ machine }) => machine.name === owner)) return `state of ${owner}`
  if (typing.domain.resources.has(owner)) return `property of ${owner}`
  return owner.includes('.') ? `value or member of ${owner}` : `member of ${owner}`
}
