// `ninefold verify DOC --url URL`: sends requests to a running server, and reports deviations from the document.

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Json, isJsonObject, parseJson, printJson } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import { readFileBytes } from './load.ts'
import { openSender } from '../verify/server/sender.ts'
import { hasEvents } from '../verify/classes/events.ts'
import { Receiver } from '../verify/server/receiver.ts'
import { tagOf } from '../verify/drive/instance.ts'
import { type OracleCallers, openOracleCallers } from '../verify/oracle/callers.ts'
import type { VerifyOptions } from '../verify/options.ts'
import { planRun } from '../verify/plan.ts'
import { replayAll } from '../verify/replay.ts'
import { type FindingJson, verifyJson } from '../verify/report/json.ts'
import { planText } from '../verify/report/plan.ts'
import { verifyText } from '../verify/report/text.ts'
import { type VerifyReport, verify } from '../verify/verify.ts'
import { printCurlScript } from '../verify/report/curl.ts'
import { printHurlScript } from '../verify/report/hurl.ts'
import { verifyJunit } from '../verify/report/junit.ts'
import { verifyPage } from '../verify/report/page.ts'
import { verifySarif } from '../verify/report/sarif.ts'
import { judgePassing, judgeTrace } from './judging.ts'
import { type Command, type Console, Misuse, type Status, type Values, readFlag, formatOption, readTextOption } from './command.ts'
import { withoutErrors } from './compiled.ts'
import { listUnsetSettings, readSettings } from './settings.ts'
import { createServerHooks, findCredentialsEnd, isOwnMachine, readCredentials, readStandingClock } from './verifying.ts'
import { makeFolder, write, writeOrPrint } from './write.ts'

export const verifyCommand: Command = {
  name: 'verify',
  arguments: 'DOC --url URL',
  about: 'Tests a running server, and reports where it differs from the document.',
  options: [
    { flag: '--url URL', about: 'the address of the server; a path in it precedes every path' },
    { flag: '--credentials FILE', about: 'the credentials of the callers of part 5 at the server, as JSON' },
    { flag: '--fixtures', about: 'the server has the records under `fixtures`' },
    { flag: '--reset URL', about: 'a POST there resets the server' },
    { flag: '--clock URL', about: 'a POST of {"advance":"PT1H"} there advances its clock' },
    { flag: '--receiver URL', about: 'the address by which the server reaches this machine, for webhooks and callbacks' },
    { flag: '--budget N', about: 'the maximum number of requests (default 5000)' },
    { flag: '--effort N', about: 'requests to the interpreter to find sequences (default 6000)' },
    { flag: '--seed TEXT', about: 'repeats the choices of a run' },
    { flag: '--plan', about: 'prints what would be sent, and sends nothing' },
    { flag: '--replay FILE', about: 'replays the findings of a report in JSON' },
    { flag: '--trace FILE', about: 'judges a recording (HAR), and sends nothing' },
    { flag: '--proxy PORT', about: 'passes requests on to the server, and judges them until a signal ends it' },
    { flag: '--report DIR', about: 'writes a page there, with each finding as a Hurl file and a script' },
    { flag: '--set NAME=VALUE', about: 'a setting of part 1; may be given several times' },
    { flag: '--i-may-test-this', about: 'confirms that you may test a server on another machine' },
    { flag: '--format text|json|junit|sarif', about: 'the output' },
    { flag: '--output FILE', about: 'where to write them, instead of printing' },
  ],
  parse: {
    url: { type: 'string' },
    credentials: { type: 'string' },
    fixtures: { type: 'boolean' },
    reset: { type: 'string' },
    clock: { type: 'string' },
    receiver: { type: 'string' },
    budget: { type: 'string' },
    effort: { type: 'string' },
    seed: { type: 'string' },
    plan: { type: 'boolean' },
    replay: { type: 'string' },
    trace: { type: 'string' },
    proxy: { type: 'string' },
    report: { type: 'string' },
    set: { type: 'string', multiple: true },
    'i-may-test-this': { type: 'boolean' },
    format: { type: 'string' },
    output: { type: 'string' },
  },
  words: [1, 1],
  async run([path], values, console): Promise<Status> {
    const isPlan = readFlag(values, 'plan')
    const url = readUrl(values, isPlan)
    const compiled = withoutErrors(path!, console)
    if (compiled === undefined) return 2
    const settings = readSettings(compiled.facts, parseSettings(values['set']))
    const unset = listUnsetSettings(compiled.facts, settings)
    const result = withoutUnset(compiled, unset)
    const form = formatOption(values, 'text', 'json', 'junit', 'sarif')
    const credentials = readCredentials(result.model, readTextOption(values, 'credentials'))
    const callers = await openCallers(result.model, credentials.keys())
    const isSending = !isPlan && readTextOption(values, 'trace') === undefined && readTextOption(values, 'proxy') === undefined
    const clock = readTextOption(values, 'clock')
    const standingTime = clock === undefined || !isSending ? undefined : await readStandingClock(clock)
    const now = (): number => standingTime ?? Date.now()
    const sender = openSender(result, url, credentials, 10_000, now)
    const receiver = isSending && hasEvents(result) ? await openReceiver(url, readTextOption(values, 'receiver'), now) : undefined
    const credentialsEnd = findCredentialsEnd(credentials.values())
    const options: VerifyOptions = {
      url,
      seed: readTextOption(values, 'seed') ?? randomBytes(4).toHex(),
      credentials,
      ...(receiver === undefined ? {} : { receiver }),
      budget: count(values, 'budget', 5000),
      effort: count(values, 'effort', 6000),
      ...(credentialsEnd === undefined ? {} : { credentialsEnd }),
      settings,
      fixtures: readFlag(values, 'fixtures'),
      hooks: createServerHooks(readTextOption(values, 'reset'), clock),
      send: (request) => sender.send(request),
      now,
      ...(console.progress === undefined ? {} : { progress: console.progress }),
    }
    try {
      if (isPlan) return printPlan(result, callers, options, values, console)
      const replayFile = readTextOption(values, 'replay')
      if (replayFile !== undefined) return await replay(result, callers, options, replayFile, console)
      const judged = await judge(result, callers, options, values, console)
      const report = { ...judged, notes: [...judged.notes, ...noteUnset(unset)] }
      console.progress?.('')
      writeOrPrint(print(report, form), readTextOption(values, 'output'), console)
      const folder = readTextOption(values, 'report')
      if (folder !== undefined) writeReport(folder, report)
      if (report.findings.length > 0) return 1
      return report.ended?.reason === 'unreachable' ? 2 : 0
    } finally {
      sender.close()
      receiver?.close()
    }
  },
}

type UnsetSettings = ReturnType<typeof listUnsetSettings>

/** Operations that need a setting without a value are not checked, because their responses are not known. */
function withoutUnset(compiled: Compiled, unset: UnsetSettings): Compiled {
  if (unset.size === 0) return compiled
  const operations = compiled.facts.operations.map((each) => (unset.has(each.operation) ? { ...each, complete: false } : each))
  return { ...compiled, facts: { ...compiled.facts, operations } }
}

function noteUnset(unset: UnsetSettings): readonly string[] {
  return [...unset].map(
    ([{ name }, missing]) =>
      `${name} is not checked, because it needs ${missing.map((each) => `the setting ${each}: give it by --set ${each}=VALUE`).join(', and ')}`,
  )
}

/** The address of the server. Another machine is only tested if the operator confirms it, because records change there. */
function readUrl(values: Values, isPlan: boolean): string {
  const url = readTextOption(values, 'url') ?? (isPlan ? 'http://127.0.0.1' : undefined)
  if (url === undefined) throw new Misuse('say where the server answers: `--url http://127.0.0.1:8080`')
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new Misuse(`--url takes an address of HTTP, not ${url}`)
  for (const address of [url, readTextOption(values, 'reset'), readTextOption(values, 'clock')]) {
    if (address !== undefined && !readFlag(values, 'i-may-test-this') && !isOwnMachine(address))
      throw new Misuse(
        `${address} is not of this machine: verify creates, changes and deletes records there; with --i-may-test-this it does`,
      )
  }
  return url
}

/** `names`: the callers that the operator has credentials for; the document must declare them. */
async function openCallers(model: Compiled['model'], names: Iterable<string>): Promise<OracleCallers> {
  const callers = await openOracleCallers(model, () => Date.now())
  if ('problems' in callers) throw new Misuse(callers.problems.join('; '))
  for (const name of names)
    if (!callers.names.includes(name))
      throw new Misuse(`the document has no caller \`${name}\`${callers.names.length === 0 ? '' : `; it has ${callers.names.join(', ')}`}`)
  return callers
}

function printPlan(result: Compiled, callers: OracleCallers, options: VerifyOptions, values: Values, console: Console): Status {
  const { seed, settings, fixtures, effort, hooks, url } = options
  const plan = planRun(result, callers, {
    seed,
    tag: tagOf(seed),
    callers: callers.names,
    settings,
    fixtures,
    effort,
    canWait: hooks.advance !== undefined,
    host: new URL(url).host,
    now: Date.now(),
  })
  writeOrPrint(planText(result, plan), readTextOption(values, 'output'), console)
  return 0
}

async function replay(result: Compiled, callers: OracleCallers, options: VerifyOptions, file: string, console: Console): Promise<Status> {
  const outcomes = await replayAll(result, callers, options, readFindings(file))
  console.out(outcomes.map(({ finding, stillOccurs }) => `${stillOccurs ? 'still there' : 'gone'}: ${finding.message}\n`).join(''))
  return outcomes.some(({ stillOccurs }) => stillOccurs) ? 1 : 0
}

/** Judges a recording, the requests of other clients, or requests of its own. */
async function judge(
  result: Compiled,
  callers: OracleCallers,
  options: VerifyOptions,
  values: Values,
  console: Console,
): Promise<VerifyReport> {
  const trace = readTextOption(values, 'trace')
  if (trace !== undefined) return judgeTrace(result, callers, options, trace)
  const proxy = readTextOption(values, 'proxy')
  return proxy === undefined ? verify(result, callers, options) : judgePassing(result, callers, options, parsePort(proxy), console)
}

/** A server on this machine reaches the receiver directly; any other server needs an address. */
async function openReceiver(url: string, receiverAddress: string | undefined, now: () => number): Promise<Receiver | undefined> {
  if (receiverAddress !== undefined && !/^http:\/\/[^/]+:\d+$/.test(receiverAddress))
    throw new Misuse(`--receiver takes an address with a port, such as http://192.0.2.1:9000, not ${receiverAddress}`)
  return receiverAddress !== undefined || isOwnMachine(url) ? Receiver.open(now, receiverAddress) : undefined
}

function print(report: VerifyReport, form: 'text' | 'json' | 'junit' | 'sarif'): string {
  switch (form) {
    case 'text':
      return verifyText(report)
    case 'json':
      return `${JSON.stringify(verifyJson(report), null, 2)}\n`
    case 'junit':
      return verifyJunit(report)
    case 'sarif':
      return `${printJson(verifySarif(report))}\n`
  }
}

function writeReport(folder: string, report: VerifyReport): void {
  makeFolder(folder)
  write(join(folder, 'index.html'), verifyPage(report))
  write(join(folder, 'report.json'), `${JSON.stringify(verifyJson(report), null, 2)}\n`)
  for (const [index, finding] of report.findings.entries()) {
    write(join(folder, `finding-${index + 1}.hurl`), printHurlScript(report.compiled, finding))
    write(join(folder, `finding-${index + 1}.sh`), `${printCurlScript(report.compiled, report.url, finding)}\n`)
  }
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Misuse(`--proxy takes a port, not ${text}`)
  return Number(text)
}

function count(values: Values, name: string, defaultCount: number): number {
  const optionText = readTextOption(values, name)
  if (optionText === undefined) return defaultCount
  if (!/^[1-9]\d{0,8}$/.test(optionText)) throw new Misuse(`--${name} takes a number of requests, not ${optionText}`)
  return Number(optionText)
}

function parseSettings(value: unknown): ReadonlyMap<string, string> {
  return new Map(
    (Array.isArray(value) ? (value as string[]) : []).map((each) => {
      const equals = each.indexOf('=')
      if (equals < 1) throw new Misuse(`--set takes NAME=VALUE, not ${each}`)
      return [each.slice(0, equals), each.slice(equals + 1)]
    }),
  )
}

function readFindings(file: string): readonly FindingJson[] {
  const parsed = parseJson(readFileBytes(file), { depth: 200 })
  const findings: Json | undefined =
    'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as { readonly [name: string]: Json })['findings'] : undefined
  if (!Array.isArray(findings)) throw new Misuse(`${file} is not a report of \`verify --format json\``)
  return findings as unknown as readonly FindingJson[]
}
