// Searches the pages of the reference for the sections that match most words; rare words count more.

/** `isSummary`: the page repeats what others say. */
export type ReferencePage = { readonly name: string; readonly text: string; readonly isSummary?: true }

export type Section = { readonly page: string; readonly heading: string; readonly text: string }

/** Longer sections are cut; a request for the whole page is possible. */
const maxSectionLength = 4000

/** Splits at every heading outside of fences. */
export function splitSections({ name, text }: ReferencePage): readonly Section[] {
  const sections: { page: string; heading: string; text: string }[] = []
  let isFence = false
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) isFence = !isFence
    const heading = isFence ? undefined : /^#{1,6} (.*)$/.exec(line)?.[1]
    if (heading !== undefined || sections.length === 0) sections.push({ page: name, heading: heading ?? name, text: '' })
    if (heading === undefined) sections.at(-1)!.text += `${line}\n`
  }
  return sections
}

export function search(pages: readonly ReferencePage[], query: string, limit: number): readonly Section[] {
  const sections = pages.flatMap(splitSections)
  const wordCounts = sections.map((each) => countWords(`${each.heading} ${each.heading} ${each.page} ${each.text}`))
  const words = [...countWords(query).keys()]
  const weight = new Map(
    words.map((word) => [word, Math.log(1 + sections.length / (1 + wordCounts.filter((wordCount) => wordCount.has(word)).length))]),
  )
  const length = wordCounts.reduce((sum, wordCount) => sum + wordCount.size, 0) / Math.max(1, wordCounts.length)
  // BM25, with its usual constants.
  const score = (wordCount: ReadonlyMap<string, number>): number =>
    words.reduce((sum, word) => {
      const count = wordCount.get(word) ?? 0
      return sum + (weight.get(word)! * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * wordCount.size) / length))
    }, 0)
  const ranked = sections
    .map((section, index) => ({ section, score: score(wordCounts[index]!) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
  return ranked.slice(0, limit).map(({ section }) => ({
    ...section,
    text: section.text.length > maxSectionLength ? `${section.text.slice(0, maxSectionLength)}…` : section.text.trim(),
  }))
}

function countWords(text: string): ReadonlyMap<string, number> {
  const byWord = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_@-]+/gu)) byWord.set(word, (byWord.get(word) ?? 0) + 1)
  return byWord
}
