// `ninefold copy --from STORE --to STORE`: moves a service from its file to a database.

import { randomBytes } from 'node:crypto'
import type { CopiedTable } from '../store/contents.ts'
import { fileForms, openStoredService, storeVariable } from '../store/registry.ts'
import { type Command, type Console, Misuse, type Values, formatOption, readTextOption } from './command.ts'
import { makeCommandAudit, auditFlag } from './auditing.ts'
import { readEnvironmentStore, orMisuse } from './store-option.ts'

export const copyCommand: Command = {
  name: 'copy',
  arguments: '--from STORE --to STORE',
  about: 'Copies a store from an SQLite file to an empty PostgreSQL database, and verifies the copy. The file is not changed.',
  options: [
    { flag: '--from STORE', about: `the file to copy, of ${fileForms}; no process may serve it meanwhile` },
    { flag: '--to STORE', about: `the database to fill, which must be empty, or an empty schema of it (default: \`${storeVariable}\`)` },
    auditFlag,
    { flag: '--format text|json', about: 'the output: what was copied' },
  ],
  parse: { from: { type: 'string' }, to: { type: 'string' }, audit: { type: 'string' }, format: { type: 'string' } },
  words: [0, 0],
  async run(_words, values, console) {
    const form = formatOption(values, 'text', 'json')
    const [from, to] = [await storeFor(values, 'from'), await storeFor(values, 'to')]
    const audit = makeCommandAudit(values, 'copy')
    const contents = orMisuse(await from.contents(Date.now()))
    try {
      const tables = orMisuse(await to.fill(contents, { bytes: (count) => randomBytes(count) }))
      audit.record([from.name, to.name])
      printTables(from.name, to.name, tables, form, console)
    } finally {
      contents.close()
    }
    return 0
  },
}

async function storeFor(values: Values, option: 'from' | 'to') {
  const name = readTextOption(values, option) ?? (option === 'to' ? readEnvironmentStore() : undefined)
  if (name === undefined) throw new Misuse('--from names the file to copy, and --to the database to fill')
  const opened = await openStoredService(name)
  if ('problem' in opened) throw new Misuse(opened.problem.replace('--store', `--${option}`))
  return opened
}

/** Digests are shortened in text, for comparison by eye. */
function printTables(from: string, to: string, tables: readonly CopiedTable[], form: 'text' | 'json', console: Console): void {
  if (form === 'json') return console.out(`${JSON.stringify({ from, to, tables }, null, 2)}\n`)
  const widths = [
    Math.max(...tables.map(({ name }) => name.length)),
    Math.max(...tables.map(({ from: { rows } }) => String(rows).length)),
  ] as const
  const countText = ({ rows, digest }: CopiedTable['from']): string => `${String(rows).padStart(widths[1])} rows ${digest.slice(0, 16)}`
  for (const table of tables) console.out(`${table.name.padEnd(widths[0])}  ${countText(table.from)}  =  ${countText(table.to)}\n`)
  const rows = tables.reduce((sum, table) => sum + table.to.rows, 0)
  console.out(`${to}: ${rows} rows in ${tables.length} tables from ${from}; verified. From now on serve the database, not the file.\n`)
}
