// Finds the maps, entries and list items around a place of a document, innermost first.

import type { Span } from '../base/text.ts'
import { type Document, partNames } from '../document/document.ts'
import type { Entry, ListNode, MapNode, Node } from '../document/node.ts'

/** `open`: the maps around the place, also the one that is the value of a key there. */
export type PasteContext = {
  readonly maps: readonly MapNode[]
  readonly entries: readonly { readonly entry: Entry; readonly map: MapNode }[]
  readonly items: readonly { readonly item: Node; readonly list: ListNode }[]
}

export function enclosesSpan(outer: Span, inner: Span): boolean {
  return outer.source === inner.source && outer.start <= inner.start && outer.end >= inner.end
}

export function pasteContext(document: Document, place: Span): PasteContext {
  const maps: MapNode[] = []
  const entries: { entry: Entry; map: MapNode }[] = []
  const items: { item: Node; list: ListNode }[] = []
  const visit = (node: Node): void => {
    if (node.kind === 'list') {
      for (const item of node.items) {
        if (enclosesSpan(item.span, place)) items.unshift({ item, list: node })
        visit(item)
      }
    }
    if (node.kind !== 'map') return
    for (const entry of node.entries) {
      const { key, value } = entry
      const atKey = enclosesSpan(key.span, place)
      const isEntry = place.start === key.span.start && enclosesSpan(place, key.span) && enclosesSpan(place, value.span)
      if (!atKey && !isEntry && !enclosesSpan(value.span, place)) {
        visit(value)
        continue
      }
      // Several maps may represent one part; the place selects one of them.
      if (maps[0] !== node) maps.unshift(node)
      entries.unshift({ entry, map: node })
      if (atKey && value.kind === 'map') maps.unshift(value)
      visit(value)
    }
  }
  for (const node of [document.front, ...partNames.map((name) => document.parts[name].node)]) visit(node)
  return { maps, entries, items }
}
