// Tables in SQL: columns, kinds, defaults, checks and keys become fields.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportedForm, importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

function importTables(text: string, language = 'en'): ImportedForm {
  const form = importForm(
    { name: 'source.md', text: `# Gym\n\n## 1. What the service does\n\nA gym.\n\n## 2. Resources and their fields\n\n${text}\n` },
    { use: [], environment, name: 'imported.md', language },
  )
  assert.ok(!('problem' in form))
  return form
}

function fieldsOf(text: string, language?: string): readonly string[] {
  return saidBy(importTables(text, language).text).fields.map(({ key, says }) => `${key}: ${says.filter((each) => each !== '').join(' ')}`)
}

const sql = (...lines: readonly string[]): string => `\`\`\`sql\n${lines.join('\n')}\n\`\`\``

test('a column that is never null and has a default may be left out', () => {
  assert.deepEqual(
    fieldsOf(
      sql(
        'CREATE TABLE club (',
        "  code char(3) NOT NULL DEFAULT 'ABC',",
        '  open boolean DEFAULT true NOT NULL,',
        '  rate numeric(6,2) NOT NULL DEFAULT 9.50 CHECK (rate BETWEEN 0 AND 999.99),',
        '  seats smallint NOT NULL CHECK (seats > 0)',
        ');',
      ),
    ),
    [
      'Club.code: text 3..3 no ABC',
      'Club.open: yes/no no yes',
      'Club.rate: decimal 0.01, 0..999.99 no 9.50',
      'Club.seats: whole number 1.. yes',
    ],
  )
})

test('declared kinds stand for what they are declared as', () => {
  assert.deepEqual(
    fieldsOf(
      sql(
        "CREATE TYPE tier AS ENUM ('basic', 'plus');",
        'CREATE DOMAIN title_text AS varchar(40) CHECK (length(VALUE) >= 2);',
        'CREATE TABLE plan (',
        "  tier tier NOT NULL DEFAULT 'basic',",
        '  title title_text NOT NULL',
        ');',
      ),
    ),
    ['Plan.tier: one of basic, plus no basic', 'Plan.title: text 2..40 yes'],
  )
})

test('constraints of a table describe its columns, and those of several columns are no fields', () => {
  const form = importTables(
    sql(
      'CREATE TABLE locker (',
      '  club_id integer NOT NULL,',
      '  label varchar(12) NOT NULL, size integer,',
      '  from_day date, to_day date,',
      '  CONSTRAINT locker_fk FOREIGN KEY (club_id) REFERENCES club (id) ON DELETE CASCADE,',
      '  UNIQUE (club_id, label),',
      '  CONSTRAINT size_ok CHECK (size IN (1, 2, 3) OR size IS NULL),',
      '  CHECK (length(label) >= 2),',
      '  CHECK (from_day < to_day)',
      ');',
      'CREATE TABLE club (mail varchar(80) NOT NULL, phone varchar(20));',
      'ALTER TABLE club ADD CONSTRAINT one_mail UNIQUE (mail);',
      'CREATE UNIQUE INDEX phones ON club (phone);',
    ),
  )
  assert.deepEqual(
    saidBy(form.text).fields.map(({ key, says }) => `${key}: ${says.filter((each) => each !== '').join(' ')}`),
    [
      'Locker.club_id: → Club yes',
      'Locker.label: text 2..12 yes unique with club_id',
      'Locker.size: whole number no',
      'Locker.from_day: date no',
      'Locker.to_day: date no',
      'Club.mail: text ..80 yes unique',
      'Club.phone: text ..20 no unique',
    ],
  )
  assert.match(form.text, /CHECK \(from_day < to_day\)/)
})

test('the database sets keys, times and computed columns', () => {
  assert.deepEqual(
    fieldsOf(
      sql(
        'CREATE TABLE visit (',
        '  visit_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,',
        '  token uuid NOT NULL DEFAULT gen_random_uuid(),',
        '  came_at timestamptz NOT NULL DEFAULT now(),',
        "  label text GENERATED ALWAYS AS (upper(code) || ' ' || (name)) STORED,",
        '  code char(4) NOT NULL',
        ');',
      ),
    ),
    [
      'Visit.visit_no: whole number key',
      'Visit.token: uuid read-only',
      'Visit.came_at: date-time read-only',
      'Visit.label: text no read-only',
      'Visit.code: text 4..4 yes',
    ],
  )
})

test('a comment on a table or a column describes its columns', () => {
  const columns = (remark: string): string =>
    sql(`CREATE TABLE visit (${remark}`, '  minutes smallint NOT NULL DEFAULT 0,', '  note varchar(80)', ');')
  for (const remark of ['  -- everything in here: system', ' -- the service writes these rows, no client does', ' -- read only'])
    assert.deepEqual(
      fieldsOf(columns(remark)),
      ['Visit.minutes: whole number no 0 read-only', 'Visit.note: text ..80 no read-only'],
      remark,
    )
  for (const remark of ['  -- one row a visit', ' -- append only, never updated'])
    assert.deepEqual(fieldsOf(columns(remark)), ['Visit.minutes: whole number no 0', 'Visit.note: text ..80 no'], remark)
  assert.deepEqual(
    fieldsOf(
      sql(
        'CREATE TABLE visit (',
        '  code varchar(20),',
        '  note varchar(80)',
        ');',
        "COMMENT ON COLUMN visit.code IS 'unique, never changes';",
      ),
    ),
    ['Visit.code: text ..20 no unique, never changes', 'Visit.note: text ..80 no'],
  )
})

test('a bound by another column is a rule, beside the bound by a number', () => {
  const form = importTables(
    sql('CREATE TABLE shelf (', '  space integer NOT NULL,', '  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND space)', ');'),
  )
  assert.deepEqual(
    saidBy(form.text).fields.map(({ key, says }) => `${key}: ${says.filter((each) => each !== '').join(' ')}`),
    ['Shelf.space: whole number yes', 'Shelf.used: whole number 0.. no 0'],
  )
  assert.match(form.text, /\| `this\.used == null \\\|\\\| this\.used <= this\.space` \|/)
})

test('every table may have a key of a kind before its name', () => {
  for (const [said, kind] of [
    ['Every table has a bigint identity `id` (system).', 'whole number'],
    ['All tables have a uuid `id` (generated).', 'uuid'],
    ['Each table has an integer `id` (filled in by the database).', 'whole number'],
  ] as const)
    assert.deepEqual(
      fieldsOf(`${said}\n\n${sql('CREATE TABLE club (', '  name text NOT NULL,', '  town text', ');')}`)[0],
      `Club.id: ${kind} key`,
      said,
    )
  assert.deepEqual(
    fieldsOf(
      `Jede Tabelle hat eine bigint \`id\` (System).\n\n${sql('CREATE TABLE club (', '  name text NOT NULL,', '  town text', ');')}`,
      'de',
    )[0],
    'Club.id: whole number key',
  )
})

test('other dialects say the same in other words', () => {
  assert.deepEqual(
    fieldsOf(
      sql(
        'CREATE TABLE `trainers` (',
        '  `id` INT UNSIGNED NOT NULL AUTO_INCREMENT,',
        '  `email` VARCHAR(190) NOT NULL,',
        "  `level` ENUM('junior','senior') NOT NULL DEFAULT 'junior' COMMENT 'never changes',",
        '  `visits` INT UNSIGNED DEFAULT NULL,',
        '  `active` TINYINT(1) NOT NULL DEFAULT 1,',
        '  PRIMARY KEY (`id`),',
        '  UNIQUE KEY `uq_email` (`email`),',
        '  KEY `idx_level` (`level`)',
        ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;',
      ),
    ),
    [
      'Trainers.id: whole number key',
      'Trainers.email: text ..190 yes unique',
      'Trainers.level: one of junior, senior no junior never changes',
      'Trainers.visits: whole number 0.. no',
      'Trainers.active: yes/no no yes',
    ],
  )
  assert.deepEqual(
    fieldsOf(
      sql(
        'create table dbo.Class (',
        '  class_id int identity(1,1) not null constraint PK_Class primary key,',
        '  title nvarchar(60) not null,',
        '  seats smallint not null constraint DF_Seats default (12),',
        '  row_id uniqueidentifier not null default newid(),',
        '  constraint CK_Seats check (seats >= 1 and seats <= 40)',
        ');',
        'go',
      ),
    ),
    [
      'Class.class_id: whole number key',
      'Class.title: text ..60 yes',
      'Class.seats: whole number 1..40 no 12',
      'Class.row_id: uuid read-only',
    ],
  )
})

test('marks in comments mean what the legend says, also where SQL people mean something else', () => {
  for (const legend of [
    '- `-- srv` = we fill it\n- `-- rw` / `-- ro` = may / may not be changed by PATCH',
    '- `-- srv` = set by the service\n- `-- ro` = cannot be changed later\n- `-- rw` = can be changed later',
  ])
    assert.deepEqual(
      fieldsOf(
        `${legend}\n\n${sql('CREATE TABLE club (', '  token varchar(9), -- srv', '  code varchar(3) NOT NULL, -- ro, printed', '  name text NOT NULL -- rw', ');')}`,
      ),
      ['Club.token: text ..9 no read-only', 'Club.code: text ..3 yes never changes', 'Club.name: text yes'],
      legend,
    )
})
