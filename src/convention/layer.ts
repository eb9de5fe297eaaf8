// Merges a lower layer of conventions below an upper one: maps merge by key, other values keep the upper one.

import type { Entry, ListNode, MapNode, Node, Scalar } from '../document/node.ts'
import { findOptionalName } from '../model/template.ts'
import type { Author } from './author.ts'
import type { DeclarationPath } from './declaration.ts'

/** An author's map at a place of a part: entries, or values for members that are not shown. */
export type LayerContribution = {
  readonly kind: 'entries' | 'fill'
  readonly author: Author
  readonly path: DeclarationPath
  readonly node: MapNode
}

/** Two authors of one layer with different values for one place. */
export type Conflict = { readonly path: DeclarationPath; readonly first: LayerValue; readonly second: LayerValue }

/** One author's value at a place. */
export type LayerValue = { readonly author: Author; readonly node: Node }

/** A layer's values at a place and below it. */
type Place = { readonly values: LayerValue[]; readonly children: Map<string | number, Place> }

export type MergeResult = { readonly node: MapNode; readonly conflicts: readonly Conflict[]; readonly filled: readonly FilledValue[] }

/** A value that was added: its place and its author. */
export type FilledValue = { readonly path: DeclarationPath; readonly author: Author; readonly node: Node }

/** Merges layers in order. After the entries of each layer come its fills, and those of the layers above, which fill these entries too. */
export function mergeLayers(ownNode: MapNode, contributions: readonly LayerContribution[]): MergeResult {
  const layers = [...new Set(contributions.map(({ author }) => author.layer))].sort((a, b) => a - b)
  const contributionsOf = (layer: number, kind: LayerContribution['kind']): readonly LayerContribution[] =>
    contributions.filter((each) => each.author.layer === layer && each.kind === kind)
  const steps = layers.flatMap((layer) => [
    contributionsOf(layer, 'entries'),
    ...layers.filter((upper) => upper <= layer).map((upper) => contributionsOf(upper, 'fill')),
  ])
  return steps.reduce<MergeResult>(
    (base, stepContributions) => {
      const { node, conflicts, filled } = mergeUnder(base.node, stepContributions)
      return { node, conflicts: [...base.conflicts, ...conflicts], filled: [...base.filled, ...filled] }
    },
    { node: ownNode, conflicts: [], filled: [] },
  )
}

/** Keeps every value of the base; the contributions, all of one layer, supply the values that it lacks. */
function mergeUnder(base: MapNode, contributions: readonly LayerContribution[]): MergeResult {
  const root: Place = { values: [], children: new Map() }
  for (const { author, path, node } of contributions) findOrAddPlace(root, path).values.push({ author, node })
  const conflicts: Conflict[] = []
  const filled: FilledValue[] = []
  const node = merge(base, root, [], conflicts, filled)
  return { node: node.kind === 'map' ? node : base, conflicts, filled }
}

function findOrAddPlace(root: Place, path: DeclarationPath): Place {
  let place = root
  for (const step of path) {
    place = place.children.getOrInsertComputed(step, () => ({ values: [], children: new Map() }))
  }
  return place
}

function merge(base: Node, place: Place, path: DeclarationPath, conflicts: Conflict[], filled: FilledValue[]): Node {
  if (base.kind === 'list') return mergeItems(base, place, path, conflicts, filled)
  if (base.kind === 'scalar') return base
  const keys = distributeEntries(place)
  if (place.children.size === 0) return base
  const entries = base.entries.map((entry): Entry => {
    const child = place.children.get(entry.key.text)
    const value = child === undefined ? entry.value : merge(entry.value, child, [...path, entry.key.text], conflicts, filled)
    return value === entry.value ? entry : { ...entry, value }
  })
  const existingKeys = new Set(base.entries.map(({ key }) => readMemberName(key)))
  for (const [name, key] of keys) {
    if (existingKeys.has(readMemberName(key))) continue
    const value = addValue(place.children.get(name)!, [...path, name], conflicts, filled)
    if (value !== undefined) entries.push({ key, value })
  }
  return { ...base, entries }
}

/** `?errors` and `errors` are one member. */
function readMemberName(key: Scalar): string {
  return findOptionalName(key) ?? key.text
}

function mergeItems(base: ListNode, place: Place, path: DeclarationPath, conflicts: Conflict[], filled: FilledValue[]): Node {
  if (![...place.children.keys()].some((step) => typeof step === 'number')) return base
  const items = base.items.map((item, index) => {
    const child = place.children.get(index)
    return child === undefined ? item : merge(item, child, [...path, index], conflicts, filled)
  })
  return { ...base, items }
}

/** Distributes the entries of maps at a place to the places below, in order; returns the keys as first written. */
function distributeEntries({ values, children }: Place): Map<string, Scalar> {
  const keys = new Map<string, Scalar>()
  for (const { author, node } of values) {
    if (node.kind !== 'map') continue
    for (const { key, value } of node.entries) {
      keys.getOrInsert(key.text, key)
      children.getOrInsertComputed(key.text, () => ({ values: [], children: new Map() })).values.push({ author, node: value })
    }
  }
  return keys
}

/** A layer's value if the layers above have none: the one on which its authors agree. */
function addValue(place: Place, path: DeclarationPath, conflicts: Conflict[], filled: FilledValue[]): Node | undefined {
  const [first, ...furtherValues] = place.values
  if (first === undefined) return undefined
  const conflicting = furtherValues.find(({ node }) => !areCompatible(first.node, node))
  if (conflicting !== undefined) {
    conflicts.push({ path, first, second: conflicting })
    return first.node
  }
  filled.push({ path, author: first.author, node: first.node })
  if (first.node.kind !== 'map') return first.node
  return merge({ ...first.node, entries: [] }, place, path, conflicts, [])
}

/** True if two values may share a place: maps are merged, all other values must be equal. */
function areCompatible(a: Node, b: Node): boolean {
  return a.kind === 'map' && b.kind === 'map' ? true : isSameValue(a, b)
}

function isSameValue(a: Node, b: Node): boolean {
  if (a.kind === 'scalar') return b.kind === 'scalar' && a.text === b.text && typeof a.value === typeof b.value
  if (a.kind === 'list')
    return b.kind === 'list' && a.items.length === b.items.length && a.items.every((item, index) => isSameValue(item, b.items[index]!))
  return (
    b.kind === 'map' &&
    a.entries.length === b.entries.length &&
    a.entries.every(({ key, value }) => b.entries.some((other) => other.key.text === key.text && isSameValue(value, other.value)))
  )
}
