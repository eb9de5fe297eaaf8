// Suites that others wrote, where their files are at hand; `npm run suites` runs more of them, on more stores.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { countsOf, scenariosIn } from '../../scripts/suites/hurl.ts'
import { compileAt } from '../../src/cli/compiled.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { runAll } from '../../src/scenario/run.ts'
import { type Seen, describedBy, through } from '../export/observed.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(process.env['NINEFOLD_SUITES'] ?? join(root, '../shared/suites'), 'realworld/hurl')

test(
  'RealWorld: the published Hurl files pass',
  {
    skip: existsSync(folder)
      ? false
      : `the suite is not part of the project: there is no ${folder} (NINEFOLD_SUITES names the folder that holds the suites)`,
  },
  async () => {
    const variables = new Map([['uid', 'suite']])
    const scenarios = scenariosIn(folder, [...variables.keys()])
    const given = { variables, uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
    const service = compileAt(join(root, 'examples/realworld.md'))
    const seen: Seen[] = []
    const counts = countsOf(
      await runAll(
        scenarios,
        through(makeServiceOpener(service), (each) => void seen.push(each)),
        given,
      ),
    )
    assert.deepEqual(
      counts.map(({ passed, all, of, failures }) => ({ all: `${passed} of ${all} ${of}`, failures })),
      [
        { all: '13 of 13 files', failures: [] },
        { all: '154 of 154 requests', failures: [] },
      ],
    )
    assert.equal(describedBy(service.facts, seen), seen.length, 'the OpenAPI export names every response that the suite meets')
  },
)
