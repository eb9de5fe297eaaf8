// `ninefold serve DOC`: runs the service that the document specifies.

import { setFlagsFromString } from 'node:v8'
import { isLoopback } from '../serve/operator-guard.ts'
import { parseNetwork } from '../serve/forwarded.ts'
import { findBuiltPage } from './built-page.ts'
import { withConfig } from './config.ts'
import { limitOptions, limitParse, readLimits } from './limits.ts'
import { type Command, type Console, Misuse, type Status, type Values, readFlag, formatOption, readTextOption } from './command.ts'
import { compileAt, printDiagnostics } from './compiled.ts'
import { printListening } from './listening.ts'
import { printMigrated, printUnmigrated } from './migrating.ts'
import { UnmigratedStore } from './store-runtime.ts'
import { readEnvironmentStore } from './store-option.ts'
import type { ServeOptions, Running } from './options.ts'
import { runService } from './running.ts'
import { serveWatching } from './watching.ts'
import type { MigrationPlan } from '../store/migration/step.ts'
import { storeForms, storeVariable } from '../store/registry.ts'
import { parseLogLevel, parseSettings, parseDurationOption, parsePort } from './serve-values.ts'

const tokenVariable = 'NINEFOLD_OPERATOR_TOKEN'

/** The minimum length of the operator's token: 128 bits in base64url. */
const minTokenLength = 22

export const serveCommand: Command = {
  name: 'serve',
  arguments: 'DOC',
  about: 'Serves every complete operation of the document.',
  options: [
    { flag: '--config FILE', about: 'these options from a YAML file, by the same names; the command line takes precedence' },
    { flag: '--port N', about: 'the port (default 4000); 0 chooses a free one' },
    { flag: '--host ADDRESS', about: 'the address to listen on (default 127.0.0.1)' },
    { flag: '--tls-cert FILE', about: 'TLS on the port: the certificate with its chain, in PEM; SIGHUP reloads it' },
    { flag: '--tls-key FILE', about: 'the private key of the certificate, in PEM' },
    {
      flag: `--store ${storeForms}`,
      about: `the store of records (default: \`${storeVariable}\` in the environment, otherwise memory, which ends with the process)`,
    },
    { flag: '--limits redis://…', about: 'counts rates and quotas for all processes in Redis instead of PostgreSQL' },
    { flag: '--handover DURATION', about: 'waits so long for another process that serves the store to end; without it, refuses at once' },
    { flag: '--admin [PORT]', about: "the operator's listener: health, readiness, metrics, facts" },
    {
      flag: '--admin-host ADDRESS',
      about: `the address of that listener (default 127.0.0.1); other addresses require a token in the variable ${tokenVariable}`,
    },
    { flag: '--page', about: "the operator's page, on the operator's listener" },
    { flag: '--clock real|virtual', about: "virtual: time advances only through the operator's listener" },
    {
      flag: '--log LEVEL',
      about: 'silent, error, warn (default), info (a line per request, and the limits at start) or debug; to standard error, as JSON',
    },
    {
      flag: '--traces',
      about: 'spans of requests, their stages, statements and deliveries, through @opentelemetry/api and the SDK that the process loads',
    },
    { flag: '--metrics', about: 'the metrics of the listener, through @opentelemetry/api and the SDK that the process loads' },
    { flag: '--audit FILE|-', about: 'a JSON line per change and per unauthorised request: caller, operation, records' },
    { flag: '--audit-may-lose', about: 'accept changes while that file cannot be written; otherwise they are `unavailable`' },
    { flag: '--mcp', about: "offers the operations to agents as tools of the Model Context Protocol, at /mcp on the service's port" },
    { flag: '--mcp-path PATH', about: 'the path instead of /mcp' },
    { flag: '--private-targets', about: 'allows deliveries to private, loopback and link-local addresses' },
    {
      flag: '--trust-proxy CIDR',
      about: 'a proxy, or a network of proxies, whose forwarding headers are trusted; may be given several times',
    },
    { flag: '--watch', about: 'reload the document when it changes; records and connections are kept' },
    { flag: '--explain', about: 'adds the origin of each answer as response headers' },
    { flag: '--set NAME=VALUE', about: 'a setting of part 1; may be given several times' },
    { flag: '--format text|json', about: 'the form of the output' },
    ...limitOptions,
  ],
  parse: {
    config: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    store: { type: 'string' },
    limits: { type: 'string' },
    handover: { type: 'string' },
    audit: { type: 'string' },
    'audit-may-lose': { type: 'boolean' },
    admin: { type: 'string' },
    'admin-host': { type: 'string' },
    page: { type: 'boolean' },
    traces: { type: 'boolean' },
    metrics: { type: 'boolean' },
    mcp: { type: 'boolean' },
    'mcp-path': { type: 'string' },
    'private-targets': { type: 'boolean' },
    'trust-proxy': { type: 'string', multiple: true },
    clock: { type: 'string' },
    explain: { type: 'boolean' },
    watch: { type: 'boolean' },
    log: { type: 'string' },
    set: { type: 'string', multiple: true },
    format: { type: 'string' },
    ...limitParse,
  },
  words: [1, 1],
  async run([path], commandLine, console) {
    const configured = withConfig(readTextOption(commandLine, 'config'), commandLine, serveCommand.parse, {
      port: '4000',
      host: '127.0.0.1',
      clock: 'real',
      log: 'warn',
    })
    const values = { ...configured, store: readTextOption(configured, 'store') ?? readEnvironmentStore() ?? 'memory' }
    const form = formatOption(values, 'text', 'json')
    const limits = ['info', 'debug'].includes(readTextOption(values, 'log')!) ? readLimits(values) : undefined
    if (readFlag(values, 'watch')) {
      const onMigrated = (plan: MigrationPlan): void => printMigrated(plan, form, console)
      return serveWatching(
        path!,
        { ...readOptions(values), ...(await readPage(values)), ...readHandover(values, form, console), onMigrated },
        form,
        console,
        (result, running) => printListening(result, running, form, console, limits),
      )
    }
    const result = compileAt(path!)
    if (result.errors.length > 0) return reportErrors(result.errors, console)
    const running = await runService(result, {
      ...readOptions(values),
      ...(await readPage(values)),
      ...readHandover(values, form, console),
      onMigrated: (plan) => printMigrated(plan, form, console),
    }).catch(orUnmigrated)
    if (running instanceof UnmigratedStore) return printUnmigrated(running, readTextOption(values, 'store')!, form, console)
    if ('problems' in running) return reportErrors(running.problems, console)
    collectSooner()
    compileSooner()
    const stopped = waitUntilStopped(running)
    // A process that reads this message may end the service at once, and gracefully.
    printListening(result, running, form, console, limits)
    await stopped
    return 0
  },
}

function readOptions(values: Values): ServeOptions {
  return {
    port: parsePort(values, 'port'),
    host: readTextOption(values, 'host')!,
    store: readTextOption(values, 'store')!,
    tls: readTls(values),
    ...(values['admin'] === undefined ? {} : { admin: parsePort(values, 'admin') }),
    ...readOperator(values),
    ...readAudit(values),
    trusted: readTrusted(values['trust-proxy']),
    virtual: isVirtual(readTextOption(values, 'clock')!),
    ...readLimitOptions(values),
    ...readMcp(values),
    explain: readFlag(values, 'explain'),
    traces: readFlag(values, 'traces'),
    metrics: readFlag(values, 'metrics'),
    operatorLimits: readLimits(values),
    deliveries: { allowPrivate: readFlag(values, 'private-targets') },
    settings: parseSettings(values['set']),
    log: { level: parseLogLevel(readTextOption(values, 'log')!), sink: 2 },
  }
}

function readTls(values: Values): ServeOptions['tls'] {
  const [cert, key] = [readTextOption(values, 'tls-cert'), readTextOption(values, 'tls-key')]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new Misuse(`--tls-cert and --tls-key go together: --tls-${cert === undefined ? 'cert' : 'key'} is missing`)
  return { cert, key }
}

function readLimitOptions(values: Values): Pick<ServeOptions, 'limits'> {
  const address = readTextOption(values, 'limits')
  if (address === undefined) return {}
  if (!/^rediss?:\/\/[^/]/.test(address))
    throw new Misuse(`--limits takes the address of a Redis, as redis://127.0.0.1:6379, not ${address}`)
  return { limits: { address, now: readTextOption(values, 'clock') === 'virtual' ? 'process' : 'redis' } }
}

function readMcp(values: Values): Pick<ServeOptions, 'mcp'> {
  const path = readTextOption(values, 'mcp-path')
  if (path !== undefined && !readFlag(values, 'mcp')) throw new Misuse('--mcp-path is only for --mcp, which is not set')
  if (path !== undefined && !/^\/[\w.~/-]*$/.test(path)) throw new Misuse(`--mcp-path takes a path such as /mcp, not ${path}`)
  return readFlag(values, 'mcp') ? { mcp: path ?? '/mcp' } : {}
}

function readHandover(values: Values, form: 'text' | 'json', console: Console): Pick<ServeOptions, 'handover'> {
  if (values['handover'] === undefined) return {}
  const patience = parseDurationOption(values, 'handover')
  const onWaiting = (holder: string): void =>
    console.out(form === 'json' ? `${JSON.stringify({ event: 'waiting', holder })}\n` : `waiting for ${holder}, which serves the store\n`)
  return { handover: { patience, onWaiting } }
}

function readAudit(values: Values): Pick<ServeOptions, 'audit'> {
  const target = readTextOption(values, 'audit')
  const mayLose = readFlag(values, 'audit-may-lose')
  if (target === undefined && mayLose) throw new Misuse('--audit-may-lose is only for --audit, which is not set')
  return target === undefined ? {} : { audit: { target, mayLose } }
}

/** The page belongs to the operator's listener, so it enables the listener too. */
async function readPage(values: Values): Promise<Pick<ServeOptions, 'page' | 'admin'>> {
  if (!readFlag(values, 'page')) return {}
  return { page: await findBuiltPage(), ...(values['admin'] === undefined ? { admin: 0 } : {}) }
}

function readOperator(values: Values): Partial<ServeOptions> {
  const host = readTextOption(values, 'admin-host')
  const token = process.env[tokenVariable]
  if (host !== undefined && !isLoopback(host) && (token ?? '') === '')
    throw new Misuse(`--admin-host ${host} is reached from other machines: set ${tokenVariable} to a token that the operator keeps`)
  if (token !== undefined && token !== '' && token.length < minTokenLength) {
    throw new Misuse(
      `${tokenVariable} has ${token.length} ${token.length === 1 ? 'character' : 'characters'}, which are soon guessed: it needs ${minTokenLength}; make one with \`openssl rand -hex 32\``,
    )
  }
  return {
    ...(host === undefined ? {} : { adminHost: host }),
    ...(token === undefined || token === '' ? {} : { adminToken: token }),
  }
}

/**
 * Collects old garbage when it reaches half the size of the live data, instead of several times that size: under load a process uses 50 MB
 * less. Only after the start, because nearly all data that reading and checking a document creates stays alive.
 */
function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

/**
 * V8 optimises a function after a number of calls, and inlined calls hardly count: by default most request code would be optimised only
 * after 17,000 requests.
 */
function compileSooner(): void {
  setFlagsFromString('--invocation-count-for-turbofan=1000')
}

function orUnmigrated(error: unknown): UnmigratedStore {
  if (error instanceof UnmigratedStore) return error
  throw error
}

/** The first signal lets running requests end; a second one ends the process at once. */
async function waitUntilStopped(running: Running): Promise<void> {
  const stop = (): void => void running.stop()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const renew = (): void => void running.renew()
  process.on('SIGHUP', renew)
  await running.ended
  process.off('SIGHUP', renew)
}

function reportErrors(diagnostics: Parameters<typeof printDiagnostics>[0], console: Console): Status {
  printDiagnostics(diagnostics, console, console.error)
  console.error('Not served: a document with errors is not a service yet.\n')
  return 1
}

function readTrusted(value: unknown): readonly string[] {
  const networks = Array.isArray(value) ? (value as string[]) : []
  const invalid = networks.find((each) => parseNetwork(each) === undefined)
  if (invalid !== undefined) throw new Misuse(`--trust-proxy takes an address or a network such as 10.0.0.0/8, not ${invalid}`)
  return networks
}

function isVirtual(clock: string): boolean {
  if (clock !== 'real' && clock !== 'virtual') throw new Misuse(`--clock takes real or virtual, not ${clock}`)
  return clock === 'virtual'
}
