// Refusals of a write: dangling references, duplicate values, broken invariants.

import { type ExpressionText, type Named, type Origin, type Template, specifiedEntries, originOf, slotValue } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { InputBindings, Follow } from '../reading.ts'
import { expressionsIn } from '../template.ts'
import { boundsLeft, failsInSet } from './bounds-left.ts'
import { type Reference, type World, leftFrom } from '../world.ts'
import { type WrittenTemplates, isFresh } from './fresh.ts'
import type { MetRefusal, ProgramStep } from './program.ts'

export type RecordWrite = {
  readonly kind: 'create' | 'update'
  readonly resource: ResourceInfo
  /** The named properties; properties computed from them, and `now-on-update`, follow. */
  readonly properties: readonly string[]
  /** True if every property is written: the others get their default (`create`), or are removed (`replace`). */
  readonly whole: boolean
  /** References whose values come from the request. */
  readonly references: readonly Reference[]
  /** The templates of the values, if known; and the bindings of `let`. */
  readonly set?: readonly Named<Template>[] | undefined
  readonly lets?: ReadonlyMap<string, ExpressionText>
  /** A conflict with an existing record keeps that record (`natural`, `onConflict: keep`, `put`). */
  readonly tolerates: (unique: readonly string[]) => boolean
  readonly because: readonly Origin[]
}

/** In standard order: `dangling`, `duplicate`, the consequences of the write, and last `invariant`. */
export function writeSteps(world: World, write: RecordWrite): ProgramStep[] {
  const { resource, kind } = write
  const properties = listWritten(world, write)
  const met = [
    ...findUncomputed(world, write, properties),
    ...danglingRefusals(write),
    ...duplicates(world, write, properties),
    ...exclude(world, write, properties),
    ...invariants(world, write, properties),
  ]
  return [
    ...met.map((each): ProgramStep => ({ kind: 'meet', met: each })),
    { kind: 'change', change: { kind, resource: resource.name, properties } },
  ]
}

/** Values of `generate` and of a stored `compute` that cannot be computed or leave the bounds of their property. */
function findUncomputed({ typing }: World, { kind, resource, properties, because }: RecordWrite, written: readonly string[]): MetRefusal[] {
  const [named, touched] = [new Set(properties), new Set(written)]
  return [...resource.properties.values()].flatMap((property): MetRefusal[] => {
    const { name, generate, compute, at } = property
    const stored = compute?.stored === true && touched.has(name) ? compute.expression : undefined
    const generated = generate?.kind === 'expression' && kind === 'create' && !named.has(name) ? generate.expression : undefined
    const expression = stored ?? generated
    const refuses =
      expression !== undefined && (boundsLeft(typing, property, expression).length > 0 || failsInSet(typing, property, expression))
    return refuses ? [{ condition: 'invalid', name: 'set', because: [originOf(at), ...because] }] : []
  })
}

/** The written properties, closed under `compute`. */
function listWritten(world: World, { kind, resource, properties, whole }: RecordWrite): string[] {
  const all = [...resource.properties.values()]
  if (kind === 'create') return all.filter(({ inverse }) => inverse === undefined).map(({ name }) => name)
  const names = new Set(properties)
  if (whole) for (const { name, writable, immutable } of all) if (writable && !immutable) names.add(name)
  for (const { name, generate } of all) if (generate?.kind === 'now-on-update') names.add(name)
  for (let size = -1; size !== names.size;) {
    size = names.size
    for (const { name, compute } of all) {
      if (compute !== undefined && touches(world.reading(compute.expression).own, names)) names.add(name)
    }
  }
  return [...names]
}

function touches(read: ReadonlySet<string>, written: ReadonlySet<string>): boolean {
  return read.has('*') ? written.size > 0 : !read.isDisjointFrom(written)
}

function danglingRefusals({ references, because }: RecordWrite): MetRefusal[] {
  return references.map(({ resource, path, at }) => ({
    condition: 'dangling',
    subject: `${resource}.${path}`,
    because: [originOf(at), ...because],
  }))
}

/** A unique with a value that was generated for this record cannot conflict. */
function duplicates(
  world: World,
  { kind, resource, properties, tolerates, because, set, lets }: RecordWrite,
  written: readonly string[],
): MetRefusal[] {
  const named = new Set(properties)
  const templates: WrittenTemplates = { world, resource, named, set, ...(lets === undefined ? {} : { lets }) }
  const touched = new Set(written)
  const key = { name: resource.key.join('+'), members: resource.key, at: resource.source.key }
  return [key, ...resource.uniques].flatMap(({ name, members, at }): MetRefusal[] => {
    if (members.length === 0 || tolerates(members)) return []
    if (kind === 'update' && !members.some((member) => touched.has(member))) return []
    if (members.some((member) => (kind === 'create' || named.has(member)) && isFresh(member, templates))) return []
    return [{ condition: 'duplicate', subject: `${resource.name}.${name}`, because: [originOf(at), ...because] }]
  })
}

/** Evaluated when a write changes a property that an exclusion compares or its condition reads. */
function exclude(world: World, { resource, kind, because }: RecordWrite, written: readonly string[]): MetRefusal[] {
  const touched = new Set(written)
  return resource.exclusions.flatMap(({ name, same, overlap, where, at }): MetRefusal[] => {
    const read = new Set([
      ...same,
      ...(overlap === undefined ? [] : [overlap.from, overlap.to]),
      ...(where === undefined ? [] : world.reading(where).own),
    ])
    const isAsked = kind === 'create' || (where !== undefined && world.typing.expression(where) === undefined) || touches(read, touched)
    return isAsked ? [{ condition: 'duplicate', subject: `${resource.name}.${name}`, because: [originOf(at), ...because] }] : []
  })
}

/** Evaluated when a write changes a property that they read, also through `compute`; always for a whole record. */
function invariants(world: World, { resource, whole, because }: RecordWrite, written: readonly string[]): MetRefusal[] {
  const touched = new Set(written)
  return specifiedEntries(resource.source.slots.invariant).flatMap(({ name, key, value }): MetRefusal[] => {
    const own = world.reading(value).own
    const recomputes = whole || world.typing.expression(value) === undefined || touches(own, touched)
    return recomputes ? [{ condition: 'invariant', subject: resource.name, name, because: [originOf(key), ...because] }] : []
  })
}

/** The writes of `set`: its properties, the references from the request, and the references that it reads through. */
export type SetReading = {
  readonly properties: readonly string[]
  readonly references: readonly Reference[]
  readonly follows: readonly Follow[]
  readonly expressions: readonly ExpressionText[]
}

/** `client`: the `input` comes from the request. */
export function readSet(
  world: World,
  resource: ResourceInfo,
  set: readonly Named<Template>[] | undefined,
  client: boolean,
  bindings?: InputBindings,
): SetReading {
  const found = { properties: [] as string[], references: [] as Reference[], follows: [] as Follow[], expressions: [] as ExpressionText[] }
  for (const { name, slot } of set ?? []) {
    if (!resource.properties.has(name)) continue
    found.properties.push(name)
    const template = slotValue(slot)
    if (template === undefined) continue
    const own = (world.references.get(resource.name) ?? []).filter(({ property }) => property === name)
    for (const { path, expression } of expressionsIn(template, name)) {
      const { flows, follows } = world.reading(expression, bindings)
      found.expressions.push(expression)
      if (client) found.follows.push(...follows)
      if (client && flows.length > 0)
        found.references.push(
          ...own.filter((reference) => leftFrom(reference, path) !== undefined && !found.references.includes(reference)),
        )
    }
  }
  return found
}
