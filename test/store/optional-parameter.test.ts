// A parameter of a statement is computed only if evaluation would reach it: an omitted part of a request causes no failure.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

/** Conditions that read an optional parameter after a test of it, in each way in which a test can stand; Q, K and D are the parameters. */
const conditions = [
  'Q == null || this.text in Q.split(",")',
  'Q == null || this.text == Q.lowerAscii()',
  'Q == null || this.text == Q.upperAscii()',
  'Q == null || this.text == Q.reverse()',
  'Q == null || this.text == Q.charAt(0)',
  'Q == null || this.text == Q.substring(0, 1)',
  'Q == null || this.text == Q.replace("a", "b")',
  'Q == null || this.text == Q.trim()',
  'Q == null || this.text == slug(Q)',
  'Q == null || this.text == digest(Q)',
  'Q == null || this.text == hmac(Q, "k")',
  'Q == null || this.text == strings.quote(Q)',
  'Q == null || this.text == string(Q)',
  'Q == null || this.text == "%s".format([Q])',
  'Q == null || this.text == base64.encode(bytes(Q))',
  'Q == null || this.text in [Q, Q.trim()]',
  'Q == null || this.text in Q.split(",").map(x, x.trim()).distinct().sort()',
  'Q == null || this.n == int(Q)',
  'Q == null || this.n == Q.size()',
  'Q == null || this.n == Q.indexOf("a")',
  'Q == null || this.n == size(Q) + Q.lastIndexOf("a")',
  'Q == null || this.at > timestamp(Q)',
  'Q == null || this.at > this.at - duration(Q) || this.n == 1',
  'Q == null || this.on == bool(Q)',
  'Q == null || this.on == Q.matches("^a")',
  'Q == null || this.text == Q + "x"',
  'Q == null || this.text.startsWith(Q.trim())',
  'Q == null || this.text.contains(Q.trim())',
  'Q == null || this.text.endsWith(Q.trim())',
  'K == null || this.n > K + 1',
  'K == null || this.n == math.abs(K)',
  'K == null || this.n in lists.range(K)',
  'K == null || this.price > decimal(K)',
  'K == null || this.price > round(decimal(K) / 3, 2)',
  'D == null || this.n == D.getHours() || this.at == D',
  'D == null || this.n == D.getFullYear()',
  'D == null || this.at >= D + duration("1h")',
  // Tests of other forms, and in other places.
  '!has(Q) || this.text == Q.trim()',
  '!(has(Q) && this.text != Q.trim())',
  'Q == null ? this.n < 5 : this.text == Q.trim()',
  'Q != null ? this.text == Q.trim() : true',
  '(this.n > 0 || Q == null) && (Q == null || this.text == Q.trim())',
  '!(Q != null && (this.n == 7 || this.text != Q.trim()))',
  'this.n == 1 || (Q != null && this.text in Q.split(","))',
  'Q == null || K == null || this.n == int(Q) % K',
  '(Q == null || K == null) || (this.n == size(Q.trim()) && this.n > -K)',
  'this.n > (K == null ? 0 : math.abs(K))',
  'Note.exists(o, o.n == this.n && (Q == null || o.text == Q.trim()))',
  'Note.filter(o, Q != null && o.text == Q.trim()).size() == 0',
  'Note.all(o, Q == null || o.text != Q.trim())',
] as const

const paths = conditions
  .map(
    (condition, index) => `  GET /c${index}:
    list: Note
    where: '${condition.replaceAll(/\b[QKD]\b/g, (name) => `input.query.${name.toLowerCase()}`)}'
    parameters: { query: { q: { type: string, maxLength: 100 }, k: { type: integer, minimum: -5, maximum: 5 }, d: { type: string, format: date-time } } }
    order: [id]
    page: none
    output: 'items.map(x, x.id)'
`,
  )
  .join('')

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: t }
resources:
  Note:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      text: { type: string, maxLength: 200 }
      n: { type: integer, minimum: 0, maximum: 100, default: 1 }
      on: { type: boolean, default: true }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000, default: 5 }
      at: { type: string, format: date-time, generate: now }
    required: [text]
states: none
authentication: none
events: none
limits: none
versioning: none
endpoints:
  POST /notes: { create: Note, body: [id, text, n], output: Note(this) }
${paths}`

test('answers a list whose condition reads an omitted parameter alike in memory and by SQLite', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'optional')
  try {
    const failed: string[] = []
    for (const note of [undefined, '{"id":"1","text":"a","n":1}', '{"id":"2","text":"b ","n":2}']) {
      if (note !== undefined) assert.equal((await pair.send({ method: 'POST', target: '/notes', body: note })).memory.status, 201)
      for (const [index, condition] of conditions.entries()) {
        for (const query of ['', '?q=a', '?q=1h&k=2', '?k=0', '?d=2026-01-01T00:00:00Z']) {
          const { memory, sqlite, difference } = await pair.send({ method: 'GET', target: `/c${index}${query}` })
          const isMet = query === '' || (query.startsWith('?q') && !/int|timestamp|duration|bool/.test(condition))
          if (difference !== undefined) failed.push(`${condition} ${query}: ${difference}`)
          else if (isMet && memory.status !== 200) failed.push(`${condition} ${query}: ${shown(memory)}\n${shown(sqlite)}`)
        }
      }
    }
    assert.deepEqual(failed, [])
  } finally {
    await pair.close()
  }
})
