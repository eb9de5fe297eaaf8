// Renders a line of the document: its keys and values, the lines that conventions add below it, and its diagnostics.

import type { VNode } from 'preact'
import type { AnnotatedFile, DiagnosticJson } from '../../src/serve/page/types.ts'
import { DiagnosticCard } from './diagnostic.tsx'
import { Place } from './place.tsx'

export type Lines = {
  readonly file: AnnotatedFile
  readonly starts: readonly number[]
  /** By line. */
  readonly filled: ReadonlyMap<number, readonly { readonly filled: AnnotatedFile['filled'][number]; readonly index: number }[]>
  readonly diagnostics: ReadonlyMap<number, readonly DiagnosticJson[]>
}

export function CodeLine({ line, lines }: { line: number; lines: Lines }): VNode {
  const diagnostics = lines.diagnostics.get(line)
  return (
    <>
      <div class={diagnostics === undefined ? 'line' : `line has-${diagnostics[0]!.severity}`} id={`line-${line}`}>
        <span class="no" aria-hidden="true">
          {line}
        </span>
        <code>
          {partsOf(line, lines)}
          {'\n'}
        </code>
      </div>
      {diagnostics?.map((each, index) => (
        <DiagnosticCard key={index} diagnostic={each} />
      ))}
      {lines.filled.get(line)?.map(({ filled: { text, indent, from }, index }) => (
        <div key={`f${index}`} class="filled">
          <span class="no" aria-hidden="true">
            +
          </span>
          <code data-o={`f${index}`} style={{ paddingLeft: `${indent}ch` }}>
            {text}
          </code>
          <span class="by">
            <Place of={from} />
          </span>
        </div>
      ))}
    </>
  )
}

/** The parts of a line, each with its mark. Marks do not overlap; a mark over several lines has a part in each of them. */
function partsOf(line: number, { file: { text, marks }, starts }: Lines): (VNode | string)[] {
  const start = starts[line - 1] ?? 0
  const end = start + text.slice(start, starts[line] ?? text.length).replace(/[\r\n]+$/, '').length
  const parts: (VNode | string)[] = []
  let offset = start
  for (let index = firstMarkAfter(marks, start); index < marks.length; index++) {
    const mark = marks[index]!
    if (mark.start >= end) break
    const [from, until] = [Math.max(mark.start, offset), Math.min(mark.end, end)]
    if (until <= from) continue
    if (from > offset) parts.push(unmarked(text.slice(offset, from)))
    parts.push(
      <span class={mark.kind === 'key' ? 'k' : 'v'} data-o={String(index)}>
        {text.slice(from, until)}
      </span>,
    )
    offset = until
  }
  if (offset < end) parts.push(unmarked(text.slice(offset, end)))
  return parts
}

function unmarked(text: string): VNode | string {
  return /^\s*#/.test(text) ? <span class="c">{text}</span> : text
}

/** The index of the first mark that ends after the offset; marks are sorted by their start. */
function firstMarkAfter(marks: AnnotatedFile['marks'], offset: number): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}
