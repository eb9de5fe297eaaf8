// Exports diagrams as one SVG picture, in the reader's colours: the resources, and below them each machine.

import type { Facts } from '../../fact/fact.ts'
import { draw, makeElement, type Element, style } from './draw.ts'
import { makeMachineGraph, makeResourceGraph } from './graph.ts'
import { layOutGraph } from './lay-out.ts'

const headingHeight = 40

const darkColours =
  '@media (prefers-color-scheme:dark){svg{--d-back:#14171d;--d-box:#1c212a;--d-line:#737e91;--d-text:#e4e8ef;--d-soft:#a3adbd;background:#14171d}}'

export function drawSvg(facts: Facts): string {
  const diagrams = [
    ...(facts.typing.domain.resources.size === 0 ? [] : [layOutGraph(makeResourceGraph(facts), 'down')]),
    ...facts.machines.map((machine) => layOutGraph(makeMachineGraph(machine), 'right')),
  ]
  const sections: Element[] = []
  let y = 0
  for (const graph of diagrams) {
    sections.push(
      makeElement(
        'g',
        { transform: `translate(0 ${y})`, role: 'group', 'aria-label': graph.title },
        makeElement('text', { class: 'd-title', x: 10, y: 26 }, graph.title),
        makeElement('g', { transform: `translate(0 ${headingHeight})` }, ...draw(graph)),
      ),
    )
    y += headingHeight + Math.ceil(graph.height) + 20
  }
  const width = Math.ceil(Math.max(200, ...diagrams.map((graph) => graph.width)))
  const height = Math.max(y, headingHeight)
  return `${printElement(makeElement('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' }, makeElement('style', {}, `${style}\n${darkColours}`), ...sections), '')}\n`
}

/** One element per line; text stays beside its tags, because spaces matter there. */
function printElement({ tag, attributes, children }: Element, indent: string): string {
  const startTag = [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escape(String(value))}"`)].join(' ')
  if (children.length === 0) return `${indent}<${startTag}/>`
  if (children.some((child) => typeof child === 'string'))
    return `${indent}<${startTag}>${children.map((child) => (typeof child === 'string' ? escape(child) : printElement(child, ''))).join('')}</${tag}>`
  return `${indent}<${startTag}>\n${children.map((child) => printElement(child as Element, `${indent}  `)).join('\n')}\n${indent}</${tag}>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll(/[^\t\n\P{Cc}]/gu, ' ')
}
