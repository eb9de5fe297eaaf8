// Maps resources, views and shapes to their places in requests and responses, and so their differences in an older version.

import { viewsExtendedBy } from '../../typing/views.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import type { Body } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, specifiedEntries } from '../../model/slot.ts'
import type { EditionChange } from '../../model/versioning.ts'
import type { ResourceInfo, Typing, ViewMember } from '../../typing/domain.ts'
import { type Entity, type VersionMember, objectIn } from './history.ts'
import { pruneTree } from './prune.ts'
import type { ObjectTree, Tree } from './version.ts'

export type Trees = {
  template(template: Template): Tree | undefined
  body(operation: Operation): Tree | undefined
  /** The properties of a resource, as its default view has them and more. */
  resource(name: string): ObjectTree | undefined
  /** Any object whose members changes can name. */
  object(entity: Entity): ObjectTree | undefined
}

/** For one version; `changes` are those since it, the newest first. */
export function treesOf(changes: readonly EditionChange[], typing: Typing): Trees {
  const { domain } = typing
  const made = new Map<string, ObjectTree>()
  const object = (entity: Entity): ObjectTree | undefined => objectIn(changes, entity, typing)

  function property(resource: string, name: string, fills = false): VersionMember {
    const info = domain.resources.get(resource)?.properties.get(name)
    return { name, property: { resource, name }, fills, inner: info && ofType(info.type, `${resource}.${name}`) }
  }

  /** `place`: the name in changes for an object that has no own name. */
  function ofType(type: Type, place?: string): Tree | undefined {
    switch (type.kind) {
      case 'list': {
        const items = ofType(type.element, place)
        return items && { kind: 'list', items }
      }
      case 'nullable':
      case 'optional':
        return ofType(type.of, place)
      case 'object':
        if (type.name !== undefined && domain.views.has(type.name)) return view(type.name)
        return type.name !== undefined && domain.shapes.has(type.name) ? shape(type.name) : plain(type, place)
      default:
        return undefined
    }
  }

  /** A view or shape: built once, and registered before its members, because it may contain itself. */
  function named(name: string, entity: () => Entity): ObjectTree {
    const known = made.get(name)
    if (known !== undefined) return known
    const whole = { kind: 'object', members: new Map(), older: new Map(), gone: new Map() } satisfies ObjectTree
    made.set(name, whole)
    const found = object(entity())
    if (found !== undefined) Object.assign(whole, found)
    return whole
  }

  function plain({ members }: Extract<Type, { kind: 'object' }>, place?: string): Tree | undefined {
    return object({
      owners: place === undefined ? [] : [place],
      members: [...members].map(([member, { type }]) => ({ name: member, inner: ofType(type, place && `${place}.${member}`) })),
    })
  }

  function view(name: string): ObjectTree {
    return named(name, () => {
      const { resource, members } = domain.views.get(name)!
      return { owners: namesOfView(name), members: members.map((member) => viewMember(member, resource)) }
    })
  }

  /** A view has what those have that it extends. */
  function namesOfView(name: string): string[] {
    const source = domain.views.get(name)?.source
    return [name, ...(source === undefined ? [] : viewsExtendedBy(source)).flatMap((each) => (each === name ? [] : namesOfView(each)))]
  }

  function viewMember(member: ViewMember, resource: string): VersionMember {
    return member.kind === 'take' ? property(resource, member.name) : leaf(member.name, member.template)
  }

  function shape(name: string): ObjectTree {
    return named(name, () => {
      const { type } = domain.shapes.get(name)!
      const members = type.kind === 'object' ? [...type.members] : []
      return {
        owners: [name],
        members: members.map(([member, { type: inner }]) => ({ name: member, fills: true, inner: ofType(inner, `${name}.${member}`) })),
      }
    })
  }

  /** A leaf that is only a path to a property shows that property. */
  function leaf(name: string, template: Template): VersionMember {
    const expression = template.kind === 'expression' ? typing.expression(template) : undefined
    const shownOne = expression && propertyAt(expression)
    if (shownOne === undefined) return { name, inner: ofTemplate(template) }
    return { ...property(shownOne.resource, shownOne.name), name }
  }

  function ofTemplate(template: Template): Tree | undefined {
    switch (template.kind) {
      case 'map':
        return object({ owners: [], members: template.entries.map(({ name, value }) => leaf(name, value)) })
      case 'list': {
        const [first] = template.items
        const items = first && ofTemplate(first)
        return items && { kind: 'list', items }
      }
      case 'expression': {
        const expression = typing.expression(template)
        return expression && ofType(expression.type)
      }
      case 'literal':
        return undefined
    }
  }

  function ofBody(body: Body, resource: ResourceInfo | undefined): Tree | undefined {
    switch (body.kind) {
      case 'fields': {
        const fields = new Set(body.fields.map(({ text }) => text))
        return (
          resource &&
          object({
            owners: [resource.name],
            members: [...resource.properties.keys()].map((name) =>
              fields.has(name) ? property(resource.name, name, true) : nameOnly(resource.name, name),
            ),
          })
        )
      }
      case 'envelope':
        return object({
          owners: [],
          members: specifiedEntries({ state: 'shown', value: body.members, at: body.node }).map(({ name, value }) => ({
            name,
            inner: ofBody(value, resource),
          })),
        })
      case 'schema':
        return ofType(typing.schema(body.schema).type)
    }
  }

  return {
    template: (template) => pruneTree(ofTemplate(template)),
    object: (entity) => pruneTree(object(entity)),
    body(operation) {
      const { body } = operation.slots
      if (body.state === 'shown') return pruneTree(ofBody(body.value, domain.resources.get(operation.subject?.text ?? '')))
      const own = typing.input(operation).body
      return own && pruneTree(ofType(own.type))
    },
    resource(name) {
      const info = domain.resources.get(name)
      return info && pruneTree(object({ owners: [name], members: [...info.properties.keys()].map((member) => property(name, member)) }))
    },
  }
}

/** A member that the operation does not accept is dropped or refused by name. */
function nameOnly(resource: string, name: string): VersionMember {
  return { name, property: { resource, name }, isNameOnly: true }
}

/** `this.customer.name` shows Customer.name. */
function propertyAt(expression: Expression): { readonly resource: string; readonly name: string } | undefined {
  if (expression.kind !== 'select') return undefined
  const { type } = expression.operand
  const owner = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  return owner.kind === 'record' ? { resource: owner.resource, name: expression.member } : undefined
}
