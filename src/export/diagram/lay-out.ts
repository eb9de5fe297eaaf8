// Computes the positions of boxes and arrows. All lengths are in pixels at a font size of 13.

import { Graph as Layout, layout } from '@dagrejs/dagre'
import type { Arrow, Box, Graph } from './graph.ts'

export type DiagramPoint = { readonly x: number; readonly y: number }

export type PlacedBox = Box & { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** `at`: the middle of the label. */
export type PlacedArrow = Arrow & { readonly points: readonly DiagramPoint[]; readonly at: DiagramPoint; readonly labelWidth: number }

export type GraphLayout = {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly boxes: readonly PlacedBox[]
  readonly arrows: readonly PlacedArrow[]
}

export type LayoutDirection = 'down' | 'right'

const titleHeight = 34
const rowHeight = 19
const padding = 12
/** Room for a number beside a state's name. */
const countWidth = 40

/** Equal graphs get equal positions. */
export function layOutGraph({ title, boxes, arrows }: Graph, direction: LayoutDirection): GraphLayout {
  const graph = new Layout({ multigraph: true })
  graph.setGraph({
    rankdir: direction === 'right' ? 'LR' : 'TB',
    nodesep: 28,
    ranksep: direction === 'right' ? 36 : 30,
    edgesep: 18,
    marginx: 10,
    marginy: 10,
  })
  for (const box of boxes) graph.setNode(box.id, measureBox(box))
  for (const [index, { from, to, label }] of arrows.entries()) {
    graph.setEdge(
      from,
      to,
      { width: label === '' ? 0 : estimateTextWidth(label, 11.5) + 10, height: label === '' ? 0 : 18, labelpos: 'c' },
      String(index),
    )
  }
  if (boxes.length > 0) layout(graph)
  const dimensions = graph.graph() as { width?: number; height?: number }
  return {
    title,
    width: roundLength(dimensions.width ?? 0),
    height: roundLength(dimensions.height ?? 0),
    boxes: boxes.map((box) => {
      const { x = 0, y = 0, width = 0, height = 0 } = graph.node(box.id) as Partial<DiagramPoint> & { width?: number; height?: number }
      return {
        ...box,
        x: roundLength(x - width / 2),
        y: roundLength(y - height / 2),
        width: roundLength(width),
        height: roundLength(height),
      }
    }),
    arrows: arrows.map((arrow, index) => {
      const {
        points = [],
        x = 0,
        y = 0,
      } = graph.edge({ v: arrow.from, w: arrow.to, name: String(index) }) as { points?: DiagramPoint[] } & Partial<DiagramPoint>
      return {
        ...arrow,
        points: points.map((each) => ({ x: roundLength(each.x), y: roundLength(each.y) })),
        at: { x: roundLength(x), y: roundLength(y) },
        labelWidth: roundLength(estimateTextWidth(arrow.label, 11.5) + 6),
      }
    }),
  }
}

function measureBox({ kind, title, rows }: Box): { width: number; height: number } {
  if (kind === 'start') return { width: 12, height: 12 }
  const lines = rows.map(([left, right]) => estimateTextWidth(left, 12) + (right === '' ? 0 : estimateTextWidth(right, 12) + 18))
  const width = Math.max(estimateTextWidth(title, 13.5) + (kind === 'resource' ? 0 : countWidth), ...lines, 60) + 2 * padding
  return { width: Math.ceil(width), height: titleHeight + (rows.length === 0 ? 0 : rows.length * rowHeight + 8) }
}

/** The estimated width in usual sans-serif fonts, rather too wide than too narrow. */
function estimateTextWidth(text: string, size: number): number {
  let ems = 0
  for (const char of text) ems += estimateCharacterWidth(char)
  return ems * size
}

/** In ems. Characters beyond the Latin blocks count as full width. */
function estimateCharacterWidth(char: string): number {
  if (/[iljtfr.,:;|!'()[\] ]/.test(char)) return 0.36
  if (/[mwMW@%]/.test(char)) return 0.92
  if (/[A-Z0-9_]/.test(char)) return 0.66
  return char < '\u0250' ? 0.57 : 1
}

function roundLength(length: number): number {
  return Math.round(length * 10) / 10
}
