// Requests of one turn that read one record each share a transaction, and see what was committed before their turn.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { Answer } from '../../src/exchange/exchange.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { exchangeOf } from './both.ts'

const document = completed(`
resources:
  Note: { key: id, properties: { id: { type: integer }, text: { type: string, maxLength: 9 } }, required: [id, text] }
endpoints:
  POST /notes: { create: Note, body: [id, text], status: 201, output: this.text }
  PATCH /notes/{id}: { update: Note, body: [text], status: 200, output: this.text }
  GET /notes/{id}: { read: Note, status: 200, output: this.text }
`)

test('the reads of a turn share a transaction if they are several', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const file = join(temporaryFolder(), 'store.db')
  const statements: string[] = []
  const backend = await createSqliteBackend(facts, file, {
    clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
    randomness: new SeededRandomness('shared'),
    settings: new Map(),
    fixtures: false,
    depth: 32,
    onStatement: (sql) => void statements.push(sql),
  })
  if ('problem' in backend) throw new Error(backend.problem)
  context.after(() => backend.close())
  let count = 0
  const ask = (method: string, target: string, body?: string): Answer | Promise<Answer> =>
    backend.answer(
      exchangeOf(
        facts,
        { method, target, ...(body === undefined ? {} : { body, headers: new Map([['content-type', 'application/json']]) }) },
        `r${count++}`,
        undefined,
      ),
    )
  /** Each is answered at once, in this turn. */
  const read = (): string => String((ask('GET', '/notes/1') as Answer).body)
  const controls = (): readonly string[] => statements.filter((sql) => /^(?:BEGIN|COMMIT)/.test(sql))
  const nextTurn = async (): Promise<void> => {
    await setImmediate()
    await setImmediate()
    statements.length = 0
  }
  await ask('POST', '/notes', '{"id":1,"text":"one"}')

  await nextTurn()
  assert.deepEqual([read(), read()], ['"one"', '"one"'])
  await setImmediate()
  assert.deepEqual(controls(), [])

  await nextTurn()
  for (let index = 0; index < 5; index++) assert.equal(read(), '"one"')
  assert.deepEqual(controls(), ['BEGIN'])
  await setImmediate()
  await setImmediate()
  assert.deepEqual(controls(), ['BEGIN', 'COMMIT'])

  await nextTurn()
  const reads = (): readonly string[] => [read(), read(), read(), read()]
  const written = ask('PATCH', '/notes/1', '{"text":"two"}')
  assert.deepEqual(reads(), ['"one"', '"one"', '"one"', '"one"'])
  assert.equal((await written).status, 200)
  assert.deepEqual(reads(), ['"two"', '"two"', '"two"', '"two"'])

  const other = new DatabaseSync(file)
  other.exec(`UPDATE "Note" SET text = 'three'`)
  other.close()
  await nextTurn()
  assert.deepEqual(reads(), ['"three"', '"three"', '"three"', '"three"'])
})
