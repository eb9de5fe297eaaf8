// Replaces a word for several callers by their names: "Where it says "everybody" we mean clerk and manager".

import type { Form, FormSection } from '../statement.ts'
import { takeLine } from '../draft.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

export function spellCallers(form: Form, words: Words): Form {
  const meanings = new Map<string, string>()
  for (const { part, blocks } of form.sections)
    for (const block of part === 'endpoints' || part === 'authentication' || part === 'service' ? blocks : []) {
      const { word, callers } = block.kind === 'text' ? (words.meansCallers.exec(block.statement.text)?.groups ?? {}) : {}
      if (word === undefined || block.kind !== 'text') continue
      meanings.set(
        word.toLowerCase(),
        callers!
          .split(words.conjunction)
          .map((each) => each.replace(words.article, '').trim())
          .join(', '),
      )
      takeLine(block.statement)
    }
  if (meanings.size === 0) return form
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'endpoints' ? { ...section, blocks: section.blocks.map((block) => spellBlock(block, meanings)) } : section,
    ),
  }
}

function spellBlock(block: Block, meanings: ReadonlyMap<string, string>): Block {
  if (block.kind === 'table')
    return {
      ...block,
      rows: block.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => spellCell(cell, meanings)),
      })),
    }
  const { statement } = block
  if (statement.kind === 'item')
    for (const [word, callers] of meanings)
      statement.text = statement.text.replaceAll(
        new RegExp(`(?<=(?:^|[–—:(,.;/+&|→-]|->)\\s*(?:[*_]{1,2})?)${word}(?=(?:[*_]{1,2})?\\s*(?:$|[).,;:/+&|–—→]|->))`, 'giu'),
        callers,
      )
  return block
}

/** "studio, client": each word of the list that stands for several callers. */
function spellCell(cell: string, meanings: ReadonlyMap<string, string>): string {
  const plain = (text: string): string => text.replaceAll(/[*`"]/g, '').trim().toLowerCase()
  if (meanings.has(plain(cell))) return meanings.get(plain(cell))!
  const pieces = cell.split(/(\s*[,/+&]\s*)/)
  return pieces.length > 1 && pieces.length < 16 && pieces.every((piece) => piece.length < 40)
    ? pieces.map((piece) => meanings.get(plain(piece)) ?? piece).join('')
    : cell
}
