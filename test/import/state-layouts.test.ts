// One machine in many layouts: tables, arrows, maps, diagrams and sentences give the same transitions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

const parts = [
  'Service',
  'Resources and their fields',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
]
const resources = '### Loan\n\n- id: uuid\n- status: open, late, returned, lost (see part 3)\n- title: text, required'
const endpoints = '- POST /loans\n- GET /loans\n- POST /loans/{id}/return\n- POST /loans/{id}/report-lost\n- POST /loans/{id}/extend'

const layouts: { readonly [style: string]: string } = {
  'a table':
    '| From | To | Action |\n|---|---|---|\n| – | open | created |\n| open | late | after the due date |\n| open, late | returned | return |\n| late | lost | report-lost |',
  'a row for each step':
    '| State | Can become | How |\n|---|---|---|\n| open (start) | late | after the due date |\n| open | returned | return |\n| late | returned | return |\n| late | lost | report-lost |',
  'a table in everyday words':
    '| It is | It becomes | When |\n|---|---|---|\n| (just made) | open | |\n| open | late | after the due date |\n| open or late | returned | return |\n| late | lost | report-lost |',
  'steps with names in quotation marks':
    '1. When it is made it is `open`.\n2. `open` becomes `late` after the due date.\n3. When they bring it back: from `open` to `returned` ("return").\n4. When they bring it back: from `late` to `returned` ("return").\n5. When we give up: from `late` to `lost` ("report-lost").',
  'long arrows with remarks':
    '```\nLOAN\n  * ----------> open\n  open -------- overdue -----> late      (the due date has passed)\n  open -------- return ------> returned  [end]\n  late ─────── return ─────▶ returned    [end]\n  late -------- report-lost -> lost      [end]\n```',
  'names in quotation marks inside sentences':
    '1. When somebody makes it it is *open*.\n2. If a loan has been open for 14 days and nobody came, it should be *late* by itself.\n3. The desk presses "return" when it is brought back: open becomes *returned*.\n4. They press "return" after a reminder: late becomes *returned*.\n5. We give up ("report-lost"): late becomes *lost*.',
  'next states': '| State | Next states |\n|---|---|\n| open | late, returned |\n| late | returned, lost |\n| returned | – |\n| lost | – |',
  'actions first':
    '| Action | Allowed in | Result |\n|---|---|---|\n| create | | open |\n| overdue | open | late |\n| return | open, late | returned |\n| report-lost | late | lost |',
  'actions with situations':
    '| What | When in | New state | Who |\n|---|---|---|---|\n| new loan | (none) | open | member |\n| due date passed | open | late | system |\n| return | open or late | returned | desk |\n| report-lost | late | lost | desk |',
  'items that begin with a state':
    '- open: start. Can become late (after the due date) or returned (return)\n- late: can become returned (return) or lost (report-lost)\n- returned: end\n- lost: end',
  'names before arrows': '- return: open, late → returned\n- report-lost: late → lost\n- overdue: open → late\n- create: (new) → open',
  'names before sentences':
    '**return** – from open or late to returned.\n\n**report-lost** – from late to lost.\n\n**overdue** – from open to late.\n\nA loan starts as open.',
  'requests before arrows':
    '- `POST /loans` creates it as open\n- `POST /loans/{id}/return`: open or late → returned\n- `POST /loans/{id}/report-lost`: late → lost\n- nightly: open → late',
  'moves with names in their arrows on a line':
    'A loan starts as open.\n\nopen --overdue--> late, open --return--> returned, late --return--> returned, late --report-lost--> lost',
  'requirements with capitals':
    'A loan shall be in the state OPEN when it is created.\nA loan in state OPEN shall become LATE after the due date.\nThe desk shall be able to return a loan in state OPEN or LATE, by which it becomes RETURNED.\nA loan in state LATE may be report-lost and shall then be LOST.\nRETURNED and LOST shall be final.',
  'numbered sentences':
    '1. A loan is created as open.\n2. When the due date has passed, an open loan becomes late.\n3. When the member brings it back, an open or late loan becomes returned.\n4. When the desk reports it lost, a late loan becomes lost.',
  'sentences with only':
    'Every loan begins as open. Only open loans become late, after the due date. Only open or late loans become returned. Only late loans become lost.',
  'sentences with "it is"':
    'A loan is *open* as soon as the desk has entered it. After the due date an open loan becomes *late*. An open or late loan can be given back, and it is then *returned* (return). If nobody finds it, the desk marks it as lost, then a late loan becomes *lost* (report-lost).',
  sums: '- open + overdue = late\n- open + return = returned\n- late + return = returned\n- late + report-lost = lost',
  'what leads to each state':
    '- open: at creation\n- late: from open, after the due date\n- returned: from open or late, by return\n- lost: from late, by report-lost',
  'long arrows': 'open ⟶ late (overdue)\nopen ⟶ returned (return)\nlate ⟶ returned (return)\nlate ⟶ lost (report-lost)',
  'several arrows in a sentence': 'open -> late or open -> returned.\n\nlate -> returned or late -> lost, by the desk.',
  'double arrows': '- open ==> late: overdue\n- open ==> returned: return\n- late ==> returned: return\n- late ==> lost: report-lost',
  'a diagram':
    '```mermaid\nstateDiagram-v2\n  [*] --> open\n  open --> late: overdue\n  open --> returned: return\n  late --> returned: return\n  late --> lost: report-lost\n  returned --> [*]\n```',
  'a graph':
    '```dot\ndigraph {\n  open -> late [label="overdue"];\n  open -> returned [label="return"];\n  late -> returned [label="return"];\n  late -> lost [label="report-lost"];\n}\n```',
  'a list of maps in code':
    "```ts\nexport const loanTransitions: Move[] = [\n  { from: null, to: 'open' },\n  { from: 'open', to: 'late', via: 'overdue' },\n  { from: ['open', 'late'], to: 'returned', via: 'return' }, // at the desk\n  { from: 'late', to: 'lost', via: 'report-lost' },\n] as const;\n```",
  'a list of maps in another language':
    '```python\nLOAN_MOVES = [\n    {"from": None, "to": "open"},\n    {"from": "open", "to": "late", "trigger": "overdue"},\n    {"from": "open", "to": "returned", "trigger": "return"},\n    {"from": "late", "to": "returned", "trigger": "return"},  # at the desk\n    {"from": "late", "to": "lost", "trigger": "report-lost"},\n]\n```',
  'a map of transitions': '```yaml\nopen:\n  overdue: late\n  return: returned\nlate:\n  return: returned\n  report-lost: lost\n```',
  'a map of lists': '```json\n{ "open": ["late", "returned"], "late": ["returned", "lost"], "returned": [], "lost": [] }\n```',
  'a matrix':
    '| from \\ to | late | returned | lost |\n|---|---|---|---|\n| open | overdue | return | |\n| late | | return | report-lost |',
  'clauses with shall':
    'A Loan shall be open upon creation. It shall pass from open to late when the due date has passed. It shall pass from open or late to returned when the desk takes it back, and from late to lost when the desk reports it lost. Returned and lost are final.',
  fragments: 'open becomes late or returned; late becomes returned or lost.',
  'deeds of people':
    '- The desk can move a loan from open to returned (return).\n- The desk can move a loan from late to returned or lost.\n- The service moves a loan from open to late after the due date.',
  'numbered pairs':
    '| Code | Transition | Trigger |\n|---|---|---|\n| T1 | → open | created |\n| T2 | open → late | due date |\n| T3 | open/late → returned | return |\n| T4 | late → lost | report-lost |',
  'headings of states':
    '### open\n\nThe start. Goes to late after the due date and to returned by return.\n\n### late\n\nGoes to returned by return and to lost by report-lost.',
  'given, when and then':
    '- Given an open loan, when the desk returns it, then it is returned.\n- Given a late loan, when the desk returns it, then it is returned.\n- Given a late loan, when it is reported lost, then it is lost.\n- Given an open loan, when the due date passes, then it is late.',
  'test cases with numbers':
    '- T-L1: **Given** no loan, **when** it is created, **then** it is `open`.\n- T-L2: **Given** an `open` or `late` loan, **when** the desk calls return, **then** it is `returned`.\n- T-L3: **Given** a `late` loan, **when** the desk calls report-lost, **then** its status is `lost`.\n- T-L4: **Given** a loan in state `open`, **when** the due date passes, **then** the loan becomes `late`.\n- T-L5: `returned` and `lost` have no way out.',
  scenarios:
    '```gherkin\nScenario: back\n  Given an open loan\n  When the desk calls return\n  Then it is returned\n\nScenario: back, too late\n  Given a late loan\n  When the desk calls return\n  Then it is returned\n\nScenario: due\n  Given an open loan\n  When the due date passes\n  Then it is late\n\nScenario: lost\n  Given a loan that is late\n  When the desk calls report-lost\n  Then the loan is lost\n```',
  'columns of given, when and then':
    '| Given | When | Then |\n|---|---|---|\n| open | return | returned |\n| late | return | returned |\n| open | overdue | late |\n| late | report-lost | lost |',
  'running sentences with other words for causes':
    'A new loan is open. An open loan becomes late with the due date. The desk may return an open or late loan, whereupon it becomes returned. A late loan becomes lost if a year has passed; this happens by itself. A lost loan stays lost for ever.',
  'a list of pairs': 'Allowed transitions: open→late, open→returned, late→returned, late→lost.',
  'from and to': '- From open: to late (overdue), to returned (return)\n- From late: to returned (return), to lost (report-lost)',
  'arrows in sentences that begin with small letters':
    'A new loan is open. open → late (after the due date). open or late → returned (return). Late → lost (report lost).',
  'numbered transitions with actors':
    '| Transition | From | To | Actor | Action | Condition |\n|---|---|---|---|---|---|\n| T1 | (none) | open | desk | POST /loans | |\n| T2 | open | late | service | overdue | |\n| T3 | open / late | returned | desk | return | |\n| T4 | late | lost | desk | report-lost | after a search |',
  'actions where they are permitted':
    '| No. | Action | Permitted in state | Resulting state | Permitted for |\n|---|---|---|---|---|\n| 1 | create | – | open | desk |\n| 2 | overdue | open | late | service |\n| 3 | return | open, late | returned | desk |\n| 4 | report-lost | late | lost | desk |',
  'columns of a database':
    '| table | from_state | to_state | by |\n|---|---|---|---|\n| loan | - | open | insert |\n| loan | open | late | overdue |\n| loan | open | returned | return |\n| loan | late | returned | return |\n| loan | late | lost | report_lost |',
  'states after each state with their causes':
    '| State | Description | Follow-up states (action) |\n|---|---|---|\n| open | initial state after creation | late (after the due date), returned (return) |\n| late | reminded | returned (return), lost (report-lost) |\n| returned | final | – |\n| lost | final | – |',
  'all states except some':
    '| # | Current state | Event | Next state |\n|---|---|---|---|\n| 1 | – | POST /loans | open |\n| 2 | open | due date passed | late |\n| 3 | any except returned and lost | return | returned |\n| 4 | late | report-lost | lost |',
}

function readMoves(states: string): ReturnType<typeof saidBy>['transitions'] {
  const text = [
    '# Loans',
    ...parts.map(
      (title, index) =>
        `## ${index + 1}. ${title}\n\n${index === 1 ? resources : index === 2 ? states : index === 3 ? endpoints : 'None.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  return saidBy(form.text).transitions
}

const movesOf = (states: string): readonly string[] => readMoves(states).map(({ key }) => key)

const wanted = ['Loan: late -> lost', 'Loan: late -> returned', 'Loan: open -> late', 'Loan: open -> returned']

for (const [style, states] of Object.entries(layouts)) {
  test(`transitions in ${style} are the same as in others`, () => {
    for (const text of [states, `### Loan\n\n${states.replaceAll('###', '####')}`])
      assert.deepEqual(
        movesOf(text)
          .filter((each) => !/\(new\) -> open|\(end\)$/.test(each))
          .toSorted(),
        wanted,
        text,
      )
  })
}

test('a sentence that names two states without a move between them is none', () => {
  for (const text of [
    'A late loan counts twice as much as an open loan.',
    'While a loan is open or late, its item is out.',
    'A returned loan is kept for a year; an open one as long as it lasts.',
    'A loan cannot go from returned to open.',
    'Only open loans may be edited, late ones may not.',
    'Open and late loans are shown first, then returned ones.',
    'A lost loan is never returned again.',
    'The fee of a late loan is due when it is returned.',
    'Lost loans differ from late loans in that no fee is due.',
    'A member with a late loan may not open another.',
    'The member is told when the loan is late, and again when it is lost.',
    'Before it is returned, a loan may be late several times.',
    'Late loans turn red in the list, lost loans grey.',
    'A returned loan is open again as a new record.',
  ])
    assert.deepEqual(
      movesOf(text).filter((each) => !/\(new\)|\(end\)/.test(each)),
      [],
      text,
    )
})

test('a cause that nobody acts for a time is the time', () => {
  for (const cause of [
    'nobody answers, after 14 days',
    'no one returns it after 14 days',
    'nothing happens after 14 days',
    'by itself, after 14 days',
  ])
    assert.deepEqual(
      readMoves(`- open → late: ${cause}.`)
        .filter(({ key }) => key === 'Loan: open -> late')
        .flatMap(({ says }) => says),
      ['after 14 days'],
      cause,
    )
})

test('the column beside the ends has the causes, whatever its header, unless it names callers or conditions', () => {
  const table = (header: string, cell: string): string =>
    `| Before | After | ${header} | Condition |\n|---|---|---|---|\n| (new) | open | | |\n| open | returned | ${cell} | the desk is open |`
  const causesOf = (states: string): readonly string[] =>
    readMoves(states)
      .filter(({ key }) => key === 'Loan: open -> returned')
      .flatMap(({ says }) => says)
  for (const header of ['How it comes about', 'Occasion', 'Story'])
    assert.deepEqual(causesOf(table(header, 'The desk takes it back ("return")')), ['return'], header)
  assert.deepEqual(causesOf(table('Who', 'desk')), ['to-returned'])
})

test('states in the condition of a move belong to the other resource', () => {
  for (const text of [
    'What happens to a loan?\n\n- A new loan is open.\n- Extend: an open loan becomes late, but only if the desk is staffed.',
    '### Loan\n\n- A new loan is open.\n- An open loan becomes late, provided that the desk is staffed.\n- Find: an open loan or a late one becomes settled.',
  ]) {
    const whole = [
      '# Library',
      '## 1. Service\n\nA library.',
      '## 2. Resources and their fields\n\n### Loan\n\n- id: uuid\n- status: see part 3\n\n### Desk\n\n- id: uuid\n- status: one of: staffed, late, shut',
      `## 3. States and transitions\n\n${text}`,
    ].join('\n\n')
    const form = importForm({ name: 'library.md', text: whole }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    const found = saidBy(form.text).transitions.map(({ key }) => key)
    if (text.includes('settled'))
      assert.ok(found.includes('Loan: open -> settled') && found.includes('Loan: late -> settled'), found.join())
    assert.ok(found.includes('Loan: open -> late') && !found.some((key) => key.startsWith('Desk')), `${text}: ${found.join('; ')}`)
  }
})

test('a table of states below another one belongs to the resource that lists its states', () => {
  const table = (...rows: readonly string[]): string => `| From | To | Action |\n|---|---|---|\n${rows.join('\n')}`
  for (const [one, other] of [
    ['**Lending**', '**Fee**'],
    ['Here is how it is lent.', 'And how it is paid.'],
    ['', ''],
  ] as const) {
    const text = [
      '# Library',
      '## 1. Service\n\nA library.',
      '## 2. Resources and their fields\n\n### Loan\n\n- id: uuid\n- status: one of: open, late, returned\n\n### Fine\n\n- id: uuid\n- status: one of: due, paid, waived',
      `## 3. States and transitions\n\n${one}\n\n${table('| (new) | open | – |', '| open | late | lapse |', '| late | returned | return |')}\n\n${other}\n\n${table('| (new) | due | – |', '| due | paid | pay |', '| due | waived | waive |')}`,
    ].join('\n\n')
    const form = importForm({ name: 'library.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.deepEqual(
      saidBy(form.text)
        .transitions.map(({ key }) => key)
        .filter((key) => !/\((?:end|waits)\)/.test(key))
        .toSorted(),
      [
        'Fine: (new) -> due',
        'Fine: due -> paid',
        'Fine: due -> waived',
        'Loan: (new) -> open',
        'Loan: late -> returned',
        'Loan: open -> late',
      ],
      one,
    )
  }
})

/** The transitions that a form says in part 3, with their causes; a role is a choice among staff. */
function readTransitions(states: string, calls: string): readonly string[] {
  const more = '\n\n### Clerk\n\n- name: text\n- job: one of desk, owner, driver'
  const texts = ['A library.', resources + more, states, calls, '', '', '', '', '']
  const text = parts.map((part, index) => `## ${index + 1}. ${part}\n\n${texts[index]!}`).join('\n\n')
  const form = importForm({ name: 'form.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  return saidBy(form.text).transitions.map(({ key, says }) => `${key.replace(/^\w+: /, '')}${says[0] === '' ? '' : `: ${says[0]!}`}`)
}

test('a sentence leaves the state of the one before, also in two steps and in the list below it', () => {
  const calls = '- POST /loans\n- POST /loans/{id}/return\n- POST /loans/{id}/report-lost\n- POST /loans/{id}/remind'
  assert.deepEqual(
    readTransitions(
      'A loan is first "open".\n\n1. When the desk has reminded the reader, it is "late" (button: remind).\n2. When the desk presses "return", the loan late is "returned".',
      calls,
    ),
    ['(new) -> open', 'open -> late: remind', 'late -> returned: return'],
  )
  assert.deepEqual(
    readTransitions(
      'A loan is *open* as soon as the desk has entered it. When the owner reminds the reader it is *late*, and when he returns it, it is *returned*.',
      calls,
    ),
    ['(new) -> open', 'open -> late: remind', 'late -> returned: return'],
  )
})

test('the number of a clause and several words of a verb name the endpoint, and a whole clause is no name', () => {
  const calls =
    '4.1. POST /loans – desk\n4.2. POST /loans/{id}/return – reader\n4.3. POST /loans/{id}/report-lost – desk\n4.4. POST /loans/{id}/call-in – desk'
  assert.deepEqual(
    readTransitions(
      'Initial value `open`.\n\n3.1. It passes from "open" to "returned" if the reader so decides (4.2).\n3.2. It passes from "open" to "lost" when the desk reports the lost book.\n3.3. It passes from "open" to "late" when the days that were agreed are over.',
      calls,
    ),
    ['(new) -> open', 'open -> returned: return', 'open -> lost: report-lost', 'open -> late: to-late'],
  )
})

test('a chain of arrows leads through all its states, and has several at one place', () => {
  assert.deepEqual(readTransitions('(start) → open → late → returned or lost; open → returned; returned → gone (end)', '- POST /loans'), [
    '(new) -> open',
    'open -> late: to-late',
    'late -> returned: to-returned',
    'late -> lost: to-lost',
    'open -> returned: to-returned',
    'returned -> gone: to-gone',
    'gone -> (end)',
  ])
})

test('words that say that records end there are no cause', () =>
  assert.deepEqual(readTransitions('Loans: open -> returned, no way back.\n\nLoans: open -> lost, for good', '- POST /loans'), [
    'open -> returned: to-returned',
    'open -> lost: to-lost',
    'returned -> (end)',
    'lost -> (end)',
  ]))

test('arrows within a sentence have their causes beside them, and a name before each state is its cause', () => {
  const calls = '- POST /loans\n- POST /loans/{id}/return\n- POST /loans/{id}/remind\n- POST /loans/{id}/extend\n- POST /loans/{id}/drop'
  assert.deepEqual(
    readTransitions(
      'A loan starts as `open`. From there the desk either reminds the reader (`open` -> `late`, call `remind`) or takes it back (`open` -> `returned`, call `return`). When he wants more time, call `extend`, `late` -> `open`. If nobody answers, `late` -> `lost` after 30 days, automatically.',
      calls,
    ),
    ['(new) -> open', 'open -> late: remind', 'open -> returned: return', 'late -> open: extend', 'late -> lost: after 30 days'],
  )
  assert.deepEqual(
    readTransitions(
      'A new loan is `open`. The desk reminds the reader (`remind`), then it is `late`, and as long as he asks in time he gets more (`extend`), which makes it `open` again. From `late` it goes to `returned` (`return`) or to `lost` (`drop`).',
      calls,
    ),
    ['(new) -> open', 'open -> late: remind', 'late -> open: extend', 'late -> returned: return', 'late -> lost: drop'],
  )
})

test('the name of a transition is no state, and a remark names the final state', () => {
  const calls = '- POST /loans\n- POST /loans/{id}/return\n- POST /loans/{id}/remind\n- POST /loans/{id}/drop'
  assert.deepEqual(
    readTransitions(
      '`open` → `late` (action `remind`) → `returned` (action `return`). An open or late loan can be `lost` (action `drop`). It starts as `open`; `returned` and `lost` are the end.',
      calls,
    ),
    [
      'open -> late: remind',
      'late -> returned: return',
      'open -> lost: drop',
      'late -> lost: drop',
      '(new) -> open',
      'returned -> (end)',
      'lost -> (end)',
    ],
  )
  assert.deepEqual(
    readTransitions(
      '| State | Next state | Trigger | Remark |\n|---|---|---|---|\n| - | open | Creation | Initial state |\n| open | late | remind | |\n| open, late | returned | return | With the desk; final state |',
      calls,
    ),
    ['(new) -> open', 'open -> late: remind', 'open -> returned: return', 'late -> returned: return', 'returned -> (end)'],
  )
})

test('pairs of states have their names behind them, and each half of a sentence its own states', () => {
  const calls = ['remind', 'return', 'lose', 'check-in', 'drop'].map((verb) => `- POST /loans/{id}/${verb}`).join('\n')
  assert.deepEqual(
    readTransitions(
      'A loan begins as `open`. The desk turns it from `open` to `late` (action `remind`) or from `open` to `returned` (action `return`). A `late` loan becomes `lost` (action `lose`) and a `lost` loan becomes `returned` (action `check-in`) or `open` (action `drop`). `returned` is final.',
      calls,
    ),
    [
      '(new) -> open',
      'open -> late: remind',
      'open -> returned: return',
      'late -> lost: lose',
      'lost -> returned: check-in',
      'lost -> open: drop',
      'returned -> (end)',
    ],
  )
  assert.deepEqual(
    readTransitions(
      'A loan is *open* when it comes in. When the reader has been told, it is *late* (by `remind`). From *late* it may go to *returned* (by `return`), and from *returned* back to *late* (by `drop`).',
      calls,
    ).toSorted(),
    ['(new) -> open', 'late -> returned: return', 'open -> late: remind', 'returned -> late: drop'],
  )
  assert.deepEqual(
    readTransitions(
      '- `open` is where a loan starts\n- `open` → `late`: somebody calls `remind`\n- `late` → `open`: somebody calls `return`',
      calls,
    ),
    ['(new) -> open', 'open -> late: remind', 'late -> open: return'],
  )
})
