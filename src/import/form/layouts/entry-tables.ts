// Adds the rows of a table about the entries of a field to the table of the field, as members: "One entry of `credits`:".

import { isFieldTable } from '../fields/field-columns.ts'
import type { Form, FormSection, FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

export function joinEntryTables(form: Form, words: Words): Form {
  const sections: FormSection[] = []
  for (const section of form.sections) {
    const last = sections.at(-1)
    // "#### One entry of `credits`" below the heading of the resource.
    const titled = section.part === 'resources' && last?.part === 'resources' && section.level > last.level
    const joined = titled ? joinTables([...last.blocks, ...section.blocks], section.title, last.blocks.length, words) : undefined
    if (joined !== undefined) sections.splice(-1, 1, { ...last!, blocks: joined })
    else sections.push(section.part === 'resources' ? { ...section, blocks: joinAll(section.blocks, words) } : section)
  }
  return { ...form, sections }
}

function joinAll(blocks: readonly Block[], words: Words): Block[] {
  let all = [...blocks]
  for (let at = 1; at < all.length; at++) {
    const before = all[at - 1]!
    const joined = before.kind === 'text' ? joinTables(all, before.statement.text, at, words) : undefined
    if (joined === undefined || before.kind !== 'text') continue
    before.statement.outcome ??= 'taken'
    all = joined
  }
  return all
}

/** The blocks without the table at this place, whose rows are members of a field in a table before it. */
function joinTables(blocks: readonly Block[], text: string, at: number, words: Words): Block[] | undefined {
  const table = blocks[at]
  const name = words.entryOf.exec(text)?.groups?.['name']
  if (name === undefined || table?.kind !== 'table' || !isFieldTable(table, words)) return undefined
  const place = blocks.findLastIndex((block, index) => index < at && block.kind === 'table' && findRow(block, name) !== undefined)
  const owner = blocks[place]
  if (owner?.kind !== 'table') return undefined
  const simple = (header: string): string =>
    header
      .replaceAll(/[*_`?]/g, '')
      .trim()
      .toLowerCase()
  const columns = owner.headers.map((header) => table.headers.findIndex((each) => simple(each) === simple(header)))
  const [field] = columns
  // Each column of the entries needs a place in the other table.
  if (field !== 0 || table.headers.some((_, index) => !columns.includes(index))) return undefined
  const rows = table.rows.map(({ cells, statement }) => ({
    statement,
    cells: columns.map((from, index) => (index === 0 ? `${name}.${plainName(cells[0])}` : (cells[from] ?? ''))),
  }))
  const joined: FormTable = { ...owner, rows: [...owner.rows, ...rows] }
  return blocks.flatMap((block, index) => (index === place ? [joined] : index === at ? [] : [block]))
}

function findRow({ rows }: FormTable, name: string): FormTable['rows'][number] | undefined {
  return rows.find(({ cells }) => plainName(cells[0]) === name)
}

function plainName(cell: string | undefined): string {
  return (cell ?? '').replaceAll(/[*`?]/g, '').trim()
}
