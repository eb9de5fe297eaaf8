// Moves the comments of a `yaml` block above the tables that replace it.

import type { Fence } from '../../document/markdown.ts'
import type { MapNode, Node } from '../../document/node.ts'

/** `place`: the path of the entry that the comment is about; empty if there is none. */
type Comment = { readonly text: string; readonly place: string }

/** A key with its path, or a scalar. */
type Placed = { readonly start: number; readonly end: number; readonly path?: readonly string[] }

/** The comments of a block: number signs outside of scalars. */
export function listComments(fence: Fence, node: MapNode): readonly Comment[] {
  const scalars = listScalars(node, [])
  const keys = scalars.filter(({ path }) => path !== undefined).toSorted((a, b) => a.start - b.start)
  return fence.lines.flatMap(({ text, from }): readonly Comment[] => {
    const match = [...text.matchAll(/(?:^|[ \t])#\s?(.*)$/g)].find(
      ({ index }) => !scalars.some(({ start, end }) => start <= from + index + 1 && from + index + 1 < end && start <= from + index),
    )
    const [, comment] = match ?? []
    if (comment === undefined) return []
    const isAtEnd = text.slice(0, match!.index).trim() !== ''
    const about = isAtEnd
      ? (keys.find(({ start }) => from <= start && start < from + match!.index) ?? keys.findLast(({ start }) => start < from))
      : keys.find(({ start }) => start > from)
    return [{ text: comment.trimEnd(), place: about?.path?.join(' › ') ?? '' }]
  })
}

function listScalars(node: Node, path: readonly string[]): Placed[] {
  if (node.kind === 'scalar') return [{ start: node.span.start, end: node.span.end }]
  if (node.kind === 'list') return node.items.flatMap((item) => listScalars(item, path))
  return node.entries.flatMap(({ key, value }) => {
    const inner = [...path, key.text]
    return [{ start: key.span.start, end: key.span.end, path: inner }, ...listScalars(value, inner)]
  })
}

/** Questions and reasons of decisions are comments of their own, as `ninefold decisions` reads them; they name the place that they were above. */
export function printComments(comments: readonly Comment[]): readonly string[] {
  const remark = /^(decided|import):\s*/
  const others = comments.flatMap(({ text }) => (remark.test(text) ? [] : [text]))
  return [
    ...(others.length === 0 ? [] : [`<!-- ${others.join('\n')} -->`]),
    ...comments.flatMap(({ text, place }) => {
      const [prefix, keyword] = remark.exec(text) ?? []
      return prefix === undefined
        ? []
        : [`<!-- ${keyword!}: ${place === '' || place.includes('--') ? '' : `\`${place}\`: `}${text.slice(prefix.length)} -->`]
    }),
  ]
}
