// Merges diagnostics of one mistake at several places into one, at the most informative place.

import { replaceHelp } from '../diagnostic/voice.ts'
import { advise, paste } from '../diagnostic/help.ts'
import { type Span, compareSpans } from '../base/text.ts'
import { type Diagnostic, inOrder } from '../diagnostic/diagnostic.ts'

/**
 * Reports an unknown name once, and mistakes with the same words once: at the first place in the document (or else in a convention), with
 * the other places.
 */
export function sayOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...Map.groupBy(inOrder(diagnostics), nameOf).values()].map(mergeSame)
}

function nameOf({ unknown, severity, code, message, primary, others, reason = '', help = '' }: Diagnostic): string {
  if (unknown !== undefined) return unknown.owner === undefined ? unknown.name : `${unknown.name} of ${unknown.owner}`
  const labels = others.map(({ span, text }) => `${text} ${span.source.name} ${span.start}`)
  return [severity, code, message, primary.text, ...labels, reason, help].join('\n')
}

function mergeSame(same: readonly Diagnostic[]): Diagnostic {
  if (same.length === 1) return same[0]!
  const inDocument = same.filter(({ primary }) => primary.span.source.convention === undefined)
  // The author can change the document, but not a convention.
  const candidates = inDocument.length === 0 ? same : inDocument
  const first = candidates.find(({ remedies = [] }) => remedies.some(({ kind }) => kind === 'rename')) ?? candidates[0]!
  // The condition of a role is read at each of its uses.
  const places = distinctSpans(same.map(({ primary }) => primary.span)).filter((span) => compareSpans(span, first.primary.span) !== 0)
  return places.length === 0 ? first : { ...first, also: places }
}

function distinctSpans(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map((span) => [`${span.source.name} ${span.start} ${span.end}`, span])).values()]
}

/** After YAML loses its place in a block, its later findings in that block are unreliable. */
export function keepFirstOfBlock(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unreliableBlocks = new Set<string>()
  return inOrder(diagnostics).filter(({ code, primary: { span } }) => {
    if (!structuralCodes.has(code)) return true
    const block = `${span.source.name} ${findBlockStart(span.source.text, span.start)}`
    if (unreliableBlocks.has(block)) return false
    if (blockBreakingCodes.has(code)) unreliableBlocks.add(block)
    return true
  })
}

const blockBreakingCodes: ReadonlySet<string> = new Set(['document/yaml-syntax', 'document/tab-indentation'])
const structuralCodes: ReadonlySet<string> = new Set([
  ...blockBreakingCodes,
  'document/expression-cut',
  'document/duplicate-key',
  'document/missing-key',
  'document/key-not-a-name',
  'document/unknown-key',
  'document/unexpected-value',
])

/** The beginning of the fence around the place, or of the outermost key. */
function findBlockStart(text: string, at: number): number {
  const before = text.slice(0, at)
  const fence = before.lastIndexOf('\n```')
  if (fence >= 0) return fence
  return Math.max(0, ...Array.from(before.matchAll(/^[^\s#]/gm), ({ index }) => index))
}

/** A cut value and an unexpected one at the same place: either a comma or brackets are missing. */
export function cutOrUnexpected(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const cuts = diagnostics.filter(({ code }) => code === 'document/expression-cut')
  // Besides the quoted form, the help of a cut proposes the one with a comma.
  const isComma = ({ remedies = [] }: Diagnostic): boolean => remedies.filter(({ kind }) => kind === 'paste').length > 1
  const dropped = new Set<Diagnostic>()
  const improved = new Map<Diagnostic, Diagnostic>()
  for (const diagnostic of diagnostics) {
    const isUnexpected = diagnostic.code === 'document/unexpected-value'
    if (!isUnexpected && diagnostic.code !== 'resources/unknown-format') continue
    const cut = cuts.find(({ primary, others }) =>
      [primary, ...others].some(
        ({ span }) =>
          span.source === diagnostic.primary.span.source &&
          span.start < diagnostic.primary.span.end &&
          diagnostic.primary.span.start < span.end,
      ),
    )
    if (cut === undefined) continue
    dropped.add(isComma(cut) || !isUnexpected ? diagnostic : cut)
    if (!isUnexpected) continue
    const { source, start, end } = diagnostic.primary.span
    const line = source.text.slice(start, Math.max(end, cut.primary.span.end)).trim()
    const completed = completeLine(line)
    if (!isComma(cut) && diagnostic.help === undefined && completed !== undefined)
      improved.set(diagnostic, replaceHelp(diagnostic, advise`Is \`${completed[0]!}\` missing before it?${paste(completed)}`))
  }
  return diagnostics.filter((diagnostic) => !dropped.has(diagnostic)).map((diagnostic) => improved.get(diagnostic) ?? diagnostic)
}

/** The line with the bracket that is missing before it; undefined if no bracket is. */
function completeLine(line: string): string | undefined {
  if (/^[\w$-]+: [^{[]*\}$/.test(line)) return `{ ${line}`
  return /^[\w$., -]+\]$/.test(line) ? `[${line}` : undefined
}
