// An example with one line broken: the report is short, near the mistake, and says what to write.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts'
import { conventions } from '../conventions.ts'

const orders = readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8')
const lines = orders.split('\n')

/** The lines of the `yaml` blocks to break, and their distance: enough lines of each kind, in a few seconds. */
const stride = 41
const isYaml = lines.map(
  (
    (inside: boolean) => (line: string) =>
      line.startsWith('```') ? ((inside = line === '```yaml'), false) : inside && line.trim() !== '' && !line.trim().startsWith('#')
  )(false),
)

/** Each way to break a line; the same line where it cannot be broken so. */
const ways: { readonly [way: string]: (line: string) => string } = {
  'a key misspelled': (line) => line.replace(/^(\s*(?:- )?[\w$]+)(\w)(\w)(?=:)/, '$1$3$2'),
  'one blank more': (line) => ` ${line}`,
  'one blank less': (line) => line.replace(/^ /, ''),
  'a tab': (line) => line.replace(/^ {2}/, '\t'),
  'no colon': (line) => line.replace(/^(\s*(?:- )?[\w$]+):/, '$1'),
  'a bracket not closed': (line) => line.replace(/[\]}](?=[^\]}]*$)/, ''),
  'a bracket not opened': (line) => line.replace(/[[{]/, ''),
  'a comma missing': (line) => line.replace(', ', ' '),
  'a quote missing': (line) => line.replace(/['"](?=[^'"]*$)/, ''),
  'a list': (line) => line.replace(/^(\s*(?:- )?[\w$]+: ).*$/, '$1[1, 2]'),
  'a number': (line) => line.replace(/^(\s*(?:- )?[\w$]+: ).*$/, '$142'),
  'a map': (line) => line.replace(/^(\s*(?:- )?[\w$]+: ).*$/, '$1{ a: 1 }'),
}

function told(text: string): readonly Diagnostic[] {
  return compile([{ name: 'orders.md', text }], conventions()).diagnostics.filter(({ severity }) => severity !== 'warning')
}

for (const [way, broken] of Object.entries(ways)) {
  test(`${way} is told in a few words`, () => {
    const counts: number[] = []
    for (const [index, line] of lines.entries()) {
      if (!isYaml[index] || index % stride !== 0 || broken(line) === line) continue
      const found = told(lines.with(index, broken(line)).join('\n'))
      const all = `${index + 1}: ${broken(line)}\n${found.map(({ code, message }) => `${code}: ${message}`).join('\n')}`
      assert.ok(found.length <= 4, all)
      assert.ok(!found.some(({ message }) => /x{5}/.test(message)), all)
      counts.push(found.length)
    }
    const many = counts.filter((count) => count > 2).length
    assert.ok(many * 5 <= counts.length, `${many} of ${counts.length} are told in more than two diagnostics`)
  })
}
