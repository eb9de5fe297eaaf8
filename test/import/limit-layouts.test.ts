// Limits in the words that people use: rates, sizes, pages, numbers and times.

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

/** Part 8, and how each of its limits begins in the document. */
const said: readonly (readonly [text: string, limits: readonly string[]])[] = [
  ['- 90 requests per minute per user, 15 per minute without login', ['90 per minute', '15 per minute']],
  [
    'Tokens of researchers get 30 requests per minute, everybody else 20 per second with bursts of 50.',
    ['30 per minute', '20 per second 50'],
  ],
  ['- loans per day: 2', ['setting 2']],
  ['At most 40 copies per title and 6 open loans per member', ['setting 40', 'setting 6']],
  ['A member can have 25 open loans at most, a loan 3 extensions.', ['setting 25', 'setting 3']],
  ['A caller may make 60 requests per minute.', ['60 per minute']],
  ['60 rpm per key', ['60 per minute']],
  ['Rate: 60/min per API key, bursts of 10', ['60 per minute']],
  ['No more than sixty requests in any minute for each token.', ['60 per minute']],
  ['Each key gets 1,000 calls an hour.', ['1000 per hour']],
  ['- 5 requests per second and user', ['5 per second']],
  ['We throttle at 100 requests / 10 seconds per IP.', ['100 per 10 seconds']],
  ['Throttling: 20 requests/s (anonymous), 100 requests/s (signed in)', ['20 per second', '100 per second']],
  ['Clients must not send more than 30 requests within a minute.', ['30 per minute']],
  ['Max request body 1 MB.', ['sizes.body']],
  ['Requests larger than 256 KB are refused.', ['sizes.body']],
  ['Payloads are limited to 64 KiB.', ['sizes.body']],
  ['The body of a request may have at most 128 kilobytes.', ['sizes.body']],
  ['Nothing above 2 MB is accepted.', ['sizes.body']],
  ['Lists: 40 per page, never more than 150.', ['setting 40', 'sizes.page 150']],
  ['Lists come in portions of 30, at most 90.', ['setting 30', 'sizes.page 90']],
  ['A message must not be larger than 50 KB.', ['sizes.body']],
  ['Page size: default 20, max 100', ['setting 20', 'sizes.page 100']],
  ['limit: default 25, max 200', ['setting 25', 'sizes.page 200']],
  ['Loans kept for 10 years, fines 7 days', ['setting 10', 'setting P7D']],
  ['Late and lost loans go away after 90 days, drafts after 30 days.', ['setting P90D', 'setting P30D']],
  [
    '| Subject | Figure | Unit | Per |\n|---|---|---|---|\n| Calls by one user | 80 | requests | minute |\n| Open loans | 6 | loans | member |',
    ['80 per minute', 'setting 6'],
  ],
  ['A list shall contain 20 entries, or such greater number not exceeding 50 as is requested.', ['setting 20', 'sizes.page 50']],
  [
    '| Dimension | Threshold | Unit | Scope |\n|---|---|---|---|\n| API calls | 90 | requests per minute | per actor |\n| Payload | 512 | KB | per request |',
    ['90 per minute', 'sizes.body'],
  ],
  ['Lists return 25 entries, 100 on request.', ['setting 25', 'sizes.page 100']],
  ['At most 50 items per page, 20 unless asked otherwise.', ['setting 20', 'sizes.page 50']],
  ['Pages have 30 rows by default and never more than 200.', ['setting 30', 'sizes.page 200']],
  ['`limit` is 1..100, default 25.', ['setting 25', 'sizes.page 100']],
  ['A member can have at most 5 open loans.', ['setting 5']],
  ['at most 20 new loans per member per day', ['20 per day']],
  ['No member may place more than 3 orders an hour.', ['3 per hour']],
  ['Up to 5 reports can be filed per member per hour.', ['5 per hour']],
  ['Anonymous callers 30 requests per minute, logged-in users 120.', ['30 per minute', '120 per minute']],
  ['25 rows to a page unless you ask for more; 100 is the ceiling', ['setting 25', 'sizes.page 100']],
  ['25 rows to a page unless you ask for more', ['setting 25']],
  ['Page size is fifty if nothing is said, two hundred at the outside.', ['setting 50', 'sizes.page 200']],
  ['Pages hold 20 records (`size` can raise that to 80).', ['setting 20', 'sizes.page 80']],
  ['`?limit=` up to 100, 20 if you leave it out', ['setting 20', 'sizes.page 100']],
  ['Lists give 50 at a time. You can ask for up to 200.', ['setting 50', 'sizes.page 200']],
  ['A page has 40 entries; more than 150 is refused.', ['setting 40', 'sizes.page 150']],
  ['- humans 5 requests per second, burst 15\n- staff 600 requests per minute', ['5 per second', '600 per minute']],
  ['Lists come 50 at a time, 200 if asked for.', ['setting 50', 'sizes.page 200']],
  ['Up to 10 photos per report.', ['setting 10']],
  ['Loans: 3 per member at a time', ['setting 3']],
  [
    "```ts\nconst limits = [\n  { what: 'requests', max: 60, per: 'minute' }, // per user\n  { what: 'request body', max: '2 MB' },\n];\n```",
    ['60 per minute', 'sizes.body'],
  ],
  ['No more than 4 bookings per guest and day.', ['setting 4']],
  ['Tokens expire after 15 minutes.', ['setting PT15M']],
  ['Records are kept for 90 days.', ['setting P90D']],
  ['Timeout 30 s', ['timeout']],
  ['Holds last 10 minutes.', ['setting PT10M']],
  [
    '| Limit | Value |\n|---|---|\n| Requests per minute and user | 60 |\n| Request size | 1 MB |\n| Items per page | 20, at most 100 |\n| Open loans per member | 5 |',
    ['60 per minute', 'sizes.body', 'setting 20', 'sizes.page 100', 'setting 5'],
  ],
  [
    '| What | Limit | Per |\n|---|---|---|\n| requests | 60 per minute | user |\n| body | 512 KB | request |',
    ['60 per minute', 'sizes.body'],
  ],
  ['| Who | Requests per minute |\n|---|---|\n| member | 60 |\n| desk | 300 |', ['60 per minute', '300 per minute']],
  ['| Plan | Requests/min | Max body |\n|---|---|---|\n| free | 30 | 64 KB |\n| paid | 300 | 64 KB |', ['30 per minute', '300 per minute']],
  ['At most 3 open loans a member. 50 results a page', ['setting 3']],
  ['Without signing in, 10 requests per minute are allowed from one address.', ['10 per minute']],
  [
    '| ID | Limit | Boundary |\n|---|---|---|\n| L1 | body 64 KB | one more byte |\n| L2 | page size 1..50, default 25 | 0, 51 |\n| L3 | open loans per member: 5 | the 6th |',
    ['sizes.body', 'setting 25', 'sizes.page 50', 'setting 5'],
  ],
  [
    '| Limit | Value |\n|---|---|\n| desk | 300/min per token |\n| members | 60/min per token |\n| list | 100 per page, 300 at most |',
    ['300 per minute', '60 per minute', 'setting 100', 'sizes.page 300'],
  ],
  [
    '```\n600 requests per hour per key\nrequest body   <= 128 KB\npage size      <= 500 (default 100)\nopen loans (late or not) per member   <= 10\n```',
    ['600 per hour', 'sizes.body', 'sizes.page 500', 'setting 10'],
  ],
  ['**Rate limit:** 100/minute/user', ['100 per minute']],
  ['A user shall not exceed 100 requests in 5 minutes.', ['100 per 5 minutes']],
]

test('a limit is the same in many words', () => {
  for (const [text, limits] of said) {
    const whole = [
      '# Loans',
      ...parts.map(
        (title, index) =>
          `## ${index + 1}. ${title}\n\n${index === 1 ? '### Loan\n\n- id: uuid\n- title: text' : index === 3 ? '- GET /loans' : index === 7 ? text : 'None.'}`,
      ),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text: whole }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    const found = saidBy(form.text).limits.map(({ key, says }) => `${key} ${says.join(' ')}`.trim())
    for (const limit of limits)
      assert.ok(
        found.some((each) => each.startsWith(limit)),
        `${text}: ${found.join('; ')}`,
      )
  }
})

test('a number of another sentence is not the size of a page', () => {
  for (const text of ['At most 3 open loans a member. 50 results a page', 'Up to 4 guests a table. 20 rows a page']) {
    const whole = [
      '# Loans',
      ...parts.map(
        (title, index) =>
          `## ${index + 1}. ${title}\n\n${index === 1 ? '### Loan\n\n- id: uuid\n- title: text' : index === 3 ? '- GET /loans' : index === 7 ? text : 'None.'}`,
      ),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text: whole }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.ok(!saidBy(form.text).limits.some(({ key }) => key === 'sizes.page'), text)
    assert.ok(
      form.statements.some(({ part, outcome }) => part === 'limits' && outcome === 'question'),
      text,
    )
  }
})
