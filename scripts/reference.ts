// Writes the generated tables of docs/reference, between `<!-- generated: WHAT NAME -->` and `<!-- end -->`.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { columnTable } from './reference/columns.ts'
import { declarationTable } from './reference/declarations.ts'
import { keyTable } from './reference/keys.ts'
import { outcomeTable } from './reference/outcomes.ts'
import { slotTable } from './reference/slots.ts'

/** One generator for each kind of table; its argument is the name in the marker. */
const generators: { readonly [what: string]: (name: string) => string } = {
  columns: columnTable,
  declarations: declarationTable,
  keys: keyTable,
  outcomes: outcomeTable,
  slots: slotTable,
}

const generatedRegion = /(<!-- generated: (\S+) ?(.*?) -->\n)[\s\S]*?(<!-- end -->)/g

/** The page with its generated tables replaced by current ones. */
export function withTables(page: string): string {
  return page.replaceAll(generatedRegion, (_, start: string, what: string, name: string, end: string) => {
    const generate = generators[what]
    if (generate === undefined) throw new Error(`Nothing generates \`${what}\``)
    return `${start}\n${generate(name)}\n\n${end}`
  })
}

/** The names of a page's tables of one kind. */
export function tablesOf(page: string, what: string): string[] {
  return [...page.matchAll(generatedRegion)].flatMap(([, , kind, name = '']) => (kind === what ? [name] : []))
}

if (import.meta.main) {
  const folder = new URL('../docs/reference/', import.meta.url)
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.md')) continue
    const page = new URL(name, folder)
    writeFileSync(page, withTables(readFileSync(page, 'utf8')))
  }
}
