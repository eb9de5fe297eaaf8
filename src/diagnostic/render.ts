// Prints a diagnostic for a terminal: the problem, its place, the reason and the next step.

import { styleText } from 'node:util'
import { findPosition, type Source } from '../base/text.ts'
import { replaceInvisible, wrap } from './columns.ts'
import { type Diagnostic, type Severity, listOtherLabels, printReason } from './diagnostic.ts'
import { frame, type FrameRow, type TonedLabel } from './frame.ts'
import type { Tone } from './marks.ts'

/** `width` is the terminal's, in columns; lines of source are clipped to it and prose is wrapped. */
export type RenderStyle = { readonly colour: boolean; readonly width: number }

type Style = 'severity' | 'strong' | 'edge' | Tone
type Paint = (style: Style, text: string) => string

const colours = { error: 'red', gap: 'magenta', warning: 'yellow' } as const

/** The text has no final line end. */
export function render(diagnostic: Diagnostic, style: RenderStyle): string {
  const paint = createPainter(diagnostic.severity, style.colour)
  const head = `${paint('severity', `${diagnostic.severity}[${diagnostic.code}]`)}${paint('strong', `: ${replaceInvisible(diagnostic.message)}`)}`
  const parts = [[head, ...drawFrames(diagnostic, style.width, paint)].join('\n')]
  const reason = printReason(diagnostic)
  if (reason !== undefined) parts.push(printPassage('', reason, style.width, paint))
  if (diagnostic.help !== undefined) parts.push(printPassage('Help:', diagnostic.help, style.width, paint))
  return parts.join('\n\n')
}

/** Several diagnostics with an empty line between them; without a final line end. */
export function renderAll(diagnostics: readonly Diagnostic[], style: RenderStyle): string {
  return diagnostics.map((each) => render(each, style)).join('\n\n')
}

/** The number of warnings with one code that a report shows whole. */
const wholeWarnings = 5

/** Like `renderAll`, but lists further warnings with one code at the end, in a line each; `--format json` has them whole. */
export function renderReport(diagnostics: readonly Diagnostic[], style: RenderStyle): string {
  const counts = new Map<string, number>()
  const isWhole = diagnostics.map(({ severity, code }) => {
    counts.set(code, (counts.get(code) ?? 0) + 1)
    return severity !== 'warning' || counts.get(code)! <= wholeWarnings
  })
  const further = Map.groupBy(
    diagnostics.filter((_, index) => !isWhole[index]),
    ({ code }) => code,
  )
  return [
    ...diagnostics.filter((_, index) => isWhole[index]).map((each) => render(each, style)),
    ...[...further].map(([code, repeated]) => renderFurther(code, repeated, style)),
  ].join('\n\n')
}

function renderFurther(code: string, diagnostics: readonly Diagnostic[], { colour }: RenderStyle): string {
  const paint = createPainter('warning', colour)
  const lines = diagnostics.map(
    ({ message, primary: { span } }) => `  ${paint('edge', placeName(span.source, span.start))}: ${replaceInvisible(message)}`,
  )
  return [`${paint('severity', `warning[${code}]`)}${paint('strong', `: ${diagnostics.length} more`)}`, ...lines].join('\n')
}

function createPainter(severity: Severity, colour: boolean): Paint {
  if (!colour) return (_style, text) => text
  const severe = colours[severity]
  const formats = { severity: ['bold', severe], strong: ['bold'], edge: ['blue'], primary: [severe], other: ['blue'] } as const
  // The caller knows the stream and has decided about colour; the environment does not matter here.
  return (style, text) => (text === '' ? '' : styleText([...formats[style]], text, { validateStream: false }))
}

/** One frame per source: the primary place's first, the others in the order of their labels. */
function drawFrames(diagnostic: Diagnostic, width: number, paint: Paint): string[] {
  const labels: TonedLabel[] = [
    { ...diagnostic.primary, tone: 'primary' },
    ...listOtherLabels(diagnostic).map((each) => ({ ...each, tone: 'other' as const })),
  ]
  const bySource = Map.groupBy(labels, (label) => label.span.source)
  const last = Math.max(...labels.map((label) => findPosition(label.span.source, label.span.end).line))
  const gutter = String(last).length
  const blank = ' '.repeat(gutter + 1)
  const lines: string[] = []
  for (const [source, sourceLabels] of bySource) {
    if (lines.length > 0) lines.push(`${blank}${paint('edge', '│')}`)
    lines.push(`${blank}${paint('edge', `┌─ ${placeName(source, sourceLabels[0]!.span.start)}`)}`, `${blank}${paint('edge', '│')}`)
    for (const row of frame(source, sourceLabels, width - gutter - 3)) lines.push(printLine(row, gutter, paint))
  }
  return lines
}

function placeName(source: Source, offset: number): string {
  const at = findPosition(source, offset)
  return `${replaceInvisible(source.name)}:${at.line}:${at.column}`
}

function printLine({ edge, row }: FrameRow, gutter: number, paint: Paint): string {
  const left = typeof edge === 'number' ? `${String(edge).padStart(gutter)} │` : `${' '.repeat(gutter + 1)}${edge}`
  const pieces = row.slice(0, row.findLastIndex((piece) => piece.text.trim() !== '') + 1)
  if (pieces.length === 0) return paint('edge', left)
  const right = pieces.map(({ text, tone }, index) => {
    const trimmed = index === pieces.length - 1 ? text.trimEnd() : text
    return tone === undefined ? trimmed : paint(tone, trimmed)
  })
  return `${paint('edge', left)} ${right.join('')}`
}

/** The sentence, wrapped; below it, indented and verbatim, the text after an empty line: YAML to paste, or a difference. */
function printPassage(title: string, text: string, width: number, paint: Paint): string {
  const separator = text.indexOf('\n\n')
  const sentence = replaceInvisible(separator === -1 ? text : text.slice(0, separator))
  const lines = wrap(title === '' ? sentence : `${title} ${sentence}`, width).join('\n')
  const titled = paint('strong', title) + lines.slice(title.length)
  if (separator === -1) return titled
  const rest = text
    .slice(separator + 2)
    .replace(/\n+$/, '')
    .split('\n')
  return `${titled}\n\n${rest.map((each) => (each === '' ? '' : `    ${replaceInvisible(each)}`)).join('\n')}`
}
