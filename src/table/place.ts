// Resolves a place in a part's text: the path of keys, and the shapes that each allows.

import type { Span } from '../base/text.ts'
import type { PartName } from '../document/document.ts'
import type { MapNode, Node } from '../document/node.ts'
import { partLanguage } from '../model/language.ts'
import type { Keys, Shape } from '../model/shape.ts'
import { hasAuthorNames } from './keys.ts'

/** A step from a map by a key, or from a list by an index. */
export type PathStep = string | number

/** The content of a map: keys of the language, and elements under the author's names. */
type Level = { readonly keys: Keys; readonly elements?: Keys }

/** The path to the smallest element around the place. */
export function findPathTo(root: Node, place: Span): readonly PathStep[] | undefined {
  let smallest: { readonly path: readonly PathStep[]; readonly size: number } | undefined
  const consider = (node: Node, path: readonly PathStep[], isWhole: boolean): void => {
    const { source, start, end } = node.span
    const contains = source === place.source && start <= place.start && place.end <= end
    if (contains && (node.kind === 'scalar' || isWhole) && (smallest === undefined || end - start < smallest.size))
      smallest = { path, size: end - start }
  }
  const visit = (node: Node, path: readonly PathStep[]): void => {
    consider(node, path, node.span.start === place.start && node.span.end === place.end)
    if (node.kind === 'list') node.items.forEach((item, index) => visit(item, [...path, index]))
    if (node.kind !== 'map') return
    for (const { key, value } of node.entries) {
      consider(key, [...path, key.text], false)
      visit(value, [...path, key.text])
    }
  }
  visit(root, [])
  return smallest?.path
}

export function findNode(node: Node | undefined, path: readonly PathStep[]): Node | undefined {
  const [first, ...rest] = path
  if (first === undefined || node === undefined) return node
  if (node.kind === 'list') return typeof first === 'number' ? findNode(node.items[first], rest) : undefined
  return node.kind === 'map' ? findNode(node.entries.find(({ key }) => key.text === first)?.value, rest) : undefined
}

function findLevel(part: PartName, path: readonly PathStep[]): Level | undefined {
  const { keys, elements } = partLanguage[part]
  let level: Level | undefined = { keys, ...(elements === undefined ? {} : { elements: elements.keys?.() ?? {} }) }
  for (const step of path) {
    if (typeof step === 'number') continue
    const shape: Shape<unknown> | undefined = Object.hasOwn(level.keys, step) ? level.keys[step]!.shape : undefined
    const inner: Keys | undefined = shape === undefined ? level.elements : shape.keys?.()
    if (inner === undefined) return undefined
    level = shape !== undefined && hasAuthorNames(shape) ? { keys: {}, elements: inner } : { keys: inner }
  }
  return level
}

/** True if the pasted entries are allowed in the map at the path. */
export function acceptsPasted(part: PartName, path: readonly PathStep[], pasted: MapNode): boolean {
  const level = findLevel(part, path)
  if (level === undefined || pasted.entries.length === 0) return false
  return pasted.entries.every(
    ({ key, value }) =>
      Object.hasOwn(level.keys, key.text) ||
      (level.elements !== undefined &&
        value.kind === 'map' &&
        value.entries.length > 0 &&
        value.entries.every((each) => Object.hasOwn(level.elements!, each.key.text))),
  )
}

/** The node with the pasted content at the path, which replaces existing keys. */
export function withPasted(node: Node, path: readonly PathStep[], pasted: MapNode): Node {
  const [first, ...rest] = path
  if (first === undefined) return overlayNode(node, pasted)
  if (node.kind === 'list')
    return { ...node, items: node.items.map((item, index) => (index === first ? withPasted(item, rest, pasted) : item)) }
  if (node.kind === 'scalar') return node
  const exists = node.entries.some(({ key }) => key.text === first)
  const entries = node.entries.map((each) =>
    each.key.text === first ? { key: each.key, value: withPasted(each.value, rest, pasted) } : each,
  )
  const empty: MapNode = { kind: 'map', entries: [], span: node.span }
  const key = { kind: 'scalar', value: String(first), text: String(first), style: 'plain', span: node.span } as const
  return { ...node, entries: exists ? entries : [...entries, { key, value: withPasted(empty, rest, pasted) }] }
}

function overlayNode(node: Node, pasted: Node): Node {
  if (node.kind !== 'map' || pasted.kind !== 'map') return pasted
  const entries = node.entries.map((each) => {
    const pastedEntry = pasted.entries.find(({ key }) => key.text === each.key.text)
    return pastedEntry === undefined ? each : { key: each.key, value: overlayNode(each.value, pastedEntry.value) }
  })
  return { ...node, entries: [...entries, ...pasted.entries.filter(({ key }) => !node.entries.some((each) => each.key.text === key.text))] }
}
