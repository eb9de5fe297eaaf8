// Replaces a word for several callers by their names: "Where it says "everybody" we mean clerk and manager".

import type { Form, FormSection } from './statement.ts'
import { takeLine } from './draft.ts'
import type { Words } from './words.ts'

type Block = FormSection['blocks'][number]

export function spellCallers(form: Form, words: Words): Form {
  const meanings = new Map<string, string>()
  for (const { part, blocks } of form.sections)
    for (const block of part === 'endpoints' || part === 'authentication' ? blocks : []) {
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
        cells: row.cells.map((cell) => meanings.get(cell.replaceAll(/[*`"]/g, '').trim().toLowerCase()) ?? cell),
      })),
    }
  const { statement } = block
  if (statement.kind === 'item')
    for (const [word, callers] of meanings)
      statement.text = statement.text.replaceAll(new RegExp(`(?<=[–—:(,-]\\s?)${word}(?=\\s*(?:$|[).,;–—]))`, 'giu'), callers)
  return block
}
