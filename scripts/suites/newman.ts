// Runs a Postman collection by newman, with request bodies from the settings of its test kit, as the kit itself does.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Count, Suite } from './count.ts'
import { installPackage, runProgram } from './tools.ts'

export type Kit = {
  readonly collection: string
  readonly settings: string
  /** The collection's variable for the address of the service, and the path of the service. */
  readonly variable: string
  readonly path: string
}

type Item = {
  readonly item?: readonly Item[]
  readonly request?: { readonly method: string; readonly url: { readonly raw: string }; body?: { raw: string } }
}
type Settings = { readonly payloads: { readonly [resource: string]: { readonly [method: string]: { readonly payload: unknown } } } }

export function newman({ collection, settings, variable, path }: Kit): Suite {
  return async (url) => {
    const absent = [collection, settings].find((each) => !existsSync(each))
    if (absent !== undefined) return { skipped: `there is no ${absent}` }
    const modules = await installPackage('newman')
    if (typeof modules !== 'string') return modules
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-newman-'))
    try {
      const [copy, report] = [join(folder, 'collection.json'), join(folder, 'report.json')]
      writeFileSync(
        copy,
        JSON.stringify(
          withPayloads(
            JSON.parse(readFileSync(collection, 'utf8')) as Item,
            JSON.parse(readFileSync(settings, 'utf8')) as Settings,
            variable,
          ),
        ),
      )
      const words = ['run', copy, '--env-var', `${variable}=${url}${path}`, '--reporters', 'json', '--reporter-json-export', report]
      const { output } = await runProgram(process.execPath, [join(modules, '.bin/newman'), ...words], {})
      if (!existsSync(report)) throw new Error(`newman wrote no report:\n${output}`)
      return counts(JSON.parse(readFileSync(report, 'utf8')) as Report)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

function withPayloads(collection: Item, { payloads }: Settings, variable: string): Item {
  for (const each of collection.item ?? []) {
    const payload = each.request?.method === 'POST' ? payloads[variable]?.['POST']?.payload : undefined
    if (each.request?.body !== undefined && payload !== undefined) each.request.body.raw = JSON.stringify(payload)
    withPayloads(each, { payloads }, variable)
  }
  return collection
}

type Execution = {
  readonly item: { readonly name: string }
  readonly requestError?: { readonly message: string }
  readonly assertions?: readonly { readonly assertion: string; readonly error?: { readonly message: string } }[]
}
type Report = { readonly run: { readonly executions: readonly Execution[] } }

function counts({ run: { executions } }: Report): Count[] {
  const failed = executions.flatMap(({ item, requestError, assertions = [] }) => {
    const errors = [
      ...(requestError === undefined ? [] : [requestError.message]),
      ...assertions.flatMap(({ assertion, error }) => (error === undefined ? [] : [`${assertion}: ${error.message}`])),
    ]
    return errors.length === 0 ? [] : [`${item.name}: ${errors.join('; ')}`]
  })
  const assertions = executions.flatMap((each) => each.assertions ?? [])
  return [
    { passed: executions.length - failed.length, all: executions.length, of: 'requests', failures: failed },
    { passed: assertions.filter(({ error }) => error === undefined).length, all: assertions.length, of: 'assertions', failures: [] },
  ]
}
