// What becomes of every list of every example as its records grow: `node bench/lists.ts [--sizes 1000,100000] [--only EXAMPLE] [--no-write]`. Each list is asked plainly, by
// each filter, in each order, with each optional parameter, and far behind its begin; in this process, over a file. CPU time of the thread, which other work on the machine
// makes little longer; the least of several rounds. A growth is the ratio of the last size to the first.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { poolRandomness } from '../src/base/clock.ts'
import type { Json, JsonObject } from '../src/base/json.ts'
import { compile } from '../src/compile/compile.ts'
import type { Exchange } from '../src/exchange/exchange.ts'
import type { Credential } from '../src/exchange/credential.ts'
import type { OperationFacts } from '../src/fact/fact.ts'
import { contextOfOperation } from '../src/fact/operation-context.ts'
import { world } from '../src/fact/world.ts'
import type { Operation } from '../src/model/model.ts'
import { specifiedEntries, slotValue } from '../src/model/slot.ts'
import { type SqliteBackend, createSqliteBackend } from '../src/store/sqlite/backend.ts'
import { type Made, madeRows, ofSchema } from './made-rows.ts'
import { count, keepPart, machine, table } from './results.ts'

const { values } = parseArgs({ allowNegative: true, options: { sizes: { type: 'string', default: '1000,100000' }, only: { type: 'string', default: '' }, write: { type: 'boolean', default: true } } })
const sizes = values.sizes.split(',').map(Number)
/** What lists refer to is fewer, so that who refers to one fills a page from the first size on. */
const fewer = 40
/** Askings of each list: in so many rounds, each of so many microseconds or so many requests. */
const [rounds, tick, most] = [5, 100_000, 4096]
/** One turn may take so many milliseconds. */
const longest = 10

/** Values of parameters that conditions look for, as the rows have them. */
const known: { readonly [parameter: string]: string } = { tag: 'tagList4', author: 'username7', favorited: 'username7' }

type Asked = { readonly operation: Operation; readonly what: string; readonly path: ReadonlyMap<string, string>; readonly query: readonly (readonly [string, string])[] }
type Measured = { readonly micros: number; readonly status: number }
type Result = { readonly example: string; readonly what: string; readonly found: readonly Measured[] }

const examples = join(import.meta.dirname, '../examples')
const folder = mkdtempSync(join(tmpdir(), 'lists-'))
const results: Result[] = []
try {
  for (const name of readdirSync(examples).filter((file) => file.endsWith('.md') && file.includes(values.only))) await measureExample(name)
} finally {
  rmSync(folder, { recursive: true })
}
const text = report()
console.log(text)
if (values.write && values.only === '') keepPart('# Lists that grow', text)

async function measureExample(name: string): Promise<void> {
  const convention = (each: string): string => readFileSync(new URL(`../conventions/${each}.md`, import.meta.url), 'utf8')
  const { facts } = compile([{ name, text: readFileSync(join(examples, name), 'utf8') }], { convention })
  const all = world(facts.model, facts.typing)
  const { resources } = facts.typing.domain
  const lists = facts.operations.filter(({ operation }) => operation.action === 'list')
  const listed = new Set(lists.map(({ operation }) => operation.subject?.text))
  const found = new Map<string, Measured[]>()
  for (const size of sizes) {
    // What is listed grows, and what ties two records together.
    const made = madeRows(facts, new Map([...resources.values()].map((info) => [info.name, listed.has(info.name) || info.key.length > 1 ? size : Math.min(size, fewer)])))
    const file = join(folder, `${name}-${size}.db`)
    const opened = async (): Promise<SqliteBackend> => {
      const backend = await createSqliteBackend(facts, file, { clock: { now: Date.now }, randomness: poolRandomness((bytes) => randomBytes(bytes)), settings: new Map(), fixtures: false, depth: 64 })
      if ('problem' in backend) throw new Error(backend.problem)
      return backend
    }
    await (await opened()).close()
    made.fill(file)
    const backend = await opened()
    for (const asked of lists.flatMap((facts_) => askedOf(facts_, made, size))) {
      const presented = callers(asked.operation, made)
      const measured = await measure(backend, asked, presented)
      found.getOrInsertComputed(asked.what, () => []).push(measured)
      process.stderr.write(`${name} ${asked.what}, ${count(size)}: ${measured.status}, ${count(measured.micros)} µs\n`)
    }
    await backend.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  }
  for (const [what, each] of found) results.push({ example: name, what, found: each })

  /** Whoever may call: the record that the scheme's claims name, or nobody. */
  function callers(operation: Operation, made: Made): ReadonlyMap<string, Credential> {
    const { schemes, caller } = facts.model.authentication.value
    const rule = slotValue(caller)
    return new Map(specifiedEntries(schemes).flatMap(({ name: scheme, value: said }): (readonly [string, Credential])[] => {
      const one = rule?.kind === 'schemes' ? slotValue(rule.schemes.find((other) => other.name === scheme)?.slot ?? { state: 'unsaid' }) : rule
      const info = one?.kind === 'lookup' ? resources.get(slotValue(one.lookup.find)?.text ?? '') : undefined
      if (said.find.state === 'shown') return []
      const asked = slotValue(said.claimsSet)
      const claims = { ...(asked === undefined ? {} : (ofSchema(facts.typing.schema(asked).schema, 'claims', 0) as JsonObject)), sub: info === undefined ? 'somebody' : made.value(info.name, info.key[0]!, 1) }
      return operation.slots.security.state === 'none' ? [] : [[scheme, { kind: 'valid', claims, scopes: [] }]]
    }))
  }

  function askedOf({ operation }: OperationFacts, made: Made, size: number): readonly Asked[] {
    const { lookups, input, resource } = contextOfOperation(all, operation)
    const middle = Math.floor(size / 2) - 1
    const path = new Map(lookups.flatMap(({ resource: of, members }) => members.flatMap((member, index) => {
      const name = [...input.path.keys()][index]
      return name === undefined ? [] : [[name, textOf(made.value(of.name, member, 1))] as const]
    })))
    const as = (what: string, query: Asked['query']): Asked => ({ operation, what: `${operation.name}${what}`, path, query })
    const own = (property: string, index: number): string => textOf(made.value(resource!.name, property, index))
    const style = slotValue(operation.slots.page)?.style
    const where = slotValue(operation.slots.where)?.text
    return [
      as('', []),
      ...[...input.filters.values()].map(({ property }) => as(`, filtered by ${property}`, [[property, own(property, middle + 2)]])),
      ...[...input.filters.values()].filter(({ operators }) => operators.has('gte')).map(({ property }) => as(`, filtered by ${property} from`, [[`${property}[gte]`, own(property, middle + 2)]])),
      ...(input.sort?.properties ?? []).map((word) => as(`, sorted by ${word}`, [[input.sort!.parameter.name, word]])),
      ...[...input.query.values()].filter(({ required, name: parameter }) => !required && known[parameter] !== undefined && where?.includes(`input.query.${parameter}`) === true).map(({ name: parameter }) => as(`, with ${parameter}`, [[parameter, known[parameter]!]])),
      ...(style?.state === 'shown' && style.value === 'offset' ? [as(', half-way behind its begin', [['offset', String(middle)]])] : []),
    ]
  }
}

function textOf(json: Json): string {
  if (Array.isArray(json)) return textOf(json[0]!)
  return typeof json === 'object' ? '' : String(json)
}

async function measure(backend: SqliteBackend, { operation, path, query }: Asked, presented: ReadonlyMap<string, Credential>): Promise<Measured> {
  const headers = new Map([['host', '127.0.0.1']])
  const exchange = (id: string): Exchange => ({
    operation, method: 'GET', path, query, headers: { get: (name: string) => headers.get(name), entries: () => headers.entries() }, address: '127.0.0.1', received: Date.now(), id, body: new Uint8Array(0), hasBody: false, presented,
  })
  let status = 0
  let asked = 0
  /** Microseconds of so many, one after the other. */
  const spent = async (times: number): Promise<number> => {
    const before = process.threadCpuUsage()
    for (let index = 0; index < times; index++) ({ status } = await backend.answer(exchange(`r${asked++}`)))
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / times
  }
  // The clock of a thread ticks slowly: as many are asked together as take long beside a tick.
  let [times, micros] = [1, await spent(1)]
  while (times * micros < tick && times < most) [times, micros] = [times * 2, await spent(times * 2)]
  const all: number[] = [micros]
  for (let round = 1; round < rounds; round++) all.push(await spent(times))
  return { micros: Math.min(...all), status }
}

function report(): string {
  const rows = results.map(({ example, what, found }) => {
    const last = found.at(-1)!
    const over = last.micros > longest * 1000 ? `over ${longest} ms` : ''
    return [`${example.replace('.md', '')}: ${what}`, ...found.map(({ micros, status }) => (status === 200 ? count(micros) : `answered ${status}`)), (last.micros / found[0]!.micros).toFixed(1), over]
  })
  return `\`npm run bench:lists -- --sizes ${values.sizes}\`: µs of CPU of one request, in the process that answers; ${machine()}. What lists refer to is ${count(fewer)} records at most.

${table(['list', ...sizes.map((size) => `${count(size)} records`), 'growth', 'a turn'], rows, ['a turn'])}
`
}
