// Kinds, marks and times that a form declares once, and that hold in every field or part.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

function importText(text: string, use: readonly string[] = []): string {
  const form = importForm(
    { name: 'source.md', text: `# Bank\n\n## 1. What the service does\n\nA bank.\n\n${text}\n` },
    { use, environment, name: 'imported.md', language: 'en' },
  )
  assert.ok(!('problem' in form))
  assert.deepEqual(
    form.compiled.errors.map(({ message }) => message),
    [],
  )
  return form.text
}

const fieldsOf = (text: string): { readonly [field: string]: string } =>
  Object.fromEntries(
    saidBy(importText(`## 2. Resources and their fields\n\n${text}`)).fields.map(({ key, says }) => [
      key,
      says.filter((each) => each !== '').join(' '),
    ]),
  )

test('a declared kind with arguments is a pattern for each of them', () => {
  const fields = fieldsOf(`| Type name | Meaning |
|---|---|
| Id(xxx) | Prefix \`xxx_\` followed by a 26-character ULID. Assigned by the service |
| AN(min..max) | Text of letters, digits, space and \`/-?:\`, length between min and max |
| N(n) | Exactly n digits |

### 2.1 Account

| Field | Format |
|---|---|
| accountId | Id(acc) |
| name | AN(1..70) |
| branch | N(4) |

### 2.2 Transfer

| Field | Format |
|---|---|
| transferId | Id(trf) |
| accountId | Id(acc) -> Account |`)
  assert.deepEqual(fields, {
    'Account.accountId': 'text like `^acc_[0-9A-HJKMNP-TV-Z]{26}$` key',
    'Account.name': 'text 1..70 like `^[A-Za-z0-9 /?:-]*$`',
    'Account.branch': 'text like `^[0-9]{4}$`',
    'Transfer.transferId': 'text like `^trf_[0-9A-HJKMNP-TV-Z]{26}$` key',
    'Transfer.accountId': '→ Account',
  })
})

test('beside a mark for what may be updated, the mark for creation alone says that a field never changes', () => {
  const table = `### Account

| Field | Format | Source | Remarks |
|---|---|---|---|
| id | Text | S | |
| owner | Text(1..10) | C | Blocked accounts are refused; rejected if sent twice |
| name | Text(1..70) | C, U | |`
  const withUpdates = fieldsOf(`Source: C = client on creation, U = client, may be updated, S = set by service.\n\n${table}`)
  assert.equal(withUpdates['Account.owner'], 'text 1..10 never changes')
  assert.equal(withUpdates['Account.name'], 'text 1..70')
  // Nothing is said of updates.
  assert.equal(fieldsOf(`Source: C = client on creation, S = set by service.\n\n${table}`)['Account.owner'], 'text 1..10')
})

test('a number behind the kind is an exact length where the form writes longest ones with points', () => {
  const table = (of: string): string => `### Parcel

| field | type | notes |
|---|---|---|
| id | string | |
| note | ${of} | |
| code | string(12) | [A-Z0-9] |
| secret | string(43) | base64url |`
  const { 'Parcel.code': code, 'Parcel.secret': secret } = fieldsOf(table('string, ..255'))
  assert.equal(code, 'text 12..12 like `^[A-Z0-9]*$`')
  assert.equal(secret, 'text 43..43 like `^[A-Za-z0-9_-]*$`')
})

test('an object that the form declares as a kind has its members, and is no number', () => {
  const fields = fieldsOf(`\`money\` = \`{ "amount": int (minor units, >= 0), "currency": one of EUR GBP }\`.

### Parcel

| field | type |
|---|---|
| id | string |
| value | money ? |`)
  assert.equal(fields['Parcel.value'], 'Money no')
  assert.equal(fields['Money.amount'], 'whole number 0..')
})

test('a list of records that stand within another one is no list of references', () => {
  const fields = (remark: string): string | undefined =>
    fieldsOf(`### Parcel

| field | type |
|---|---|
| id | string |

### Shipment

| field | type | notes |
|---|---|---|
| id | string | |
| parcels | parcel[], 1..20 | ${remark} |`)['Shipment.parcels']
  assert.equal(fields(''), 'list 1..20 of → Parcel')
  assert.equal(fields('embedded on read'), 'not shown')
})

test('where some members of a group are required, the others may be left out', () => {
  const fields = fieldsOf(`### Member

| Field | Kind of value |
|---|---|
| id | text |
| address | group of: line1 (text, max 100, must have), line2 (text, max 100), town (text, max 60, must have) |`)
  assert.equal(fields['MemberAddress.line1'], 'text ..100 yes')
  assert.equal(fields['MemberAddress.line2'], 'text ..100 no')
})

test('what is forbidden otherwise has no default, and plural letters are no single one', () => {
  const fields = fieldsOf(`### Event

| field | type | notes |
|---|---|---|
| id | string | |
| reason | enum: \`lost\` \`other\` | required for \`failed\`, forbidden otherwise |
| slug | string | lowercase letters, digits, dashes, 3-30 chars |`)
  assert.equal(fields['Event.reason'], 'one of lost, other')
  assert.equal(fields['Event.slug'], 'text 3..30 like `^[a-z0-9-]*$`')
})

test('a field refers to the values of a numbered section, whatever part 3 calls its own', () => {
  const fields = fieldsOf(`### 2.1 Account

| Field | Format |
|---|---|
| id | Text |
| currency | Code: EUR, GBP |

### 2.2 Transfer

| Field | Format |
|---|---|
| id | Text |
| currency | Code, as 2.1 |

## 3. States and transitions

### 3.1 Account

| From | To | Trigger |
|---|---|---|
| (new) | OPEN | |
| OPEN | CLOSED | close |`)
  assert.equal(fields['Transfer.currency'], 'one of EUR, GBP')
})

const parcel = `## 2. Resources and their fields

### Parcel

| field | type |
|---|---|
| id | string |
| status | enum: draft, sent, cancelled |

### Route

| field | type |
|---|---|
| id | string |
| status | enum: draft, sent, expired |

## 3. States and transitions

### Parcel

| from | to | trigger | guard |
|---|---|---|---|
| (new) | draft | | |
| draft | sent | send | |
| draft | cancelled | Timer | 5 calendar days since creation |

Final: sent, cancelled.

### Route

| from | to | trigger |
|---|---|---|
| (new) | draft | |
| draft | sent | send |
| draft | expired | expire |`

test('a timer beside a number of days is a time, and final states are those of their section', () => {
  const moves = saidBy(importText(parcel)).transitions.map(({ key, says }) => `${key} ${says.join()}`.trim())
  assert.ok(moves.includes('Parcel: draft -> cancelled after 5 days'), moves.join('\n'))
  assert.ok(moves.includes('Parcel: sent -> (end)'))
  assert.ok(!moves.includes('Route: sent -> (end)'))
})

test('a time after which a state changes by itself is a transition, and rates with two names are two', () => {
  const text =
    importText(`${parcel.replace('| draft | cancelled | Timer | 5 calendar days since creation |', '| draft | cancelled | cancel | |')}

## 8. Limits

| what | value |
|---|---|
| rate, live / test key | 50 req/s burst 100 / 5 req/s burst 10 |
| drafts | auto-cancelled after 14d |`)
  const { transitions, limits } = saidBy(text)
  assert.ok(transitions.some(({ key, says }) => key === 'Parcel: draft -> cancelled' && says[0] === 'after 14 days'))
  assert.deepEqual(
    limits.map(({ key, says }) => `${key} ${says.join()}`),
    ['50 per second 100', '5 per second 10'],
  )
})

test('codes of single fields are no errors, and a standard is asked for as a convention', () => {
  const errors = `## 7. Errors

RFC 9457 \`application/problem+json\`:

| status | code |
|---|---|
| 404 | \`not_found\` |
| 422 | \`validation_error\` |

Per-field codes: \`too_long\`, \`too_short\`.`
  const text = importText(`${parcel}\n\n${errors}`)
  assert.deepEqual(
    saidBy(text).errors.map(({ key }) => key),
    ['not_found', 'validation_error'],
  )
  assert.match(text, /Is this what `use: \[problem-details@1\]` says\?/)
  assert.doesNotMatch(importText(`${parcel}\n\n${errors}`, ['problem-details@1']), /Is this what/)
})

test('the question about an event names what is open, and a path belongs to what refers to nothing by its name', () => {
  const text = importText(`## 2. Resources and their fields

### webhook_endpoint

| field | type |
|---|---|
| id | string |
| url | url |

### webhook_delivery

| field | type |
|---|---|
| id | string |
| webhook_id | string |
| status | enum: pending, sent |

## 3. States and transitions

### webhook_delivery

| from | to | trigger |
|---|---|---|
| (new) | pending | |
| pending | sent | POST /deliveries/{id}/send |

## 4. Endpoints

| endpoint | status |
|---|---|
| POST /webhooks | 201 |

## 6. Events

| type | fired on |
|---|---|
| \`webhook_delivery.sent\` | → sent |`)
  assert.match(text, /\| POST \/webhooks \| create WebhookEndpoint \|/)
  assert.match(text, /Which fields does `webhook_delivery.sent` carry at `/)
})

test('the prefix of keys stands beside a key or in a sample, and an object has the members of its sample', () => {
  const fields = fieldsOf(`Ids are prefix + 12 random lowercase letters/digits: \`tkt_8f3k2m9x0q1z\`. \`?\` after the type = can be missing.

### workspace

| field | type | what |
|---|---|---|
| id | \`wsp_...\` | |
| place | object? | see below |
| hours | object? | see below |

place looks like this:

\`\`\`json
{ "street": "Long Lane", "since": "2025-06-02" }
\`\`\`

hours looks like this:

\`\`\`json
{ "mon": ["09:00", "17:30"], "tue": ["09:00", "17:30"] }
\`\`\`

### agent

| field | type | what |
|---|---|---|
| id | string | |

### ticket

| field | type | what |
|---|---|---|
| id | string | |
| assignee_id | -> agent? | |
| tags | list of strings | |
| note | string, required | |
| timer | object? | |

\`\`\`json
{ "id": "tkt_8f3k2m9x0q1z", "assignee": "agt_9z8y7x6w5v4u", "tags": [], "note": "a",
  "timer": { "first": { "state": "met", "due_at": "2025-06-02T10:00:00Z" } } }
\`\`\`

## 4. Endpoints

- \`POST /tickets\` - \`{note?, tags?, timer: {first?}}\``)
  assert.equal(fields['Workspace.id'], 'text like `^wsp_[a-z0-9]{12}$` key')
  assert.equal(fields['Agent.id'], 'text like `^agt_[a-z0-9]{12}$` key')
  assert.equal(fields['Ticket.id'], 'text like `^tkt_[a-z0-9]{12}$` key')
  assert.equal(fields['Workspace.hours'], 'not shown no')
  assert.equal(fields['Workspace.place'], 'WorkspacePlace no')
  assert.equal(fields['WorkspacePlace.since'], 'date')
  assert.equal(fields['Ticket.timer'], 'TicketTimer no')
  assert.equal(fields['TicketTimerFirst.due_at'], 'date-time')
  // A text in a sample may be one of a choice.
  assert.equal(fields['TicketTimerFirst.state'], 'not shown')
  assert.equal(fields['Ticket.tags'], 'list of text no')
  assert.equal(fields['Ticket.note'], 'text yes')
})
