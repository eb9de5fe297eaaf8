// A migration in a process that kills itself: before a statement, or in the middle of the one that copies rows.
// FILE, the new document, and `statement N` or `row N`.

import { readFileSync } from 'node:fs'
import { SeededRandomness } from '../../src/base/clock.ts'
import { compile } from '../../src/compile/compile.ts'
import { makeLayout } from '../../src/store/layout.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { sqlite } from '../../src/store/sqlite/dialect.ts'

const [file = '', document = '', at = '', count = '0'] = process.argv.slice(2)
const { facts } = compile([{ name: 'service.yaml', text: `ninefold: 1\n${readFileSync(document, 'utf8')}` }], {
  convention: () => undefined,
})
const seen = { statement: 0, row: 0 }
const random = new SeededRandomness('dying')
const pass = (what: 'statement' | 'row'): void => {
  if (++seen[what] === Number(count) && what === at) process.kill(process.pid, 'SIGKILL')
}
const done = migrate(file, makeLayout(facts.typing.domain, sqlite), {
  allow: 'losing',
  now: 0,
  randomness: { bytes: (length) => (pass('row'), random.bytes(length)) },
  onStatement: () => pass('statement'),
})
process.stdout.write(JSON.stringify({ kind: done.kind, ...seen }))
