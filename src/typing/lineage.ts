// Maps the former names of part 9 to current properties and their former types, change by change from the newest version.

import type { Type } from '../cel/type.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Model } from '../model/model.ts'
import type { EditionChange } from '../model/versioning.ts'
import type { Schema } from '../schema/schema.ts'
import { findSchemaAt } from '../schema/within.ts'
import type { Domain } from './domain.ts'
import { findInput } from './input.ts'
import { typeJson } from './type-of.ts'

/** `schema` is present if it is the same in the newest version. */
export type FormerMember = { readonly type?: Type | undefined; readonly schema?: Schema | undefined }

export type Lineage = {
  /** `name`: the name after the changes that are not undone yet. */
  formerMember(name: string): FormerMember
  /** `typeOf` returns the type of the result of `down`. */
  undo(change: EditionChange, typeOf: (down: ExpressionText) => Type | undefined): void
}

export function traceLineage(domain: Domain): Lineage {
  /** Properties that differ from the newest version, by their current name. */
  const differing = new Map<string, FormerMember>()
  const currentNames = new Map<string, string>()
  const findCurrentName = (name: string): string => {
    const current = currentNames.get(name)
    if (current !== undefined) return current
    const dot = name.lastIndexOf('.')
    return dot < 0 ? name : `${findCurrentName(name.slice(0, dot))}${name.slice(dot)}`
  }
  const findFormerMember = (name: string): FormerMember => {
    const newest = findCurrentName(name)
    return differing.get(newest) ?? findNewestMember(newest, domain)
  }
  return {
    formerMember: findFormerMember,
    undo(change, typeOf) {
      for (const { name, value } of listSpecifiedEntries(change.retype)) {
        const down = slotValueOf(value.down)
        differing.set(findCurrentName(name), { type: down && typeOf(down) })
      }
      const renames = listSpecifiedEntries(change.rename)
        .filter(({ name }) => name.includes('.'))
        .map(({ name, value }) => {
          const owner = name.slice(0, name.lastIndexOf('.'))
          return [name, findCurrentName(`${owner}.${value.text}`)] as const
        })
      for (const [before, newest] of renames) currentNames.set(before, newest)
      for (const { name, slot } of slotValueOf(change.remove) ?? []) {
        // A name that no document contains, because the former name may belong to another element now.
        const unusableName = ` ${name}`
        currentNames.set(name, unusableName)
        differing.set(unusableName, slot.state === 'shown' && slot.value.value !== null ? { type: widen(typeJson(slot.value.value)) } : {})
      }
    },
  }
}

/** The type of a text for older clients: any text. */
function widen(type: Type): Type {
  return type.kind === 'enum' ? { kind: 'string' } : type
}

/** The changes of all versions, the newest first; those of an unknown version come last. */
export function listChangesNewestFirst({
  versioning: {
    value: { changes, versions, current },
  },
}: Pick<Model, 'versioning'>): readonly EditionChange[] {
  const newest = slotValueOf(current)?.text
  const order = [
    ...listSpecifiedEntries(versions)
      .map(({ name }) => name)
      .filter((name) => name !== newest),
    ...(newest === undefined ? [] : [newest]),
  ]
  const all = listSpecifiedEntries(changes)
  const newestFirst = all.toSorted((a, b) => order.indexOf(b.name) - order.indexOf(a.name))
  return newestFirst.flatMap(({ value }) => value.toReversed())
}

function findNewestMember(name: string, domain: Domain): FormerMember {
  const [owner = '', first, ...rest] = name.split('.')
  if (first === undefined) return {}
  const member = findDirectMember(owner, first, domain)
  if (member === undefined || rest.length === 0) return member ?? {}
  const type = rest.reduce<Type | undefined>((of, member) => of && findMemberType(of, member), member.type)
  return { type, schema: findSchemaAt(member.schema, rest, domain.shapes) }
}

function findDirectMember(owner: string, member: string, domain: Domain): FormerMember | undefined {
  const property = domain.resources.get(owner)?.properties.get(member)
  if (property !== undefined) {
    if (property.reference === undefined) return { type: property.type, schema: property.schema }
    const key = property.reference.many ? undefined : findKey(property.reference.resource, domain)
    return key === undefined ? {} : { type: key.type, schema: key.schema }
  }
  const shape = domain.shapes.get(owner)
  if (shape !== undefined) return { type: findMemberType(shape.type, member), schema: findSchemaAt(shape.schema, [member], domain.shapes) }
  const operation = domain.model.endpoints.value.operations.find(({ id }) => id === owner)
  return operation && findInput(domain, operation).query.get(member)
}

/** A reference is sent as the key of its record. */
function findKey(resource: string, domain: Domain): FormerMember | undefined {
  const target = domain.resources.get(resource)
  const [member, ...more] = target?.key ?? []
  return member === undefined || more.length > 0 ? undefined : target?.properties.get(member)
}

function findMemberType(type: Type, name: string): Type | undefined {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return findMemberType(type.of, name)
    case 'list':
      return findMemberType(type.element, name)
    case 'object':
      return type.members.get(name)?.type
    default:
      return undefined
  }
}
