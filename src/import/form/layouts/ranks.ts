// Spells out ranks of callers: "manager and above" names the manager and all callers of a higher rank.

import { draftPlainText } from '../draft.ts'
import type { Form, FormSection } from '../statement.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

/** The form with the callers of each rank in place of "and above", if it says which ranks there are. */
export function spellRanks(form: Form, words: Words): Form {
  const ranks = readRanks(form, words)
  if (ranks.length < 2) return form
  const spell = (text: string): string => spellHigherRanks(text, ranks, ', ', words)
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'endpoints'
        ? { ...section, title: spell(section.title), blocks: section.blocks.map((block) => spellBlock(block, spell, ranks, words)) }
        : section,
    ),
  }
}

function spellBlock(block: Block, spell: (text: string) => string, ranks: readonly string[], words: Words): Block {
  if (block.kind === 'text') {
    const { statement } = block
    // A legend has commas of its own: "r = viewer+, w = editor+".
    if (statement.kind !== 'sample') statement.text = spellHigherRanks(statement.text, ranks, ` ${words.andWord} `, words)
    return { ...block, label: spell(block.label) }
  }
  const least = block.headers.findIndex((header) => words.leastRole.test(draftPlainText(header)))
  return {
    ...block,
    headers: block.headers.map((header, index) => (index === least ? header.replace(words.leastRole, words.roleNoun) : header)),
    rows: block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) =>
        index !== least ? spell(cell) : ranks.some((rank) => isSameName(rank, cell)) ? listHigherRanks(cell, ranks).join(', ') : cell,
      ),
    })),
  }
}

/** The text with the names of all higher ranks after the name of one. */
function spellHigherRanks(text: string, ranks: readonly string[], join: string, words: Words): string {
  const any = [...ranks].sort((a, b) => b.length - a.length).join('|')
  const all = (_: string, rank: string): string => listHigherRanks(rank, ranks).join(join)
  return text
    .replaceAll(new RegExp(String.raw`(?<![\p{L}_-])(?:${words.leastLead})\s+[*\x60]*(${any})s?[*\x60]*(?![\p{L}_-])`, 'giu'), all)
    .replaceAll(
      new RegExp(String.raw`(?<![\p{L}_-])[*\x60]*(${any})s?[*\x60]*(?:\s?\+(?=[\s,;.)|]|$)|,?\s+${words.orAbove.source})`, 'giu'),
      all,
    )
}

function listHigherRanks(rank: string, ranks: readonly string[]): readonly string[] {
  return ranks.slice(ranks.findIndex((each) => isSameName(each, rank)))
}

function isSameName(one: string, other: string): boolean {
  const plain = (text: string): string => draftPlainText(text).replaceAll('`', '').toLowerCase().replace(/s$/, '').trim()
  return plain(one) === plain(other)
}

/** The ranks from low to high; empty unless the form has exactly one order of them. */
function readRanks({ before, sections }: Form, words: Words): readonly string[] {
  const texts = [
    before,
    ...sections
      .filter(({ part }) => part === 'service' || part === 'authentication' || part === 'endpoints')
      .flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ cells }) => cells.join(', ')))),
      ),
  ].map((text) => draftPlainText(text).replaceAll('`', ''))
  const found = texts.flatMap((text) => {
    const ranks = orderIn(text, words)
    return ranks === undefined ? [] : [ranks]
  })
  const [first, ...more] = found
  return first !== undefined && more.every((each) => each.join() === first.join()) ? first : []
}

const name = String.raw`\p{L}[\p{L}_-]*(?: [\p{L}_-]+)?`

/** "viewer < clerk < manager", "from low to high: viewer, clerk", "clerk (1), manager (2)". */
function orderIn(text: string, words: Words): readonly string[] | undefined {
  const signed = (sign: string): readonly string[] | undefined => {
    const [match] =
      new RegExp(String.raw`(?<![\p{L}])\p{L}[\p{L}_-]*(?: \p{L}[\p{L}_-]*)?(?:\s*${sign}\s*${name}(?![\p{L}_-]*>)){1,6}`, 'u').exec(
        text,
      ) ?? []
    return match?.split(new RegExp(String.raw`\s*${sign}\s*`, 'u')).map((each) => each.trim())
  }
  const rising = signed('(?:<|⊂|≤|⊆)')
  if (rising !== undefined) return rising
  const falling = signed('(?:>|⊃|≥|⊇)')
  if (falling !== undefined) return falling.toReversed()
  const [, lead, list] = words.rankList.exec(text) ?? []
  if (list !== undefined) {
    const names = list.split(words.conjunction).map((each) => each.replace(words.article, '').trim())
    return words.highFirst.test(lead ?? '') ? names.toReversed() : names
  }
  const numbered = Array.from(
    text.matchAll(new RegExp(String.raw`(${name})\s*(?:\(|=\s*|:\s*)(?:level |rank )?(\d)\)?`, 'giu')),
    ([, rank, level]) => ({
      rank: rank!.trim(),
      level: Number(level),
    }),
  )
  return words.rankWord.test(text) && numbered.length > 1 && new Set(numbered.map(({ level }) => level)).size === numbered.length
    ? numbered.sort((a, b) => a.level - b.level).map(({ rank }) => rank)
    : undefined
}
