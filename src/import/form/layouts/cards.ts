// Turns fields written as cards (a name, then one line for each property of the field) into table rows.

import { mapColumns, draftPlainText } from '../draft.ts'
import type { Form, FormSection, FormTable, FormText } from '../statement.ts'
import type { ColumnName, Words } from '../words.ts'

type Block = FormSection['blocks'][number]

type Card = {
  readonly name: FormText
  readonly lines: readonly { readonly label: string; readonly value: string; readonly text: FormText }[]
}

const said: readonly ColumnName[] = [
  'type',
  'must',
  'default',
  'setter',
  'range',
  'rules',
  'unique',
  'editable',
  'least',
  'most',
  'meaning',
]

export function convertCards(form: Form, words: Words): Form {
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'resources' ? { ...section, blocks: withTables(section.blocks, words) } : section,
    ),
  }
}

function withTables(blocks: readonly Block[], words: Words): Block[] {
  const found: Block[] = []
  let cards: Card[] = []
  const close = (): void => {
    if (cards.length > 0) found.push(makeCardTable(cards))
    cards = []
  }
  for (let at = 0; at < blocks.length;) {
    const card = readCard(blocks, at, words)
    if (card === undefined) {
      close()
      found.push(blocks[at]!)
      at++
    } else {
      cards.push(card)
      at += 1 + card.lines.length
    }
  }
  close()
  return found
}

/** A name alone, followed by at least one line that begins with a header of fields. */
function readCard(blocks: readonly Block[], at: number, words: Words): Card | undefined {
  const name = blocks[at]
  if (
    name?.kind !== 'text' ||
    name.statement.kind === 'sample' ||
    !/^[*_`]*[\p{L}_][\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,4}[*_`]*:?[*_]*$/u.test(name.statement.text)
  )
    return undefined
  const lines: { label: string; value: string; text: FormText }[] = []
  for (const text of blocks.slice(at + 1)) {
    if (text.kind !== 'text') break
    const [, label, value] = /^[*_]*(\p{L}[\p{L} /?-]{1,30}?)[*_]*\s*:[*_]*\s+(\S.*)$/u.exec(text.statement.text) ?? []
    const isBeside =
      name.statement.kind === 'sentence' ? text.paragraph === name.paragraph || text.statement.kind === 'item' : text.depth > name.depth
    // "exactly 15 digits" below a name has no label.
    if (label === undefined && isBeside && text.statement.kind === 'item' && text.depth > name.depth)
      lines.push({ label: '', value: text.statement.text.replace(/[.;]$/, ''), text })
    if (label === undefined && isBeside && text.depth > name.depth) continue
    if (label === undefined || value === undefined || !isBeside) break
    lines.push({ label, value: value.replace(/[.;]$/, ''), text })
  }
  const columns = mapColumns(
    lines.map(({ label }) => label),
    said,
    words,
  )
  return lines.length > 0 &&
    Object.keys(columns).length * 2 > lines.length &&
    (columns.type ?? columns.must ?? columns.default) !== undefined
    ? { name, lines }
    : undefined
}

function makeCardTable(cards: readonly Card[]): FormTable {
  const labels = [...new Set(cards.flatMap(({ lines }) => lines.map(({ label }) => label)))]
  for (const { lines } of cards) for (const { text } of lines) text.statement.outcome = 'taken'
  return {
    kind: 'table',
    headers: ['field', ...labels],
    rows: cards.map(({ name, lines }) => ({
      cells: [
        draftPlainText(name.statement.text).replaceAll(/^[*_`]+(?=\p{L})|[*_`:]+$/gu, ''),
        ...labels.map((label) =>
          lines
            .filter((each) => each.label === label)
            .map((each) => each.value)
            .join('; '),
        ),
      ],
      statement: name.statement,
    })),
  }
}
