// Flattens the layers of part 7's catalogue: the narrowed patterns of each entry.

import { type Entry, type MapNode, type Node, type Scalar, findEntryOf } from '../document/node.ts'
import type { Model } from '../model/model.ts'
import { type ParsedPattern, type Layered, parsePatternText, printParsedPattern, flattenLayers } from './narrow.ts'

/**
 * Part 7's map with patterns that need no layers. An entry's layer is that of its `on`; an entry without remaining patterns is left
 * out.
 */
export function flattenCatalogue(errors: MapNode, model: Model, layerOf: (onNode: Node) => number | undefined): MapNode {
  const catalogue = findEntryOf(errors, 'catalogue')
  if (catalogue?.value.kind !== 'map') return errors
  const layered = catalogue.value.entries.flatMap(({ key, value }): Layered[] => {
    const onNode = onOf(value)
    const layer = onNode === undefined ? undefined : layerOf(onNode)
    return onNode === undefined || layer === undefined
      ? []
      : [{ entry: key.text, layer, patterns: listPatterns(onNode).map(({ text }) => parsePatternText(text, model)) }]
  })
  if (new Set(layered.map(({ layer }) => layer)).size < 2) return errors
  const flat = flattenLayers(layered)
  return mapCatalogue(errors, (each) => rewriteEntry(each, flat.get(each.key.text), model))
}

function onOf(value: Node): Node | undefined {
  return value.kind === 'map' ? findEntryOf(value, 'on')?.value : undefined
}

/** A pattern, or a list of them. */
function listPatterns(onNode: Node): Scalar[] {
  const items = onNode.kind === 'list' ? onNode.items : [onNode]
  return items.filter((item) => item.kind === 'scalar')
}

/** Removes patterns from entries, by name, and removes entries without patterns. */
export function withoutPatterns(errors: MapNode, model: Model, idle: ReadonlyMap<string, readonly ParsedPattern[]>): MapNode {
  return mapCatalogue(errors, (each) => {
    const onNode = onOf(each.value)
    const texts = idle.get(each.key.text)?.map(printParsedPattern)
    if (onNode === undefined || texts === undefined) return [each]
    return replaceOn(
      each,
      onNode,
      listPatterns(onNode).filter((pattern) => !texts.includes(printParsedPattern(parsePatternText(pattern.text, model)))),
    )
  })
}

function mapCatalogue(errors: MapNode, change: (entry: Entry) => readonly Entry[]): MapNode {
  const catalogue = findEntryOf(errors, 'catalogue')
  if (catalogue?.value.kind !== 'map') return errors
  const value: MapNode = { ...catalogue.value, entries: catalogue.value.entries.flatMap(change) }
  return { ...errors, entries: errors.entries.map((each) => (each === catalogue ? { ...each, value } : each)) }
}

function rewriteEntry(each: Entry, patterns: readonly ParsedPattern[] | undefined, model: Model): readonly Entry[] {
  const onNode = onOf(each.value)
  if (patterns === undefined || onNode === undefined) return [each]
  const texts = patterns.map(printParsedPattern)
  const existingPatterns = new Map(
    listPatterns(onNode).map((pattern) => [printParsedPattern(parsePatternText(pattern.text, model)), pattern]),
  )
  if (texts.length === existingPatterns.size && texts.every((text) => existingPatterns.has(text))) return [each]
  return replaceOn(
    each,
    onNode,
    texts.map((text): Scalar => existingPatterns.get(text) ?? { kind: 'scalar', value: text, text, style: 'double', span: onNode.span }),
  )
}

function replaceOn(each: Entry, onNode: Node, patterns: readonly Scalar[]): readonly Entry[] {
  if (patterns.length === 0 || each.value.kind !== 'map') return []
  const written: Node = patterns.length === 1 ? patterns[0]! : { kind: 'list', items: patterns, span: onNode.span }
  return [
    {
      ...each,
      value: {
        ...each.value,
        entries: each.value.entries.map((entry) => (entry.key.text === 'on' ? { ...entry, value: written } : entry)),
      },
    },
  ]
}
