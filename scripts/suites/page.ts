// Runs an unchanged web page with tests in jsdom by the runner beside it, across origins as in a browser.

import { existsSync } from 'node:fs'
import type { Suite } from './count.ts'
import { installPackage, runProgram } from './tools.ts'

export function page(runner: string, file: string, path: string): Suite {
  return async (url) => {
    const absent = [runner, file].find((each) => !existsSync(each))
    if (absent !== undefined)
      return { skipped: `there is no ${absent}${absent === file ? ' (--todo-page FILE names the page of the suite)' : ''}` }
    const modules = await installPackage('jsdom')
    if (typeof modules !== 'string') return modules
    const { output } = await runProgram(process.execPath, [runner, `${url}${path}`, file], { env: { ...process.env, NODE_PATH: modules } })
    const total = Number(/total tests (\d+)/.exec(output)?.[1] ?? 0)
    const passed = Number(/passes (\d+)/.exec(output)?.[1] ?? 0)
    return [{ passed, all: total, of: 'tests', failures: [...output.matchAll(/^ FAIL (.+)$/gm)].map(([, name]) => name!) }]
  }
}
