// The cases of the GSMA's Interop Test Platform, read as they are published: this plays the side that calls, and receives callbacks.

import { randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Count, Suite } from './count.ts'
import { type Rules, findBrokenRules } from './interop-rules.ts'
import { installPackage } from './tools.ts'

/** What a tester configures for a case: its variables, and the value of its `uuidv4()`. */
export type Configuration = { readonly env?: Readonly<Record<string, string>>; readonly uuid?: string }

export type Cases = {
  readonly folder: string
  /** By the `slug` of a case; it may prepare what the case needs at the service. */
  readonly configured: { readonly [slug: string]: (url: string) => Promise<Configuration> }
}

type Script = { readonly name: string; readonly rules: Rules }
type Message = { readonly method: string; readonly uri: string; readonly headers?: Record<string, string>; readonly body?: unknown }
type Step = {
  readonly path: string
  readonly method: string
  readonly source: string
  readonly target: string
  readonly request: Message
  readonly test_request_scripts?: readonly Script[]
  readonly test_response_scripts?: readonly Script[]
  readonly repeat?: { readonly condition: { readonly body: Record<string, unknown> }; readonly max: number }
}
type Case = {
  readonly slug: string
  readonly name: string
  readonly test_steps: readonly Step[]
  readonly test_response_scripts?: readonly Script[]
}

type Received = { readonly method: string; readonly body: unknown }
type Done = { readonly request?: unknown; readonly response?: Answer }
type Answer = { readonly status: number; readonly headers: Record<string, string[]>; readonly body: unknown }
type Template = { renderString(text: string, context: object): string }

const patience = 10_000

export function interop({ folder, configured }: Cases): Suite {
  return async (url) => {
    if (!existsSync(folder)) return { skipped: `there is no ${folder}` }
    const modules = await installPackage('nunjucks')
    if (typeof modules !== 'string') return modules
    const template = loadTemplates(modules)
    const inbox: Received[] = []
    const server = await openReceiver(inbox)
    const counts = { cases: 0, checks: 0, failed: 0, failures: [] as string[] }
    try {
      for (const file of globSync('**/*.{yml,yaml}', { cwd: folder }).sort()) {
        const found = parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as Case
        inbox.length = 0
        const settings = (await configured[found.slug]?.(url)) ?? {}
        const { checks, broken } = await runCase(found, { url, template, inbox, settings, callbacks: addressOf(server) })
        counts.cases += 1
        counts.checks += checks
        counts.failed += broken.length
        if (broken.length > 0 || checks === 0) counts.failures.push(`${found.name}: ${broken.join('; ') || 'nothing was checked'}`)
      }
    } finally {
      server.close()
    }
    const { cases, checks, failed, failures } = counts
    return [
      { passed: cases - failures.length, all: cases, of: 'cases', failures },
      { passed: checks - failed, all: checks, of: 'checks', failures: [] },
    ] satisfies Count[]
  }
}

type Running = {
  readonly url: string
  readonly template: Template
  readonly inbox: Received[]
  readonly settings: Configuration
  readonly callbacks: string
}

/** The service plays the side that the first step calls. */
async function runCase(
  { test_steps: steps, test_response_scripts: always = [] }: Case,
  running: Running,
): Promise<{ checks: number; broken: string[] }> {
  const service = steps[0]!.target
  const done: Done[] = []
  const broken: string[] = []
  let checks = 0
  const check = (scripts: readonly Script[], message: object): void => {
    for (const { name, rules } of scripts) {
      const found = findBrokenRules(rules, message, (text) => render(running, done, text) as string)
      checks += Object.keys(rules).length
      broken.push(...found.map((each) => `${name}: ${each}`))
    }
  }
  for (const step of steps) {
    const isCallback = /callback/i.test(step.path)
    if (step.target === service && !isCallback) {
      const request = render(running, done, step.request) as Message
      const response = await sendUntilDone(running.url, request, step.repeat)
      done.push({ request: { ...request, headers: toLists(request.headers ?? {}) }, response })
      check([...always, ...(step.test_response_scripts ?? [])], response)
    } else if (step.source === service && isCallback) {
      const request = await waitForCallback(running.inbox)
      checks += 1
      if (request === undefined) {
        broken.push('no callback came')
        break
      }
      if (request.method !== step.method) broken.push(`the callback came as ${request.method}`)
      done.push({ request })
      check(step.test_request_scripts ?? [], request)
    } else {
      throw new Error(`${step.path} is between two others`)
    }
  }
  return { checks, broken }
}

async function sendUntilDone(url: string, request: Message, repeat: Step['repeat']): Promise<Answer> {
  for (let left = repeat?.max ?? 0; ; left--) {
    const answer = await send(url, request)
    const body = answer.body as Record<string, unknown>
    const isPending = Object.entries(repeat?.condition.body ?? {}).every(([name, value]) => body[name] === value)
    if (left <= 0 || !isPending) return answer
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

export async function send(url: string, { method, uri, headers, body }: Message): Promise<Answer> {
  const sent = method === 'GET' || body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(`${url}/${uri.replace(/^\//, '')}`, { method, headers: headers ?? {}, ...sent })
  const text = await response.text()
  const sentBack = toLists(Object.fromEntries(response.headers))
  return { status: response.status, headers: sentBack, body: text === '' ? undefined : JSON.parse(text) }
}

async function waitForCallback(inbox: Received[]): Promise<Received | undefined> {
  for (const end = Date.now() + patience; inbox.length === 0 && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 20))
  return inbox.shift()
}

function openReceiver(inbox: Received[]): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      inbox.push({ method: request.method ?? '', body: JSON.parse(Buffer.concat(pieces).toString()) })
      response.writeHead(204).end()
    })
  })
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(server)))
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function loadTemplates(modules: string): Template {
  type Engine = Template & { addFilter(name: string, filter: (...values: never[]) => unknown): void }
  const { Environment } = createRequire(join(modules, 'x.js'))('nunjucks') as {
    Environment: new (loader: null, options: object) => Engine
  }
  return new Environment(null, { autoescape: false })
}

/** The templates are Twig's: nunjucks takes no blank before `default`'s arguments, and no `.0` as an index. */
function render({ template, settings, callbacks }: Running, done: readonly Done[], part: unknown): unknown {
  const context = {
    env: settings.env ?? {},
    steps: [undefined, ...done],
    mapped_urls: new Proxy({}, { get: () => new Proxy({}, { get: () => callbacks }) }),
    new_date_iso8601: () => new Date().toISOString(),
    new_date_iso8601_zulu: () => new Date().toISOString(),
    uuidv4: () => settings.uuid ?? randomUUID(),
  }
  const text = (of: string): string =>
    template.renderString(of.replace(/\|\s*default\s*\(/g, '|default(').replace(/\.(\d+)(?=[.\s\]}])/g, '[$1]'), context)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]))
  }
  return walk(part)
}

function toLists(headers: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
}
