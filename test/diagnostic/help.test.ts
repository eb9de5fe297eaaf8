// A help prints its sentence from the pieces that carry its remedies.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts'
import { advise, erase, offerNames, paste, quoteEntry, quoteWordsWithAnd, remove } from '../../src/diagnostic/help.ts'
import { conventions } from '../conventions.ts'

test('prints a sentence and carries the edits that it proposes', () => {
  const help = advise`${remove('Remove it', 'zone')}, or write ${quoteEntry('as: caller')}:${paste('zone: UTC', 'states')}`
  assert.equal(help.text, 'Remove it, or write `as: caller`:\n\nzone: UTC')
  assert.deepEqual(help.remedies, [
    { kind: 'remove', key: 'zone' },
    { kind: 'paste', text: 'as: caller', lead: 'Remove it, or write ', into: [], isInline: true },
    { kind: 'paste', text: 'zone: UTC', lead: 'Remove it, or write `as: caller`:', into: ['states'], isInline: false },
  ])
})

test('joins help with help', () => {
  const names = offerNames(['a', 'b'])
  assert.deepEqual(advise`${names} ${erase('Remove the comma')}.`, {
    text: 'Did you mean `a` or `b`? Remove the comma.',
    remedies: [
      { kind: 'rename', names: ['a', 'b'] },
      { kind: 'write', text: '' },
    ],
  })
})

test('counts the words of a long list', () => {
  const { text, remedies } = quoteWordsWithAnd(Array.from({ length: 14 }, (_, index) => `w${index}`))
  assert.match(text, /`w11` and 2 more$/)
  assert.equal(remedies.length, 12)
})

const tests = resolve(import.meta.dirname, '..')

test('a text or name that a help proposes is one of its remedies', () => {
  const lacking: string[] = []
  for (const path of globSync(['check/*/*/fires.{yaml,md}', 'model/mistakes/*.yaml'], { cwd: tests }).sort()) {
    for (const each of compile([{ name: path, text: readFileSync(join(tests, path), 'utf8') }], conventions()).diagnostics)
      if (lacksRemedy(each)) lacking.push(`${path} ${each.code}: ${each.help}`)
  }
  assert.deepEqual(lacking, [])
})

/** True for a suggested name or a text to paste that only the sentence contains. */
function lacksRemedy({ help = '', remedies = [] }: Diagnostic): boolean {
  const pasted = help
    .split('\n\n')
    .slice(1)
    .filter((each) => !/^(?:or|and|If|For) [^\n]*[.:]$/.test(each))
  return (
    (help.startsWith('Did you mean') && !remedies.some(({ kind }) => kind === 'rename')) ||
    (pasted.length > 0 && !remedies.some(({ kind }) => kind === 'paste'))
  )
}
