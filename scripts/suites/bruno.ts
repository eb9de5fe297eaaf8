// Runs a Bruno collection by Bruno's own command line.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Count, Suite } from './count.ts'
import { installPackage, runProgram } from './tools.ts'

export function bruno(collection: string): Suite {
  return async (url) => {
    if (!existsSync(collection)) return { skipped: `there is no ${collection}` }
    const modules = await installPackage('@usebruno/cli')
    if (typeof modules !== 'string') return modules
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-bruno-'))
    const report = join(folder, 'report.json')
    try {
      const words = ['run', '-r', '--env-var', `host=${url}`, '--env-var', `uid=${Date.now().toString(36)}`, '--reporter-json', report]
      const { status, output } = await runProgram(process.execPath, [join(modules, '.bin/bru'), ...words], { cwd: collection })
      if (!existsSync(report)) throw new Error(`Bruno wrote no report:\n${output}`)
      const results = counts(JSON.parse(readFileSync(report, 'utf8')) as Report)
      // Compares with Bruno's own verdict, so that no kind of failure is missed here.
      if (status !== 0 && results.every(({ passed, all }) => passed === all))
        throw new Error(`Bruno says that the collection fails:\n${output}`)
      return results
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

type Checked = {
  readonly status: string
  readonly description?: string
  readonly error?: string
  readonly lhsExpr?: string
  readonly rhsExpr?: string
}

type Result = {
  readonly path: string
  readonly status: string
  readonly error: string | null
  readonly assertionResults: readonly Checked[]
  readonly testResults: readonly Checked[]
  readonly preRequestTestResults: readonly Checked[]
  /** A failed expectation of a script is only here, as an error of the script. */
  readonly postResponseTestResults: readonly Checked[]
}

type Report = readonly { readonly results: readonly Result[] }[]

function counts(report: Report): Count[] {
  const results = report.flatMap((each) => each.results)
  const failed = results.map((each) => ({ path: each.path, why: failuresOf(each) })).filter(({ why }) => why.length > 0)
  return [
    {
      passed: results.length - failed.length,
      all: results.length,
      of: 'requests',
      failures: failed.map(({ path, why }) => `${path}: ${why.join('; ')}`),
    },
  ]
}

function failuresOf({ status, error, ...result }: Result): string[] {
  const checked = [...result.assertionResults, ...result.testResults, ...result.preRequestTestResults, ...result.postResponseTestResults]
  const failed = checked
    .filter((each) => each.status !== 'pass')
    .map((each) => `${each.lhsExpr ?? each.description ?? ''} ${each.rhsExpr ?? ''} ${each.error ?? ''}`.trim())
  return [...(error === null ? [] : [error]), ...failed, ...(status === 'pass' || error !== null || failed.length > 0 ? [] : [status])]
}
