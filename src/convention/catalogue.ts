// Flattens the layers of part 7's catalogue: the narrowed patterns of each entry.

import { type Entry, type MapNode, type Node, type Scalar, entry } from '../document/node.ts'
import type { Model } from '../model/model.ts'
import { type ParsedPattern, type Layered, parsePatternText, patternText, flattenLayers } from './narrow.ts'

/**
 * Part 7's map with patterns that need no layers. An entry's layer is that of its `on`; an entry without remaining patterns is left
 * out.
 */
export function flattenCatalogue(errors: MapNode, model: Model, layerOf: (on: Node) => number | undefined): MapNode {
  const catalogue = entry(errors, 'catalogue')
  if (catalogue?.value.kind !== 'map') return errors
  const layered = catalogue.value.entries.flatMap(({ key, value }): Layered[] => {
    const on = onOf(value)
    const layer = on === undefined ? undefined : layerOf(on)
    return on === undefined || layer === undefined
      ? []
      : [{ entry: key.text, layer, patterns: wordsOf(on).map(({ text }) => parsePatternText(text, model)) }]
  })
  if (new Set(layered.map(({ layer }) => layer)).size < 2) return errors
  const flat = flattenLayers(layered)
  return mapCatalogue(errors, (each) => rewriteEntry(each, flat.get(each.key.text), model))
}

function onOf(value: Node): Node | undefined {
  return value.kind === 'map' ? entry(value, 'on')?.value : undefined
}

/** A pattern, or a list of them. */
function wordsOf(on: Node): Scalar[] {
  const items = on.kind === 'list' ? on.items : [on]
  return items.filter((item) => item.kind === 'scalar')
}

/** Removes patterns from entries, by name, and removes entries without patterns. */
export function withoutPatterns(errors: MapNode, model: Model, idle: ReadonlyMap<string, readonly ParsedPattern[]>): MapNode {
  return mapCatalogue(errors, (each) => {
    const on = onOf(each.value)
    const texts = idle.get(each.key.text)?.map(patternText)
    if (on === undefined || texts === undefined) return [each]
    return replaceOn(each, on, wordsOf(on).filter((word) => !texts.includes(patternText(parsePatternText(word.text, model)))))
  })
}

function mapCatalogue(errors: MapNode, change: (entry: Entry) => readonly Entry[]): MapNode {
  const catalogue = entry(errors, 'catalogue')
  if (catalogue?.value.kind !== 'map') return errors
  const value: MapNode = { ...catalogue.value, entries: catalogue.value.entries.flatMap(change) }
  return { ...errors, entries: errors.entries.map((each) => (each === catalogue ? { ...each, value } : each)) }
}

function rewriteEntry(each: Entry, patterns: readonly ParsedPattern[] | undefined, model: Model): readonly Entry[] {
  const on = onOf(each.value)
  if (patterns === undefined || on === undefined) return [each]
  const texts = patterns.map(patternText)
  const old = new Map(wordsOf(on).map((word) => [patternText(parsePatternText(word.text, model)), word]))
  if (texts.length === old.size && texts.every((text) => old.has(text))) return [each]
  return replaceOn(
    each,
    on,
    texts.map((text): Scalar => old.get(text) ?? { kind: 'scalar', value: text, text, style: 'double', span: on.span }),
  )
}

function replaceOn(each: Entry, on: Node, words: readonly Scalar[]): readonly Entry[] {
  if (words.length === 0 || each.value.kind !== 'map') return []
  const written: Node = words.length === 1 ? words[0]! : { kind: 'list', items: words, span: on.span }
  return [
    {
      ...each,
      value: {
        ...each.value,
        entries: each.value.entries.map((inner) => (inner.key.text === 'on' ? { ...inner, value: written } : inner)),
      },
    },
  ]
}
