// The command line as other programs call it: arguments in, text and an exit status out.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { main } from '../../src/cli/main.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { commandPath } from '../command.ts'

const orders = resolve(import.meta.dirname, '../../examples/orders.md')

test('the blank form is valid, and complete is another question', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'service.md')
  assert.equal((await ninefold('init', file)).status, 0)
  const checked = await ninefold('check', file, '--format', 'json')
  const report = JSON.parse(checked.out)
  assert.equal(checked.status, 0)
  assert.deepEqual(
    report.parts.map(({ number, state }: { number: number; state: string }) => [number, state]),
    Array.from({ length: 9 }, (_, index) => [index + 1, 'not shown']),
  )
  assert.deepEqual(report.operations, [])
  assert(report.diagnostics.every(({ severity }: { severity: string }) => severity === 'gap'))
  assert.equal((await ninefold('check', file, '--complete')).status, 1)
  assert.equal((await ninefold('init', file)).status, 2, 'what is there is left as it is')
})

test('the blank form has the name of its file as title, or that of its folder', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'room-bookings'))
  const initialised = async (...names: readonly string[]): Promise<string | undefined> => {
    const file = join(folder, ...names)
    assert.equal((await ninefold('init', file)).status, 0)
    return /^# .*$/m.exec(readFileSync(file, 'utf8'))?.[0]
  }
  assert.equal(await initialised('help_desk.md'), '# Help desk')
  assert.equal(await initialised('room-bookings', 'service.md'), '# Room bookings')
  assert.equal(await initialised('1.md'), '# A service')
})

test('refuses to serve a document with a mistake', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'service.yaml')
  writeFileSync(file, 'ninefold: 1\nresources:\n  Note: { key: id, propertys: {} }\n')
  const checked = await ninefold('check', file, '--format', 'json')
  assert.equal(checked.status, 1)
  const [first] = JSON.parse(checked.out).diagnostics.filter(({ severity }: { severity: string }) => severity === 'error')
  assert.deepEqual([first.code, first.severity, first.line, first.column], ['document/unknown-key', 'error', 3, 20])
  assert.match(first.help, /properties/)
  const serving = await ninefold('serve', file, '--port', '0')
  assert.deepEqual([serving.status, serving.out], [1, ''])
  assert.match(serving.error, /Not served/)
})

test('reports wrong use in one line, with a suggestion', async () => {
  assert.deepEqual((await ninefold('chek', orders)).error.split('\n')[0], 'ninefold: there is no command `chek`; did you mean `check`?')
  assert.equal((await ninefold('chek', orders)).status, 2)
  assert.deepEqual(await ninefold('check', 'nowhere.md'), { status: 2, out: '', error: 'ninefold check: nowhere.md does not exist\n' })
  assert.match(
    (await ninefold('check', 'https://example.com/x.md')).error,
    /^ninefold check: https:\S+ is an address, and the command reads files/,
  )
  for (const command of ['serve', 'events'])
    assert.match((await ninefold(command, orders, '--store', 'notes.db')).error, /, not notes\.db; that file is sqlite:notes\.db\n$/)
  assert.equal((await ninefold('check')).status, 2)
  assert.equal((await ninefold('check', orders, '--format', 'xml')).status, 2)
  assert.equal((await ninefold('serve', orders, '--port', 'many')).status, 2)
  assert.equal(
    (await ninefold('explain', orders, 'POST /order')).error,
    'ninefold explain: there is no operation `POST /order`; did you mean `POST /orders`?\n',
  )
})

test('explains an operation of a document with an error, and says that it is not served', async () => {
  const file = join(temporaryFolder(), 'broken.md')
  writeFileSync(file, readFileSync(orders, 'utf8').replace('output: Order(this)', 'output: Order(that)'))
  const { status, out, error } = await ninefold('explain', file, 'GET /orders')
  assert.equal(status, 0)
  assert.match(out, /^GET \/orders /)
  assert.equal(error, `ninefold explain: ${file} has an error, which prevents serving; \`ninefold check ${file}\` lists it\n`)
})

test('explains each kind of topic of the reference by its name', async () => {
  const explain = async (name: string): Promise<string> => (await ninefold('explain', name)).out
  assert.match(await explain('http@1'), /^# http@1$/m)
  assert.match(await explain('http'), /^# http@1$/m)
  assert.match(await explain('states/unreachable-state'), /^# states\/unreachable-state$/m)
  assert.match(await explain('unreachable-state'), /^# states\/unreachable-state$/m)
  assert.match(await explain('convention/shop/no-tags'), /^# convention\/NAME\/EXPECTATION$/m)
  assert.match(await explain('tables'), /^# .*[Tt]ables/m)
  assert.match(await explain('endpoints.conditional'), /^## 4-endpoints: .*\n\n`conditional`\n {2}takes: `?optional/m)
  assert.match(
    await explain('endpoints.idempotency'),
    /^The keys of `idempotency`\n(?:.*\n)* {2}`optional`: `true` or `false`; A request without the key/m,
  )
  assert.match(await explain('decisions'), /\| Markdown \| `<!-- decided: REASON -->`/)
  assert.match(await explain('turn'), /^`--turn`\n.*how long one request may delay all others/ms)
  assert.doesNotMatch(await explain('8-limits'), /<!--/)
  assert.match(await explain('random'), /^`random\(n\)`\n.*random bytes/m)
  assert.match(await explain('math.abs'), /math\.abs\(int\): int/)
  assert.match(await explain('merge'), /map<K, V>\.merge\(map<K, V>\)/)
  assert.match(await explain('quota-exceeded'), /^`quota-exceeded`$/m)
  assert.match(await explain('natural'), /^`idempotency`\n {2}takes: `natural`/m)
  assert.match(await explain('backup'), /^# Backups\n/)
  assert.match(await explain('cursor'), /A sealed position in a list/)
  assert.match(await explain('Patterns'), /^## expressions: Patterns$/m)
})

test('explains a key where its table is, also if another page mentions its whole path', async () => {
  const explain = async (name: string): Promise<string> => (await ninefold('explain', name)).out
  assert.match(await explain('versioning.scheme'), /^## 9-versioning: .*\n\n`scheme`\n {2}takes: [^]*`path`: a path such as/m)
  assert.match(await explain('limits.headers'), /^## 8-limits: .*\n\n`headers`\n[^]*A map sends headers/m)
})

test('explains only the key of that map, if the keys above it are named', async () => {
  const { out } = await ninefold('explain', 'endpoints.page.size')
  assert.match(out, /^`size`$/m)
  assert.doesNotMatch(out, /list<T>\.size/)
})

test('names near topics, or all pages, for an unknown topic', async () => {
  const explain = async (name: string): Promise<string> => (await ninefold('explain', name)).error
  assert.equal(
    await explain('states/unknown-stat'),
    'ninefold explain: states/unknown-stat is neither a file nor a topic of the reference; did you mean `states/unknown-state`?\n',
  )
  assert.match(await explain('randm'), /did you mean `random`/)
  assert.match(await explain('zzyzx'), /topics are keys, .* the pages llms\.txt, 1-service, .* and the patterns .*batch, /)
  assert.equal(await explain('nowhere.md'), 'ninefold explain: nowhere.md does not exist\n')
})

test('reports unknown options and missing values in its own words', async () => {
  assert.equal(
    (await ninefold('check', orders, '--complet')).error,
    'ninefold check: there is no option --complet; did you mean --complete?\n',
  )
  assert.equal(
    (await ninefold('check', orders, '--zzz')).error,
    'ninefold check: there is no option --zzz; `ninefold check --help` lists them\n',
  )
  assert.equal((await ninefold('serve', orders, '--port')).error, 'ninefold serve: --port argument missing\n')
})

test('a store of an unknown kind is refused with the kinds that there are', async () => {
  for (const name of ['mysql://localhost/shop', 'postgres:shop', 'postgres', 'sqlite', 'sqlite:', 'memory:here']) {
    assert.deepEqual(await ninefold('serve', orders, '--port', '0', '--store', name), {
      status: 2,
      out: '',
      error: `ninefold serve: --store takes memory or sqlite:FILE or postgres://USER@HOST/DATABASE, not ${name}\n`,
    })
  }
  for (const command of ['migrate', 'events', 'timers', 'deliveries']) {
    assert.equal(
      (await ninefold(command, orders, '--store', 'postgres:x')).error,
      `ninefold ${command}: --store takes sqlite:FILE or postgres://USER@HOST/DATABASE, not postgres:x\n`,
    )
    assert.match(
      (await ninefold(command, orders, '--store', 'memory')).error,
      /--store takes sqlite:FILE or postgres:\/\/USER@HOST\/DATABASE, not memory: /,
    )
    assert.equal(
      (await ninefold(command, orders)).error,
      `ninefold ${command}: --store takes sqlite:FILE or postgres://USER@HOST/DATABASE\n`,
    )
  }
})

test('reports an unwritable file as wrong use', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'there.md')
  writeFileSync(file, 'x')
  assert.deepEqual(await ninefold('export', '--all', file, orders), {
    status: 2,
    out: '',
    error: `ninefold export: ${file} is a file, not a folder\n`,
  })
  for (const command of [
    ['export', 'openapi', orders, '--output'],
    ['types', orders, '--output'],
    ['test', orders, '--output'],
    ['init'],
  ]) {
    const { status, error } = await ninefold(...command, join(folder, 'none', 'x'))
    assert.deepEqual(
      [status, error.split('\n').at(-2)],
      [2, `ninefold ${command[0]}: ${join(folder, 'none', 'x')} cannot be written: its folder does not exist`],
    )
  }
  assert.equal(readFileSync(file, 'utf8'), 'x')
})

test('a folder is read without the packages of its code and without hidden folders', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'service.md'), '# X\n\n## 1. What the service does\n\nKeeps notes.\n')
  for (const other of ['node_modules/left-pad', '.git/notes']) {
    mkdirSync(join(folder, other), { recursive: true })
    writeFileSync(join(folder, other, 'README.md'), '# Y\n\n## API\n\n```yaml\nGET /x: { lst: Y }\n```\n')
  }
  const { status, out } = await ninefold('check', folder)
  assert.equal(status, 0, out)
  assert.doesNotMatch(out, /README/)
})

test('a reader that closes early changes nothing of the exit status', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'wrong.yaml')
  writeFileSync(file, `resources:\n${Array.from({ length: 3000 }, (_, index) => `  R${index}: { kee: id }\n`).join('')}`)
  const { stdout } = spawnSync(
    'bash',
    ['-c', `"${process.execPath}" "${commandPath}" check "${file}" | head -n 1 > /dev/null; echo \${PIPESTATUS[0]}`],
    { encoding: 'utf8' },
  )
  assert.equal(stdout, '1\n')
})

test('help is everywhere', async () => {
  assert.equal((await ninefold('help', 'check')).out, (await ninefold('check', '--help')).out)
  assert.match((await ninefold('--version')).out, /^ninefold \d+\.\d+\.\d+\n$/)
  const { out, status } = await ninefold('--help')
  assert.equal(status, 0)
  for (const name of ['init', 'check', 'explain', 'serve', 'migrate', 'test', 'export', 'expand', 'format']) {
    assert.match(out, new RegExp(`^  ${name} `, 'm'))
    const help = await ninefold(name, '--help')
    assert.equal(help.status, 0)
    assert.match(help.out, /Exit status: 0 success, 1 a problem of the document, 2 wrong use/)
  }
})

test('facts without origins are the same for documents that mean the same', async () => {
  const folder = temporaryFolder()
  const moved = join(folder, 'moved.md')
  writeFileSync(moved, readFileSync(orders, 'utf8').replace('# Orders\n', '# Orders\n\n\nSome prose, and lines that move.\n'))
  const [a, b] = [
    await ninefold('explain', orders, '--format', 'json', '--no-origins'),
    await ninefold('explain', moved, '--format', 'json', '--no-origins'),
  ]
  assert.equal(a.status, 0)
  assert.equal(a.out, b.out)
  assert.notEqual((await ninefold('explain', moved, '--format', 'json')).out, (await ninefold('explain', orders, '--format', 'json')).out)
})

test('facts have all digits of their numbers', async () => {
  const wide = join(temporaryFolder(), 'wide.md')
  writeFileSync(wide, readFileSync(orders, 'utf8').replace('available: 100, sale', 'available: 9007199254740993, sale'))
  const { status, out } = await ninefold('explain', wide, '--format', 'json')
  assert.equal(status, 0)
  assert.match(out, /"available": 9007199254740993\b/)
})

test('scenarios pass, and a failing one says what was expected', async () => {
  const { status, out } = await ninefold('test', orders, '--format', 'json')
  const report = JSON.parse(out)
  assert.equal(status, 0)
  assert.deepEqual([report.coverage.operations.missed, report.coverage.transitions.missed, report.coverage.entries.missed], [[], [], []])
  const folder = temporaryFolder()
  const file = join(folder, 'wrong.hurl')
  writeFileSync(file, 'GET {{url}}/products\nHTTP 201\n')
  const failed = await ninefold('test', orders, file)
  assert.equal(failed.status, 1)
  assert.match(failed.out, /wrong\.hurl:2:6/)
  assert.match((await ninefold('test', orders, file, '--format', 'junit')).out, /<failure/)
})

test('scenarios say how far they are where somebody watches', async () => {
  const said: string[] = []
  const status = await main(['test', orders], {
    out: () => undefined,
    error: () => undefined,
    colour: false,
    width: 80,
    progress: (text) => void said.push(text),
  })
  assert.equal(status, 0)
  const count = said.length - 1
  assert.deepEqual(said, [...Array.from({ length: count }, (_, index) => `scenario ${index + 1} of ${count}`), ''])
})

test('a document whose code is not there is not served', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'service.yaml')
  writeFileSync(
    file,
    'service: { behaviours: { greet: { file: greet.ts, when: before } } }\nendpoints: { POST /greetings: { call: greet, status: 204 } }\n',
  )
  const { status, error } = await ninefold('serve', file, '--port', '0')
  assert.equal(status, 2)
  assert.match(error, /^ninefold serve: the code of `greet` should be in .*greet\.ts, which does not exist\n$/)
})

test('a document is written as tables and as YAML', async () => {
  const file = join(temporaryFolder(), 'service.md')
  const text = '## 8. Limits\n\n```yaml\ntimeout: PT5S\n```\n'
  writeFileSync(file, text)
  assert.deepEqual(await ninefold('format', file, '--as', 'tables', '--check'), { status: 1, out: `${file}\n`, error: '' })
  assert.equal((await ninefold('format', file, '--as', 'tables')).status, 0)
  assert.equal(readFileSync(file, 'utf8'), '## 8. Limits\n\n| key | value |\n| --- | --- |\n| timeout | 5 seconds |\n')
  assert.equal((await ninefold('format', file, '--as', 'yaml')).status, 0)
  assert.equal(readFileSync(file, 'utf8'), text)
  assert.deepEqual(
    [(await ninefold('format', file, '--as', 'json')).status, (await ninefold('format', file, '--as', 'json')).error],
    [2, 'ninefold format: --as takes tables or yaml, not json\n'],
  )
})

test('the blank form has empty tables on request, which say nothing yet', async () => {
  const file = join(temporaryFolder(), 'service.md')
  assert.equal((await ninefold('init', file, '--as', 'tables')).status, 0)
  const { diagnostics } = JSON.parse((await ninefold('check', file, '--format', 'json')).out)
  assert.deepEqual([...new Set(diagnostics.map(({ severity }: { severity: string }) => severity))], ['gap'])
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/not shown\n\n### Thing\n\n(.*\n)(.*\n)/, '### Thing\n\n$1$2| id | uuid | | | key, generated uuidv7 | |\n'),
  )
  const filled = JSON.parse((await ninefold('check', file, '--format', 'json')).out)
  assert.equal(filled.parts[1].state, 'shown')
  assert.equal(filled.diagnostics.filter(({ severity }: { severity: string }) => severity === 'error').length, 0)
})

test('names the settings that the operator must set', async () => {
  const file = join(temporaryFolder(), 'service.yaml')
  writeFileSync(
    file,
    `ninefold: 1
use: [http@1]
service: { name: help, settings: { notice: { type: string, maxLength: 9 }, limit: { type: integer, default: 5 } } }
resources: none
states: none
endpoints: { GET /notice: { answer: {}, output: { notice: settings.notice, limit: settings.limit } } }
authentication: none
events: none
errors: { catalogue: { bad: { on: [malformed, invalid], status: 400 } } }
limits: none
versioning: none
`,
  )
  const checked = await ninefold('check', file, '--complete')
  assert.equal(checked.status, 0, checked.out)
  assert.match(checked.out, /^The operator sets `notice` \(`serve --set notice=…`\); without it `GET \/notice` answers 501\.$/m)
  assert.doesNotMatch(checked.out, /`limit`/)
  const { settings } = JSON.parse((await ninefold('check', file, '--format', 'json')).out)
  assert.deepEqual(settings, [{ name: 'notice', operations: ['GET /notice'] }])
  assert.match((await ninefold('explain', file, 'GET /notice')).out, /^Needs +setting notice, from the operator: --set notice=…\s+\S+:3$/m)
})
