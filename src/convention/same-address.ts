// Omits endpoints of a convention if the document has the same address under another spelling.

import type { MapNode } from '../document/node.ts'
import type { LayerContribution } from './layer.ts'

/** Parameter names do not matter for matching: `GET /orders/{order}` and `GET /orders/{id}` are one address. */
const addressOf = (key: string): string => key.replaceAll(/\{[^}]*\}/g, '{}').replace(/\s+/, ' ')

/** Leaves out entries if the document has its own endpoint at that address under another spelling; entries with the same spelling merge. */
export function withoutAnswered(contributions: readonly LayerContribution[], ownEndpoints: MapNode): LayerContribution[] {
  const spellings = new Map(ownEndpoints.entries.map(({ key }) => [addressOf(key.text), key.text]))
  const isFree = (key: string): boolean => [undefined, key].includes(spellings.get(addressOf(key)))
  return contributions.map((each) =>
    each.path.length > 0 ? each : { ...each, node: { ...each.node, entries: each.node.entries.filter(({ key }) => isFree(key.text)) } },
  )
}
