// Merges diagnostics of one mistake at several places into one, at the most informative place.

import type { Diagnostic, UnknownName } from '../diagnostic/diagnostic.ts'
import { inOrder } from '../diagnostic/diagnostic.ts'

/** The maximum number of other places to show. */
const maxPlaces = 3

/** Reports an unknown name once, at its first use in the document (or else in a convention), with the other places. */
export function unknownOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = Map.groupBy(inOrder(diagnostics), (each) => (each.unknown === undefined ? each : nameOf(each.unknown)))
  return [...groups].flatMap(([key, all]) => (typeof key === 'string' ? [mergeUnknown(all)] : all))
}

function nameOf({ name, owner }: UnknownName): string {
  return owner === undefined ? name : `${name} of ${owner}`
}

function mergeUnknown(all: readonly Diagnostic[]): Diagnostic {
  const written = all.filter(({ primary }) => primary.span.source.convention === undefined)
  // The author can change the document, but not a convention.
  const candidates = written.length === 0 ? all : written
  const first = candidates.find(({ help }) => help?.startsWith('Did you mean')) ?? candidates[0]!
  const rest = all.filter((each) => each !== first)
  if (rest.length === 0) return first
  const places = rest.slice(0, maxPlaces).map(({ primary }) => ({ span: primary.span, text: 'and here' }))
  const more = rest.length - places.length
  return {
    ...first,
    others: [...first.others, ...places],
    ...(more > 0 && first.reason === undefined ? { reason: `It is in ${more} more ${more === 1 ? 'place' : 'places'}.` } : {}),
  }
}

/** After YAML loses its place in a block, its later findings in that block are unreliable. */
export function firstOfBlock(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const lost = new Set<string>()
  return inOrder(diagnostics).filter(({ code, primary: { span } }) => {
    if (!structural.has(code)) return true
    const block = `${span.source.name} ${blockStart(span.source.text, span.start)}`
    if (lost.has(block)) return false
    if (losing.has(code)) lost.add(block)
    return true
  })
}

const losing: ReadonlySet<string> = new Set(['document/yaml-syntax', 'document/tab-indentation'])
const structural: ReadonlySet<string> = new Set([...losing, 'document/expression-cut', 'document/duplicate-key', 'document/missing-key', 'document/key-not-a-name', 'document/unknown-key', 'document/unexpected-value'])

/** The beginning of the fence around the place, or of the outermost key. */
function blockStart(text: string, at: number): number {
  const before = text.slice(0, at)
  const fence = before.lastIndexOf('\n```')
  if (fence >= 0) return fence
  return Math.max(0, ...Array.from(before.matchAll(/^[^\s#]/gm), ({ index }) => index))
}

/** A cut value and an unexpected one at the same place: either a comma or brackets are missing. */
export function cutOrUnexpected(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const cuts = diagnostics.filter(({ code }) => code === 'document/expression-cut')
  const isComma = ({ help }: Diagnostic): boolean => help?.includes('comma missing') === true
  const dropped = new Set<Diagnostic>()
  const mended = new Map<Diagnostic, Diagnostic>()
  for (const each of diagnostics) {
    if (each.code !== 'document/unexpected-value') continue
    const cut = cuts.find(({ primary, others }) => [primary, ...others].some(({ span }) => span.source === each.primary.span.source && span.start < each.primary.span.end && each.primary.span.start < span.end))
    if (cut === undefined) continue
    dropped.add(isComma(cut) ? each : cut)
    const { source, start, end } = each.primary.span
    const line = source.text.slice(start, Math.max(end, cut.primary.span.end)).trim()
    const opened = /^[\w$-]+: [^{[]*\}$/.test(line) ? `{ ${line}` : /^[\w$., -]+\]$/.test(line) ? `[${line}` : undefined
    if (!isComma(cut) && each.help === undefined && opened !== undefined) mended.set(each, { ...each, help: `Is \`${opened[0]}\` missing before it?\n\n${opened}` })
  }
  return diagnostics.filter((each) => !dropped.has(each)).map((each) => mended.get(each) ?? each)
}
