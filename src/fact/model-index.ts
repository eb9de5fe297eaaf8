// A model and its types, indexed for derivation: transitions by name, references, reads of expressions.

import type { Node, Scalar } from '../document/node.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type ExpressionText, type Slot, type TemplateText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Model } from '../model/model.ts'
import { listRows } from '../model/rows.ts'
import type { Domain, ResourceInfo, Typing } from '../typing/domain.ts'
import type { MachineFacts } from './fact.ts'
import { deriveMachineFacts } from './machines.ts'
import { type InputBindings, type ExpressionReads, collectReading, readsNothing } from './reading.ts'

export type ModelIndex = {
  readonly model: Model
  readonly typing: Typing
  readonly domain: Domain
  readonly machines: readonly MachineFacts[]
  /** By name, `Order.status`, and by resource. */
  readonly machine: ReadonlyMap<string, MachineFacts>
  readonly machinesOf: ReadonlyMap<string, readonly MachineFacts[]>
  /** By `Order.place`: the machines that have the transition. */
  readonly transitions: ReadonlyMap<string, Transition>
  /** References from anywhere to a resource, in document order. */
  readonly referrers: ReadonlyMap<string, readonly Reference[]>
  /** True if some resource has tenants. */
  readonly hasTenants: boolean
  /** References that a resource's records hold, at any depth. */
  readonly references: ReadonlyMap<string, readonly Reference[]>
  readsOf(text: ExpressionText, bindings?: InputBindings): ExpressionReads
  /** The reads of each expression in a text. */
  readingOfText(text: TemplateText): readonly ExpressionReads[]
}

export type Transition = { readonly resource: string; readonly name: string; readonly machines: readonly MachineFacts[] }

export type Reference = {
  /** The referring resource, its property, and the path to the reference inside it (`lines.product`). */
  readonly resource: string
  readonly property: string
  readonly path: string
  /** The path to it inside the property: names of members, and null for the entries of a map. Lists add no step. */
  readonly steps: readonly (string | null)[]
  /** The target of the reference. */
  readonly target: string
  readonly onDelete: Slot<'restrict' | 'cascade' | 'set-null'>
  readonly at: Scalar
  /** True if a list or map contains it, directly or in an item. */
  readonly inList: boolean
  /** The constraint that requires it: `required` of its object, or the least size of the list or map that contains it. */
  readonly requirement?: { readonly by: 'required' | 'minItems' | 'minProperties'; readonly at: Node }
}

const cache = new WeakMap<Typing, ModelIndex>()

/** Cached, because derived facts are cached by their index. */
export function indexModel(model: Model, typing: Typing): ModelIndex {
  return cache.getOrInsertComputed(typing, () => createIndex(model, typing))
}

function createIndex(model: Model, typing: Typing): ModelIndex {
  const { domain } = typing
  const machines = model.states.value.machines.map((machine) =>
    deriveMachineFacts(machine, listSeededStates(model, machine.resource, machine.field)),
  )
  const { references, referrers } = getReferences(domain)
  const readsWithoutBindings = new WeakMap<ExpressionText, ExpressionReads>()
  return {
    model,
    typing,
    domain,
    machines,
    references,
    referrers,
    hasTenants: domain.resources.values().some(({ tenant }) => tenant.length > 0),
    machine: new Map(machines.map((each) => [each.machine.name, each])),
    machinesOf: Map.groupBy(machines, ({ machine }) => machine.resource),
    transitions: indexTransitions(machines),
    readsOf(text, bindings) {
      const cached = bindings === undefined ? readsWithoutBindings.get(text) : undefined
      if (cached !== undefined) return cached
      const typed = typing.expression(text)
      const readsOf = typed === undefined ? readsNothing : collectReading(typed, bindings)
      if (bindings === undefined) readsWithoutBindings.set(text, readsOf)
      return readsOf
    },
    readingOfText: (text) =>
      (typing.text(text) ?? []).flatMap((piece) => (piece.kind === 'expression' ? [collectReading(piece.expression)] : [])),
  }
}

function indexTransitions(machines: readonly MachineFacts[]): Map<string, Transition> {
  const transitions = new Map<string, Transition>()
  for (const machine of machines) {
    const { resource } = machine.machine
    for (const { name } of machine.transitions) {
      const key = `${resource}.${name}`
      transitions.set(key, { resource, name, machines: [...(transitions.get(key)?.machines ?? []), machine] })
    }
  }
  return transitions
}

/** States that rows of `records` begin in. */
function listSeededStates(model: Model, resource: string, field: string): string[] {
  return listRows(model.resources.value.records).flatMap(({ resource: rowResource, node }) => {
    const state = rowResource === resource && node.kind === 'map' ? node.entries.find(({ key }) => key.text === field)?.value : undefined
    return state?.kind === 'scalar' && typeof state.value === 'string' ? [state.value] : []
  })
}

type References = Pick<ModelIndex, 'references' | 'referrers'>

const referencesCache = new WeakMap<Domain, References>()

/** Cached, because several derivations use it. */
function getReferences(domain: Domain): References {
  return referencesCache.getOrInsertComputed(domain, indexReferences)
}

function indexReferences(domain: Domain): References {
  const references = new Map(Array.from(domain.resources.values(), (resource) => [resource.name, listReferences(resource, domain)]))
  return { references, referrers: Map.groupBy([...references.values()].flat(), ({ target }) => target) }
}

function listReferences(resource: ResourceInfo, domain: Domain): Reference[] {
  return [...resource.properties.values()].flatMap((property) => {
    const references: Reference[] = []
    if (property.source !== undefined)
      collectReferences(property.source, { path: property.name, steps: [], inList: false }, new Set(), references, {
        resource: resource.name,
        property: property.name,
        at: property.at,
        domain,
      })
    return references
  })
}

type Holder = { readonly resource: string; readonly property: string; readonly at: Scalar; readonly domain: Domain }

type ReferencePosition = {
  readonly path: string
  readonly steps: Reference['steps']
  readonly inList: boolean
  readonly requirement?: Reference['requirement'] | undefined
}

/** `$ref` names a resource, then it is a reference, or a shape of `$defs`, which may hold some. */
function collectReferences(
  schema: SchemaNode,
  position: ReferencePosition,
  visitedShapes: ReadonlySet<string>,
  references: Reference[],
  holder: Holder,
): void {
  const { keywords } = schema
  const { domain, ...referrer } = holder
  const { path, steps, inList, requirement } = position
  const name = slotValueOf(keywords.$ref)?.text
  if (name !== undefined && domain.resources.has(name)) {
    if (!references.some((reference) => reference.path === path && reference.steps.length === steps.length))
      references.push({
        ...referrer,
        path,
        steps,
        target: name,
        onDelete: keywords.onDelete,
        inList,
        ...(requirement === undefined ? {} : { requirement }),
      })
  } else if (name !== undefined && !visitedShapes.has(name)) {
    const shape = domain.shapes.get(name)
    if (shape !== undefined) collectReferences(shape.source, position, new Set([...visitedShapes, name]), references, holder)
  }
  const nestedSchema = (slot: Slot<SchemaNode>): readonly SchemaNode[] => (slot.state === 'shown' ? [slot.value] : [])
  const alternatives = [keywords.allOf, keywords.anyOf, keywords.oneOf].flatMap((slot) => slotValueOf(slot) ?? [])
  const { minItems, minProperties } = keywords
  const itemPosition: ReferencePosition = {
    path,
    steps,
    inList: true,
    requirement: minItems.state === 'shown' && minItems.value > 0 ? { by: 'minItems', at: minItems.at } : undefined,
  }
  const entryPosition: ReferencePosition = {
    path,
    steps: [...steps, null],
    inList: true,
    requirement: minProperties.state === 'shown' && minProperties.value > 0 ? { by: 'minProperties', at: minProperties.at } : undefined,
  }
  for (const nested of [...nestedSchema(keywords.items), ...(slotValueOf(keywords.prefixItems) ?? [])])
    collectReferences(nested, itemPosition, visitedShapes, references, holder)
  // Beside listed members, others are kept as plain JSON.
  if (keywords.properties.state !== 'shown')
    for (const nested of nestedSchema(keywords.additionalProperties))
      collectReferences(nested, entryPosition, visitedShapes, references, holder)
  for (const nested of [...nestedSchema(keywords.then), ...nestedSchema(keywords.else), ...alternatives])
    collectReferences(nested, position, visitedShapes, references, holder)
  const required = slotValueOf(keywords.required) ?? []
  for (const { name: member, value } of listSpecifiedEntries(keywords.properties)) {
    const requiredName = required.find(({ text }) => text === member)
    collectReferences(
      value,
      {
        path: `${path}.${member}`,
        steps: [...steps, member],
        inList,
        requirement: requiredName && { by: 'required', at: requiredName.node },
      },
      visitedShapes,
      references,
      holder,
    )
  }
}

/** The path from a leaf of a template to the reference; undefined if the reference is not below the leaf. */
export function findPathBelowLeaf({ property, steps }: Reference, leaf: string): string | undefined {
  const [first, ...members] = leaf.split('.')
  const isOnPath =
    first === property &&
    members.length <= steps.length &&
    members.every((member, index) => steps[index] === null || steps[index] === member)
  return isOnPath
    ? steps
        .slice(members.length)
        .map((step) => (step === null ? '' : `.${step}`))
        .join('')
    : undefined
}

/** True if the members are those of the key. */
export function isKey(resource: ResourceInfo, members: readonly string[]): boolean {
  return resource.key.length > 0 && resource.key.length === members.length && resource.key.every((each) => members.includes(each))
}
