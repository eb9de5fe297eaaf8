// Converts a laid out diagram to SVG elements, for an export or for a page.

import type { GraphLayout, PlacedArrow, PlacedBox, DiagramPoint } from './lay-out.ts'

export type Element = {
  readonly tag: string
  readonly attributes: { readonly [name: string]: string | number }
  readonly children: readonly (Element | string)[]
}

export type Drawing = {
  /** The target of a link on the box. */
  readonly link?: (box: PlacedBox) => string | undefined
  /** The text to the right of a box's title, such as a number of records. */
  readonly count?: (box: PlacedBox) => string | undefined
}

/** The style of both the page and the export; colours are variables with defaults. */
export const style = `.d-box rect{fill:var(--d-box,#fff);stroke:var(--d-line,#8a93a3)}
.d-final rect{stroke-dasharray:4 3}
.d-start{fill:var(--d-line,#8a93a3)}
.d-title{font:600 13.5px var(--d-font,system-ui,sans-serif);fill:var(--d-text,#1d2433)}
.d-row,.d-count{font:12px var(--d-font,system-ui,sans-serif);fill:var(--d-text,#1d2433)}
.d-count{text-anchor:end;font-variant-numeric:tabular-nums;fill:var(--d-count,#5a6475)}
.d-type{text-anchor:end;fill:var(--d-soft,#5a6475)}
.d-rule{stroke:var(--d-line,#8a93a3);stroke-opacity:.45}
.d-arrow path{fill:none;stroke:var(--d-line,#8a93a3);stroke-width:1.3}
.d-arrow polygon{fill:var(--d-line,#8a93a3)}
.d-after path{stroke-dasharray:6 4}
.d-always path,.d-error path{stroke-dasharray:2 3}
.d-arrow text{font:11.5px var(--d-font,system-ui,sans-serif);text-anchor:middle;fill:var(--d-soft,#5a6475)}
.d-arrow rect{fill:var(--d-back,#fff)}`

/** The children of an `svg` with the view box `0 0 width height`. */
export function draw({ boxes, arrows }: GraphLayout, { link, count }: Drawing = {}): readonly Element[] {
  const lines = arrows.map(drawArrow)
  return [
    ...lines,
    ...arrows.filter(({ label }) => label !== '').map(label),
    ...boxes.map((each) => {
      const boxElement = drawBox(each, count?.(each))
      const href = link?.(each)
      return href === undefined ? boxElement : makeElement('a', { href }, boxElement)
    }),
  ]
}

export function makeElement(tag: string, attributes: Element['attributes'], ...children: Element['children'][number][]): Element {
  return { tag, attributes, children }
}

const titleBase = 22
const rowBase = 50
const rowStep = 19

function drawBox({ kind, title, rows, x, y, width, height }: PlacedBox, count: string | undefined): Element {
  if (kind === 'start') return makeElement('circle', { class: 'd-start', cx: x + width / 2, cy: y + height / 2, r: 5 })
  const inset = 12
  const radius = kind === 'resource' ? 6 : Math.min(17, height / 2)
  return makeElement(
    'g',
    { class: `d-box d-${kind}`, transform: `translate(${x} ${y})` },
    makeElement('rect', { width, height, rx: radius }),
    makeElement('text', { class: 'd-title', x: inset, y: titleBase }, title),
    ...(count === undefined ? [] : [makeElement('text', { class: 'd-count', x: width - inset, y: titleBase }, count)]),
    ...(rows.length === 0 ? [] : [makeElement('line', { class: 'd-rule', x1: 0, x2: width, y1: 34, y2: 34 })]),
    ...rows.flatMap(([left, right], index) => [
      makeElement('text', { class: 'd-row', x: inset, y: rowBase + index * rowStep }, left),
      ...(right === '' ? [] : [makeElement('text', { class: 'd-row d-type', x: width - inset, y: rowBase + index * rowStep }, right)]),
    ]),
  )
}

function drawArrow({ kind, points }: PlacedArrow): Element {
  const end = points.at(-1)
  const previous = points.at(-2)
  if (end === undefined || previous === undefined) return makeElement('g', {})
  return makeElement(
    'g',
    { class: `d-arrow d-${kind}` },
    makeElement('path', { d: drawCurve(points) }),
    makeElement('polygon', { points: drawArrowHead(previous, end) }),
  )
}

function label({ label: text, at, labelWidth }: PlacedArrow): Element {
  return makeElement(
    'g',
    { class: 'd-arrow' },
    makeElement('rect', { x: roundLength(at.x - labelWidth / 2), y: roundLength(at.y - 8), width: labelWidth, height: 16, rx: 3 }),
    makeElement('text', { x: at.x, y: roundLength(at.y + 4) }, text),
  )
}

/** A smooth curve through all points: a Catmull-Rom spline as Bézier curves. */
function drawCurve(points: readonly DiagramPoint[]): string {
  const steps = points.slice(1).map((to, index) => {
    const from = points[index]!
    const [before, after] = [points[index - 1] ?? from, points[index + 2] ?? to]
    return `C${printPoint({ x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 })} ${printPoint({ x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 })} ${printPoint(to)}`
  })
  return `M${printPoint(points[0]!)}${steps.join('')}`
}

/** An arrow head: a triangle, eight pixels long and seven wide. */
function drawArrowHead(from: DiagramPoint, to: DiagramPoint): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const corner = (side: number): string => printPoint({ x: to.x - 8 * dx + 3.5 * side * dy, y: to.y - 8 * dy - 3.5 * side * dx })
  return `${printPoint(to)} ${corner(1)} ${corner(-1)}`
}

function printPoint({ x, y }: DiagramPoint): string {
  return `${roundLength(x)},${roundLength(y)}`
}

function roundLength(length: number): number {
  return Math.round(length * 10) / 10
}
