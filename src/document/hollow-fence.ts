// Removes the long bodies of fenced blocks before Markdown is parsed, because the parser would look at each of their lines.

/** A block without its body: the start of its opening line and the end of its closing line. */
export type HollowFence = { readonly start: number; readonly end: number }

/** Shorter bodies are parsed directly, which is faster. */
const minBodyLength = 50

const fence = /^(?<mark>`{3,}|~{3,})(?<info>.*)$/

/**
 * Replaces the body of each fenced block of a known language at the margin by one filler line of equal length, so that offsets stay
 * valid. The caller must verify that Markdown sees the same blocks: a fence may be inside another fence, a comment, or HTML.
 */
export function hollowFences(text: string, languages: RegExp): { readonly text: string; readonly blocks: readonly HollowFence[] } {
  const blocks: HollowFence[] = []
  let result = ''
  let copiedUntil = 0
  let opened: { readonly start: number; readonly body: number; readonly mark: string } | undefined
  for (let position = 0; position < text.length;) {
    const feed = text.indexOf('\n', position)
    const next = feed === -1 ? text.length : feed + 1
    if (text[position] === '`' || text[position] === '~') {
      const line = text.slice(position, next).trimEnd()
      const { mark = '', info = '' } = fence.exec(line)?.groups ?? {}
      if (opened === undefined) {
        if (mark !== '' && languages.test(info)) opened = { start: position, body: next, mark }
      } else if (mark.startsWith(opened.mark) && info.trim() === '') {
        if (position - opened.body > minBodyLength) {
          blocks.push({ start: opened.start, end: position + line.length })
          result += `${text.slice(copiedUntil, opened.body)}${'x'.repeat(position - opened.body - 1)}\n`
          copiedUntil = position
        }
        opened = undefined
      }
    }
    position = next
  }
  return { text: result + text.slice(copiedUntil), blocks }
}
