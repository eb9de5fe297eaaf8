// Draws a diagram as the export does, from the layout that the server computed, with links and live counts.

import { type VNode, h } from 'preact'
import { type Drawing, type Element, draw, style } from '../../src/export/diagram/draw.ts'
import type { GraphLayout } from '../../src/serve/page/types.ts'

/** The style of the export, as a style sheet of the page. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

export function Diagram({ layout, label, ...drawing }: { layout: GraphLayout; label: string } & Drawing): VNode {
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)]
  return (
    <div class="diagram" tabIndex={0} role="region" aria-label={label}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {draw(layout, drawing).map(renderElement)}
      </svg>
    </div>
  )
}

function renderElement(element: Element | string): VNode | string {
  return typeof element === 'string' ? element : h(element.tag, element.attributes, ...element.children.map(renderElement))
}
