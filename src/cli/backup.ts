// `ninefold backup --store STORE --output COPY`: copies a store to a file, while it is served.

import type { StoreCopy } from '../store/kind.ts'
import { type Command, type Console, Misuse, formatOption, readTextOption } from './command.ts'
import { makeCommandAudit, auditFlag } from './auditing.ts'
import { storeFromOption, orMisuse, storeFlag } from './store-option.ts'

export const backupCommand: Command = {
  name: 'backup',
  arguments: `${storeFlag} --output COPY`,
  about: 'Copies a consistent snapshot of a store to a file, even while it is served, and verifies the copy.',
  options: [
    { flag: storeFlag, about: 'the store; a process may serve it meanwhile' },
    { flag: '--output COPY', about: 'the file to write; an existing file is never overwritten' },
    auditFlag,
    { flag: '--format text|json', about: 'the output: what was copied' },
  ],
  parse: { store: { type: 'string' }, output: { type: 'string' }, audit: { type: 'string' }, format: { type: 'string' } },
  words: [0, 0],
  async run(_words, values, console) {
    const form = formatOption(values, 'text', 'json')
    const store = await storeFromOption(values)
    const output = readTextOption(values, 'output')
    if (output === undefined) throw new Misuse('--output names the file to write')
    const audit = makeCommandAudit(values, 'backup')
    const copied = orMisuse(await store.backUp(output))
    audit.record([store.name, output])
    printCopy(output, copied, form, console)
    return 0
  },
}

export function printCopy(file: string, { bytes, tables, rows }: StoreCopy, form: 'text' | 'json', console: Console): void {
  if (form === 'json') console.out(`${JSON.stringify({ file, bytes, tables, rows })}\n`)
  else console.out(`${file}: ${bytes} bytes, ${rows} rows in ${tables} tables; verified\n`)
}
