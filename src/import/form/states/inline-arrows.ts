// Reads arrows between states within a sentence, each with its cause: "accepts it (`new` -> `triaged`, call `triage`) or rejects it (…)".

import { draftPlainText } from '../draft.ts'
import { type MoveReader, takeMove } from './move-text.ts'
import { namesOfStates } from './machine.ts'
import type { Words } from '../words.ts'

const coded = String.raw`\x60[\p{L}][\p{L}\d_-]*\x60`

/** `called`: the name directly before the states. */
type Arrow = {
  readonly called: string | undefined
  readonly from: string
  readonly to: string
  readonly start: number
  readonly end: number
}

/** A sentence whose words surround its arrows; false unless each arrow has a cause of its own. */
export const readInlineArrows: MoveReader = (read) => {
  const { text, words, left } = read
  const arrows = findArrows(text, words)
  const [first] = arrows
  if (first === undefined || !/\p{L}{2,}\s/u.test(text.slice(0, first.start).replaceAll('`', ''))) return false
  const causes = causesBefore(arrows) ?? causesBehind(text, arrows, words)
  if (causes === undefined) return false
  for (const [index, { from, to }] of arrows.entries())
    takeMove(read, namesOfStates(from, words), to, { trigger: causes[index]!, more: draftPlainText(left.join(' ')) })
  return true
}

function findArrows(text: string, { joins, callWord }: Words): Arrow[] {
  const pattern = new RegExp(
    String.raw`(?:\b(?:${callWord})\s+(?:the )?\x60([\p{L}][\p{L}\d_-]*)\x60\s*[,:;(–—-]*\s*)?(${coded}(?:(?:\s*[,/]\s*|,?\s+(?:${joins})\s+)${coded})*)\s*(?:-{1,3}>|={1,2}>|→|⇒)\s*\x60([\p{L}][\p{L}\d_-]*)\x60`,
    'giu',
  )
  return Array.from(text.matchAll(pattern), ({ 0: whole, 1: called, 2: from, 3: to, index }) => ({
    called,
    from: from!,
    to: to!,
    start: index + whole.indexOf(from!),
    end: index + whole.length,
  }))
}

/** "`a` -> `b`, call `send`" and "`a` -> `b` after 30 days": the cause follows each arrow. */
function causesBehind(text: string, arrows: readonly Arrow[], { callWord, lasting }: Words): readonly string[] | undefined {
  const called = new RegExp(String.raw`^\s*[,:(–—-]?\s*(?:\(?(?:${callWord})\s+)?(?:the )?\x60([\p{L}][\p{L}\d_-]*)\x60`, 'iu')
  const found = arrows.map(({ end }, index) => {
    const behind = text.slice(end, arrows[index + 1]?.start)
    const [after] = Array.from(behind.matchAll(lasting))
    return called.exec(behind)?.[1] ?? (after !== undefined && after.index < 3 ? after[0] : undefined)
  })
  return found.every((each) => each !== undefined) ? found : undefined
}

/** "When the owner replies, call `answer`, `a` -> `b`": the cause precedes each arrow; a name behind the last one would be another. */
function causesBefore(arrows: readonly Arrow[]): readonly string[] | undefined {
  const found = arrows.map(({ called }) => called)
  return found.every((each) => each !== undefined) ? found : undefined
}
