// `ninefold import FORM.md`: what it takes from a form, what it asks, and that it counts each statement.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const form = (name: string): string => join(import.meta.dirname, 'form', `${name}.md`)

async function imported(
  name: string,
  ...more: readonly string[]
): Promise<{ readonly text: string; readonly file: string; readonly summary: string }> {
  const { status, out, error } = await ninefold('import', form(name), ...more)
  assert.equal(status, 0, error)
  const file = join(temporaryFolder(), `${name}.md`)
  writeFileSync(file, out)
  return { text: out, file, summary: error }
}

function has(text: string, ...rows: readonly string[]): void {
  for (const row of rows) assert.ok(text.split('\n').includes(row), `no row ${row} in\n${text}`)
}

test('lists and tables become fields, with bounds, defaults, references and rules', async () => {
  const { text } = await imported('classes')
  has(
    text,
    '| title | text 3..80 | yes | | |',
    '| coach | → Coach | yes | | never changes |',
    '| seats | whole number 1..40 | no | 12 | |',
    '| price | decimal 0.01 | no | | |',
    '| code | text like `^[0-9]{6}$` | | | unique |',
    '| email | email | | | unique, ignoring case | |',
    '| waiting | yes/no | no | no | |',
    '| tags | list ..5 of text | no | | |',
  )
})

test('arrows and sentences become transitions, lists and tables become endpoints, errors and limits', async () => {
  const { text } = await imported('classes')
  has(
    text,
    '| booked | check-in | attended |',
    '| booked | after 2 hours | missed |',
    '| attended | | (end) |',
    '| GET /classes | list Class | | not shown | 200 | anyone | | list |',
    '| class_full | not shown | 409 | no seat is left |',
  )
  assert.match(text, /^\| POST \/places \| create Place \| not shown \| not shown \| 201 \| \| member \|/m)
  assert.match(text, /^\| GET \/places \| list Place \| .* \| member \|/m)
  assert.match(text, /^\| per-key \| 60 \| minute \| not shown \|/m)
  assert.match(text, /key: \{ type: apiKey, in: header, name: X-Studio-Key \}/)
  has(text, '| places_a_day_per_member | whole number | 3 | places a day per member |')
  assert.match(text, /import: line 81, "At most 3 places a day per member\.": Which rule reads `settings\.places_a_day_per_member`/)
})

test('paragraphs without headings say what each thing has, several fields in a sentence', async () => {
  const { text } = await imported('shed')
  for (const owner of ['Tool', 'Member', 'Repairs', 'Suppliers']) assert.match(text, new RegExp(`^### ${owner}$`, 'm'))
  const rows = text
    .split('\n')
    .filter((line) => /^\| [a-z_]+ \| (?:text|whole number|yes\/no|one of|→)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 6)
        .map((cell) => cell.trim())
        .join(' > '),
    )
  assert.deepEqual(rows, [
    'mark > text ..8 > yes > unique > ',
    'name > text ..60 > yes >  > ',
    'remark > text ..300 > no >  > ',
    'card_number > whole number >  >  > unique',
    'full_name > text ..80 > yes >  > ',
    'deposit_is_paid > yes/no > no > no > ',
    'tool > → Tool > yes > ',
    'measure > one of sharpen, oil, replace > yes > ',
    'hours_needed > whole number 0..40 > no > ',
    'remarks > text ..200 > no > ',
    'name > text ..50 > yes > ',
    'phone > text > no > ',
    'rank > whole number 1..3 > yes > ',
  ])
})

test('running text names states and the moves between them, and what it denies is none', async () => {
  const { text } = await imported('boats')
  const rows = text
    .split('\n')
    .filter((line) => /^\| (?:\(new\)|booked|afloat|late|afloat, late) \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, from, , to]) => `${from} > ${to}`)
  assert.deepEqual(rows, [
    '(new) > booked',
    'booked > afloat',
    'booked > missed',
    'booked > called_off',
    'afloat > late',
    'afloat, late > back',
  ])
  assert.match(text, /import: line 25, "A late hire that is not paid cannot become back\."/)
})

test('the text of the form stays, as a quotation', async () => {
  const { text } = await imported('classes')
  const quoted = text
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => line.slice(2))
  const written = readFileSync(form('classes'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^#{1,2} /.test(line))
  assert.deepEqual(
    written.filter((line) => !quoted.includes(line)),
    [],
  )
})

test('the document has gaps and no errors, and importing twice gives the same', async () => {
  for (const name of ['classes', 'contrary', 'verleih', 'yard']) {
    const more = name === 'verleih' ? ['--language', 'de'] : []
    const { text, file } = await imported(name, ...more)
    const { status, out } = await ninefold('check', file)
    assert.equal(status, 0, out)
    assert.equal((await imported(name, ...more)).text, text)
  }
})

test('lines in bold and definitions are fields of their own resource, and lines below a heading say more of its endpoint', async () => {
  const { text } = await imported('yard')
  has(
    text,
    '| name | text 3..40 | yes | | unique | no two boats the same |',
    '| daily_rate | decimal 0.01, 1.00.. | yes | | | at least 1.00 |',
    '| language | text like `^[A-Za-z]{2}$` | no | en | | if left out: en |',
    '| joined | date | | read-only |',
    '| boat | → Boat | yes | |',
    '| priority | one of low, normal, high | no | normal |',
    '| out | return | not shown | back | returned. If paid |',
    '| no_token | unauthenticated | 401 | When the token is missing |',
  )
  assert.match(text, /^\| GET \/boats \| list Boat \| \| not shown \| 200 \| anyone \|/m)
  assert.match(text, /^\| POST \/rentals \| .* \| 201 \| \| customers \|/m)
  assert.match(text, /^\| kind \| one of sail, motor, row \| yes \|/m)
})

test('a contradiction is a question, and neither side of it a value', async () => {
  const { text } = await imported('contrary')
  assert.match(text, /`title` stands in line 16 too\. Which of them holds\?/)
  assert.match(text, /The form says two things of `size`: 9 \/ 7/)
  assert.match(text, /^\| size \| not shown \|/m)
  assert.match(text, /`taken` has the status 409 in line \d+, and 410 here/)
  assert.match(text, /^\| taken \| not shown \| not shown \|/m)
  assert.match(text, /^\| title \| not shown \| \| \| \|/m)
  assert.match(text, /`GET \/jobs` stands in line \d+ too/)
})

test('compares a sample with the fields', async () => {
  const { text } = await imported('contrary')
  assert.match(text, /The sample has `colour`, which is no field of Job/)
  assert.match(text, /The sample's `title` is 7, and the field is "text 1\.\.80"/)
})

test('asks about a clause that it does not understand', async () => {
  const { text } = await imported('contrary')
  assert.match(text, /^\| runs \| whole number \|/m)
  assert.match(text, /What does "always even" mean for `runs`\?/)
  has(text, '| owner | → User | no | | |', '| from | date-time | no | | |', '| until | date-time | no | | |')
  assert.match(text, /For whom does the limit of 100 hold\?/)
})

test('codes and statuses are paired, and a path that several methods share is several endpoints', async () => {
  const { text } = await imported('contrary')
  assert.match(text, /^\| too_large \| too-large \| 413 \|/m)
  assert.match(text, /^\| bad_media \| unsupported-media \| 415 \|/m)
  assert.match(text, /^\| GET \/jobs\/\{id\} \| read Job \|/m)
  assert.match(text, /^\| POST \/jobs\/\{id\}\/finish \| Job\.finish \|.*jobs:write/m)
})

test('fields are found in outlines, nested lists, turned tables and below headings of their own', async () => {
  const { text } = await imported('mixture')
  for (const row of [
    /^\| mail \| email \| yes \|.*unique/m,
    /^\| phone \| text \.\.20 \|/m,
    /^\| joined \| date \|.*read-only/m,
    /^\| number \| whole number 1\.\.400 \| yes \|/m,
    /^\| soil \| one of clay, sand \|/m,
    /^\| amount \| decimal 0\.01, 1\.\.90 \| yes \|/m,
    /^\| paid_on \| date \| no \|/m,
    /^\| gardener \| → Gardener \| yes \|/m,
    /^\| ends_on \| date \| no \|/m,
  ])
    assert.match(text, row)
})

test('states, callers and errors are found by what stands in cells and lists', async () => {
  const { text } = await imported('mixture')
  for (const row of [
    /^\| \(new\) \|.*\| asked \|/m,
    /^\| asked \|.*\| in_use \|/m,
    /^\| in_use \|.*\| given_back \|/m,
    /^\| GET \/leases \|.*\| wardens \|/m,
    /^\| GET \/plots \|.*\| anyone \|/m,
    /^\| too-many \|.*\| 409 \|/m,
    /^\| not-yours \|.*\| 403 \|/m,
  ])
    assert.match(text, row)
  assert.match(text, /\| 20 \| minute \|/)
})

test('a second language has its own words', async () => {
  const { text } = await imported('verleih', '--language', 'de')
  has(
    text,
    '| name | text ..80 | yes | | | |',
    '| preis | decimal 0.01 | no | | | je Tag |',
    '| art | one of leiter, bohrer, zelt | yes | | | |',
    '| nummer | text like `^[0-9]{6}$` | yes | | unique | |',
    '| offen | after 14 days | ueberfaellig |',
    '| zurueck | | (end) |',
    '| vergeben | not shown | 409 | schon verliehen |',
  )
  assert.match(text, /^\| per-ip-adresse \| 60 \| minute \| `request\.address` \|/m)
  assert.match(text, /: Woher bekommt der Dienst, womit er das prüft, und wer ist danach der Aufrufer\?/)
  assert.doesNotMatch(text, /import: line .*: (?:This|What|Which|When|How) /)
})

test('every statement is accounted for, in words and as JSON', async () => {
  const { summary } = await imported('classes')
  const [, all, taken, questions, prose] = /^(\d+) statements: (\d+) taken, (\d+) questions, (\d+) prose/.exec(summary)!.map(Number)
  assert.equal(taken! + questions! + prose!, all)
  const { status, out } = await ninefold('import', form('classes'), '--format', 'json')
  assert.equal(status, 0)
  const said = JSON.parse(out) as {
    statements: number
    taken: number
    all: { outcome: string; line: number; text: string; asks: string[] }[]
  }
  assert.equal(said.statements, said.all.length)
  assert.equal(said.taken, taken)
  assert.ok(said.all.every((each) => (each.outcome === 'question') === each.asks.length > 0))
})

test('refuses a text that is not a form, and an unknown language', async () => {
  const file = join(temporaryFolder(), 'notes.md')
  writeFileSync(file, '# Notes\n\nSome notes.\n')
  const { status, error } = await ninefold('import', file)
  assert.equal(status, 2)
  assert.match(error, /has none of the nine parts/)
  assert.match(
    (await ninefold('import', form('classes'), '--language', 'tlh')).error,
    /no form is read in the language `tlh`; those that are: en, de/,
  )
})
