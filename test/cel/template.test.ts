// Text slots: the bounds and the content of placeholders, and how they are filled.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { evaluate } from '../../src/cel/evaluate.ts'
import { printCelValue } from '../../src/cel/library/conversions-to-text.ts'
import { checkText, parseText } from '../../src/cel/template.ts'
import { bindings, host, scope } from './shop.ts'

/** Literal text in quotes, and the expressions of placeholders. */
function cut(text: string): string[] {
  const { parts, problem } = parseText(text)
  const partTexts = parts.map((part) => (part.kind === 'text' ? JSON.stringify(part.text) : text.slice(part.start, part.end)))
  return problem === undefined ? partTexts : [...partTexts, `${problem.message} at ${problem.start}`]
}

test('a placeholder ends at its own brace', () => {
  assert.deepEqual(cut('plain'), ['"plain"'])
  assert.deepEqual(cut(''), [])
  assert.deepEqual(cut('/orders/${this.id}'), ['"/orders/"', 'this.id'])
  assert.deepEqual(cut('${ {"a": "}"}["a"] }!'), [' {"a": "}"}["a"] ', '"!"'])
  assert.deepEqual(cut('${"${"}${a}'), ['"${"', 'a'])
  assert.deepEqual(cut('$5 and {6}'), ['"$5 and {6}"'])
  assert.deepEqual(cut('a ${b'), ['"a "', '`${` is never closed: `}` is missing at 2'])
  assert.deepEqual(cut('a ${"b}'), ['"a "', '`"` opens a string that nothing closes at 4'])
})

function filled(text: string): string {
  const { template, problems } = checkText(text, scope)
  assert.ok(template !== undefined, problems.map(({ message }) => message).join('; '))
  return template.map((piece) => (typeof piece === 'string' ? piece : printCelValue(evaluate(piece, bindings, host)))).join('')
}

test('fills placeholders with text', () => {
  assert.equal(filled('/orders/${this.id}?n=${n + 1}'), '/orders/o1?n=4')
  assert.equal(
    filled('${this.total} ${x} ${this.status} ${now} ${duration("90m")} ${true}'),
    '20.00 0.5 open 2024-03-01T12:00:00Z 5400s true',
  )
  assert.equal(filled('${"${"}x}'), '${x}')
})

test('refuses a value without a text form, at its place in the slot', () => {
  const refused = (text: string): string[] =>
    checkText(text, scope).problems.map(({ kind, message, start, end }) => `${kind} ${text.slice(start, end)}: ${message}`)
  assert.deepEqual(refused('by ${this.customer} ${this.totl}'), [
    'wrong-type this.customer: `this.customer` is Customer, which has no one text',
    'unknown-member totl: `totl` is not a member of Order',
  ])
  assert.deepEqual(refused('${this.note}'), ['nullable this.note: `this.note` can be null here, and null has no text'])
  assert.deepEqual(refused('${this.password}'), ['wrong-type this.password: `this.password` is secret, which has no one text'])
  assert.deepEqual(refused('a ${ } b'), ['syntax  : An expression is expected here'])
  assert.deepEqual(refused('${n +}'), ['syntax : The expression ends where a value is expected'])
})

const pieces = ['${', '}', '{', '"', "'", 'a', '$', 'this.id', ' ', '//', '\n', '\\', '"""']

test('splits any text into parts that cover it in order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (written) => {
      const text = written.join('')
      const { parts, problem } = parseText(text)
      let at = 0
      for (const part of parts) {
        const opened = part.kind === 'placeholder' ? 2 : 0
        assert.equal(part.start, at + opened)
        at = part.end + (part.kind === 'placeholder' ? 1 : 0)
      }
      if (problem === undefined) assert.equal(at, text.length)
      else assert.ok(problem.start >= at && problem.end <= text.length)
      checkText(text, scope)
    }),
    { numRuns: 2000 },
  )
})
