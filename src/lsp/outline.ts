// Builds the outline of a file: its parts, their entries, and the states of machines.

import type { Span } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { type PartName, partNames } from '../document/document.ts'
import type { Entry, MapNode } from '../document/node.ts'
import { type Range, lspRange, symbolKind } from './protocol.ts'

export type OutlineSymbol = {
  readonly name: string
  readonly kind: number
  readonly range: Range
  readonly selectionRange: Range
  readonly children?: readonly OutlineSymbol[]
}

const kinds: { readonly [part in PartName]: number } = {
  service: symbolKind.key,
  resources: symbolKind.class,
  states: symbolKind.enum,
  endpoints: symbolKind.method,
  authentication: symbolKind.key,
  events: symbolKind.event,
  errors: symbolKind.key,
  limits: symbolKind.key,
  versioning: symbolKind.key,
}

/** The number of levels below each part in the outline. */
const depth: { readonly [part in PartName]?: number } = { resources: 3, states: 3, authentication: 2, events: 2, errors: 2, limits: 2 }

export function outlineSymbols({ document }: Compiled, file: string): readonly OutlineSymbol[] {
  const parts = partNames.flatMap((name) => {
    const { headings, node } = document.parts[name]
    const heading = headings.find((span) => span.source.name === file)
    const children = listSymbols(node, file, kinds[name], depth[name] ?? 1)
    if (heading === undefined && children.length === 0) return []
    const end = Math.max(heading?.end ?? 0, ...node.entries.filter((each) => isIn(each, file)).map(endOf))
    const selection = heading ?? node.entries.find((each) => isIn(each, file))!.key.span
    return [
      {
        name: heading === undefined ? name : titleOf(heading),
        kind: symbolKind.module,
        range: lspRange({ ...selection, end: Math.max(end, selection.end) }),
        selectionRange: lspRange(selection),
        children,
      },
    ]
  })
  return parts.toSorted((a, b) => a.range.start.line - b.range.start.line)
}

function titleOf({ source, start, end }: Span): string {
  return source.text
    .slice(start, end)
    .replace(/^#+\s*/, '')
    .trim()
}

function listSymbols(node: MapNode, file: string, kind: number, levels: number): readonly OutlineSymbol[] {
  return node.entries
    .filter((each) => isIn(each, file))
    .map((entry) => {
      const { key, value } = entry
      const children = levels > 1 && value.kind === 'map' ? listSymbols(value, file, symbolKind.property, levels - 1) : []
      return {
        name: key.text,
        kind,
        range: lspRange({ ...key.span, end: endOf(entry) }),
        selectionRange: lspRange(key.span),
        ...(children.length === 0 ? {} : { children }),
      }
    })
}

function isIn({ key, inherited }: Entry, file: string): boolean {
  return key.span.source.name === file && inherited === undefined
}

function endOf({ key, value }: Entry): number {
  const { source, start, end } = value.span
  return source === key.span.source ? Math.max(key.span.end, start + source.text.slice(start, end).trimEnd().length) : key.span.end
}
