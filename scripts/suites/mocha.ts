// Runs the unchanged checker of the Open Service Broker API by mocha; its settings describe the service and its catalogue.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Suite } from './count.ts'
import { platform } from './serving.ts'
import { installPackage, runProgram } from './tools.ts'

/** The packages that the checker requires, in the versions for which it was written. */
const packages = ['mocha', 'guid', 'underscore', 'async@2', 'jsonschema', 'supertest@3'] as const

type Results = {
  readonly passes: readonly unknown[]
  readonly tests: readonly unknown[]
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message: string } }[]
}

export function brokerChecker(checker: string): Suite {
  return async (url) => {
    const tests = join(checker, '2.13/tests/test/test.js')
    if (!existsSync(tests)) return { skipped: `there is no ${tests} (--osb-checker FOLDER names a copy of the checker)` }
    let modules = ''
    for (const each of packages) {
      const modulesOrSkipped = await installPackage(each)
      if (typeof modulesOrSkipped !== 'string') return modulesOrSkipped
      modules = modulesOrSkipped
    }
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-mocha-'))
    try {
      const [config, report] = [join(folder, 'config.json'), join(folder, 'report.json')]
      writeFileSync(config, JSON.stringify(settings(url)))
      const words = [
        join(modules, 'mocha/bin/mocha.js'),
        tests,
        '--exit',
        '--timeout',
        '30000',
        '--reporter',
        'json',
        '--reporter-option',
        `output=${report}`,
      ]
      const { output } = await runProgram(process.execPath, words, {
        env: { ...process.env, NODE_PATH: modules, OSB_CHECKER_CONFIG_FILE: config },
      })
      if (!existsSync(report)) throw new Error(`mocha wrote no report:\n${output}`)
      const { passes, tests: all, failures } = JSON.parse(readFileSync(report, 'utf8')) as Results
      return [
        {
          passed: passes.length,
          all: all.length,
          of: 'tests',
          failures: failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.message}`),
        },
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

/** The settings with the life of one instance, like those of the checker for its mock. */
function settings(url: string): unknown {
  return {
    url,
    apiVersion: '2.13',
    user: platform.BROKER_USERNAME,
    password: platform.BROKER_PASSWORD,
    authentication: 'basic',
    pollingInterval: 1,
    maxPollingNum: 60,
    cases: [
      {
        name: 'Database',
        service_id: 'databases',
        organization_guid: 'org',
        space_guid: 'space',
        lifecycle: [
          { operation: 'provision', plan_id: 'small', async: true, parameters: { region: 'bern' } },
          { operation: 'update', plan_id: 'large', async: true, parameters: { region: 'basel' } },
          { operation: 'bind', parameters: { readOnly: true } },
          { operation: 'unbind' },
          { operation: 'deprovision', async: true },
        ],
      },
    ],
    conflictiveProvision: { service_id: 'databases', plan_id: 'large', async: true, parameters: { region: 'bern' } },
    conflictiveBind: { service_id: 'databases', plan_id: 'large', parameters: { readOnly: false } },
  }
}
