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
export function buildTrees(changes: readonly EditionChange[], typing: Typing): Trees {
  const { domain } = typing
  const treesByName = new Map<string, ObjectTree>()
  const object = (entity: Entity): ObjectTree | undefined => objectIn(changes, entity, typing)

  function propertyMember(resource: string, name: string, hasFill = false): VersionMember {
    const info = domain.resources.get(resource)?.properties.get(name)
    return { name, property: { resource, name }, hasFill, inner: info && treeOfType(info.type, `${resource}.${name}`) }
  }

  /** `place`: the name in changes for an object that has no own name. */
  function treeOfType(type: Type, place?: string): Tree | undefined {
    switch (type.kind) {
      case 'list': {
        const items = treeOfType(type.element, place)
        return items && { kind: 'list', items }
      }
      case 'nullable':
      case 'optional':
        return treeOfType(type.of, place)
      case 'object':
        if (type.name !== undefined && domain.views.has(type.name)) return treeOfView(type.name)
        return type.name !== undefined && domain.shapes.has(type.name) ? treeOfShape(type.name) : treeOfObject(type, place)
      default:
        return undefined
    }
  }

  /** A view or shape: built once, and registered before its members, because it may contain itself. */
  function namedTree(name: string, entity: () => Entity): ObjectTree {
    const cached = treesByName.get(name)
    if (cached !== undefined) return cached
    const tree = { kind: 'object', members: new Map(), byOlderName: new Map(), removed: new Map() } satisfies ObjectTree
    treesByName.set(name, tree)
    const built = object(entity())
    if (built !== undefined) Object.assign(tree, built)
    return tree
  }

  function treeOfObject({ members }: Extract<Type, { kind: 'object' }>, place?: string): Tree | undefined {
    return object({
      owners: place === undefined ? [] : [place],
      members: [...members].map(([member, { type }]) => ({ name: member, inner: treeOfType(type, place && `${place}.${member}`) })),
    })
  }

  function treeOfView(name: string): ObjectTree {
    return namedTree(name, () => {
      const { resource, members } = domain.views.get(name)!
      return { owners: namesOfView(name), members: members.map((member) => viewMember(member, resource)) }
    })
  }

  /** The view, and the views that it extends. */
  function namesOfView(name: string): string[] {
    const source = domain.views.get(name)?.source
    return [name, ...(source === undefined ? [] : viewsExtendedBy(source)).flatMap((each) => (each === name ? [] : namesOfView(each)))]
  }

  function viewMember(member: ViewMember, resource: string): VersionMember {
    return member.kind === 'take' ? propertyMember(resource, member.name) : leafMember(member.name, member.template)
  }

  function treeOfShape(name: string): ObjectTree {
    return namedTree(name, () => {
      const { type } = domain.shapes.get(name)!
      const members = type.kind === 'object' ? [...type.members] : []
      return {
        owners: [name],
        members: members.map(([member, { type: memberType }]) => ({
          name: member,
          hasFill: true,
          inner: treeOfType(memberType, `${name}.${member}`),
        })),
      }
    })
  }

  /** A leaf that is only a path to a property shows that property. */
  function leafMember(name: string, template: Template): VersionMember {
    const expression = template.kind === 'expression' ? typing.expression(template) : undefined
    const shownProperty = expression && propertyAt(expression)
    if (shownProperty === undefined) return { name, inner: treeOfTemplate(template) }
    return { ...propertyMember(shownProperty.resource, shownProperty.name), name }
  }

  function treeOfTemplate(template: Template): Tree | undefined {
    switch (template.kind) {
      case 'map':
        return object({ owners: [], members: template.entries.map(({ name, value }) => leafMember(name, value)) })
      case 'list': {
        const [first] = template.items
        const items = first && treeOfTemplate(first)
        return items && { kind: 'list', items }
      }
      case 'expression': {
        const expression = typing.expression(template)
        return expression && treeOfType(expression.type)
      }
      case 'literal':
        return undefined
    }
  }

  function treeOfBody(body: Body, resource: ResourceInfo | undefined): Tree | undefined {
    switch (body.kind) {
      case 'fields': {
        const fields = new Set(body.fields.map(({ text }) => text))
        return (
          resource &&
          object({
            owners: [resource.name],
            members: [...resource.properties.keys()].map((name) =>
              fields.has(name) ? propertyMember(resource.name, name, true) : nameOnly(resource.name, name),
            ),
          })
        )
      }
      case 'envelope':
        return object({
          owners: [],
          members: specifiedEntries({ state: 'shown', value: body.members, at: body.node }).map(({ name, value }) => ({
            name,
            inner: treeOfBody(value, resource),
          })),
        })
      case 'schema':
        return treeOfType(typing.schema(body.schema).type)
    }
  }

  return {
    template: (template) => pruneTree(treeOfTemplate(template)),
    object: (entity) => pruneTree(object(entity)),
    body(operation) {
      const { body } = operation.slots
      if (body.state === 'shown') return pruneTree(treeOfBody(body.value, domain.resources.get(operation.subject?.text ?? '')))
      const declaredBody = typing.input(operation).body
      return declaredBody && pruneTree(treeOfType(declaredBody.type))
    },
    resource(name) {
      const info = domain.resources.get(name)
      return (
        info && pruneTree(object({ owners: [name], members: [...info.properties.keys()].map((member) => propertyMember(name, member)) }))
      )
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
