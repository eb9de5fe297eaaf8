// Lists the declarations of part 2: resources and their properties.

import type { Value } from '../cel/value.ts'
import type { MachineOf, Model, ResourceOf } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type Named, isAbsent, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { type Declaration, type Find, type MemberReaders, readMembersWith } from './declaration.ts'
import { kebabCase, pluralize } from '../base/names.ts'

/** A resource with its declarations in other parts. */
type Whole = {
  readonly name: string
  readonly of: ResourceOf
  readonly machines: readonly MachineOf[]
  readonly views: readonly string[]
  readonly properties: readonly PropertyOf[]
}

type PropertyOf = { readonly name: string; readonly named?: Named<SchemaNode>; readonly machine?: MachineOf; readonly resource: ResourceOf }

export function declareResources(model: Model): Declaration[] {
  return model.resources.value.resources.map((of) => {
    const views = listSpecifiedEntries(model.resources.value.views).filter(({ value }) => slotValueOf(value.of)?.text === of.name)
    const machines = model.states.value.machines.filter((machine) => machine.resource === of.name)
    const context: Whole = { name: of.name, of, machines, views: views.map(({ name }) => name), properties: listProperties(of, machines) }
    return {
      kind: 'resource',
      name: of.name,
      key: of.key,
      paths: [[of.name]],
      resource: of.name,
      gap: of.slots.key.state === 'gap' && of.slots.description.state === 'gap',
      member: readMembersWith<'resource', Whole>(resourceMembers, context),
    }
  })
}

const names = (of: readonly { readonly name: string }[]): string[] => of.map(({ name }) => name)

const resourceMembers: MemberReaders<'resource', Whole> = {
  name: ({ name }) => name,
  plural: ({ name, of }) => (of.slots.plural.state === 'unsaid' ? pluralize(kebabCase(name)) : slotValueOf(of.slots.plural)?.text),
  key: ({ of }) => readKey(of),
  properties: ({ of, properties }) => (of.slots.properties.state === 'shown' ? names(properties) : undefined),
  required: ({ of }) => slotValueOf(of.slots.required)?.map(({ text }) => text) ?? [],
  writable: ({ of, properties }) => (of.slots.properties.state === 'shown' ? names(properties.filter(isWritable)) : undefined),
  changeable: ({ of, properties }) => (of.slots.properties.state === 'shown' ? names(properties.filter(isChangeable)) : undefined),
  transitions: ({ machines }) => [
    ...new Set(
      machines.flatMap((machine) =>
        listSpecifiedEntries(machine.slots.states).flatMap(({ value }) => names(listSpecifiedEntries(value.on))),
      ),
    ),
  ],
  view: ({ name }) => name,
  views: ({ name, views }) => [name, ...views],
  softDelete: ({ of }) => slotValueOf(of.slots.softDelete) ?? false,
}

function readKey(resource: ResourceOf): string[] | undefined {
  return slotValueOf(resource.slots.key)?.map(({ text }) => text)
}

/** The properties of part 2 in order, then fields that only a machine declares. */
function listProperties(resource: ResourceOf, machines: readonly MachineOf[]): PropertyOf[] {
  const declared = slotValueOf(resource.slots.properties) ?? []
  const machineOf = (name: string): MachineOf | undefined => machines.find(({ field }) => field === name)
  const undeclared = machines.filter(({ field }) => !declared.some(({ name }) => name === field))
  return [
    ...declared.map((named): PropertyOf => ({ name: named.name, named, resource, ...machineField(machineOf(named.name)) })),
    ...undeclared.map((machine): PropertyOf => ({ name: machine.field, machine, resource })),
  ]
}

const machineField = (machine: MachineOf | undefined): { machine?: MachineOf } => (machine === undefined ? {} : { machine })

function schemaOf({ named }: PropertyOf): SchemaNode | undefined {
  return named === undefined ? undefined : slotValueOf(named.slot)
}

/** A property that requests may contain. If its schema is not shown, it may have any type. */
function isWritable(property: PropertyOf): boolean {
  const schema = schemaOf(property)
  if (schema === undefined || property.machine !== undefined) return false
  const { readOnly, generate, compute, inverse } = schema.keywords
  const tenant = slotValueOf(property.resource.slots.tenant) ?? []
  return slotValueOf(readOnly) !== true && [generate, compute, inverse].every(isAbsent) && !names(tenant).includes(property.name)
}

function isChangeable(property: PropertyOf): boolean {
  return (
    isWritable(property) &&
    slotValueOf(schemaOf(property)!.keywords.immutable) !== true &&
    !(readKey(property.resource) ?? []).includes(property.name)
  )
}

export function declareProperties(model: Model, find: Find): Declaration[] {
  return model.resources.value.resources.flatMap((resource) => {
    const machines = model.states.value.machines.filter((machine) => machine.resource === resource.name)
    return listProperties(resource, machines).map((property): Declaration => ({
      kind: 'property',
      name: `${resource.name}.${property.name}`,
      key: property.named?.key ?? property.machine!.key,
      paths: [[resource.name, 'properties', property.name]],
      resource: resource.name,
      member: readMembersWith<'property', PropertyOf>(makePropertyMembers(find), property),
    }))
  })
}

function makePropertyMembers(find: Find): MemberReaders<'property', PropertyOf> {
  return {
    name: ({ name }) => name,
    resource: ({ resource }) => find(resource.name),
    types: (property) => (property.named === undefined ? ['string'] : listJsonTypes(schemaOf(property))),
    format: (property) => wordOf(schemaOf(property)?.keywords.format),
    reference: (property) => findReference(schemaOf(property), find),
    required: ({ name, resource }) =>
      [...(slotValueOf(resource.slots.required) ?? []), ...(slotValueOf(resource.slots.key) ?? [])].some(({ text }) => text === name),
    writable: isWritable,
    described: (property) => schemaOf(property)?.keywords.description.state === 'shown',
  }
}

const wordOf = (slot: SchemaNode['keywords']['format'] | undefined): string | undefined =>
  slot === undefined ? undefined : slotValueOf(slot)?.text

/** A schema's JSON types; empty if it does not specify them. */
export function listJsonTypes(schema: SchemaNode | undefined): string[] {
  return schema === undefined ? [] : [...(slotValueOf(schema.keywords.type) ?? [])]
}

function findReference(schema: SchemaNode | undefined, find: Find): Value | undefined {
  const items = schema === undefined ? undefined : slotValueOf(schema.keywords.items)
  const reference = [schema, items].flatMap((each) => (each === undefined ? [] : [slotValueOf(each.keywords.$ref)]))[0]
  return reference !== undefined && find(reference.text) !== undefined ? reference.text : undefined
}
