// Merges a lower layer of conventions below an upper one: maps merge by key, other values keep the upper one.

import type { Entry, ListNode, MapNode, Node, Scalar } from '../document/node.ts'
import type { Author } from './author.ts'
import type { DeclarationPath } from './declaration.ts'

/** An author's map at a place of a part: entries, or values for unsaid slots. */
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
type Place = { readonly values: LayerValue[]; readonly below: Map<string | number, Place> }

export type Put = { readonly node: MapNode; readonly conflicts: readonly Conflict[]; readonly filled: readonly FilledValue[] }

/** A value that was added: its place and its author. */
export type FilledValue = { readonly path: DeclarationPath; readonly author: Author; readonly node: Node }

/** Merges layers in order; within a layer, fillers come after entries. */
export function putLayers(own: MapNode, contributions: readonly LayerContribution[]): Put {
  const layers = [...new Set(contributions.map(({ author }) => author.layer))].sort((a, b) => a - b)
  const steps = layers.flatMap((layer) =>
    (['entries', 'fill'] as const).map((kind) => contributions.filter((each) => each.author.layer === layer && each.kind === kind)),
  )
  return steps.reduce<Put>(
    (above, step) => {
      const { node, conflicts, filled } = mergeUnder(above.node, step)
      return { node, conflicts: [...above.conflicts, ...conflicts], filled: [...above.filled, ...filled] }
    },
    { node: own, conflicts: [], filled: [] },
  )
}

/** `above` stays unchanged; values that it lacks come from the contributions, which are of one layer. */
function mergeUnder(above: MapNode, contributions: readonly LayerContribution[]): Put {
  const root: Place = { values: [], below: new Map() }
  for (const { author, path, node } of contributions) placeAt(root, path).values.push({ author, node })
  const conflicts: Conflict[] = []
  const filled: FilledValue[] = []
  const node = merge(above, root, [], conflicts, filled)
  return { node: node.kind === 'map' ? node : above, conflicts, filled }
}

function placeAt(root: Place, path: DeclarationPath): Place {
  let place = root
  for (const step of path) {
    place = place.below.getOrInsertComputed(step, () => ({ values: [], below: new Map() }))
  }
  return place
}

function merge(above: Node, place: Place, path: DeclarationPath, conflicts: Conflict[], filled: FilledValue[]): Node {
  if (above.kind === 'list') return mergeItems(above, place, path, conflicts, filled)
  if (above.kind === 'scalar') return above
  const keys = spread(place)
  if (place.below.size === 0) return above
  const entries = above.entries.map((entry): Entry => {
    const below = place.below.get(entry.key.text)
    const value = below === undefined ? entry.value : merge(entry.value, below, [...path, entry.key.text], conflicts, filled)
    return value === entry.value ? entry : { ...entry, value }
  })
  const known = new Set(above.entries.map(({ key }) => key.text))
  for (const [name, key] of keys) {
    if (known.has(name)) continue
    const value = first(place.below.get(name)!, [...path, name], conflicts, filled)
    if (value !== undefined) entries.push({ key, value })
  }
  return { ...above, entries }
}

function mergeItems(above: ListNode, place: Place, path: DeclarationPath, conflicts: Conflict[], filled: FilledValue[]): Node {
  if (![...place.below.keys()].some((step) => typeof step === 'number')) return above
  const items = above.items.map((item, index) => {
    const below = place.below.get(index)
    return below === undefined ? item : merge(item, below, [...path, index], conflicts, filled)
  })
  return { ...above, items }
}

/** Distributes the entries of maps at a place to the places below, in order; returns the keys as first written. */
function spread({ values: said, below }: Place): Map<string, Scalar> {
  const keys = new Map<string, Scalar>()
  for (const { author, node } of said) {
    if (node.kind !== 'map') continue
    for (const { key, value } of node.entries) {
      keys.getOrInsert(key.text, key)
      below.getOrInsertComputed(key.text, () => ({ values: [], below: new Map() })).values.push({ author, node: value })
    }
  }
  return keys
}

/** A layer's value if the layers above have none: the one on which its authors agree. */
function first(place: Place, path: DeclarationPath, conflicts: Conflict[], filled: FilledValue[]): Node | undefined {
  const [one, ...others] = place.values
  if (one === undefined) return undefined
  const other = others.find(({ node }) => !alike(one.node, node))
  if (other !== undefined) {
    conflicts.push({ path, first: one, second: other })
    return one.node
  }
  filled.push({ path, author: one.author, node: one.node })
  if (one.node.kind !== 'map') return one.node
  return merge({ ...one.node, entries: [] }, place, path, conflicts, [])
}

/** True if two values may share a place: maps are merged, all other values must be equal. */
function alike(a: Node, b: Node): boolean {
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
