// A line of the document: its keys and values, what a convention says below it, and what is missing there.

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
        <span class="no" aria-hidden="true">{line}</span>
        <code>{tokens(line, lines)}{'\n'}</code>
      </div>
      {diagnostics?.map((each, index) => <DiagnosticCard key={index} diagnostic={each} />)}
      {lines.filled.get(line)?.map(({ filled: { text, indent, from }, index }) => (
        <div key={`f${index}`} class="filled">
          <span class="no" aria-hidden="true">+</span>
          <code data-o={`f${index}`} style={{ paddingLeft: `${indent}ch` }}>{text}</code>
          <span class="by"><Place of={from} /></span>
        </div>
      ))}
    </>
  )
}

/** Marks do not overlap; one that goes on over several lines is cut by them. */
function tokens(line: number, { file: { text, marks }, starts }: Lines): (VNode | string)[] {
  const start = starts[line - 1] ?? 0
  const end = start + text.slice(start, starts[line] ?? text.length).replace(/[\r\n]+$/, '').length
  const found: (VNode | string)[] = []
  let at = start
  for (let index = firstAfter(marks, start); index < marks.length; index++) {
    const mark = marks[index]!
    if (mark.start >= end) break
    const [from, until] = [Math.max(mark.start, at), Math.min(mark.end, end)]
    if (until <= from) continue
    if (from > at) found.push(plain(text.slice(at, from)))
    found.push(<span class={mark.kind === 'key' ? 'k' : 'v'} data-o={String(index)}>{text.slice(from, until)}</span>)
    at = until
  }
  if (at < end) found.push(plain(text.slice(at, end)))
  return found
}

function plain(text: string): VNode | string {
  return /^\s*#/.test(text) ? <span class="c">{text}</span> : text
}

/** The first mark that ends after the offset; the marks stand in the order of their starts. */
function firstAfter(marks: AnnotatedFile['marks'], offset: number): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}
