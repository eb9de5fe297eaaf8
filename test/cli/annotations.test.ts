// Annotations for workflows: mistakes and failed scenarios, each at its line.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const notes = readFileSync(resolve(import.meta.dirname, '../../examples/notes.md'), 'utf8')

function written(text: string): string {
  const file = join(temporaryFolder(), 'a,b.md')
  writeFileSync(file, text)
  return file
}

test('check annotates the line of each diagnostic, with signs that mean something to a workflow escaped', async () => {
  const file = written(notes.replace('create: Note', 'create: Nots'))
  const { status, out } = await ninefold('check', file, '--format', 'github')
  assert.equal(status, 1)
  const line = notes.split('\n').findIndex((each) => each.includes('create: Note')) + 1
  assert.equal(
    out.split('\n')[0],
    `::error file=${file.replaceAll(',', '%2C')},line=${line},endLine=${line},col=11,endColumn=15,title=endpoints/unknown-resource::\`Nots\` is not a resource%0A%0ADid you mean \`Note\`?`,
  )
})

test('test annotates what a scenario expects and does not get', async () => {
  const file = written(notes.replace('HTTP 409', 'HTTP 200'))
  const { status, out } = await ninefold('test', file, '--format', 'github')
  const line = notes.split('\n').findIndex((each) => each === 'HTTP 409') + 1
  assert.equal(status, 1)
  assert.match(out, new RegExp(`^::error file=[^:]*,line=${line},[^:]*::.*409.*\n$`))
})

test('annotates nothing in a correct document', async () => {
  for (const command of ['check', 'test'])
    assert.deepEqual(await ninefold(command, written(notes), '--format', 'github'), { status: 0, out: '', error: '' })
})
