// Writes the generated tables of docs/reference: what stands between `<!-- generated: WHAT NAME -->` and `<!-- end -->`.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { columnTable } from './reference/columns.ts'
import { declarationTable } from './reference/declarations.ts'
import { keyTable } from './reference/keys.ts'
import { outcomeTable } from './reference/outcomes.ts'
import { slotTable } from './reference/slots.ts'

/** One generator a kind of table; `name` is what follows the kind in the marker. */
const generators: { readonly [what: string]: (name: string) => string } = {
  columns: columnTable,
  declarations: declarationTable,
  keys: keyTable,
  outcomes: outcomeTable,
  slots: slotTable,
}

const marked = /(<!-- generated: (\S+) ?(.*?) -->\n)[\s\S]*?(<!-- end -->)/g

/** The page with each generated table as it is now. */
export function withTables(page: string): string {
  return page.replaceAll(marked, (_, start: string, what: string, name: string, end: string) => {
    const generate = generators[what]
    if (generate === undefined) throw new Error(`Nothing generates \`${what}\``)
    return `${start}\n${generate(name)}\n\n${end}`
  })
}

/** The names that pages ask of one generator. */
export function tablesOf(page: string, what: string): string[] {
  return [...page.matchAll(marked)].flatMap(([, , kind, name = '']) => (kind === what ? [name] : []))
}

if (import.meta.main) {
  const folder = new URL('../docs/reference/', import.meta.url)
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.md')) continue
    const page = new URL(name, folder)
    writeFileSync(page, withTables(readFileSync(page, 'utf8')))
  }
}
