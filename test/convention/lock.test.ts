// Versions of conventions: released ones never change, and a lock detects a change.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { format } from '../../src/document/format.ts'
import { builtIn } from '../../src/convention/built-in.ts'
import { lockConventions, lockProblems, printLock, readLock } from '../../src/convention/lock.ts'
import { renderAll } from '../../src/diagnostic/render.ts'
import { golden } from '../golden.ts'
import { filled } from './filled.ts'

const adopting = (use: string, own: { [path: string]: string } = {}) => filled(`---\nuse: [${use}]\n---\n`, own).filling.adopted

test('every built-in convention is in its folder only', () => {
  const files = readdirSync(new URL('../../conventions/', import.meta.url)).map((name) => name.replace(/\.md$/, ''))
  assert.deepEqual(files.sort(), [...builtIn].sort())
})

test('a released convention never changes', () => {
  const adopted = adopting(builtIn.join(', '))
  golden(new URL('released.golden.txt', import.meta.url), printLock(lockConventions(adopted)))
})

test('parses a printed lock', () => {
  const lock = lockConventions(adopting('http@1, ./own.md', { 'own.md': '# Own\n' }))
  assert.deepEqual(
    lock.map(({ name }) => name),
    ['http@1', 'own.md'],
  )
  assert.deepEqual(readLock(printLock(lock)), lock)
})

test('refuses a built-in convention that differs from the lock in more than line ends', () => {
  const text = readFileSync(new URL('../../conventions/http@1.md', import.meta.url), 'utf8')
  const lock = lockConventions(adopting('http@1'))
  const as = (changed: string) => lockProblems(lock, adopting('http@1', { 'http@1': changed })).map(({ code }) => code)
  assert.deepEqual(as(text), [])
  assert.deepEqual(as(text.replaceAll('\n', '\r\n')), [])
  const changed = lockProblems(lock, adopting('http@1', { 'http@1': text.replace('status: 201', 'status: 200') }))
  golden(new URL('changed.golden.txt', import.meta.url), renderAll(changed, { colour: false, width: 100 }))
  assert.deepEqual(lockProblems([], adopting('http@1')), [])
})

test("a company's own convention may change", () => {
  const lock = lockConventions(adopting('./own.md', { 'own.md': '# Own\n' }))
  assert.deepEqual(lockProblems(lock, adopting('./own.md', { 'own.md': '# Changed\n' })), [])
})

test('conventions are formatted', () => {
  for (const name of builtIn) {
    const text = readFileSync(new URL(`../../conventions/${name}.md`, import.meta.url), 'utf8')
    assert.equal(format({ name, text }), text)
  }
})
