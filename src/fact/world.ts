// A model and its types, indexed for derivation: transitions by name, references, reads of expressions.

import type { Node, Scalar } from '../document/node.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type ExpressionText, type Slot, type TemplateText, specifiedEntries, slotValue } from '../model/slot.ts'
import type { Model } from '../model/model.ts'
import { rowsIn } from '../model/rows.ts'
import type { Domain, ResourceInfo, Typing } from '../typing/domain.ts'
import type { MachineFacts } from './fact.ts'
import { machineFacts } from './machines.ts'
import { type InputBindings, type ExpressionReads, readingOf, readsNothing } from './reading.ts'

export type World = {
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
  reading(text: ExpressionText, bindings?: InputBindings): ExpressionReads
  /** The reads of each expression in a text. */
  readingOfText(text: TemplateText): readonly ExpressionReads[]
}

export type Transition = { readonly resource: string; readonly name: string; readonly machines: readonly MachineFacts[] }

export type Reference = {
  /** The referring resource, its property, and the path to the reference inside it (`lines.product`). */
  readonly resource: string
  readonly property: string
  readonly path: string
  /** The way to it inside the property: names of members, and null for the entries of a map. Lists are passed. */
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

const worlds = new WeakMap<Typing, World>()

/** One for each typed model: what is derived of its operations is kept with it. */
export function world(model: Model, typing: Typing): World {
  return worlds.getOrInsertComputed(typing, () => make(model, typing))
}

function make(model: Model, typing: Typing): World {
  const { domain } = typing
  const machines = model.states.value.machines.map((machine) => machineFacts(machine, seededStates(model, machine.resource, machine.field)))
  const { references, referrers } = referencesOf(domain)
  const plain = new WeakMap<ExpressionText, ExpressionReads>()
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
    transitions: transitionsOf(machines),
    reading(text, bindings) {
      const known = bindings === undefined ? plain.get(text) : undefined
      if (known !== undefined) return known
      const typed = typing.expression(text)
      const reading = typed === undefined ? readsNothing : readingOf(typed, bindings)
      if (bindings === undefined) plain.set(text, reading)
      return reading
    },
    readingOfText: (text) =>
      (typing.text(text) ?? []).flatMap((piece) => (piece.kind === 'expression' ? [readingOf(piece.expression)] : [])),
  }
}

function transitionsOf(machines: readonly MachineFacts[]): Map<string, Transition> {
  const found = new Map<string, Transition>()
  for (const machine of machines) {
    const { resource } = machine.machine
    for (const { name } of machine.transitions) {
      const key = `${resource}.${name}`
      found.set(key, { resource, name, machines: [...(found.get(key)?.machines ?? []), machine] })
    }
  }
  return found
}

/** States that rows of `records` begin in. */
function seededStates(model: Model, resource: string, field: string): string[] {
  return rowsIn(model.resources.value.records).flatMap(({ resource: of, node }) => {
    const state = of === resource && node.kind === 'map' ? node.entries.find(({ key }) => key.text === field)?.value : undefined
    return state?.kind === 'scalar' && typeof state.value === 'string' ? [state.value] : []
  })
}

type References = Pick<World, 'references' | 'referrers'>

const known = new WeakMap<Domain, References>()

/** Several ask of one document. */
function referencesOf(domain: Domain): References {
  return known.getOrInsertComputed(domain, gather)
}

function gather(domain: Domain): References {
  const references = new Map(Array.from(domain.resources.values(), (resource) => [resource.name, referencesIn(resource, domain)]))
  return { references, referrers: Map.groupBy([...references.values()].flat(), ({ target }) => target) }
}

function referencesIn(resource: ResourceInfo, domain: Domain): Reference[] {
  return [...resource.properties.values()].flatMap((property) => {
    const references: Reference[] = []
    if (property.source !== undefined)
      collect(property.source, { path: property.name, steps: [], inList: false }, new Set(), references, {
        resource: resource.name,
        property: property.name,
        at: property.at,
        domain,
      })
    return references
  })
}

type Holder = { readonly resource: string; readonly property: string; readonly at: Scalar; readonly domain: Domain }

type Stand = {
  readonly path: string
  readonly steps: Reference['steps']
  readonly inList: boolean
  readonly requirement?: Reference['requirement'] | undefined
}

/** `$ref` names a resource, then it is a reference, or a shape of `$defs`, which may hold some. */
function collect(schema: SchemaNode, stand: Stand, seen: ReadonlySet<string>, references: Reference[], holder: Holder): void {
  const { keywords } = schema
  const { domain, ...from } = holder
  const { path, steps, inList, requirement } = stand
  const name = slotValue(keywords.$ref)?.text
  if (name !== undefined && domain.resources.has(name)) {
    if (!references.some((reference) => reference.path === path && reference.steps.length === steps.length))
      references.push({ ...from, path, steps, target: name, onDelete: keywords.onDelete, inList, ...(requirement === undefined ? {} : { requirement }) })
  } else if (name !== undefined && !seen.has(name)) {
    const shape = domain.shapes.get(name)
    if (shape !== undefined) collect(shape.source, stand, new Set([...seen, name]), references, holder)
  }
  const inner = (slot: Slot<SchemaNode>): readonly SchemaNode[] => (slot.state === 'shown' ? [slot.value] : [])
  const both = [keywords.allOf, keywords.anyOf, keywords.oneOf].flatMap((slot) => slotValue(slot) ?? [])
  const { minItems, minProperties } = keywords
  const item: Stand = {
    path,
    steps,
    inList: true,
    requirement: minItems.state === 'shown' && minItems.value > 0 ? { by: 'minItems', at: minItems.at } : undefined,
  }
  const entry: Stand = {
    path,
    steps: [...steps, null],
    inList: true,
    requirement: minProperties.state === 'shown' && minProperties.value > 0 ? { by: 'minProperties', at: minProperties.at } : undefined,
  }
  for (const next of [...inner(keywords.items), ...(slotValue(keywords.prefixItems) ?? [])]) collect(next, item, seen, references, holder)
  // Beside listed members, others are kept as plain JSON.
  if (keywords.properties.state !== 'shown')
    for (const next of inner(keywords.additionalProperties)) collect(next, entry, seen, references, holder)
  for (const next of [...inner(keywords.then), ...inner(keywords.else), ...both]) collect(next, stand, seen, references, holder)
  const required = slotValue(keywords.required) ?? []
  for (const { name: member, value } of specifiedEntries(keywords.properties)) {
    const word = required.find(({ text }) => text === member)
    collect(
      value,
      { path: `${path}.${member}`, steps: [...steps, member], inList, requirement: word && { by: 'required', at: word.node } },
      seen,
      references,
      holder,
    )
  }
}

/** The rest of a reference's path below a leaf of a template; undefined if the leaf is elsewhere. */
export function leftFrom({ property, steps }: Reference, leaf: string): string | undefined {
  const [first, ...members] = leaf.split('.')
  const leads =
    first === property &&
    members.length <= steps.length &&
    members.every((member, index) => steps[index] === null || steps[index] === member)
  return leads ? steps.slice(members.length).map((step) => (step === null ? '' : `.${step}`)).join('') : undefined
}

/** True where the members are those of the key. */
export function isKey(resource: ResourceInfo, members: readonly string[]): boolean {
  return resource.key.length > 0 && resource.key.length === members.length && resource.key.every((each) => members.includes(each))
}
