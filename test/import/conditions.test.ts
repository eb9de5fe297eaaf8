// Rules about every record, and conditions of transitions, in the words of forms: those with one reading become expressions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportedForm, importForm } from '../../src/import/form/form.ts'
import { environment } from './import.ts'

const fields = `| Field | Type | Required | Remarks |
|---|---|---|---|
| id | uuid | | key |
| start_date | date | yes | |
| end_date | date | no | END |
| kind | one of free, paid | yes | |
| price | whole number | no | PRICE |
| deposit | whole number | yes | |
| payer | -> Person | yes | |
| receiver | -> Person | yes | |
| refunded_at | timestamp | no | REFUNDED |
| status | | | see part 3 |`

function read(
  { rules = '', guard = '', end = '', price = '', refunded = '' }: { readonly [place: string]: string },
  language = 'en',
): ImportedForm {
  const rows = fields.replace('END', end).replace('PRICE', price).replace('REFUNDED', refunded)
  const form = importForm(
    {
      name: 'form.md',
      text: `# Rentals

## 1. Service

Rents things out.

## 2. Resources

### Person

- id: uuid
- name: text, required

### Rental

${rows}

${rules}

## 3. States

### Rental

| From | To | Action | Condition |
|---|---|---|---|
| (new) | open | | |
| open | done | finish | ${guard} |

## 4. Endpoints

- POST /rentals
- POST /rentals/{id}/finish
- GET /people
`,
    },
    { use: [], environment, name: 'imported.md', language },
  )
  assert.ok(!('problem' in form), 'problem' in form ? form.problem : '')
  assert.deepEqual(
    form.compiled.errors.map(({ message }) => message),
    [],
  )
  return form
}

/** The expressions of the invariants. */
function rulesOf({ text }: ImportedForm): string[] {
  const [, rows = ''] = /\| rule \| always holds \|\n\|[ |-]+\n((?:\|.*\n)+)/.exec(text) ?? []
  return Array.from(rows.matchAll(/^\| [a-z][\w-]* \| `(.*)` \|$/gm), ([, rule]) => rule!.replaceAll('\\|', '|'))
}

const rules: { readonly [text: string]: string } = {
  'The end date must not be before the start date.': 'this.end_date == null || this.end_date >= this.start_date',
  'The end date of a rental must be after its start date.': 'this.end_date == null || this.end_date > this.start_date',
  'A rental: `end_date` >= `start_date`.': '',
  '`end_date` >= `start_date`': 'this.end_date == null || this.end_date >= this.start_date',
  'The deposit must not exceed the price.': 'this.price == null || this.deposit <= this.price',
  'The payer must differ from the receiver.': 'this.payer != this.receiver',
  'The price is required if the kind is paid.': 'this.kind != "paid" || this.price != null',
  'If the kind is free, the price must be empty.': 'this.kind != "free" || this.price == null',
  'refunded_at is set only if status is done.': 'this.status == "done" || this.refunded_at == null',
  // Who sets the time is not said.
  'refunded_at is required if status is done.': '',
  // Only of one moment, and of no certain field.
  'The end date must be after the start date on creation.': '',
  'The end should usually be after the start date.': '',
  'The end must be after the begin.': '',
}

for (const [text, rule] of Object.entries(rules))
  test(`"${text}" ${rule === '' ? 'stays a question or prose' : `is the rule ${rule}`}`, () => {
    const form = read({ rules: text })
    assert.deepEqual(rulesOf(form), rule === '' ? [] : [rule])
    const statement = form.statements.find((each) => each.text.replaceAll('`', '').startsWith(text.replaceAll('`', '').slice(0, 12)))
    assert.equal(statement?.outcome === 'taken', rule !== '')
  })

test('a clause beside a field is a rule about that field', () => {
  const form = read({
    end: 'Not before start_date.',
    price: 'Mandatory if kind = paid; at least the deposit',
    refunded: 'only if status = done',
  })
  assert.deepEqual(rulesOf(form), [
    'this.end_date == null || this.end_date >= this.start_date',
    'this.kind != "paid" || this.price != null',
    'this.price == null || this.price >= this.deposit',
    'this.status == "done" || this.refunded_at == null',
  ])
})

const guards: { readonly [text: string]: string } = {
  'price >= deposit': 'this.price != null && this.price >= this.deposit',
  'the end date is set and the kind is not free': 'this.end_date != null && this.kind != "free"',
  'deposit = 0': 'this.deposit == 0',
  'the weather is good': 'not shown',
  'deposit = 0 or the weather is good': 'not shown',
}

for (const [text, guard] of Object.entries(guards))
  test(`the condition "${text}" of a transition is ${guard}`, () => {
    const [, cell] = /^\| open \| finish \| (.*?) \| done \|/m.exec(read({ guard: text }).text) ?? []
    assert.equal(/`(.*)`/.exec(cell!)?.[1] ?? cell, guard)
  })

test('rules are read in German', () => {
  const form = read(
    {
      rules:
        'Das `end_date` darf nicht vor dem `start_date` liegen.\n\nDer `price` ist erforderlich, wenn `kind` = paid.\n\nWenn `kind` = free, muss `price` leer sein.',
    },
    'de',
  )
  assert.deepEqual(rulesOf(form), [
    'this.end_date == null || this.end_date >= this.start_date',
    'this.kind != "paid" || this.price != null',
    'this.kind != "free" || this.price == null',
  ])
})
