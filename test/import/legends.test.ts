// Signs and words that a form explains once, and that hold wherever they stand.

import { test } from 'node:test'
import { assertSays, formOf } from './says.ts'

test('a table of signs above the resources explains the column of signs', () => {
  const signs =
    '| Sign | Means |\n|---|---|\n| ● | must be given |\n| ○ | can be given |\n| ⚙ | filled by the service |\n| 🔒 | given once, then never changed |'
  const table =
    '| Field | Sign | Type | Default |\n|---|---|---|---|\n| plate | ● 🔒 | text, max. 8 | |\n| name | ● | text, max. 40 | |\n| berths | ○ | integer, 1–9 | 2 |\n| moored | ⚙ | date | |'
  assertSays(
    formOf({ 2: `${signs}\n\n### Boat\n\n${table}` }),
    'fields',
    'Boat.plate | text ..8 | yes | | never changes\nBoat.name | text ..40 | yes | |\nBoat.berths | whole number 1..9 | no | 2 |\nBoat.moored | date | ? | | read-only',
  )
})

test('names, marks and kinds may stand in one piece of code, and a sign before a value is its default', () => {
  const notation =
    "Notation: `name: type` then the constraints. `!` after the name = required on create, no `!` = optional. `(ro)` = we set it. `(fixed)` = can't be changed after create. `= x` = default.\n\nAll of them have\n\n- `id: uuid (ro)`\n- `created_at: timestamp (ro)`"
  const fields =
    '- `key!: string` `^[a-z]{2,9}$`, unique (fixed)\n- `kind: enum` sail | motor | row = sail\n- `berths: int` 1..9 = 2\n- `tags: list of string` max 10 entries, each max 24 chars\n- `length: decimal (ro)` two decimals'
  assertSays(
    formOf({ 2: `${notation}\n\n### Boat\n\n${fields}` }),
    'fields',
    'Boat.created_at | date-time | ? | | read-only\nBoat.key | text like `^[a-z]{2,9}$` | yes | | unique, never changes\nBoat.kind | one of sail, motor, row | no | sail |\nBoat.berths | whole number 1..9 | no | 2 |\nBoat.tags | list ..10 of text ..24 | no | |\nBoat.length | decimal 0.01 | ? | | read-only',
  )
})

test('a letter may be explained for one column, and a scope that a field refers to is no name of the service', () => {
  const site = '### Site\n\n| Item | Format | Mand. | |\n|---|---|---|---|\n| name | text | Y | |'
  const boat =
    '### Boat\n\n| Item | Format | Mand. | |\n|---|---|---|---|\n| site_id | reference to Site | Y | F |\n| tag | text | Y | F, unique within the site |\n| note | text | N | |'
  assertSays(
    formOf({ 2: `Mand. = Y must be sent, N may be left out. F in the last column = fixed, cannot be changed.\n\n${site}\n\n${boat}` }),
    'fields',
    'Boat.site_id | → Site | yes | | never changes\nBoat.tag | text | yes | | unique with site_id, never changes\nBoat.note | text | no | |',
  )
})

test('the prefix of keys is that of each heading, and the service is no member of every record', () => {
  assertSays(
    formOf({
      2: 'Ids are `prefix_` + 16 lowercase letters or digits, made by the service.\n\n### Boat (id prefix `bot`)\n\n| Field | Kind |\n|---|---|\n| id | |\n| name | text |\n\n### Pier (id prefix `pie`)\n\n| Field | Kind |\n|---|---|\n| id | |\n| name | text |',
    }),
    'fields',
    'Boat.id | text like `^bot_[a-z0-9]{16}$` | ? | | key\nPier.id | text like `^pie_[a-z0-9]{16}$` | ? | | key',
  )
  assertSays(
    formOf({ 2: 'Each thing gets an id from the service (a UUID). Nobody can change that.\n\n### Boat\n\n- name: text, required' }),
    'fields',
    'Boat.id | uuid | ? | | key\nBoat.name | text | yes | |',
  )
})

test('resources that a statement about every record excepts have not its members', () => {
  const text = formOf({
    2: 'Each of them also has a technical number, called `id`, a UUID, from the computer (the pier has only its number).\n\n### Boat\n\n- name: text, required\n\n### Pier\n\n- number: 3 digits, no number twice',
  })
  assertSays(text, 'fields', 'Boat.id | uuid | ? | | key\nBoat.name | text | yes | |\nPier.number | text like `^[0-9]{3}$` | ? | | unique')
})

test('a number of callers stands for those of the legend, and numbered endpoints may be open', () => {
  const legend = 'C = clerk, K = keeper, O = owner. "all three" means every one of these.'
  const table =
    '| No. | Call | Allowed | Code |\n|---|---|---|---|\n| 1 | POST /boats | C | 201 |\n| 2 | GET /boats | all three | 200 |\n| 3 | GET /boats/{id} | C, O | 200 |'
  assertSays(
    formOf({ 4: `${legend}\n\n${table}`, 5: 'Bearer tokens.' }),
    'endpoints',
    'POST /boats | clerk | 201\nGET /boats | clerk, keeper, owner | 200\nGET /boats/{id} | clerk, owner | 200',
  )
  assertSays(
    formOf({
      4: '| Ref | Method | Path |\n|---|---|---|\n| D1 | GET | /boats |\n| D2 | POST | /boats |\n| D3 | GET | /alive |',
      5: 'Bearer token. D3 is open.\n\n| Ref | clerk | keeper |\n|---|---|---|\n| D1 | x | x |\n| D2 | x | |',
    }),
    'endpoints',
    'GET /boats | clerk, keeper | ?\nPOST /boats | clerk | ?\nGET /alive | anyone | ?',
  )
})

test('a label names the callers, whatever a sentence before it says of one', () =>
  assertSays(
    formOf({ 4: '#### `GET /boats`\n\nKeepers only see their own. Who: clerk, keeper. Answers 200.' }),
    'endpoints',
    'GET /boats | clerk, keeper | 200',
  ))

test('the size of a page is no status', () =>
  assertSays(
    formOf({ 4: '- `GET /boats` – clerk\n- `POST /boats` – clerk\n\nAll lists by `limit` (50 if not given, at most 200) and `cursor`.' }),
    'limits',
    'sizes.page | 200',
  ))

test('the size of a page is a limit once, in part 4 or in part 8', () => {
  const text = formOf({
    4: 'Lists take `limit` (50 if not given, at most 200).\n\n- `GET /boats` – clerk',
    8: '| What | Value |\n|---|---|\n| Rows in a list | 200 |',
  })
  assertSays(text, 'limits', 'sizes.page | 200\nsetting 50 |')
})

test('members of the body of an error are no errors', () =>
  assertSays(
    formOf({ 7: 'Answers with an error contain `code`, `message` and, for 422, `details`.\n\n- 404 `gone`\n- 422 `invalid`' }),
    'errors',
    'gone | 404\ninvalid | 422',
  ))
