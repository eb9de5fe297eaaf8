// What part 9 covers, and what it promises: old clients are run against the older version of the new edition.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { golden } from '../golden.ts'
import { ninefold } from '../ninefold.ts'
import { withScenario } from './with-scenario.ts'

const versioned = readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8').replace(
  'versioning: none',
  'versioning: { scheme: { header: Api-Version }, current: v1 }',
)

type Report = {
  readonly changes: readonly {
    readonly part: string
    readonly severity: string
    readonly path: readonly string[]
    readonly covered?: string
    readonly witness?: object
  }[]
}

function files(now: string, old = versioned): readonly [string, string] {
  const folder = temporaryFolder()
  const extension = now.startsWith('---') ? 'md' : 'yaml'
  const found = [join(folder, `old.${extension}`), join(folder, `new.${extension}`)] as const
  writeFileSync(found[0], old)
  writeFileSync(found[1], now)
  return found
}

async function report(now: string, old?: string): Promise<Report & { readonly status: number }> {
  const { status, out } = await ninefold('diff', ...files(now, old), '--format', 'json', '--search', '300')
  return { ...JSON.parse(out), status }
}

/** `title` is `name` in the second version, wherever it is sent and answered. */
const renamed = versioned.replaceAll(/\btitle\b(?!: No)/g, 'name')
const inVersion2 = (text: string, changes: string): string =>
  text.replace('current: v1', `current: v2, versions: { v1: {} }, changes: { v2: [${changes}] }`)

test('a rename that part 9 says is none to old clients', async () => {
  const { changes, status } = await report(inVersion2(renamed, '{ rename: { Task.title: name } }'))
  assert.deepEqual(
    changes.filter(({ severity }) => severity === 'breaking').map(({ path }) => path),
    [],
  )
  assert.equal(status, 0)
  assert.match(
    changes.find(({ path }) => path.join(' ') === 'Task properties name')!.covered!,
    /`v1` is still served: part 9 lists it under `rename`/,
  )
})

test('a rename that part 9 does not say breaks them, and they are refused', async () => {
  const { changes, status } = await report(renamed)
  assert.equal(status, 1)
  assert.ok(changes.some(({ severity, witness }) => severity === 'breaking' && witness !== undefined))
})

test('reports a change that part 9 does not cover as breaking for older versions', async () => {
  const { changes, status } = await report(
    inVersion2(renamed, '{ rename: { Task.title: name } }')
      .replace('maxLength: 100, pattern', 'maxLength: 50, pattern')
      .replace('max: 50', 'max: 20'),
  )
  assert.equal(status, 1)
  assert.deepEqual(
    changes
      .filter(({ severity }) => severity === 'breaking')
      .map(({ path }) => path.at(-1)!)
      .toSorted((a, b) => (a < b ? -1 : 1)),
    ['max', 'maxLength'],
  )
})

test('a version that is gone breaks its clients, unless it ended before', async () => {
  const older = (versions: string): string => versioned.replace('current: v1', `current: v1, versions: { ${versions} }`)
  const [gone] = (await report(versioned, older('v0: {}'))).changes
  assert.deepEqual([gone?.severity, gone?.path], ['breaking', ['versions', 'v0']])
  const [ended] = (await report(versioned, older('v0: { sunset: 2020-01-01 }'))).changes
  assert.deepEqual([ended?.severity, ended?.path], ['safe', ['versions', 'v0']])
})

test('a version that is served again, or accepts more, is not held to the form of the newest', async () => {
  const edition = (retired: string, length: number): string =>
    withScenario(
      versioned
        .replace(
          'current: v1',
          `current: v2, versions: { v0: { retired: ${retired} }, v1: {} }, changes: { v2: [{ rename: { Task.name: title } }] }`,
        )
        .replace('maxLength: 100, writeOnly', `maxLength: ${length}, writeOnly`),
      [
        '# version: v1',
        'POST {{url}}/tasks',
        `{ "name": "tea", "secretNote": "${'a'.repeat(70)}", "priority": "low", "steps": [], "effort": 1 }`,
        'HTTP 422',
        '',
        'GET {{url}}/tasks',
        'HTTP 200',
        '',
        '# version: v0',
        'GET {{url}}/tasks',
        'HTTP 410',
        '',
      ].join('\n'),
    )
  const { changes, status } = await report(edition('2099-01-01', 100), edition('2020-01-01', 60))
  assert.deepEqual(
    changes.filter(({ part }) => part === 'endpoints'),
    [],
  )
  assert.equal(status, 0)
})

test('a version ends no sooner than the window that was promised', async () => {
  const ending = (sunset: string): string =>
    versioned.replace(
      'current: v1',
      `current: v1, versions: { v0: { deprecated: 2026-01-01${sunset} } }, compatibility: { promise: backward, window: P180D }`,
    )
  const severity = async (sunset: string): Promise<string | undefined> =>
    (await report(ending(`, sunset: ${sunset}`), ending(''))).changes[0]?.severity
  assert.deepEqual([await severity('2026-03-01'), await severity('2026-12-01')], ['breaking', 'safe'])
})

test('check holds a document to what another edition promises', async () => {
  const promising = versioned.replace('current: v1', 'current: v1, compatibility: backward')
  const narrower = promising.replace('max: 50', 'max: 20')
  const [old, now] = files(narrower, promising)
  const { status, out } = await ninefold('check', now, '--against', old)
  assert.equal(status, 1)
  const told = out
    .split(/\n\n(?=(?:error|warning|gap)\[)/)
    .filter((each) => each.startsWith('error['))
    .join('\n\n')
  golden(new URL('promise.golden.txt', import.meta.url), told.replaceAll(now, 'new.yaml').replaceAll(old, 'old.yaml'))
  assert.equal((await ninefold('check', old, '--against', now)).status, 0, 'more is permitted')
  assert.equal((await ninefold('check', now)).status, 0)
})

test('applies full compatibility in both directions, and no promise by default', async () => {
  const full = versioned.replace('current: v1', 'current: v1, compatibility: { promise: full }')
  const [old, now] = files(full.replace('max: 50', 'max: 80'), full)
  const { status, out } = await ninefold('check', now, '--against', old)
  assert.equal(status, 1)
  assert.match(out, /breaks clients of the new edition, where the old one answers them/)
  const [before, after] = files(versioned.replace('max: 50', 'max: 20'))
  const free = await ninefold('check', after, '--against', before)
  assert.equal(free.status, 0)
  assert.match(free.error, /promises compatibility/)
})
