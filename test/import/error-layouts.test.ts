// The same errors in many layouts: tables, lists, sentences, headings and data.

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

const layouts: { readonly [style: string]: string } = {
  'a table':
    '| Code | Status | When |\n|---|---|---|\n| not_found | 404 | no such loan |\n| code_taken | 409 | code is used |\n| bad_json | 400 | unreadable |',
  'a table with statuses first':
    '| HTTP | Error | Meaning |\n|---|---|---|\n| 404 | not_found | no such loan |\n| 409 | code_taken | code is used |\n| 400 | bad_json | unreadable |',
  'a map of maps in code':
    "```ts\nexport const errors = {\n  not_found: { status: 404, when: 'no such loan' },\n  code_taken: { status: 409, when: 'code is used' },\n  bad_json: { status: 400, when: 'unreadable' },\n};\n```",
  'rows of codes': '| Status | Codes |\n|---|---|\n| 400 | `bad_json` |\n| 404 | `not_found` |\n| 409 | `code_taken` |',
  'items with statuses': '- 400 bad_json: unreadable\n- 404 not_found: no such loan\n- 409 code_taken: code is used',
  'items with codes': '- `not_found` (404) – no such loan\n- `code_taken` (409) – code is used\n- `bad_json` (400) – unreadable',
  arrows: '- no such loan → 404 `not_found`\n- code is used → 409 `code_taken`\n- unreadable → 400 `bad_json`',
  sentences:
    'If a loan does not exist, the answer is 404 with the code not_found. If the code is used, it is 409 with the code code_taken. Unreadable content gets 400 and the code bad_json.',
  'one sentence':
    'The service answers 404 (`not_found`) for an unknown loan, 409 (`code_taken`) if the code is used, and 400 (`bad_json`) if the body is unreadable.',
  headings: '### 404 not_found\n\nNo such loan.\n\n### 409 code_taken\n\nThe code is used.\n\n### 400 bad_json\n\nUnreadable.',
  'lists below statuses':
    '**404**\n\n- not_found: no such loan\n\n**409**\n\n- code_taken: code is used\n\n**400**\n\n- bad_json: unreadable',
  'a map': '```json\n{ "not_found": 404, "code_taken": 409, "bad_json": 400 }\n```',
  objects:
    '```json\n[ { "code": "not_found", "status": 404 }, { "code": "code_taken", "status": 409 }, { "code": "bad_json", "status": 400 } ]\n```',
  'columns of text': '```\n404 not_found    no such loan\n409 code_taken   code is used\n400 bad_json     unreadable\n```',
  'several on a line': '```\n400 bad_json\n404 not_found      409 code_taken\n```',
  definitions: 'not_found (404)\n: no such loan\n\ncode_taken (409)\n: code is used\n\nbad_json (400)\n: unreadable',
  'names before statuses': '- Not found: 404, `not_found`\n- Code taken: 409, `code_taken`\n- Bad JSON: 400, `bad_json`',
  'statuses with their names':
    '| Error | HTTP code | Explanation |\n|---|---|---|\n| NOT_FOUND | 404 Not Found | no such loan |\n| CODE_TAKEN | 409 Conflict | code is used |\n| BAD_JSON | 400 Bad Request | unreadable |',
  'a table of types':
    '| Type | Title | Status |\n|---|---|---|\n| not_found | Not found | 404 |\n| code_taken | Code taken | 409 |\n| bad_json | Bad JSON | 400 |',
  'statuses before arrows': '- `404` → `not_found`\n- `409` → `code_taken`\n- `400` → `bad_json`',
  'numbered items': '1. 404 – not_found – no such loan\n2. 409 – code_taken – code is used\n3. 400 – bad_json – unreadable',
  'lines with slashes': '404 / not_found / no such loan\n409 / code_taken / code is used\n400 / bad_json / unreadable',
}

function errorsOf(part: number, said: string): readonly string[] {
  const text = [
    '# Loans',
    ...parts.map(
      (title, index) =>
        `## ${index + 1}. ${title}\n\n${index === 1 ? '### Loan\n\n- id: uuid\n- title: text' : index === part ? said : index === 3 ? '- GET /loans' : 'None.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'loans.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  return saidBy(form.text)
    .errors.map(({ key, says }) => `${key.toLowerCase()} ${says[0]!}`)
    .toSorted()
}

for (const [style, errors] of Object.entries(layouts)) {
  test(`errors in ${style} are the same as in others`, () =>
    assert.deepEqual(errorsOf(6, errors), ['bad_json 400', 'code_taken 409', 'not_found 404']))
}

test('an error that another part names beside its status is one, other names there are none', () => {
  assert.deepEqual(errorsOf(3, '- `POST /loans` – if the code is used, 409 `code_taken`'), ['code_taken 409'])
  assert.deepEqual(errorsOf(3, '- `POST /loans` – needs the grade `gold` (422 `grade_missing`)'), ['grade_missing 422'])
  assert.deepEqual(errorsOf(3, '- `POST /loans` – 201, with `title`'), [])
})
