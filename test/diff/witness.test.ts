// Witnesses: requests that show a change, found by running both editions, repeatable by anybody.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { withScenario } from './with-scenario.ts'

const tasks = readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8')

type Report = {
  readonly changes: readonly {
    readonly severity: string
    readonly path: readonly string[]
    readonly witness?: { readonly says: string; readonly side: string; readonly repeated: boolean; readonly hurl: string }
  }[]
}

/** `isReversed`: from the changed edition back to the first. */
async function compared(
  from: string,
  to: string,
  isReversed = false,
): Promise<{ readonly report: Report; readonly out: string; readonly files: readonly [string, string, string] }> {
  assert.ok(tasks.includes(from), from)
  const folder = temporaryFolder()
  const files = [join(folder, 'old.yaml'), join(folder, 'new.yaml'), join(folder, 'witness.hurl')] as const
  const editions = [tasks, tasks.replace(from, () => to)]
  for (const [index, text] of (isReversed ? editions.toReversed() : editions).entries()) writeFileSync(files[index]!, text)
  const { out } = await ninefold('diff', files[0], files[1], '--search', '300', '--format', 'json')
  return { report: JSON.parse(out), out, files }
}

test('a witness passes on the old edition and fails on the new one', async () => {
  const { report, files } = await compared("pattern: '^[a-z ]+$'", "pattern: '^[a-y ]+$'")
  const [change] = report.changes
  assert.deepEqual([change?.severity, change?.witness?.repeated], ['breaking', true])
  writeFileSync(files[2], change!.witness!.hurl)
  assert.equal((await ninefold('test', files[0], files[2])).status, 0)
  assert.equal((await ninefold('test', files[1], files[2])).status, 1)
})

test('a guard that nothing proves is breaking once a request shows it, and to review as long as none does', async () => {
  const shown = await compared("easy: 'this.effort < 20'", "easy: 'this.effort * 2 < 7'")
  assert.deepEqual(
    shown.report.changes.map(({ severity }) => severity),
    ['breaking'],
  )
  assert.match(shown.report.changes[0]!.witness!.says, /guard/)
  const same = await compared("easy: 'this.effort < 20'", "easy: 'this.effort * 2 < 40'")
  assert.deepEqual(
    same.report.changes.map(({ severity, witness }) => [severity, witness]),
    [['review', undefined]],
  )
})

test('shows newly permitted writes by a read', async () => {
  const { report } = await compared('enum: [low, high]', 'enum: [low, high, urgent]')
  assert.equal(report.changes[0]?.witness?.side, 'readers')
  assert.match(report.changes[0].witness.says, /never sends/)
})

test('a member that errors lack now is shown by what is expected', async () => {
  const { report } = await compared('status: error.status }', '}')
  assert.deepEqual(
    report.changes.map(({ severity, witness }) => [severity, witness?.repeated]),
    [['breaking', true]],
  )
})

test('a text for people is no difference, under any name that part 7 gives it', async () => {
  const edition = (title: string): string =>
    withScenario(
      tasks
        .replace('status: error.status }', 'status: error.status, said: { why: error.title } }')
        .replace('on: not-found, status: 404', `on: not-found, status: 404, title: ${title}`),
      'GET {{url}}/tasks/00000000-0000-4000-8000-000000000000\nHTTP 404\n',
    )
  const folder = temporaryFolder()
  const [old, now] = [join(folder, 'old.md'), join(folder, 'new.md')] as const
  writeFileSync(old, edition('No'))
  writeFileSync(now, edition('No such task'))
  const { status, out } = await ninefold('diff', old, now, '--search', '200', '--format', 'json')
  assert.deepEqual(
    [status, (JSON.parse(out) as Report).changes.map(({ severity, path }) => [severity, path.at(-1)])],
    [0, [['safe', 'title']]],
  )
})

test('the same two editions give the same report', async () => {
  const [one, two] = [await compared('size: 10', 'size: 1'), await compared('size: 10', 'size: 1')]
  const plain = ({ out, files }: typeof one): string => out.replaceAll(files[0], 'old').replaceAll(files[1], 'new')
  assert.equal(plain(one), plain(two))
})

test('a page of another size is shown by a list with more records than it holds', async () => {
  const { report } = await compared('size: 10', 'size: 11')
  assert.deepEqual(
    report.changes.map(({ severity, witness }) => [severity, witness?.repeated]),
    [['breaking', true]],
  )
  assert.match(report.changes[0]!.witness!.says, /10 items, and has 11/)
})

for (const [what, from, to] of [
  ['with a status below 400', 'missing: { on: not-found, status: 404 }', 'missing: { on: not-found, status: 399 }'],
  ['for a representation that nobody offers', 'others: { on: [', 'none: { on: not-acceptable, status: 400 }\n    others: { on: ['],
  ['that lacks a text for people', 'status: error.status }', 'status: error.status, title: error.title }'],
] as const) {
  test(`shows a refusal ${what}`, async () => {
    const { report } = what === 'that lacks a text for people' ? await compared(from, to, true) : await compared(from, to)
    const change = report.changes.find(({ severity }) => severity === 'breaking')
    assert.equal(change?.witness?.repeated, true)
  })
}

test('shows the other default of a parameter by a request without it', async () => {
  const listing = `${creating}
GET {{url}}/tasks?most=1
HTTP 200
`
  const base = tasks.replace(
    'filter: [priority], output: { items:',
    "filter: [priority], parameters: { query: { most: { type: integer, minimum: 0, maximum: 9, default: 1 } } }, where: 'this.effort <= input.query.most', output: { items:",
  )
  const report = await comparedWith(listing, 'maximum: 9, default: 1', 'maximum: 9, default: 0', base)
  assert.equal(report.changes[0]?.witness?.repeated, true)
})

test('shows another order of a list with records that differ in it', async () => {
  const listing = `${creating}
GET {{url}}/tasks
HTTP 200
`
  const base = tasks.replace('order: [id], page', 'order: [effort, id], page')
  const report = await comparedWith(listing, 'order: [effort, id], page', 'order: [-effort, id], page', base)
  assert.match(report.changes[0]?.witness?.says ?? '', /`\$\.items\[0\]\.id` was/)
})

test('shows refusals of unknown paths', async () => {
  const base = tasks.replace('missing: { on: not-found,', 'nowhere: { on: no-such-path, status: 404 }\n    missing: { on: not-found,')
  const report = await comparedWith(creating, 'on: no-such-path, status: 404', 'on: no-such-path, status: 410', base)
  assert.match(report.changes[0]?.witness?.says ?? '', /404.*410/)
})

/** Both editions with one scenario; `from` becomes `to` in the new one. */
async function comparedWith(scenario: string, from: string, to: string, base = tasks): Promise<Report> {
  assert.ok(base.includes(from), from)
  const folder = temporaryFolder()
  const [old, now] = [join(folder, 'old.md'), join(folder, 'new.md')] as const
  writeFileSync(old, withScenario(base, scenario))
  writeFileSync(
    now,
    withScenario(
      base.replace(from, () => to),
      scenario,
    ),
  )
  return JSON.parse((await ninefold('diff', old, now, '--search', '300', '--format', 'json')).out)
}

const creating = `POST {{url}}/tasks
{ "title": "walk", "priority": "low", "steps": [], "effort": 1 }
HTTP 201
[Captures]
task: jsonpath "$.id"
`

test('an operation that scenarios never reach successfully is reached after the record is created', async () => {
  const scenario = `${creating}
POST {{url}}/tasks/00000000-0000-7000-8000-000000000000/finish
HTTP 404
`
  const report = await comparedWith(scenario, 'finish: { target: done', 'finish: { target: late')
  const change = report.changes.find(({ path }) => path.at(-1) === 'target')
  assert.match(change?.witness?.says ?? '', /"done".*"late"/)
})

test('an unlisted member shows that an object is closed now', async () => {
  const scenario = creating.replace('"steps": []', '"steps": [{ "text": "out" }]')
  const open = tasks.replace('type: object, additionalProperties: false', 'type: object')
  const report = await comparedWith(scenario, 'Step: { type: object', 'Step: { type: object, additionalProperties: false', open)
  const change = report.changes.find(({ path }) => path.at(-1) === 'additionalProperties')
  assert.equal(change?.severity, 'breaking')
  assert.match(change.witness?.says ?? '', /201.*422/)
})

test('shows a difference of a member under the change of that member', async () => {
  const teams = `  Team: { key: id, properties: { id: { type: string, maxLength: 9 }, size: { type: integer, minimum: 0, maximum: 9 } } }
  records: { Team: [ { id: red, size: 3 } ] }
states:
  Task.status:`
  const texts = [tasks.replace('states:\n  Task.status:', teams), '']
  texts[1] = texts[0]!.replace('size: 3', 'size: 4').replace('steps, effort, secretNote]', 'steps, secretNote]')
  const folder = temporaryFolder()
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.yaml`)
    writeFileSync(file, text)
    return file
  })
  const { changes } = JSON.parse((await ninefold('diff', ...files, '--search', '300', '--format', 'json')).out) as Report
  const shown = changes.filter(({ witness }) => /`\$\.effort`/.test(witness?.says ?? ''))
  assert.deepEqual(
    shown.map(({ path }) => path),
    [['POST /tasks', 'body', 'effort']],
    JSON.stringify(changes),
  )
})

test('a secret that the operator keeps elsewhere stays the same for clients', async () => {
  const folder = temporaryFolder()
  const broker = readFileSync(new URL('../../examples/broker.md', import.meta.url), 'utf8')
  const files = [join(folder, 'old.md'), join(folder, 'new.md')] as const
  for (const [index, text] of [broker, broker.replace('env: BROKER_PASSWORD', 'env: OTHER')].entries()) writeFileSync(files[index]!, text)
  const { out } = await ninefold('diff', ...files, '--search', '20', '--format', 'json')
  assert.deepEqual(
    (JSON.parse(out) as Report).changes.map(({ severity, path, witness }) => [severity, path.join(' › '), witness]),
    [['breaking', 'schemes › platform › password', undefined]],
  )
})
