// `ninefold restore COPY --store STORE`: creates a store from a copy.

import { randomBytes } from 'node:crypto'
import { printCopy } from './backup.ts'
import { type Command, formatOption } from './command.ts'
import { makeCommandAudit, auditFlag } from './auditing.ts'
import { storeFromOption, orMisuse, storeFlag } from './store-option.ts'

export const restoreCommand: Command = {
  name: 'restore',
  arguments: `COPY ${storeFlag}`,
  about: 'Creates a store from a copy that `backup` wrote, and verifies it. An existing store is never changed.',
  options: [
    { flag: storeFlag, about: 'the store to create' },
    auditFlag,
    { flag: '--format text|json', about: 'the output: what was copied' },
  ],
  parse: { store: { type: 'string' }, audit: { type: 'string' }, format: { type: 'string' } },
  words: [1, 1],
  async run([from], values, console) {
    const form = formatOption(values, 'text', 'json')
    const store = await storeFromOption(values)
    const audit = makeCommandAudit(values, 'restore')
    const copied = orMisuse(await store.restore(from!, { bytes: (count) => randomBytes(count) }))
    audit.record([store.name])
    printCopy(store.name, copied, form, console)
    return 0
  },
}
