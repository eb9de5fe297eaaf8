// Two texts set against each other line by line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showDifference } from '../../src/scenario/difference.ts'

const lines = (text: string): string => text.replaceAll(' ', '\n')

test('marks expected lines with -, received lines with +', () => {
  assert.equal(showDifference(lines('a b c'), lines('a x c')), '  a\n- b\n+ x\n  c')
  assert.equal(showDifference('a', lines('a b')), '  a\n+ b')
  assert.equal(showDifference(lines('a b'), 'b'), '- a\n  b')
  assert.equal(showDifference('', 'a'), '- \n+ a')
})

test('far from a difference lines are left out', () => {
  const long = Array.from({ length: 20 }, (_, index) => `line${index}`)
  const other = long.with(10, 'changed')
  assert.equal(
    showDifference(long.join('\n'), other.join('\n')),
    '  …\n  line7\n  line8\n  line9\n- line10\n+ changed\n  line11\n  line12\n  line13\n  …',
  )
})

test('texts too long to be compared line by line stand one after the other', () => {
  const many = (word: string): string => Array.from({ length: 1500 }, (_, index) => `${word}${index}`).join('\n')
  const shown = showDifference(many('a'), many('b')).split('\n')
  assert.equal(shown.length, 3000)
  assert.equal(shown[0], '- a0')
  assert.equal(shown[1500], '+ b0')
})
