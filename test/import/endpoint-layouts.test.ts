// The same endpoints and callers in many layouts: tables, lists, headings, matrices and sentences.

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
const service = 'Members borrow, the desk lends.'
const resources = '### Loan\n\n- id: uuid\n- title: text, required\n\n### Member\n\n- id: uuid\n- name: text, required'
const authentication = 'A bearer token carries the role: member or desk.'

/** Part 4; and part 5, if it is not as usual. */
const layouts: { readonly [style: string]: string | readonly [endpoints: string, authentication: string] } = {
  'a table':
    '| Method | Path | Who |\n|---|---|---|\n| GET | /loans | member, desk |\n| POST | /loans | desk |\n| GET | /loans/{id} | member, desk |\n| POST | /loans/{id}/return | desk |\n| GET | /health | anyone |',
  'a table with requests':
    '| Call | What it does | Allowed for |\n|---|---|---|\n| `GET /loans` | list | member and desk |\n| `POST /loans` | new | desk only |\n| `GET /loans/{id}` | one | member and desk |\n| `POST /loans/{id}/return` | take back | desk |\n| `GET /health` | alive? | no login |',
  'lists in code':
    "```js\nconst routes = [\n  ['GET',  '/loans',            'member, desk'],\n  ['POST', '/loans',            'desk'],\n  ['GET',  '/loans/:id',        'member, desk'],\n  ['POST', '/loans/:id/return', 'desk'],\n  ['GET',  '/health',           'anyone'],\n];\n```",
  'tuples in code':
    '```python\nROUTES = [\n    ("GET /loans", ["member", "desk"]),\n    ("POST /loans", ["desk"]),\n    ("GET /loans/{id}", ["member", "desk"]),\n    ("POST /loans/{id}/return", ["desk"]),  # take back\n    ("GET /health", ["anyone"]),\n]\n```',
  'maps in code':
    "```ts\nconst api = [\n  { method: 'GET', path: '/loans', roles: ['member', 'desk'] },\n  { method: 'POST', path: '/loans', roles: ['desk'] },\n  { method: 'GET', path: '/loans/:id', roles: ['member', 'desk'] },\n  { method: 'POST', path: '/loans/:id/return', roles: ['desk'] },\n  { method: 'GET', path: '/health', roles: ['anyone'] },\n];\n```",
  'columns of roles':
    '| Endpoint | member | desk | public |\n|---|:-:|:-:|:-:|\n| GET /loans | x | x | |\n| POST /loans | | x | |\n| GET /loans/{id} | x | x | |\n| POST /loans/{id}/return | | x | |\n| GET /health | x | x | x |',
  'columns with own and all':
    '| Endpoint | Member | Desk |\n|---|---|---|\n| GET /loans | own | all |\n| POST /loans | – | yes |\n| GET /loans/{id} | own | all |\n| POST /loans/{id}/return | – | yes |\n\n`GET /health` needs no token.',
  'columns with visitors':
    '| Call | Visitor (no login) | Member | Desk |\n|---|---|---|---|\n| `GET /loans` | | ✔ | ✔ |\n| `POST /loans` | | | ✔ |\n| `GET /loans/{id}` | | ✔ | ✔ |\n| `POST /loans/{id}/return` | | | ✔ |\n| `GET /health` | ✔ | | |',
  'a word for several callers':
    'When I write "people" below I mean member and desk together.\n\n- List: GET /loans. People.\n- New: POST /loans. Desk.\n- One: GET /loans/{id}. Desk, and the member for himself.\n- Back: POST /loans/{id}/return. Only the desk.\n- GET /health. No login needed.',
  'brackets that the form explains':
    'No brackets = public.\n\n- GET /loans → 200 [member, desk]\n- POST /loans → 201 [desk]\n- GET /loans/{id} → 200 [member, desk]\n- POST /loans/{id}/return → 200 [desk]\n- GET /health → 200',
  commands:
    '```sh\ncurl https://lib.example/v1/loans\n# member, desk\n\ncurl -X POST https://lib.example/v1/loans \\\n  -H "Authorization: Bearer $T" \\\n  -d \'{"title": "x"}\'\n# desk\n\ncurl https://lib.example/v1/loans/{id}\n# member, desk\n\ncurl -X POST "https://lib.example/v1/loans/{id}/return"\n# desk\n\ncurl https://lib.example/v1/health\n# anyone\n```',
  'items with parentheses':
    '- `GET /loans` (member, desk)\n- `POST /loans` (desk)\n- `GET /loans/{id}` (member, desk)\n- `POST /loans/{id}/return` (desk)\n- `GET /health` (public)',
  'items with colons':
    '- GET /loans: member, desk. Lists loans.\n- POST /loans: desk. 201.\n- GET /loans/{id}: member, desk.\n- POST /loans/{id}/return: desk.\n- GET /health: anyone.',
  'sentences with two agents':
    '- `GET /loans` lists loans. It may be used by members, and by desks for all members.\n- `POST /loans` makes one. Desk only.\n- `GET /loans/{id}` shows one. It may be used by the desk and by members.\n- `POST /loans/{id}/return` takes it back. Desk only.\n- `GET /health` may be used by anyone.',
  'wide columns of text':
    '```\nGET     /loans               member, desk 200\nPOST    /loans               desk         201\nGET     /loans/{id}          member, desk 200    own ones\nPOST    /loans/{id}/return   desk         200\nGET     /health              public       200\n```',
  'statuses in brackets':
    'a) `GET /loans` [200] — member, desk\nb) `POST /loans` [201] — desk\nc) `GET /loans/{id}` [200] — desk, and the member concerned\nd) `POST /loans/{id}/return` [200] — desk\ne) `GET /health` [200] — everyone, no login',
  'dashes for everybody':
    'A dash means that no login is needed.\n\n| Request | Who |\n|---|---|\n| GET /loans | member, desk |\n| POST /loans | desk |\n| GET /loans/{id} | member, desk |\n| POST /loans/{id}/return | desk |\n| GET /health | - |',
  'items after brackets':
    '- [member, desk] GET /loans\n- [desk] POST /loans -> 201\n- [member, desk] GET /loans/{id}\n- [desk] POST /loans/{id}/return\n- [public] GET /health',
  'lists below callers':
    'Members and desk:\n\n- GET /loans\n- GET /loans/{id}\n\nDesk only:\n\n- POST /loans\n- POST /loans/{id}/return\n\nNo login:\n\n- GET /health',
  headings:
    '### GET /loans\n\nLists loans. Members and the desk.\n\n### POST /loans\n\nNew loan. Desk only. 201.\n\n### GET /loans/{id}\n\nOne loan. Members and the desk.\n\n### POST /loans/{id}/return\n\nTakes it back. Desk only.\n\n### GET /health\n\nNo login needed.',
  'headings with properties':
    '### List loans\n\n`GET /loans`\n\n- Who: member, desk\n- Answer: 200\n\n### New loan\n\n`POST /loans`\n\n- Who: desk\n- Answer: 201\n\n### One loan\n\n`GET /loans/{id}`\n\n- Who: member, desk\n\n### Return\n\n`POST /loans/{id}/return`\n\n- Who: desk\n\n### Health\n\n`GET /health`\n\n- Who: anyone',
  sentences:
    'Members and the desk list loans with `GET /loans` and read one with `GET /loans/{id}`. The desk makes a loan with `POST /loans` and takes it back with `POST /loans/{id}/return`. Anyone may call `GET /health`.',
  'clauses with shall':
    'A Member or the Desk may list loans by GET /loans and read one by GET /loans/{id}. The Desk shall create a loan by POST /loans, answered with 201, and shall take it back by POST /loans/{id}/return. GET /health shall be open to anyone.',
  'passive sentences':
    'Loans are listed with `GET /loans` by members and the desk. A loan is made with `POST /loans` by the desk. One loan is read with `GET /loans/{id}` by members and the desk. It is taken back with `POST /loans/{id}/return`, by the desk. `GET /health` is public.',
  'columns of text':
    '```\nGET  /loans               member, desk\nPOST /loans               desk            201\nGET  /loans/{id}          member, desk\nPOST /loans/{id}/return   desk\nGET  /health              public\n```',
  'requests with remarks':
    '```http\nGET /loans              # member, desk\nPOST /loans             # desk, 201\nGET /loans/{id}         # member, desk\nPOST /loans/{id}/return # desk\nGET /health             # public\n```',
  'methods below paths':
    '- /loans\n  - GET: member, desk\n  - POST: desk\n- /loans/{id}\n  - GET: member, desk\n- /loans/{id}/return\n  - POST: desk\n- /health\n  - GET: public',
  'a column for each method':
    '| Path | GET | POST |\n|---|---|---|\n| /loans | member, desk | desk |\n| /loans/{id} | member, desk | – |\n| /loans/{id}/return | – | desk |\n| /health | public | – |',
  'a matrix in part 5': [
    '- GET /loans\n- POST /loans\n- GET /loans/{id}\n- POST /loans/{id}/return\n- GET /health',
    '| Endpoint | member | desk | anonymous |\n|---|---|---|---|\n| GET /loans | ✓ | ✓ | |\n| POST /loans | | ✓ | |\n| GET /loans/{id} | ✓ | ✓ | |\n| POST /loans/{id}/return | | ✓ | |\n| GET /health | ✓ | ✓ | ✓ |',
  ],
  'a matrix of deeds': [
    '- GET /loans\n- POST /loans\n- GET /loans/{id}\n- POST /loans/{id}/return\n- GET /health (public)',
    '| What | member | desk |\n|---|---|---|\n| List loans | yes | yes |\n| Create a loan | no | yes |\n| Read a loan | yes | yes |\n| Return a loan | no | yes |',
  ],
  'lists of roles in part 5': [
    '- GET /loans\n- POST /loans\n- GET /loans/{id}\n- POST /loans/{id}/return\n- GET /health (public)',
    '- member: GET /loans, GET /loans/{id}\n- desk: all of these, and POST /loans, POST /loans/{id}/return',
  ],
  'sentences in part 5': [
    '- GET /loans\n- POST /loans\n- GET /loans/{id}\n- POST /loans/{id}/return\n- GET /health (public)',
    'A bearer token carries the role: member or desk. Members can read loans. The desk can do everything.',
  ],
  'roles after dashes':
    '- GET /loans — role: member or desk\n- POST /loans — role: desk\n- GET /loans/{id} — role: member or desk\n- POST /loans/{id}/return — role: desk\n- GET /health — no auth',
  definitions:
    '`GET /loans`\n: Lists loans. For members and the desk.\n\n`POST /loans`\n: New loan. For the desk.\n\n`GET /loans/{id}`\n: One loan. For members and the desk.\n\n`POST /loans/{id}/return`\n: Takes it back. For the desk.\n\n`GET /health`\n: For everybody, without login.',
  'sentences about persons': [
    '4.1 Loans.\n   (a) GET /loans lists loans. Permitted to the Member and the Desk.\n   (b) POST /loans. Permitted to the Desk.\n   (c) GET /loans/{id} reads one. Permitted to the Member and the Desk.\n   (d) POST /loans/{id}/return. Permitted to the Desk.\n   (e) GET /health. Permitted to anyone.',
    'The following persons use the Service: the Member; the Desk; the Auditor.',
  ],
  'callers before requests':
    '- As a member or desk: GET /loans, GET /loans/{id}\n- As desk: POST /loans, POST /loans/{id}/return\n- Without login: GET /health',
}

const wanted: { readonly [endpoint: string]: readonly string[] } = {
  'GET /loans': ['desk,member', 'member and desk', 'member or desk'],
  'POST /loans': ['desk'],
  'GET /loans/{id}': ['desk,member', 'member and desk', 'member or desk'],
  'POST /loans/{id}/return': ['desk'],
  'GET /health': ['anyone', 'desk,member,public', 'anonymous,desk,member'],
}

for (const [style, said] of Object.entries(layouts)) {
  test(`endpoints in ${style} have the same callers as in others`, () => {
    const [endpoints, five] = typeof said === 'string' ? [said, authentication] : said
    const text = [
      '# Loans',
      ...parts.map((title, index) => `## ${index + 1}. ${title}\n\n${[service, resources, 'None.', endpoints, five][index] ?? 'None.'}`),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    const found = saidBy(form.text).endpoints
    assert.deepEqual(found.map(({ key }) => key).toSorted(), Object.keys(wanted).toSorted())
    for (const {
      key,
      says: [who = ''],
    } of found)
      assert.ok(wanted[key]!.includes(who.split(', ').toSorted().join()) || wanted[key]!.includes(who), `${key}: ${who}`)
  })
}

test('people that a line only mentions, or excludes, are not its callers', () => {
  for (const [line, callers] of [
    ['`POST /loans` makes a loan for a member. Desk only.', 'desk'],
    ['`POST /loans` (desk) makes a loan and tells the member.', 'desk'],
    ['`DELETE /loans/{id}` – desk, not member', 'desk'],
    ['`DELETE /loans/{id}` – not for members', ''],
    ['`GET /loans` sorted by member', ''],
    ['`GET /loans?member=` – filter by member', ''],
    ['`GET /loans` – desk; filter: member, title', 'desk'],
    ['`GET /loans` – desk and above', ''],
    ['`GET /loans` – member (own), desk (all)', 'member, desk'],
    ['The member (only their own), the desk or the keeper sees one with GET /loans/{id}.', 'member, desk, keeper'],
  ] as const) {
    const text = [
      '# Loans',
      ...parts.map(
        (title, index) =>
          `## ${index + 1}. ${title}\n\n${[service, resources, 'None.', `- ${line}`, line.includes('keeper') ? 'A bearer token carries the role: member, desk or keeper.' : authentication][index] ?? 'None.'}`,
      ),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.deepEqual(
      saidBy(form.text).endpoints.map(({ says: [who] }) => who),
      [callers],
      line,
    )
  }
})

test('callers that the form announces once, in any part, are known beside every endpoint', () => {
  const items =
    '- GET /loans – list – office, courier – 200\n- POST /loans – new – office – 201\n- GET /loans/{id} – one – courier, auditor – 200'
  for (const [one, four, five] of [
    ['Callers are `courier` (external, has an account), `office` (us), and `auditor` (reads).', items, 'Bearer tokens.'],
    ['Roles: **office** keeps the books; **courier** carries; **auditor** (the county) reads.', items, 'Bearer tokens.'],
    ['The office lends, couriers carry.', items, '- Office and couriers: user name and password.\n- Auditor: a key in the header X-Key.'],
    ['The office lends, couriers carry, the auditor reads.', items, 'The token says who it is (office, courier).'],
    [
      '| User | Short | What for |\n|---|---|---|\n| Head office | `office` | lends |\n| Courier | `courier` | carries |\n| Auditor | `auditor` | reads |',
      items,
      'Bearer tokens.',
    ],
  ] as const) {
    const text = [
      '# Loans',
      ...parts.map((title, index) => `## ${index + 1}. ${title}\n\n${[one, resources, 'None.', four, five][index] ?? 'None.'}`),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.deepEqual(
      saidBy(form.text).endpoints.map(({ says: [who] }) => who),
      ['office, courier', 'office', 'courier, auditor'],
      `${one} ${five}`,
    )
  }
})

test('sentences of part 5 say what callers may do, and one that is not understood leaves all of them open', () => {
  const lines = '- GET /loans\n- POST /loans\n- PATCH /loans/{id}\n- POST /loans/{id}/return'
  const deeds = ['desk, member', 'desk', 'desk', 'desk, member']
  for (const [four, five, wanted] of [
    [lines, 'A token has the role desk or member. The desk may do everything with loans. Members may read loans and return them.', deeds],
    [lines, 'A token has the role desk or member.\n\n- desk: everything\n- member: list and return loans', deeds],
    [lines, 'A token has the role desk or member. The desk may change loans. Members may wangle loans.', ['', '', '', '']],
    [
      '| Call | Who |\n|---|---|\n| GET /loans | all roles |\n| PATCH /loans/{id} | the member of the loan, desk |',
      'A token has the role desk or member.',
      ['every caller', 'member, desk'],
    ],
    ['- GET /loans (K)\n- POST /loans\n- PATCH /loans/{id}', 'Bearer tokens.', ['', '', '']],
  ] as const) {
    const text = [
      '# Loans',
      ...parts.map((title, index) => `## ${index + 1}. ${title}\n\n${[service, resources, 'None.', four, five][index] ?? 'None.'}`),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.deepEqual(
      saidBy(form.text).endpoints.map(({ says: [who] }) => who),
      wanted,
      five,
    )
  }
})

test('the status of all answers is said once, in many words', () => {
  for (const [said, made] of [
    ['Unless it is said otherwise, a successful request is answered with 200. Where something is created the answer is 201.', '201'],
    ['Every successful call returns 200; creating something returns 201.', '201'],
    ['If nothing else is stated, the status is 200.', '200'],
    ['Requests that succeed are answered by 200.', '200'],
    ['The usual answer is 200.', '200'],
    ['The rest is answered with 200. Every successful request that creates something is answered with 201.', '201'],
  ] as const) {
    const text = [
      '# Loans',
      ...parts.map(
        (title, index) =>
          `## ${index + 1}. ${title}\n\n${[service, resources, 'None.', `${said}\n\n- GET /loans – desk\n- POST /loans – desk`, authentication][index] ?? 'None.'}`,
      ),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.deepEqual(
      saidBy(form.text).endpoints.map(({ says: [, status] }) => status),
      ['200', made],
      said,
    )
  }
})

test('callers may be a list below a line that only announces them', () => {
  for (const five of [
    '- Tokens from our login\n- Callers\n  - `clerk`\n  - `site_manager` — can do more\n  - `ops`',
    '- Bearer tokens\n- Roles:\n  - **clerk**\n  - **site_manager**\n  - **ops**',
  ]) {
    const endpoints = '- `GET /loans` — clerk (own), site_manager\n- `POST /loans` — site_manager, ops'
    const text = [
      '# Loans',
      ...parts.map((title, index) => `## ${index + 1}. ${title}\n\n${['Loans.', resources, 'None.', endpoints, five][index] ?? 'None.'}`),
    ].join('\n\n')
    const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in form))
    assert.deepEqual(
      saidBy(form.text).endpoints.map(({ says: [who] }) => who),
      ['clerk, site_manager', 'site_manager, ops'],
      five,
    )
  }
})

test('what is said of a field, such as that it is null, makes no caller of a word in code', () => {
  const endpoints = '**loan policies** (write = admin key): `GET /loans`, `POST /loans`'
  const text = [
    '# Loans',
    ...parts.map(
      (title, index) =>
        `## ${index + 1}. ${title}\n\n${['Loans.', `${resources}\n\nWithout a policy \`loan\` is null.`, 'None.', endpoints, '- read key: all GETs\n- admin key: everything'][index] ?? 'None.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  assert.deepEqual(
    saidBy(form.text).endpoints.map(({ says: [who] }) => who),
    ['read, admin', 'admin'],
  )
})

test('a key with further permissions has those of the key before, and a key for everything those of all', () => {
  const text = [
    '# Loans',
    ...parts.map(
      (title, index) =>
        `## ${index + 1}. ${title}\n\n${
          [
            'Loans.',
            resources,
            'None.',
            '- `GET /loans`\n- `POST /loans`',
            '- read key: all GETs\n- write key: + create loans\n- admin key: everything',
          ][index] ?? 'None.'
        }`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  assert.deepEqual(
    saidBy(form.text).endpoints.map(({ says: [who] }) => who),
    ['read, write, admin', 'write, admin'],
  )
  assert.match(form.text, /\| Loan \| read or write or admin \| write or admin \|/)
})
