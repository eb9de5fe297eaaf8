// Removes the long bodies of fenced blocks before Markdown is parsed, because the parser would look at each of their lines.

/** A block without its body: the start of its opening line and the end of its closing line. */
export type HollowFence = { readonly start: number; readonly end: number }

/** Shorter bodies are parsed directly, which is faster. */
const longBody = 50

const fence = /^(?<mark>`{3,}|~{3,})(?<info>.*)$/

/**
 * Replaces the body of each fenced block of a known language at the margin by one filler line of equal length, so that offsets stay
 * valid. The caller must verify that Markdown sees the same blocks: a fence may be inside another fence, a comment, or HTML.
 */
export function hollowFences(text: string, languages: RegExp): { readonly text: string; readonly blocks: readonly HollowFence[] } {
  const blocks: HollowFence[] = []
  let out = ''
  let copied = 0
  let open: { readonly start: number; readonly body: number; readonly mark: string } | undefined
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at)
    const next = feed === -1 ? text.length : feed + 1
    if (text[at] === '`' || text[at] === '~') {
      const line = text.slice(at, next).trimEnd()
      const { mark = '', info = '' } = fence.exec(line)?.groups ?? {}
      if (open === undefined) {
        if (mark !== '' && languages.test(info)) open = { start: at, body: next, mark }
      } else if (mark.startsWith(open.mark) && info.trim() === '') {
        if (at - open.body > longBody) {
          blocks.push({ start: open.start, end: at + line.length })
          out += `${text.slice(copied, open.body)}${'x'.repeat(at - open.body - 1)}\n`
          copied = at
        }
        open = undefined
      }
    }
    at = next
  }
  return { text: out + text.slice(copied), blocks }
}
