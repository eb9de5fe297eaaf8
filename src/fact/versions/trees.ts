// Maps resources, views and shapes to their places in requests and responses, and so their differences in an older version.

import { resultsOf } from '../../cel/parts.ts'
import { listExtendedViews } from '../../typing/views.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import type { Body } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, listSpecifiedEntries } from '../../model/slot.ts'
import type { EditionChange } from '../../model/versioning.ts'
import type { ResourceInfo, Typing, ViewMember } from '../../typing/domain.ts'
import { type Alternative, AlternativesMerger } from './alternatives.ts'
import { type Entity, type VersionMember, buildObjectTree } from './history.ts'
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

/** Builds the trees of one version. */
class TreeBuilder implements Trees {
  readonly #changes: readonly EditionChange[]
  readonly #typing: Typing
  readonly #treesByName = new Map<string, ObjectTree>()
  readonly #alternatives = new AlternativesMerger()

  constructor(changes: readonly EditionChange[], typing: Typing) {
    this.#changes = changes
    this.#typing = typing
  }

  template(template: Template): Tree | undefined {
    return this.#complete(this.#treeOfTemplate(template))
  }

  object(entity: Entity): ObjectTree | undefined {
    return this.#complete(this.#object(entity))
  }

  body(operation: Operation): Tree | undefined {
    const { body } = operation.slots
    if (body.state === 'shown')
      return pruneTree(this.#treeOfBody(body.value, this.#typing.domain.resources.get(operation.subject?.text ?? '')))
    const declaredBody = this.#typing.input(operation).body
    return declaredBody && pruneTree(this.#treeOfType(declaredBody.type))
  }

  resource(name: string): ObjectTree | undefined {
    const info = this.#typing.domain.resources.get(name)
    const members = [...(info?.properties.keys() ?? [])].map((member) => this.#propertyMember(name, member))
    return info && this.#complete(this.#object({ owners: [name], members }))
  }

  #complete<T extends Tree>(tree: T | undefined): T | undefined {
    this.#alternatives.complete()
    return pruneTree(tree)
  }

  #object(entity: Entity): ObjectTree | undefined {
    return buildObjectTree(this.#changes, entity, this.#typing)
  }

  #propertyMember(resource: string, name: string, hasFill = false): VersionMember {
    const info = this.#typing.domain.resources.get(resource)?.properties.get(name)
    return { name, property: { resource, name }, hasFill, inner: info && this.#treeOfType(info.type, `${resource}.${name}`) }
  }

  /** `place`: the name in changes for an object that has no own name. */
  #treeOfType(type: Type, place?: string): Tree | undefined {
    switch (type.kind) {
      case 'list': {
        const items = this.#treeOfType(type.element, place)
        return items && { kind: 'list', items }
      }
      case 'nullable':
      case 'optional':
        return this.#treeOfType(type.of, place)
      case 'object':
        if (type.name !== undefined && this.#typing.domain.views.has(type.name)) return this.#treeOfView(type.name)
        return type.name !== undefined && this.#typing.domain.shapes.has(type.name)
          ? this.#treeOfShape(type.name)
          : this.#treeOfObject(type, place)
      default:
        return undefined
    }
  }

  /** A view or shape: built once, and registered before its members, because it may contain itself. */
  #namedTree(name: string, entity: () => Entity): ObjectTree {
    const cached = this.#treesByName.get(name)
    if (cached !== undefined) return cached
    const tree = { kind: 'object', members: new Map(), byOlderName: new Map(), removed: new Map() } satisfies ObjectTree
    this.#treesByName.set(name, tree)
    const built = this.#object(entity())
    if (built !== undefined) Object.assign(tree, built)
    return tree
  }

  #treeOfObject({ members }: Extract<Type, { kind: 'object' }>, place?: string): Tree | undefined {
    return this.#object({
      owners: place === undefined ? [] : [place],
      members: [...members].map(([member, { type }]) => ({ name: member, inner: this.#treeOfType(type, place && `${place}.${member}`) })),
    })
  }

  #treeOfView(name: string): ObjectTree {
    return this.#namedTree(name, () => {
      const { resource, members } = this.#typing.domain.views.get(name)!
      return { owners: this.#namesOfView(name), members: members.map((member) => this.#viewMember(member, resource)) }
    })
  }

  /** The view, and the views that it extends. */
  #namesOfView(name: string): string[] {
    const source = this.#typing.domain.views.get(name)?.source
    return [
      name,
      ...(source === undefined ? [] : listExtendedViews(source)).flatMap((each) => (each === name ? [] : this.#namesOfView(each))),
    ]
  }

  #viewMember(member: ViewMember, resource: string): VersionMember {
    return member.kind === 'take' ? this.#propertyMember(resource, member.name) : this.#leafMember(member.name, member.template)
  }

  #treeOfShape(name: string): ObjectTree {
    return this.#namedTree(name, () => {
      const { type } = this.#typing.domain.shapes.get(name)!
      const members = type.kind === 'object' ? [...type.members] : []
      return {
        owners: [name],
        members: members.map(([member, { type: memberType }]) => ({
          name: member,
          hasFill: true,
          inner: this.#treeOfType(memberType, `${name}.${member}`),
        })),
      }
    })
  }

  /** A leaf that is only a path to a property shows that property. */
  #leafMember(name: string, template: Template): VersionMember {
    const expression = template.kind === 'expression' ? this.#typing.expression(template) : undefined
    return expression === undefined ? { name, inner: this.#treeOfTemplate(template) } : this.#resultMember(name, expression)
  }

  #resultMember(name: string, expression: Expression): VersionMember {
    const shownProperty = findProperty(expression)
    if (shownProperty === undefined) return { name, inner: this.#treeOfResult(expression) }
    return { ...this.#propertyMember(shownProperty.resource, shownProperty.name), name }
  }

  #treeOfTemplate(template: Template): Tree | undefined {
    switch (template.kind) {
      case 'map':
        return this.#object({ owners: [], members: template.entries.map(({ name, value }) => this.#leafMember(name, value)) })
      case 'list': {
        const [first] = template.items
        const items = first && this.#treeOfTemplate(first)
        return items && { kind: 'list', items }
      }
      case 'expression': {
        const expression = this.#typing.expression(template)
        return expression && this.#treeOfResult(expression)
      }
      case 'literal':
        return undefined
    }
  }

  /** More than the type says: its alternatives may have differences of their own. */
  #treeOfResult(expression: Expression): Tree | undefined {
    switch (expression.kind) {
      case 'conditional':
        return this.#alternatives.merge(resultsOf(expression).map((each) => this.#alternativeOf(each)))
      case 'list':
        return listOf(this.#alternatives.merge(expression.items.map(({ value }) => this.#alternativeOf(value))))
      case 'macro':
        return expression.name === 'map' ? listOf(this.#treeOfResult(expression.arguments.at(-1)!)) : this.#treeOfType(expression.type)
      case 'bind':
        return this.#treeOfResult(expression.body)
      case 'map':
        return this.#object({
          owners: [],
          members: expression.entries.flatMap(({ key, value }) =>
            key.kind === 'literal' && typeof key.value === 'string' ? [this.#resultMember(key.value, value)] : [],
          ),
        })
      default:
        return this.#treeOfType(expression.type)
    }
  }

  #alternativeOf(expression: Expression): Alternative {
    return { tree: this.#treeOfResult(expression), types: [expression.type] }
  }

  #treeOfBody(body: Body, resource: ResourceInfo | undefined): Tree | undefined {
    switch (body.kind) {
      case 'fields': {
        const fields = new Set(body.fields.map(({ text }) => text))
        return (
          resource &&
          this.#object({
            owners: [resource.name],
            members: [...resource.properties.keys()].map((name) =>
              fields.has(name) ? this.#propertyMember(resource.name, name, true) : nameOnly(resource.name, name),
            ),
          })
        )
      }
      case 'envelope':
        return this.#object({
          owners: [],
          members: listSpecifiedEntries({ state: 'shown', value: body.members, at: body.node }).map(({ name, value }) => ({
            name,
            inner: this.#treeOfBody(value, resource),
          })),
        })
      case 'schema':
        return this.#treeOfType(this.#typing.schema(body.schema).type)
    }
  }
}

/** For one version; `changes` are those since it, the newest first. */
export function buildTrees(changes: readonly EditionChange[], typing: Typing): Trees {
  return new TreeBuilder(changes, typing)
}

function listOf(items: Tree | undefined): Tree | undefined {
  return items && { kind: 'list', items }
}

/** A member that the operation does not accept is dropped or refused by name. */
function nameOnly(resource: string, name: string): VersionMember {
  return { name, property: { resource, name }, isNameOnly: true }
}

/** `this.customer.name` shows Customer.name. */
function findProperty(expression: Expression): { readonly resource: string; readonly name: string } | undefined {
  if (expression.kind !== 'select') return undefined
  const { type } = expression.operand
  const owner = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  return owner.kind === 'record' ? { resource: owner.resource, name: expression.member } : undefined
}
