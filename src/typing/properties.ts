// The properties of a resource: those that part 2 lists, and the fields that machines of part 3 declare.

import { findNearest } from '../base/nearest.ts'
import { withNullType, withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { MachineOf, ResourceOf } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type Named, type Slot, slotValueOf } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import type { Property } from './domain.ts'
import type { TypingNames } from './names.ts'
import { admitsNull, generateOf, schemaOf } from './schema-of.ts'
import { typeOf } from './type-of.ts'

export function resolveProperties(resource: ResourceOf, machines: readonly MachineOf[], names: TypingNames): ReadonlyMap<string, Property> {
  const isRequired = makeRequirement(resource)
  const key = new Set(slotValueOf(resource.slots.key)?.map(({ text }) => text))
  const properties = new Map<string, Property>()
  for (const each of slotValueOf(resource.slots.properties) ?? []) {
    const machine = machines.find(({ field }) => field === each.name)
    properties.set(
      each.name,
      machine === undefined ? makeDeclaredProperty(each, isRequired(each.name), names) : makeFieldProperty(machine, each),
    )
  }
  for (const machine of machines) {
    if (!properties.has(machine.field)) properties.set(machine.field, makeFieldProperty(machine))
  }
  // A record's identity is immutable, because references store it.
  for (const [name, property] of properties) if (key.has(name)) properties.set(name, { ...property, immutable: true })
  for (const { name } of slotValueOf(resource.slots.tenant) ?? []) {
    const property = properties.get(name)
    // The service itself writes a record's tenant, only on creation.
    if (property !== undefined)
      properties.set(name, {
        ...property,
        immutable: true,
        readOnly: true,
        writable: false,
        required: true,
        nullable: false,
        type: withoutNull(property.type),
      })
  }
  return properties
}

/** If `required` is not shown, no property is assumed to be absent. */
function makeRequirement({ slots }: ResourceOf): (name: string) => boolean {
  const { required, key } = slots
  if (required.state === 'gap' || required.state === 'wrong') return () => true
  const names = new Set([...(slotValueOf(required) ?? []), ...(slotValueOf(key) ?? [])].map(({ text }) => text))
  const declaredNames = new Set((slotValueOf(slots.properties) ?? []).map(({ name }) => name))
  // A misspelled name is reported at its place; its intended property is not reported as missing at each use.
  const intendedNames = new Set([...names].flatMap((name) => (declaredNames.has(name) ? [] : findNearest(name, declaredNames))))
  return (name) => names.has(name) || intendedNames.has(name)
}

const noFlags = { readOnly: false, immutable: false, fold: false, secret: false, sensitive: false } as const

function makeDeclaredProperty({ name, key, slot }: Named<SchemaNode>, required: boolean, names: TypingNames): Property {
  if (slot.state !== 'shown') {
    return { ...noFlags, name, at: key, schema: true, type: { kind: 'unknown' }, required, nullable: false, writable: true }
  }
  const source = slot.value
  const inverse = readInverse(source)
  if (inverse !== undefined) return makeInverseProperty(name, key, source, inverse, names)
  const reference = readReference(source, names)
  const stored = schemaOf(source, names)
  const isNullable = admitsNullAt(source, stored)
  const flags = readFlags(source)
  const isPresent = required || flags.compute !== undefined || flags.generate !== undefined || hasDefault(source)
  const type = flags.fold ? makeFoldingType(typeOf(source, names)) : typeOf(source, names)
  return {
    ...flags,
    name,
    at: key,
    source,
    required,
    schema: stored,
    type: isPresent && !isNullable ? withoutNull(type) : withNullType(type),
    nullable: isNullable,
    ...(reference === undefined ? {} : { reference: { ...reference, ...onDeleteOf(source) } }),
    writable: !flags.readOnly && flags.generate === undefined && flags.compute === undefined,
  }
}

/** True if a record may be without a value of the property. One with a default or a generated value always has one. */
export function mayBeAbsent({ type, required }: Property): boolean {
  return type.kind === 'nullable' || (type.kind === 'dyn' && !required)
}

/** The schema `true` admits null too, but specifies nothing: an untyped property is not nullable for that reason. */
function admitsNullAt(source: SchemaNode, schema: Schema): boolean {
  const { type, enum: values, const: only, anyOf, oneOf, allOf, $ref } = source.keywords
  const isSpecified = [type, values, only, anyOf, oneOf, allOf, $ref].some(({ state }) => state === 'shown')
  // The same holds for a reference to records with an unknown key.
  return isSpecified && schema !== true && admitsNull(schema)
}

/** The same type, for texts that are compared without case. */
function makeFoldingType(type: Type): Type {
  switch (type.kind) {
    case 'string':
      return { ...type, folds: true }
    case 'nullable':
      return { ...type, of: makeFoldingType(type.of) }
    default:
      return type
  }
}

function hasDefault({ keywords }: SchemaNode): boolean {
  const defaultValue = slotValueOf(keywords.default)
  return defaultValue !== undefined && defaultValue.value !== null
}

type Flags = Pick<Property, 'readOnly' | 'immutable' | 'generate' | 'compute' | 'normalize' | 'default' | 'fold' | 'secret' | 'sensitive'>

function readFlags({ keywords }: SchemaNode): Flags {
  const generate = slotValueOf(keywords.generate)
  const compute = slotValueOf(keywords.compute)
  const normalize = slotValueOf(keywords.normalize)
  const defaultValue = slotValueOf(keywords.default)
  return {
    readOnly: slotValueOf(keywords.readOnly) ?? false,
    immutable: slotValueOf(keywords.immutable) ?? false,
    fold: slotValueOf(keywords.fold) ?? false,
    secret: keywords.secret.state === 'shown',
    sensitive: slotValueOf(keywords.sensitive) ?? false,
    ...(generate === undefined ? {} : { generate: generateOf(generate) }),
    ...(compute === undefined ? {} : { compute: { expression: compute, stored: slotValueOf(keywords.stored) ?? false } }),
    ...(normalize === undefined ? {} : { normalize }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  }
}

/** The target of `$ref: Customer`, of a list of such references, or of either beside null. */
function readReference(source: SchemaNode, names: TypingNames): { resource: string; many: boolean } | undefined {
  const { $ref, items, anyOf, oneOf } = source.keywords
  const name = slotValueOf($ref)?.text
  if (name !== undefined) return names.resource(name) ? { resource: name, many: false } : undefined
  const item = slotValueOf(items)
  const element = item === undefined ? undefined : slotValueOf(item.keywords.$ref)?.text
  if (element !== undefined) return names.resource(element) ? { resource: element, many: true } : undefined
  const alternatives = (slotValueOf(anyOf) ?? slotValueOf(oneOf) ?? []).filter((each) => !isNullOnly(each))
  return alternatives.length === 1 ? readReference(alternatives[0]!, names) : undefined
}

function isNullOnly({ keywords }: SchemaNode): boolean {
  return slotValueOf(keywords.type)?.every((word) => word === 'null') ?? false
}

function onDeleteOf({ keywords }: SchemaNode): { onDelete?: 'restrict' | 'cascade' | 'set-null' } {
  const onDelete = slotValueOf(keywords.onDelete)
  return onDelete === undefined ? {} : { onDelete }
}

function readInverse({ keywords }: SchemaNode): { resource: string; property: string } | undefined {
  const [resource, property, rest] = slotValueOf(keywords.inverse)?.text.split('.') ?? []
  return resource && property && rest === undefined ? { resource, property } : undefined
}

/** The records that refer to this one: not stored and never sent. */
function makeInverseProperty(
  name: string,
  at: Property['at'],
  source: SchemaNode,
  inverse: NonNullable<Property['inverse']>,
  names: TypingNames,
): Property {
  const type: Type = names.resource(inverse.resource) ? { kind: 'query', resource: inverse.resource } : { kind: 'unknown' }
  return { ...noFlags, name, at, source, inverse, type, schema: true, required: false, nullable: false, readOnly: true, writable: false }
}

/** A machine's field is a string that is one of its states, and only the machine writes it; part 2 may declare it too. */
function makeFieldProperty(machine: MachineOf, declaration?: Named<SchemaNode>): Property {
  const states = stateNames(machine)
  const source = declaration?.slot.state === 'shown' ? declaration.slot.value : undefined
  const flags = source === undefined ? noFlags : readFlags(source)
  return {
    ...flags,
    name: machine.field,
    at: declaration?.key ?? machine.key,
    ...(source === undefined ? {} : { source }),
    machine,
    schema: states === undefined ? { type: 'string', readOnly: true } : { type: 'string', enum: states, readOnly: true },
    type: states === undefined ? { kind: 'string' } : { kind: 'enum', values: states },
    required: true,
    nullable: false,
    readOnly: true,
    writable: false,
  }
}

/** Undefined if the states are not shown. */
export function stateNames({ slots }: MachineOf): readonly string[] | undefined {
  const states = slotValueOf(slots.states as Slot<readonly Named<unknown>[]>)?.map(({ name }) => name)
  return states === undefined || states.length === 0 ? undefined : states
}
