// A diagram that was laid out by the server, drawn as the export draws it, with links and live numbers.

import { type VNode, h } from 'preact'
import { type Drawing, type Element, draw, style } from '../../src/export/diagram/draw.ts'
import type { Laid } from '../../src/serve/page/types.ts'

/** The colours of the export, as a sheet of the page. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

export function Diagram({ laid, label, ...drawing }: { laid: Laid; label: string } & Drawing): VNode {
  const [width, height] = [Math.ceil(laid.width), Math.ceil(laid.height)]
  return (
    <div class="diagram" tabIndex={0} role="region" aria-label={label}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {draw(laid, drawing).map(renderElement)}
      </svg>
    </div>
  )
}

function renderElement(element: Element | string): VNode | string {
  return typeof element === 'string' ? element : h(element.tag, element.attributes, ...element.children.map(renderElement))
}
