// Wordings of forms that say the same in other words and places, each read with one meaning.

import { test } from 'node:test'
import { assertSays, formOf, usual } from './says.ts'

const boat = '### Boat\n\n- id: uuid, set by the service\n- name: text, required\n- status: see part 3'
const calls = ['launch', 'moor', 'scrap'].map((verb) => `- POST /boats/{id}/${verb}`).join('\n')

test('chapters without known names are the parts between those with names', () => {
  const titles = [
    '## Why',
    '## Things',
    '## How they change',
    '## Calls',
    '## Authentication',
    '## Bulletins',
    '## Errors',
    '## Limits',
    '## Later',
  ]
  assertSays(formOf({ 4: '- `GET /boats` – clerk' }, titles), 'endpoints', 'GET /boats | clerk | ?')
  assertSays(formOf({ 2: '### Boat\n\n- name – text, up to 20, required' }, titles), 'fields', 'Boat.name | text ..20 | yes | |')
})

test('lines in bold or in capitals may stand for the headings of the parts', () => {
  const bold = usual.map(([title], index) => `**${index + 1}. ${title}**`)
  assertSays(formOf({ 2: '### Boat\n\n- name: text, up to 20, required' }, bold), 'fields', 'Boat.name | text ..20 | yes | |')
  const capitals = usual.map(([title]) => title.toUpperCase())
  assertSays(formOf({ 7: '- 404 `gone`: no such boat' }, capitals), 'errors', 'gone | 404')
})

test('escapes, remarks and numbers of requirements are no part of what they stand beside', () => {
  assertSays(
    formOf({ 7: '| Code | Status |\n|---|---|\n| NOT\\_THERE | 404 |\n| NOT\\_NOW | 409 |' }),
    'errors',
    'NOT_THERE | 404\nNOT_NOW | 409',
  )
  const remarked =
    '### Boat\n\n- berth – text, up to 8, required[a]\n- draught – number with one decimal[b], 0.5 to 4.0\n\n[a] Ask Tom.\n\n[b] In metres.'
  assertSays(formOf({ 2: remarked }), 'fields', 'Boat.berth | text ..8 | yes | |\nBoat.draught | decimal 0.1, 0.5..4 | ? | |')
  const numbered = formOf({
    2: '### SRS-10 Boat\n\n| No. | Field | Type | Must |\n|---|---|---|---|\n| SRS-11 | name | text, max. 20 | yes |',
    3: 'SRS-30 None.',
    4: 'SRS-40 `GET /boats` answers 200.',
    7: 'SRS-70 A boat which does not exist shall be answered with 404 `NO_BOAT`.',
    8: 'SRS-80 At most 20 requests per minute.',
  })
  assertSays(numbered, 'fields', 'Boat.name | text ..20 | yes | |')
  assertSays(numbered, 'errors', 'NO_BOAT | 404')
})

test('a form that writes decimals with a comma does so in all its numbers', () => {
  const text =
    '### Boat\n\n- fee – amount in euros, 0,50 to 1.200,00, required\n- deposit – amount in euros, 10,00 to 99,00\n- crew – whole number, 1 to 1.500'
  assertSays(
    formOf({ 2: text }),
    'fields',
    'Boat.fee | decimal 0.01, 0.50..1200 | yes | |\nBoat.deposit | decimal 0.01, 10..99 | ? | |\nBoat.crew | whole number 1..1500 | ? | |',
  )
  const plain = '### Boat\n\n- fee – amount in euros, 0.50 to 1,200.00, required\n- crew – whole number, 1 to 1,500'
  assertSays(formOf({ 2: plain }), 'fields', 'Boat.fee | decimal 0.01, 0.50..1200 | yes | |\nBoat.crew | whole number 1..1500 | ? | |')
})

test('a denied word does not mean what it denies', () => {
  const lines = ['not obligatory', 'not a must', 'is not needed', 'non-mandatory', 'not strictly required']
  for (const line of lines)
    assertSays(formOf({ 2: `### Boat\n\n- name: text, at most 9 signs, ${line}` }), 'fields', 'Boat.name | text ..9 | no | |')
})

test('the state in the line above a list is that before each of its moves', () => {
  const states = (lead: string, items: string): string =>
    formOf({ 2: boat, 3: `A new boat is *afloat*.\n\n${lead}\n\n${items}\n\n*Scrapped*: the end.`, 4: calls })
  const gold = 'Boat: (new) -> afloat |\nBoat: afloat -> moored | moor\nBoat: afloat -> scrapped | scrap\nBoat: scrapped -> (end) |'
  assertSays(
    states('While it is *afloat*:', '- we tie it up (`moor`) → *moored*\n- the clerk gives it up (`scrap`) → *scrapped*'),
    'transitions',
    gold,
  )
  assertSays(
    states('As long as a boat is *afloat*:', '- *moored* when we tie it up (`moor`)\n- *scrapped*: given up (`scrap`)'),
    'transitions',
    gold,
  )
})

test('a cause names an endpoint by the name of its line', () => {
  const table = (one: string, two: string): string =>
    formOf({
      2: boat,
      3: `| From | To | Cause |\n|---|---|---|\n| afloat | moored | the keeper ties it up (${one}) |\n| moored | scrapped | nobody wants it (${two}) |`,
      4: `| No. | Method | Path |\n|---|---|---|\n| 4.1 | POST | /boats/{id}/moor |\n| ${two.replace('No. ', '')} | POST | /boats/{id}/scrap |`,
    })
  assertSays(table('No. 4.1', 'No. 4.2'), 'transitions', 'Boat: afloat -> moored | moor\nBoat: moored -> scrapped | scrap')
  assertSays(table('No. 4.1', 'F-12'), 'transitions', 'Boat: afloat -> moored | moor\nBoat: moored -> scrapped | scrap')
})

test('no move leaves a state that is final', () => {
  const text =
    'A new boat is "afloat". It becomes "moored" when a keeper ties it up. It becomes "scrapped" when nobody wants it. "Moored" and "scrapped" are final.'
  const gold =
    'Boat: (new) -> afloat |\nBoat: afloat -> moored | ?\nBoat: afloat -> scrapped | ?\nBoat: moored -> (end) |\nBoat: scrapped -> (end) |'
  assertSays(formOf({ 2: boat, 3: text }), 'transitions', gold)
  const matrix = '| from \\ to | afloat | moored |\n|---|---|---|\n| afloat | – | moor |\n| moored | – | – |'
  assertSays(formOf({ 2: boat, 3: matrix, 4: calls }), 'transitions', 'Boat: afloat -> moored | moor\nBoat: moored -> (end) |')
})

test('a caller may all that another one may, and more', () => {
  for (const said of [
    'we can do everything a clerk can do, plus what it says above',
    'may do all that a clerk may',
    'like a clerk, but also scraps boats',
  ])
    assertSays(
      formOf({ 4: '- `GET /boats` – clerk\n- `POST /boats` – keeper', 5: `- **clerk** – the office\n- **keeper** – ${said}` }),
      'endpoints',
      'GET /boats | clerk, keeper | ?\nPOST /boats | keeper | ?',
    )
})

test('the answers of all calls of a kind have one status', () => {
  const list = '- `GET /boats` – clerk\n- `POST /boats` – clerk\n- `POST /boats/{id}/moor` – clerk'
  const gold = 'GET /boats | clerk | 200\nPOST /boats | clerk | 201\nPOST /boats/{id}/moor | clerk | 202'
  for (const said of [
    'Looking at things answers 200, new things answer 201, and the actions 202.',
    'Reading gives 200; creating gives 201; changes of state give 202.',
  ])
    assertSays(formOf({ 4: `${said}\n\n${list}` }), 'endpoints', gold)
})

test('each caller of a line has its own rate', () => {
  assertSays(formOf({ 8: '- clerk: 60 req/min, keeper: 600 req/min' }), 'limits', '60 per minute |\n600 per minute |')
  assertSays(
    formOf({ 8: '- Nobody needs more than 30 requests a minute. For the desk 120 a minute.' }),
    'limits',
    '30 per minute |\n120 per minute |',
  )
  assertSays(formOf({ 8: '- Lists come in pages of 25 entries; on request up to 100 entries.' }), 'limits', 'sizes.page | 100')
})

test('nine chapters with numbers or letters are the nine parts, whatever they are called', () => {
  const lettered = ['Aims', 'Objects', 'Lives', 'Calls', 'Access', 'News', 'Faults', 'Bounds', 'Later'].map(
    (title, index) => `# ${'ABCDEFGHI'[index]!}. ${title}`,
  )
  assertSays(formOf({ 7: '- 404 `gone`: no such boat' }, lettered), 'errors', 'gone | 404')
  const sheets = ['READ_ME', 'DATA', 'STATUS', 'CALLS', 'ROLES', 'NEWS', 'FAULTS', 'NUMBERS', 'HISTORY'].map(
    (title, index) => `## Sheet ${index + 1} ${title}`,
  )
  assertSays(formOf({ 2: '### Boat\n\n- name: text, up to 20, required' }, sheets), 'fields', 'Boat.name | text ..20 | yes | |')
})

test('a mark has the meaning that the form gives it in its column', () => {
  const table =
    '| Attribute | Type | Null | Upd |\n|---|---|---|---|\n| name | text, max. 20 | N | Y |\n| berth | text, max. 8 | N | N |\n| note | text, max. 90 | Y | Y |'
  const gold = 'Boat.name | text ..20 | yes | |\nBoat.berth | text ..8 | yes | | never changes\nBoat.note | text ..90 | no | |'
  const legends = [
    '- Null = N: must be filled. Null = Y: may be empty\n- Upd: Y = may be changed later, N = never after insert',
    '- Upd: N = never changed, Y = can be changed later\n- Null: Y = can be empty, N = must be given',
  ]
  for (const legend of legends) assertSays(formOf({ 2: `${legend}\n\n### Boat\n\n${table}` }), 'fields', gold)
})

test('signs before their meanings explain a column without a header', () => {
  const table = '| Attribute | Type | |\n|---|---|---|\n| name | text, max. 20 | ● |\n| note | text, max. 90 | ○ |\n| seen on | date | ◼ |'
  const gold = 'Boat.name | text ..20 | yes | |\nBoat.note | text ..90 | no | |\nBoat.seen_on | date | ? | | read-only'
  for (const legend of [
    '- ● mandatory  ○ optional  ◼ system-set, never entered',
    '- ● must be given ○ may be left out ◼ set by the system',
  ])
    assertSays(formOf({ 2: `${legend}\n\n### Boat\n\n${table}` }), 'fields', gold)
})

test('signs in a table of states stand for the start and the end', () => {
  const table = (start: string, end: string): string =>
    `| From | Event | To |\n|---|---|---|\n| ${start} | – | afloat |\n| afloat | moor | moored |\n| moored | ${end} | |`
  const gold = 'Boat: (new) -> afloat |\nBoat: afloat -> moored | moor\nBoat: moored -> (end) |'
  assertSays(formOf({ 2: boat, 3: `(S0 = start, X = no way out)\n\n${table('S0', 'X')}`, 4: calls }), 'transitions', gold)
  assertSays(formOf({ 2: boat, 3: `In the table, N = new and E = end.\n\n${table('N', 'E')}`, 4: calls }), 'transitions', gold)
})

test('a line above a table names the callers of its endpoints', () => {
  const table = '| Capability | Call | Reply |\n|---|---|---|\n| Boat list | `GET /boats` | 200 |\n| New boat | `POST /boats` | 201 |'
  for (const lead of ['**Slide 3 – Clerk only**', 'For the clerk:'])
    assertSays(formOf({ 4: `${lead}\n\n${table}` }), 'endpoints', 'GET /boats | clerk | 200\nPOST /boats | clerk | 201')
})

test('a column may explain its marks in a list or in a table, and a cell may have several', () => {
  const fields = '| field | type | flags |\n| --- | --- | --- |\n| name | text | uq im |\n| mast | text | ro |\n| hull | text | im |'
  const gold = 'Boat.name | text | ? | | never changes, unique\nBoat.mast | text | ? | | read-only\nBoat.hull | text | ? | | never changes'
  const listed = '- flags: `ro` = server only, `im` = set on create then frozen, `uq` = there is only one of each'
  assertSays(formOf({ 2: `${listed}\n\n### Boat\n\n${fields}` }), 'fields', gold)
  const table = '| column | meaning |\n| --- | --- |\n| flags | ro = backend only, im = fixed after creation, uq = unique |'
  assertSays(formOf({ 2: `${table}\n\n### Boat\n\n${fields}` }), 'fields', gold)
})

test('a matrix of states may mark the start and the end in parentheses', () => {
  const matrix =
    '### Boat\n\n| from \\ to | MOORED | SAILING | SUNK |\n| --- | --- | --- | --- |\n| (start) | create | – | – |\n| MOORED | – | launch | – |\n| SAILING | moor | – | scrap |\n| SUNK (final) | – | – | – |'
  assertSays(
    formOf({ 2: boat, 3: matrix, 4: `- POST /boats\n${calls}` }),
    'transitions',
    'Boat: (new) -> moored |\nBoat: moored -> sailing | launch\nBoat: sailing -> moored | moor\nBoat: sailing -> sunk | scrap\nBoat: sunk -> (end) |',
  )
})

test('a legend explains a column of callers, whatever its sign means elsewhere', () => {
  const rows = '| Method | Path | KEEP | AUTH |\n| --- | --- | --- | --- |\n| GET | /boats | X | X |\n| POST | /boats | X | |'
  assertSays(
    formOf({ 4: `X = permitted. KEEP = keeper, AUTH = harbour office.\n\n${rows}` }),
    'endpoints',
    'GET /boats | keeper, harbour office | ?\nPOST /boats | keeper | ?',
  )
})

test('a sentence may refer to a record of another list', () => {
  const form = [
    '### Boat\n\n- Name is text of up to 20 characters. There is only one of each.\n- Keeper is the keeper from our list. It must be filled in.',
    '### Trip\n\n- Boat is the boat it is about. It must be filled in.\n- Day is a date. It must be filled in.',
    '### Keeper\n\n- Mobile is text of 6 to 20 characters. It must be filled in.',
  ].join('\n\n')
  assertSays(
    formOf({ 2: form }),
    'fields',
    [
      'Boat.name | text ..20 | ? | | unique',
      'Boat.keeper | → Keeper | yes | |',
      'Trip.boat | → Boat | yes | |',
      'Trip.day | date | yes | |',
      'Keeper.mobile | text 6..20 | yes | |',
    ].join('\n'),
  )
})

test('words and letters that stand for callers are replaced by their names', () => {
  const calls =
    '- `GET /boats` – list. Crew, guest. 200.\n- `POST /boats` – a new one. Crew. 201.\n- `GET /boats/{id}` – one boat. Guest. 200.'
  assertSays(
    formOf({ 4: `"Crew" means clerk or keeper.\n\n${calls}`, 5: 'Roles: clerk, keeper, guest.' }),
    'endpoints',
    'GET /boats | clerk, keeper, guest | 200\nPOST /boats | clerk, keeper | 201\nGET /boats/{id} | guest | 200',
  )
  const table = '| Method | Path | Scope |\n|---|---|---|\n| GET | /boats | r |\n| POST | /boats | w |\n| GET | /probe | probe |'
  assertSays(
    formOf({
      4: `Column \`Scope\`: \`r\` = clerk+, \`w\` = keeper+, \`probe\` = the probe. Scopes are ranked: clerk < keeper.\n\n${table}`,
      5: 'Roles: clerk, keeper. Certificates have CN = `probe-<berth>`.',
    }),
    'endpoints',
    'GET /boats | clerk, keeper | ?\nPOST /boats | keeper | ?\nGET /probe | probe | ?',
  )
  const titled = '| Method | Path | Allowed |\n|---|---|---|\n| GET | /boats | HM, CL |\n| POST | /boats | HM |'
  assertSays(
    formOf({ 4: `HM = Harbour Master, CL = clerk of the yard.\n\n${titled}`, 5: 'Tokens.' }),
    'endpoints',
    'GET /boats | Harbour Master, clerk of the yard | ?\nPOST /boats | Harbour Master | ?',
  )
})

test('the status of creation may stand before it', () => {
  assertSays(
    formOf({
      4: 'Where nothing else is said the answer is 200, and 201 where something new is made.\n\n| Call | Who |\n|---|---|\n| GET /boats | the clerk, keeper |\n| POST /boats | clerk |\n| DELETE /boats/{id} | keeper |',
    }),
    'endpoints',
    'GET /boats | clerk, keeper | 200\nPOST /boats | clerk | 201\nDELETE /boats/{id} | keeper | 200',
  )
})

test('requirements in a table are sentences', () => {
  const table = (...rows: readonly string[]): string =>
    `| ID | Requirement | Level |\n|---|---|---|\n${rows.map((row, index) => `| BO-${index + 1} | ${row} | MUST |`).join('\n')}`
  assertSays(
    formOf({
      2: `${table('Each entity MUST have an attribute `id` (UUID), assigned by the service.', 'Each entity MUST have an attribute `createdAt` (date-time).')}\n\n### Boat\n\n- name: text, required`,
    }),
    'fields',
    'Boat.id | uuid | | | key\nBoat.name | text | yes | |\nBoat.createdAt | date-time | | | read-only',
  )
  assertSays(
    formOf({
      7: table('A boat that does not exist MUST be answered with 404 `NO_BOAT`.', 'A second launch MUST be answered with 409 `AFLOAT`.'),
    }),
    'errors',
    'NO_BOAT | 404\nAFLOAT | 409',
  )
})

test('errors of a type in code have their status as a remark', () => {
  assertSays(
    formOf({ 7: "```ts\ntype Code =\n  | 'bad_json' // 400\n  | 'forbidden' // 403\n  | 'taken' // 409, one a berth\n```" }),
    'errors',
    'bad_json | 400\nforbidden | 403\ntaken | 409',
  )
})

test('a sentence behind a move may end the life of its target', () => {
  assertSays(
    formOf({
      2: boat,
      3: '- starts `moored`\n- `moored` → `afloat` with `launch`\n- `afloat` → `scrapped`: the owner gives it up (scrap). This is the end.',
      4: calls,
    }),
    'transitions',
    'Boat: (new) -> moored | ?\nBoat: moored -> afloat | launch\nBoat: afloat -> scrapped | scrap\nBoat: scrapped -> (end) | ?',
  )
  assertSays(
    formOf({
      2: boat,
      3: '| From | To | By |\n|---|---|---|\n| (start) | Moored | |\n| Moored | Scrapped | scrap |\n\nEnd statuses: Scrapped.',
      4: calls,
    }),
    'transitions',
    'Boat: (new) -> Moored | ?\nBoat: Moored -> Scrapped | scrap\nBoat: Scrapped -> (end) | ?',
  )
})

test('words that the form defines in a sentence say presence and rules', () => {
  assertSays(
    formOf({
      2: 'What I call "must" has to be filled in. What I call "can" may stay empty. If the program fills something in, I say "alone": nobody may change it, it is set by the system.\n\n### Boat\n\n- Name: text, must, at most 20 letters\n- Colour: text, can\n- Berth: text, can\n- Length: whole number, alone\n- Weight: whole number, alone',
    }),
    'fields',
    'Boat.name | text ..20 | yes | |\nBoat.colour | text | no | |\nBoat.berth | text | no | |\nBoat.length | whole number | | | read-only\nBoat.weight | whole number | | | read-only',
  )
  assertSays(
    formOf({
      2: '| Column | Values |\n|---|---|\n| Origin | `I` supplied on insertion only and frozen thereafter; `D` derived by us, input is discarded |\n\n### Boat\n\n| Attribute | Type | Origin |\n|---|---|---|\n| name | text | I |\n| berth | text | I |\n| length | integer | D |\n| weight | integer | D |',
    }),
    'fields',
    'Boat.name | text | ? | | never changes\nBoat.berth | text | ? | | never changes\nBoat.length | whole number | ? | | read-only\nBoat.weight | whole number | ? | | read-only',
  )
})

test('a line that lists the required fields counts more than what is usual', () => {
  assertSays(
    formOf({
      2: 'Each schema lists its `required` properties; all others are optional.\n\n### Boat\n`required: [name, berth]`\n\n| property | type |\n|---|---|\n| name | string |\n| berth | string |\n| colour | string |',
    }),
    'fields',
    'Boat.name | text | yes | |\nBoat.berth | text | yes | |\nBoat.colour | text | no | |',
  )
})

test('a sign may stand for every caller, and a name of several words for one', () => {
  assertSays(
    formOf({
      4: 'The auth column has the role, `*` = any valid token.\n\n| Method | Path | Auth |\n|---|---|---|\n| GET | /boats | * |\n| POST | /boats | clerk |',
    }),
    'endpoints',
    'GET /boats | every caller | ?\nPOST /boats | clerk | ?',
  )
  assertSays(
    formOf({
      4: '- GET /boats (by name) – clerk, head of yard\n- POST /boats (reply 201) – clerk, head of yard\n- DELETE /boats/{id} – head of yard',
      5: 'Roles: clerk, keeper.',
    }),
    'endpoints',
    'GET /boats | clerk, head of yard | ?\nPOST /boats | clerk, head of yard | ?\nDELETE /boats/{id} | head of yard | ?',
  )
})

test('each rate of a sentence has its own callers', () => {
  assertSays(
    formOf({ 8: '- A user can make 90 calls per minute; the carrier can make 20 calls per second.' }),
    'limits',
    '90 per minute\n20 per second',
  )
  assertSays(
    formOf({ 8: '- Signed in: 100 requests per minute per user. Public: 30 requests per minute per IP address.' }),
    'limits',
    '100 per minute\n30 per minute',
  )
})

test('a status may hold unless a line says another one', () => {
  for (const said of ['200 unless noted.', "200 if I don't say anything else."])
    assertSays(
      formOf({ 4: `${said}\n\n- \`GET /boats\` [clerk]\n- \`POST /boats\` [keeper] → 201` }),
      'endpoints',
      'GET /boats | clerk | 200\nPOST /boats | keeper | 201',
    )
})

test('a mark within code belongs to the form, and a length with a bound of its own says nothing of other lengths', () => {
  assertSays(
    formOf({
      2: 'Notation: `!` = mandatory. `?` = optional. `ro` = set by the server. Unless said otherwise every entity has `id: uuid, ro` and `createdAt: timestamp, ro`.\n\n### Boat\n\n- `name!`: string(40)\n- `note?`: string(2..100)',
    }),
    'fields',
    'Boat.id | uuid | ? | | ?\nBoat.createdAt | date-time | ? | | read-only\nBoat.name | text ..40 | yes | |\nBoat.note | text 2..100 | no | |',
  )
})

test('a remark in parentheses does not change the time before it', () => {
  assertSays(
    formOf({ 2: boat, 3: '- `(new) -> moored`\n- `moored -> sold` after 3 days (the owner is told)' }),
    'transitions',
    'Boat: (new) -> moored |\nBoat: moored -> sold | after 3 days',
  )
})

test('all groups are every caller', () => {
  for (const said of ['all groups', 'all user groups', 'every group'])
    assertSays(formOf({ 4: `- \`GET /boats\` (${said}) → 200` }), 'endpoints', 'GET /boats | every caller | 200')
})
