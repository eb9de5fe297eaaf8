// Refusals of a write: dangling references, duplicate values, broken invariants.

import {
  type ExpressionText,
  type Named,
  type Origin,
  type Template,
  listSpecifiedEntries,
  originOf,
  slotValueOf,
} from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { InputBindings, Follow } from '../reading.ts'
import { listTemplateExpressions } from '../template.ts'
import { listExceedableBounds, failsInSet } from './bounds-left.ts'
import { type Reference, type ModelIndex, findPathBelowLeaf } from '../model-index.ts'
import { type WrittenTemplates, isFresh } from './fresh.ts'
import type { PossibleRefusal, ProgramStep } from './program.ts'

export type RecordWrite = {
  readonly kind: 'create' | 'update'
  readonly resource: ResourceInfo
  /** The named properties; properties computed from them, and `now-on-update`, follow. */
  readonly properties: readonly string[]
  /** True if every property is written: the others get their default (`create`), or are removed (`replace`). */
  readonly isComplete: boolean
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
export function writeSteps(modelIndex: ModelIndex, write: RecordWrite): ProgramStep[] {
  const { resource, kind } = write
  const properties = listWritten(modelIndex, write)
  const refusals = [
    ...findUncomputed(modelIndex, write, properties),
    ...listDanglingRefusals(write),
    ...listDuplicateRefusals(modelIndex, write, properties),
    ...listExclusionRefusals(modelIndex, write, properties),
    ...listInvariantRefusals(modelIndex, write, properties),
  ]
  return [
    ...refusals.map((each): ProgramStep => ({ kind: 'refusal', refusal: each })),
    { kind: 'change', change: { kind, resource: resource.name, properties } },
  ]
}

/** Values of `generate` and of a stored `compute` that cannot be computed or leave the bounds of their property. */
function findUncomputed(
  { typing }: ModelIndex,
  { kind, resource, properties, because }: RecordWrite,
  written: readonly string[],
): PossibleRefusal[] {
  const [writtenByAuthor, changed] = [new Set(properties), new Set(written)]
  return [...resource.properties.values()].flatMap((property): PossibleRefusal[] => {
    const { name, generate, compute, at } = property
    const stored = compute?.stored === true && changed.has(name) ? compute.expression : undefined
    const generated = generate?.kind === 'expression' && kind === 'create' && !writtenByAuthor.has(name) ? generate.expression : undefined
    const expression = stored ?? generated
    const canBeRefused =
      expression !== undefined &&
      (listExceedableBounds(typing, property, expression).length > 0 || failsInSet(typing, property, expression))
    return canBeRefused ? [{ condition: 'invalid', name: 'set', because: [originOf(at), ...because] }] : []
  })
}

/** The written properties, closed under `compute`. */
function listWritten(modelIndex: ModelIndex, { kind, resource, properties, isComplete }: RecordWrite): string[] {
  const allProperties = [...resource.properties.values()]
  if (kind === 'create') return allProperties.filter(({ inverse }) => inverse === undefined).map(({ name }) => name)
  const names = new Set(properties)
  if (isComplete) for (const { name, writable, immutable } of allProperties) if (writable && !immutable) names.add(name)
  for (const { name, generate } of allProperties) if (generate?.kind === 'now-on-update') names.add(name)
  for (let size = -1; size !== names.size;) {
    size = names.size
    for (const { name, compute } of allProperties) {
      if (compute !== undefined && readsChanged(modelIndex.readsOf(compute.expression).own, names)) names.add(name)
    }
  }
  return [...names]
}

function readsChanged(read: ReadonlySet<string>, written: ReadonlySet<string>): boolean {
  return read.has('*') ? written.size > 0 : !read.isDisjointFrom(written)
}

function listDanglingRefusals({ references, because }: RecordWrite): PossibleRefusal[] {
  return references.map(({ resource, path, at }) => ({
    condition: 'dangling',
    subject: `${resource}.${path}`,
    because: [originOf(at), ...because],
  }))
}

/** A unique with a value that was generated for this record cannot conflict. */
function listDuplicateRefusals(
  modelIndex: ModelIndex,
  { kind, resource, properties, tolerates, because, set, lets }: RecordWrite,
  written: readonly string[],
): PossibleRefusal[] {
  const writtenByAuthor = new Set(properties)
  const templates: WrittenTemplates = { modelIndex, resource, writtenNames: writtenByAuthor, set, ...(lets === undefined ? {} : { lets }) }
  const changed = new Set(written)
  const key = { name: resource.key.join('+'), members: resource.key, at: resource.source.key }
  return [key, ...resource.uniques].flatMap(({ name, members, at }): PossibleRefusal[] => {
    if (members.length === 0 || tolerates(members)) return []
    if (kind === 'update' && !members.some((member) => changed.has(member))) return []
    if (members.some((member) => (kind === 'create' || writtenByAuthor.has(member)) && isFresh(member, templates))) return []
    return [{ condition: 'duplicate', subject: `${resource.name}.${name}`, because: [originOf(at), ...because] }]
  })
}

/** Evaluated when a write changes a property that an exclusion compares or its condition reads. */
function listExclusionRefusals(
  modelIndex: ModelIndex,
  { resource, kind, because }: RecordWrite,
  written: readonly string[],
): PossibleRefusal[] {
  const changed = new Set(written)
  return resource.exclusions.flatMap(({ name, same, overlap, where, at }): PossibleRefusal[] => {
    const compared = new Set([
      ...same,
      ...(overlap === undefined ? [] : [overlap.from, overlap.to]),
      ...(where === undefined ? [] : modelIndex.readsOf(where).own),
    ])
    const isEvaluated =
      kind === 'create' || (where !== undefined && modelIndex.typing.expression(where) === undefined) || readsChanged(compared, changed)
    return isEvaluated ? [{ condition: 'duplicate', subject: `${resource.name}.${name}`, because: [originOf(at), ...because] }] : []
  })
}

/** Evaluated when a write changes a property that they read, also through `compute`; always for a whole record. */
function listInvariantRefusals(
  modelIndex: ModelIndex,
  { resource, isComplete, because }: RecordWrite,
  written: readonly string[],
): PossibleRefusal[] {
  const changed = new Set(written)
  return listSpecifiedEntries(resource.source.slots.invariant).flatMap(({ name, key, value }): PossibleRefusal[] => {
    const readProperties = modelIndex.readsOf(value).own
    const isEvaluated = isComplete || modelIndex.typing.expression(value) === undefined || readsChanged(readProperties, changed)
    return isEvaluated ? [{ condition: 'invariant', subject: resource.name, name, because: [originOf(key), ...because] }] : []
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
  modelIndex: ModelIndex,
  resource: ResourceInfo,
  set: readonly Named<Template>[] | undefined,
  client: boolean,
  bindings?: InputBindings,
): SetReading {
  const reading = {
    properties: [] as string[],
    references: [] as Reference[],
    follows: [] as Follow[],
    expressions: [] as ExpressionText[],
  }
  for (const { name, slot } of set ?? []) {
    if (!resource.properties.has(name)) continue
    reading.properties.push(name)
    const template = slotValueOf(slot)
    if (template === undefined) continue
    const propertyReferences = (modelIndex.references.get(resource.name) ?? []).filter(({ property }) => property === name)
    for (const { path, expression } of listTemplateExpressions(template, name)) {
      const { flows, follows } = modelIndex.readsOf(expression, bindings)
      reading.expressions.push(expression)
      if (client) reading.follows.push(...follows)
      if (client && flows.length > 0)
        reading.references.push(
          ...propertyReferences.filter(
            (reference) => findPathBelowLeaf(reference, path) !== undefined && !reading.references.includes(reference),
          ),
        )
    }
  }
  return reading
}
