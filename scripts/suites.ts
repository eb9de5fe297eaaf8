// `npm run suites [-- FOLDER] [--store memory|sqlite|postgres] [--todo-page FILE] [--osb-checker FOLDER]`: runs public test suites,
// unchanged, against the examples on the named stores (`--store` may be repeated), or on all of them.
//
// FOLDER contains `realworld/`, `tmf642-alarm/`, `gsma-mobile-money/` and `todo-backend/`; its default is ../shared/suites. FILE is the page
// of Todo-Backend's own suite. The checker is a copy of its repository (openservicebrokerapi/osb-checker, branch `backup`). TEST_POSTGRES is the address of the
// PostgreSQL. The tools of the suites are installed in a temporary folder outside the project.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Schema, freshSchema, noPostgres } from '../test/postgres.ts'
import { browser } from './suites/browser.ts'
import { bruno } from './suites/bruno.ts'
import { type Count, type Suite, isSkipped } from './suites/count.ts'
import { hurl } from './suites/hurl.ts'
import { interop } from './suites/interop.ts'
import { brokerChecker } from './suites/mocha.ts'
import { configured } from './suites/money.ts'
import { newman } from './suites/newman.ts'
import { page } from './suites/page.ts'
import { serveForSuite } from './suites/serving.ts'

const root = resolve(import.meta.dirname, '..')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { store: { type: 'string', multiple: true }, 'todo-page': { type: 'string' }, 'osb-checker': { type: 'string' } },
})
const folder = resolve(positionals[0] ?? join(root, '../shared/suites'))
const todoPage = resolve(values['todo-page'] ?? join(folder, 'todo-backend/index.html'))

const checker = resolve(values['osb-checker'] ?? join(folder, 'osb-2.13/checker'))

const suites: readonly { readonly name: string; readonly document: string; readonly suite: Suite }[] = [
  { name: 'RealWorld, Hurl', document: 'realworld.md', suite: hurl(join(folder, 'realworld/hurl')) },
  { name: 'RealWorld, Bruno', document: 'realworld.md', suite: bruno(join(folder, 'realworld/bruno')) },
  {
    name: 'TMF642, newman',
    document: 'alarms.md',
    suite: newman({
      collection: join(folder, 'tmf642-alarm/ctk/TMF642-Alarm-v4.0.0.testkit.json'),
      settings: join(folder, 'tmf642-alarm/config.json'),
      variable: 'Alarm',
      path: '/tmf-api/alarmManagement/v4/',
    }),
  },
  { name: 'Service Broker', document: 'broker.md', suite: brokerChecker(checker) },
  {
    name: 'Mobile Money, cases',
    document: 'mobile-money.md',
    suite: interop({ folder: join(folder, 'gsma-mobile-money/test-cases/Compliance'), configured }),
  },
  { name: 'Todo-Backend, jsdom', document: 'todo-backend.md', suite: page(join(folder, 'todo-backend/run-jsdom.js'), todoPage, '/todos') },
  { name: 'Todo-Backend, Chromium', document: 'todo-backend.md', suite: browser(todoPage, '/todos') },
]

const storeNames = { memory: 'memory', sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

type StoreName = keyof typeof storeNames

const rounds: readonly { readonly store: StoreName; readonly isSecond: boolean }[] = [
  { store: 'memory', isSecond: false },
  { store: 'sqlite', isSecond: false },
  { store: 'sqlite', isSecond: true },
  { store: 'postgres', isSecond: false },
  { store: 'postgres', isSecond: true },
]

async function main(): Promise<number> {
  const unknown = values.store?.find((name) => !(name in storeNames))
  if (unknown !== undefined) {
    console.error(`\`--store ${unknown}\` names no store: it is one of ${Object.keys(storeNames).join(', ')}.`)
    return 2
  }
  if (!existsSync(folder)) {
    console.log(`Skipped: there is no ${folder}; name the folder that holds the suites.`)
    return 0
  }
  const stores = mkdtempSync(join(tmpdir(), 'ninefold-stores-'))
  const schemas = new Map<string, Schema>()
  let hasFailed = false
  try {
    for (const { store: kind, isSecond } of rounds) {
      if (values.store !== undefined && !values.store.includes(kind)) continue
      if (kind === 'postgres' && noPostgres !== undefined) {
        if (!isSecond) console.log(`\non PostgreSQL: skipped, ${noPostgres}`)
        // A store that was asked for must be there.
        hasFailed ||= values.store !== undefined
        continue
      }
      console.log(`\non ${storeNames[kind]}, ${isSecond ? 'the same store a second time' : 'a fresh store'}`)
      for (const { name, document, suite } of suites) {
        if (kind === 'postgres' && !schemas.has(document)) schemas.set(document, await freshSchema())
        const store =
          kind === 'memory' ? 'memory' : kind === 'sqlite' ? `sqlite:${join(stores, `${document}.db`)}` : schemas.get(document)!.url
        const counts = await serveForSuite(join(root, 'examples', document), store, suite)
        hasFailed ||= !isSkipped(counts) && counts.some(({ passed, all }) => passed < all || all === 0)
        console.log(`  ${name.padEnd(22)} ${isSkipped(counts) ? `skipped: ${counts.skipped}` : counts.map(countText).join(', ')}`)
      }
    }
  } finally {
    rmSync(stores, { recursive: true })
    for (const schema of schemas.values()) await schema.drop()
  }
  return hasFailed ? 1 : 0
}

function countText({ passed, all, of, failures }: Count): string {
  return [`${passed} of ${all} ${of}`, ...failures.map((each) => `\n    ✗ ${each}`)].join('')
}

process.exitCode = await main()
