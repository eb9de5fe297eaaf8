// Lettered clauses of lawyers, and questions with answers: the same facts in paragraphs that other people write.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportedForm, importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

function importParts(resources: string, states = '', language = 'en'): ImportedForm {
  const form = importForm(
    {
      name: 'source.md',
      text: `# Library\n\n## 1. What the service does\n\nA library.\n\n## 2. Resources and their fields\n\n${resources}\n\n## 3. States and transitions\n\n${states}\n`,
    },
    { use: [], environment, name: 'imported.md', language },
  )
  assert.ok(!('problem' in form))
  return form
}

const fieldsOf = (resources: string, language?: string): readonly string[] =>
  saidBy(importParts(resources, '', language).text).fields.map(({ key, says }) => `${key}: ${says.filter((each) => each !== '').join(' ')}`)

const loan =
  '2.2 **Loan.** A Loan record comprises:\n\n- (a) `shelf`, mandatory, being text of at most 9 characters;\n- (b) `note`, being text not exceeding 80 characters.'

test('lettered sentences below a general title are about all resources', () => {
  for (const general of [
    '2.1 **General.** (a) Every record bears an `id`, being a UUID, which is assigned by the Service. (b) Save where a field is stated to be mandatory, it may be omitted.',
    '2.1 **Interpretation.** (i) Each record has an `id`, being a UUID, assigned by the Service; (ii) Except where a field is stated to be mandatory, it may be left out.',
    '2.1 **Common provisions.** (1) Every record carries an `id` (a UUID, assigned by the Service). (2) Unless a field is stated to be mandatory, it may be omitted.',
  ])
    assert.deepEqual(
      fieldsOf(`${general}\n\n${loan}`),
      ['Loan.id: uuid key', 'Loan.shelf: text ..9 yes', 'Loan.note: text ..80 no'],
      general,
    )
})

test('what is said of all amounts holds beside the bounds of one', () => {
  for (const general of ['Amounts are in pounds sterling to two decimal places.', 'All amounts are in euros, rounded to the nearest cent.'])
    for (const said of ['an amount of not less than 1.00 and not more than 25,000.00', 'amount, from 1.00 to 25,000.00'])
      assert.deepEqual(
        fieldsOf(
          `${general}\n\n2.2 **Fine.** A Fine comprises:\n\n- (a) \`due\`, mandatory, being ${said};\n- (b) \`note\`, being text.`,
        )[0],
        'Fine.due: decimal 0.01, 1.00..25000.00 yes',
        said,
      )
})

test('phrases of lawyers name bounds, lists and defaults', () => {
  for (const [said, cells] of [
    ['being a list of not fewer than one and not more than six e-mail addresses', 'list 1..6 of email'],
    ['being a list of at most four dates', 'list ..4 of date'],
    ['being a yes/no value which shall be deemed "no" unless an officer determines otherwise', 'yes/no no no'],
    ['being a yes/no value which is presumed to be yes until the keeper decides otherwise', 'yes/no no yes'],
    ['being a whole number greater than nil', 'whole number 1..'],
    ['being a date falling after `from`', 'date'],
    ['being a date not earlier than `from`', 'date'],
  ] as const)
    assert.equal(
      fieldsOf(`2.2 **Loan.** A Loan record comprises:\n\n- (a) \`item\`, ${said};\n- (b) \`from\`, mandatory, being a date.`)[0],
      `Loan.item: ${cells}`,
      said,
    )
})

test('a sentence lists fields before `and`, and names in parentheses belong to their description', () => {
  for (const verb of ['comprises', 'has', 'consists of'])
    assert.deepEqual(
      fieldsOf(
        `2.2 **Split.** A Split ${verb} \`reader\` (mandatory, text of at most 9 characters), \`share\` (mandatory, a whole number), \`note\` (text, given where \`share\` is small) and \`side\` (either \`left\` or \`right\`). The sum of \`share\` and \`rest\` shall be 100.`,
      ),
      ['Split.reader: text ..9 yes', 'Split.share: whole number yes', 'Split.note: text', 'Split.side: one of left, right'],
      verb,
    )
})

test('items below a sentence with one state complete its transitions', () => {
  const resource = '### Loan\n\n- note: text, required\n- status: one of open, late, lost, closed'
  for (const states of [
    'A Loan is upon registration `open`.\n\nA Loan passes from `open`:\n\n- (a) to `late` when the term ends ("**lapse**");\n- (b) to `closed` when the book is back ("**give back**").',
    'A Loan shall on creation be `open`.\n\nA Loan moves from `open`:\n\n- to `late` when the term ends (**lapse**)\n- to `closed` when the book is back (**return**)',
  ]) {
    const { transitions } = saidBy(importParts(resource, states).text)
    assert.deepEqual(
      transitions.map(({ key, says }) => `${key} ${says[0] ?? ''}`.trim()).filter((key) => !key.includes('(end)')),
      ['Loan: (new) -> open', 'Loan: open -> late lapse', `Loan: open -> closed ${states.includes('return') ? 'return' : 'give-back'}`],
      states,
    )
  }
})

test('questions and answers may begin with letters', () => {
  for (const [question, answer] of [
    ['**Q: What do we keep about a loan?**', 'A:'],
    ['**Q1. What do we keep about a loan?**', 'A1.'],
    ['**Question: What do we keep about a loan?**', '**Answer:**'],
  ] as const) {
    const [ids, answered] = [question.replace('What do we keep about a loan?', 'Do all of these have ids?'), answer]
    assert.deepEqual(
      fieldsOf(
        `${question}\n${answer} A \`Loan\` has:\n\n- \`shelf\`: text, max 9, required\n- \`note\`: text, optional\n\n${ids}\n${answered} Yes. \`id\`, UUID, set by system. \`createdAt\` too.`,
      ),
      ['Loan.id: uuid key', 'Loan.shelf: text ..9 yes', 'Loan.note: text no', 'Loan.createdAt: date-time read-only'],
      question,
    )
  }
  assert.deepEqual(
    fieldsOf(
      '**F: Was merken wir uns zu einem Buch?**\nA: Ein `Buch` hat:\n\n- `titel`: Text, höchstens 80 Zeichen, Pflicht\n- `band`: ganze Zahl, freiwillig',
      'de',
    ),
    ['Buch.titel: text ..80 yes', 'Buch.band: whole number no'],
  )
})

test('an answer below the heading of its resource begins with a field', () => {
  for (const [question, answer] of [
    ['Q: What goes on the card?', 'A: '],
    ['**What goes on the card?**', ''],
    ['**Q1. What goes on the card?**', 'A1. '],
  ] as const)
    assert.deepEqual(
      fieldsOf(
        `### Loan\n\n${question}\n${answer}The \`shelf\` is text of at most 9 characters and must be filled in. The \`reader\` must be given and is an e-mail address. \`note\` may be left empty, up to 80 characters. \`side\` must be stated and is one of: left, right, middle.\n\nQ: And later?\nA: \`bookId\` says which book, it must be given.\n\n### Book\n\n- \`title\`: text`,
      ),
      [
        'Loan.shelf: text ..9 yes',
        'Loan.reader: email yes',
        'Loan.note: text ..80 no',
        'Loan.side: one of left, right, middle yes',
        'Loan.bookId: → Book yes',
        'Book.title: text',
      ],
      question,
    )
})

test('a short list of facts may lack articles and verbs', () => {
  for (const [said, cells] of [
    ['Text. Must have. Maximum 50 characters. Two barns cannot have same name.', 'text ..50 yes unique'],
    ['Text. Not must. Maximum 200 characters.', 'text ..200 no'],
    ['list of whole numbers. Each from 1 to 12. Must have at least 1 item. Maximum 12 items.', 'list 1..12 of whole number 1..12'],
    ['text, at most 300 characters, can be left out, except when the barn is closed, then it is needed', 'text ..300 no'],
    ['text, may be empty, up to 300 characters, save where the barn is closed, in which case it is mandatory', 'text ..300 no'],
    ['text of at most 16 characters, shown once only, after the first request', 'text ..16'],
    ['text of at most 16 characters, disclosed only once', 'text ..16'],
    ['yes or no, and if we leave it out it means no', 'yes/no no no'],
    ['one of small, large, huge, and when nobody says, we take large', 'one of small, large, huge no large'],
    ['text. Must have then. 5 to 300 characters.', 'text 5..300 no'],
    ['text, 5 to 300 characters, mandatory where the barn is closed', 'text 5..300 no'],
  ] as const)
    assert.equal(fieldsOf(`### Barn\n\n- \`items\`: ${said}\n- \`town\`: text`)[0], `Barn.items: ${cells}`, said)
})

test('states in code stand beside each other with only a preposition', () => {
  const resource = '### Barn\n\n- name: text, required\n- status: service makes it'
  for (const states of [
    'Barn:\n\n- New is `planned`.\n- `planned` to `open`. Automatic, when the day comes.\n- `planned` to `dropped` with action drop.\n- `open` or `planned` to `shut` with action shut.',
    'Barn:\n\n- A new one is `planned`.\n- `planned` to `open`, automatic.\n- `planned` to `dropped` by the command drop.\n- `open`, `planned` to `shut` on button shut.',
  ]) {
    const { transitions } = saidBy(importParts(resource, states).text)
    assert.deepEqual(
      transitions.map(({ key }) => key).filter((key) => !key.includes('(end)')),
      ['Barn: (new) -> planned', 'Barn: planned -> open', 'Barn: planned -> dropped', 'Barn: open -> shut', 'Barn: planned -> shut'],
      states,
    )
  }
})
