// `import` of databases: tables become resources with what their schema says, and everything else is a question or listed.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { freshSchema, noPostgres } from '../postgres.ts'

function file(...statements: readonly string[]): string {
  const path = join(temporaryFolder(), 'shop.db')
  const database = new DatabaseSync(path)
  for (const each of statements) database.exec(each)
  database.close()
  return path
}

const shop = [
  "CREATE TABLE customers (id INTEGER PRIMARY KEY, email VARCHAR(254) NOT NULL, name TEXT NOT NULL CHECK (length(name) <= 80 AND name <> ''), code TEXT CHECK (length(code) BETWEEN 2 AND 8), active BOOLEAN NOT NULL DEFAULT 1 CHECK (active IN (0, 1)), created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP)",
  'CREATE UNIQUE INDEX customers_email ON customers (lower(email))',
  "CREATE TABLE orders (id TEXT PRIMARY KEY NOT NULL, customer_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE, status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid')), price DECIMAL(6,2) CHECK (price >= 0), starts DATE, ends DATE, CHECK (starts < ends), CHECK (coalesce(price, 0) <> 13)) WITHOUT ROWID",
  "CREATE UNIQUE INDEX one_open ON orders (customer_id) WHERE status = 'open'",
  'CREATE TABLE notes (text, id INT)',
  'CREATE VIEW open_orders AS SELECT * FROM orders',
]

test('tables of SQLite become resources, with keys, references, uniques, checks and defaults', async () => {
  const { status, out, error } = await ninefold('import', `sqlite:${file(...shop)}`, '--use', 'http@1')
  assert.equal(status, 0, error)
  assert.match(error, /^SQLite: 3 resources, 0 operations/)
  const has = (text: string): void => assert.ok(out.includes(text), `no ${text} in\n${out}`)
  has('Customer:\n  key: id\n')
  has('id: { type: integer, format: int64, generate: sequence }')
  has('email: { type: string, maxLength: 254, fold: true }')
  has('name: { type: string, maxLength: 80, minLength: 1 }')
  has("code: { type: [string, 'null'], minLength: 2, maxLength: 8 }")
  has('active: { type: boolean, default: true }')
  has('created_at: { type: string, format: date-time, generate: now }')
  has('customer_id: { $ref: Customer, onDelete: cascade }')
  has('status: { type: string, enum: [open, paid], default: open }')
  has('multipleOf: 0.01')
  has('maximum: 9999.99')
  has("'this.starts == null || this.ends == null || this.starts < this.ends'")
  has('# import: the database checks `coalesce(price, 0) <> 13`: which rule of the language is it?')
  has(`exclude: { customer-id: { same: [customer_id], where: 'this.status == "open"' } }`)
  has('# import: what identifies a record? The table has no primary key.\n  key: not shown')
  has('is `Order.status` (open, paid) a machine')
  has('- The view `open_orders`')
})

test('a partial index is an exclusion, and a check of a reference compares its key', async () => {
  const { out } = await ninefold(
    'import',
    `sqlite:${file(
      'CREATE TABLE part (id INTEGER PRIMARY KEY, whole INTEGER REFERENCES part (id) CHECK (whole <> id), place TEXT, gone BOOLEAN NOT NULL DEFAULT 0, CHECK (whole < id))',
      'CREATE UNIQUE INDEX here ON part (place) WHERE gone = 0 AND whole IS NOT NULL',
      "CREATE UNIQUE INDEX there ON part (whole, place) WHERE place <> 'x'",
      'CREATE UNIQUE INDEX odd ON part (place) WHERE length(place) > 3',
    )}`,
  )
  const has = (text: string): void => assert.ok(out.includes(text), `no ${text} in\n${out}`)
  has("place: { same: [place], where: 'this.gone == false && this.whole != null' }")
  has(`whole-place: { same: [whole, place], where: 'this.place != null && this.place != "x"' }`)
  has('where `length(place) > 3` admits no two equal rows')
  has('whole-id: this.whole == null || this.whole.id != this.id')
  has('whole-id-2: this.whole == null || this.whole.id < this.id')
})

test('a default has the type of its column, and a column that ignores case folds it', async () => {
  const { out } = await ninefold(
    'import',
    `sqlite:${file(`CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT NOT NULL COLLATE NOCASE UNIQUE, more JSON NOT NULL DEFAULT '{"a": [1]}', odd JSON NOT NULL DEFAULT 'x')`)}`,
  )
  const has = (text: string): void => assert.ok(out.includes(text), `no ${text} in\n${out}`)
  has('label: { type: string, fold: true }')
  has('unique: [label]')
  has('more: { default: { a: [1] } }')
  has("the database sets `'x'`: what is that here?")
})

/** The imported document of customers, with its other parts answered. */
function withCrud(imported: string): string {
  return imported
    .replace('use: [http@1, problem-details@1]', 'use: [http@1, problem-details@1, { crud@1: { resources: [Customer] } }]')
    .replace(/(## 1\.[^\n]*\n\n)[\s\S]*?(?=\n## 2)/, '$1none\n')
    .replace(/(## [34]\.[^\n]*\n\n)[\s\S]*?(?=\n## )/, '$1none\n')
    .replace(/(## 4\.[^\n]*\n\n)[\s\S]*?(?=\n## )/, '$1')
    .replace(/(## [5-6]\.[^\n]*\n\n)[\s\S]*?(?=\n## )/g, '$1none\n')
    .replace(/(## 8\.[^\n]*\n\n)[\s\S]*$/, '$1none\n\n## 9. Versioning\n\nnone\n')
}

test('with crud@1 the imported document serves all its tables', async () => {
  const { out } = await ninefold('import', `sqlite:${file(...shop.slice(0, 2))}`, '--use', 'http@1', '--use', 'problem-details@1')
  const answered = withCrud(out)
  const path = join(temporaryFolder(), 'shop.md')
  writeFileSync(path, answered)
  const checked = await ninefold('check', path)
  assert.equal(checked.status, 0, checked.out + checked.error)
  assert.doesNotMatch(checked.out, /cannot run/)
})

const customers = [
  ...shop.slice(0, 2),
  "INSERT INTO customers VALUES (7, 'a@b.c', 'Ann', 'AB', 1, '2026-01-02 10:00:00'), (8, 'd@e.f', 'Bob', NULL, 0, '2026-01-03 10:00:00')",
]

test('the rows of a database are records with which the service begins', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'shop.md')
  const source = `sqlite:${file(...customers)}`
  const { status, error } = await ninefold('import', source, '--rows', '--use', 'http@1', '--use', 'problem-details@1', '--output', path)
  assert.equal(status, 0, error)
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'shop-customers.json'), 'utf8'))[1], {
    id: 8,
    email: 'd@e.f',
    name: 'Bob',
    active: false,
    created_at: '2026-01-03T10:00:00Z',
  })
  writeFileSync(path, withCrud(readFileSync(path, 'utf8')))
  const scenario = join(folder, 'shop.hurl')
  writeFileSync(
    scenario,
    'GET {{url}}/customers/8\nHTTP 200\n[Asserts]\njsonpath "$.name" == "Bob"\n\nPOST {{url}}/customers\n{ "email": "g@h.i", "name": "Eve" }\nHTTP 201\n[Asserts]\njsonpath "$.id" == 9\n',
  )
  const tested = await ninefold('test', path, scenario)
  assert.equal(tested.status, 0, tested.out + tested.error)
})

test('a row that does not fit is reported at its line', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'shop.md')
  const at = file(
    'CREATE TABLE visit (id INTEGER PRIMARY KEY, at DATETIME)',
    "INSERT INTO visit VALUES (1, NULL), (2, '2026-01-02 10:00:00')",
  )
  await ninefold('import', `sqlite:${at}`, '--rows', '--output', path)
  const { status, out } = await ninefold('check', path)
  assert.equal(status, 1)
  assert.match(out, /`at` of `Visit 2` does not fit its schema: `format` refuses it\n\s+┌─ \S*shop-visit\.json:3:/)
  assert.match(
    (await ninefold('import', `sqlite:${at}`, '--rows')).error,
    /--rows writes files beside the document, so name that with --output/,
  )
  assert.match(
    (await ninefold('import', 'test/import/shop.yaml', '--rows', '--output', join(folder, 'a.md'))).error,
    /--rows is for a database: sqlite:FILE or postgres:/,
  )
})

test('refuses a file that is not a database, and a store of Ninefold', async () => {
  const text = join(temporaryFolder(), 'text.db')
  writeFileSync(text, 'This is not a database. '.repeat(100))
  assert.match((await ninefold('import', `sqlite:${text}`)).error, /text\.db: it is not an SQLite database/)
  assert.match((await ninefold('import', 'sqlite:/nowhere/a.db')).error, /a\.db does not exist/)
  assert.match((await ninefold('import', `sqlite:${file('CREATE TABLE "$ninefold" (name)')}`)).error, /is the store of a Ninefold document/)
  assert.match(
    (await ninefold('import', 'mysql://a/b')).error,
    /is not read: it is not a file, and imports fetch nothing\. Name a file of OpenAPI or AsyncAPI, a form in Markdown, or a database: sqlite:FILE or postgres:/,
  )
})

test('a database of something else is not served, and says so', async () => {
  const path = file(...shop)
  const document = join(temporaryFolder(), 'a.md')
  writeFileSync(
    document,
    '---\nninefold: 1\n---\n\n## 2. Resources\n\n```yaml\nCustomer: { key: id, properties: { id: { type: integer } } }\n```\n',
  )
  assert.match(
    (await ninefold('serve', document, '--store', `sqlite:${path}`)).error,
    /is a database of another program: it has the tables `customers`, `orders`, `notes`, and none of this service\. [^]*`ninefold import sqlite:\S+shop\.db --rows --output FILE` writes a document/,
  )
})

test('tables of PostgreSQL become resources', { skip: noPostgres }, async () => {
  const schema = await freshSchema()
  try {
    for (const each of [
      "CREATE TYPE mood AS ENUM ('sad', 'ok')",
      'CREATE DOMAIN percent AS int CHECK (VALUE BETWEEN 0 AND 100)',
      "CREATE TABLE people (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), email varchar(254) NOT NULL, mood mood NOT NULL DEFAULT 'ok', tags text[] NOT NULL DEFAULT '{}', counts int[] NOT NULL DEFAULT '{1,2}', more jsonb NOT NULL DEFAULT '{}', seen timestamptz, share percent, code char(2) CHECK (code ~ '^[A-Z]{2}$'), parent uuid REFERENCES people ON DELETE SET NULL)",
      'CREATE UNIQUE INDEX ON people (lower(email))',
      "COMMENT ON TABLE people IS 'Who we know'",
      "CREATE TABLE visits (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, person uuid NOT NULL REFERENCES people ON DELETE CASCADE, state text NOT NULL CHECK (state IN ('planned', 'done')), at timestamptz NOT NULL, UNIQUE (person, at))",
      'ALTER TABLE visits ENABLE ROW LEVEL SECURITY',
      'CREATE POLICY mine ON visits USING (true)',
    ])
      await schema.query(each)
    const { status, out, error } = await ninefold('import', schema.url)
    assert.equal(status, 0, error)
    const has = (text: string): void => assert.ok(out.includes(text), `no ${text} in\n${out}`)
    has('id: { type: string, format: uuid, generate: uuidv4 }')
    has('description: Who we know')
    has('email: { type: string, maxLength: 254, fold: true }')
    has('mood: { enum: [sad, ok], default: ok }')
    has('tags: { type: array, items: { type: string }, default: [] }')
    has("the database sets `'{1,2}'::integer[]`: what is that here?")
    has('more: { default: {} }')
    has("seen: { type: [string, 'null'], format: date-time }")
    has("share: { type: [integer, 'null'], format: int32, minimum: 0, maximum: 100 }")
    has("pattern: '^[A-Z]{2}$'")
    has('onDelete: set-null')
    has('id: { type: integer, format: int64, generate: sequence }')
    has('state: { type: string, enum: [planned, done] }')
    has('unique: [[person, at]]')
    has('- The rights of the policy `mine` of `visits`')
    await schema.query(
      "INSERT INTO people (id, email, seen) VALUES ('019bf0aa-0000-7000-8000-000000000001', 'a@b.c', '2026-01-02T10:00:00Z')",
    )
    const folder = temporaryFolder()
    await ninefold('import', schema.url, '--rows', '--output', join(folder, 'people.md'))
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'people-people.json'), 'utf8')), [
      {
        id: '019bf0aa-0000-7000-8000-000000000001',
        mood: 'ok',
        more: {},
        seen: '2026-01-02T10:00:00+00:00',
        tags: [],
        email: 'a@b.c',
        counts: [1, 2],
      },
    ])
  } finally {
    await schema.drop()
  }
})
