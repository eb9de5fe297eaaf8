// Combines parts 2 and 3: resolves each resource, shape, view and setting before any expression is typed.

import { withoutNull } from '../cel/fits.ts'
import type { Member, ResourceType } from '../cel/type.ts'
import type { MachineOf, Model, ResourceOf } from '../model/model.ts'
import { type Named, type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain, Exclusion, Property, ResourceInfo, ShapeInfo, Unique } from './domain.ts'
import { type TypingNames, makeTypingNames } from './names.ts'
import { resolveProperties } from './properties.ts'
import { schemaOf } from './schema-of.ts'
import { typeOf } from './type-of.ts'
import { resolveViews } from './views.ts'

const namesByDomain = new WeakMap<Domain, TypingNames>()

export function resolveDomain(model: Model): Domain {
  const names = makeTypingNames(model)
  const machines = Map.groupBy(model.states.value.machines, ({ resource }) => resource)
  const resources = new Map<string, ResourceInfo>()
  for (const source of model.resources.value.resources) {
    resources.set(source.name, makeResourceInfo(source, machines.get(source.name) ?? [], names))
  }
  const settings = new Map(
    listSpecifiedEntries(model.service.value.settings).map(({ name, value }): [string, ShapeInfo] => [
      name,
      { name, source: value, schema: schemaOf(value, names), type: typeOf(value, names) },
    ]),
  )
  const domain: Domain = { model, resources, shapes: names.shapes, views: resolveViews(model, resources, names.shapes), settings }
  namesByDomain.set(domain, names)
  return domain
}

/** The targets of `$ref` in a domain, for schemas outside part 2: inputs, parameters, code. */
export function makeTypingNamesIn(domain: Domain): TypingNames {
  return namesByDomain.get(domain) ?? makeTypingNames(domain.model)
}

function makeResourceInfo(source: ResourceOf, machines: readonly MachineOf[], names: TypingNames): ResourceInfo {
  const declared = resolveProperties(source, machines, names)
  const key = (slotValueOf(source.slots.key) ?? []).map(({ text }) => text).filter((member) => declared.has(member))
  const properties = new Map([...declared].map(([name, property]) => [name, key.includes(name) ? makeKeyMember(property) : property]))
  const uniques = readUniques(source.slots.unique, properties)
  const members = new Map([...properties].map(([name, property]) => [name, makeMember(property)]))
  const identities = [key, ...uniques.map((unique) => unique.members)].filter((set) => set.length > 0)
  const isOpen = source.slots.properties.state !== 'shown'
  const type: ResourceType = { members, uniques: identities, ...(isOpen ? { open: true } : {}) }
  const tenant = listSpecifiedEntries(source.slots.tenant).flatMap(({ name, value }) =>
    properties.has(name) ? [{ property: name, from: value.text.replaceAll(/\s+/g, ''), expression: value }] : [],
  )
  const keeper = findKeeper(source, properties)
  return {
    name: source.name,
    source,
    properties,
    ...(keeper === undefined ? {} : { keeper }),
    key,
    uniques,
    exclusions: readExclusions(source, properties),
    indexes: readUniques(source.slots.index, properties),
    machines,
    tenant,
    type,
  }
}

/** Only a map that requests can write is allowed. */
function findKeeper({ slots }: ResourceOf, properties: ReadonlyMap<string, Property>): Property | undefined {
  const property = properties.get(slotValueOf(slots.additionalProperties)?.text ?? '')
  return property?.writable === true && withoutNull(property.type).kind === 'map' ? property : undefined
}

/** A text key is never empty, because no path leads to an empty key. */
function makeKeyMember(property: Property): Property {
  const { schema, type, reference } = property
  if (
    reference !== undefined ||
    type.kind !== 'string' ||
    typeof schema === 'boolean' ||
    (schema.minLength ?? 0) > 0 ||
    schema.format !== undefined
  )
    return property
  return { ...property, schema: { ...schema, minLength: 1 } }
}

function makeMember({ type, nullable, inverse }: Property): Member {
  const isOptional = type.kind === 'nullable' && !nullable && inverse === undefined
  return isOptional ? { type: type.of, optional: true } : { type }
}

/** A list of properties, of lists of them, or a map of named lists; omits lists with an unresolved name. */
function readUniques(
  slot: Slot<readonly (readonly Word[])[] | readonly Named<readonly Word[]>[]>,
  properties: ReadonlyMap<string, Property>,
): readonly Unique[] {
  const sets = (slotValueOf(slot) ?? []).flatMap((set): Unique[] => {
    if (!('slot' in set)) return set.length === 0 ? [] : [makeUnique(set)]
    const words = slotValueOf(set.slot)
    return words === undefined || words.length === 0 ? [] : [{ name: set.name, members: words.map(({ text }) => text), at: set.key }]
  })
  return sets.filter(({ members }) => members.every((member) => properties.has(member)))
}

/** Omits exclusions with an unknown property, and those that compare nothing. */
function readExclusions({ slots }: ResourceOf, properties: ReadonlyMap<string, Property>): readonly Exclusion[] {
  return listSpecifiedEntries(slots.exclude).flatMap(({ name, key: at, value }): Exclusion[] => {
    const same = (slotValueOf(value.same) ?? []).map(({ text }) => text)
    const range = slotValueOf(value.overlap)
    const [from, to] = [range && slotValueOf(range.from)?.text, range && slotValueOf(range.to)?.text]
    const where = slotValueOf(value.where)
    const names = [...same, ...[from, to].filter((each) => each !== undefined)]
    if (
      names.length === 0 ||
      !names.every((each) => properties.has(each)) ||
      (range !== undefined && (from === undefined || to === undefined))
    )
      return []
    return [
      {
        name,
        same,
        ...(from === undefined || to === undefined ? {} : { overlap: { from, to } }),
        ...(where === undefined ? {} : { where }),
        at,
      },
    ]
  })
}

function makeUnique(words: readonly Word[]): Unique {
  const members = words.map(({ text }) => text)
  return { name: members.join('+'), members, at: words[0]!.node }
}
