// Measures every list of every example with a growing number of records: `node bench/lists.ts [--sizes 1000,100000] [--only EXAMPLE] [--no-write]`.
// Requests each list alone, by each filter, in each order, with each optional parameter, and with a large offset; in this process, over a file.
// Takes the least CPU time of several rounds, which other work on the machine hardly changes. The growth is the ratio of the last size to the
// first.

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
import { makeOperationContext } from '../src/fact/operation-context.ts'
import { indexModel } from '../src/fact/model-index.ts'
import type { Operation } from '../src/model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../src/model/slot.ts'
import { type SqliteBackend, createSqliteBackend } from '../src/store/sqlite/backend.ts'
import { type SampleRows, sampleRows, ofSchema } from './sample-rows.ts'
import { count, writePart, machine, table } from './results.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    sizes: { type: 'string', default: '1000,100000' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: true },
  },
})
const sizes = values.sizes.split(',').map(Number)
/** The most records of resources to which lists refer, so that the referring records of each fill a page at the first size. */
const maxReferred = 40
/** The rounds of each list, and the microseconds or the number of requests of a round. */
const [rounds, minMicroseconds, maxRequests] = [5, 100_000, 4096]
/** The milliseconds that one turn of the event loop may take. */
const maxTurn = 10

/** Values of parameters that occur in the generated rows. */
const parameterValues: { readonly [parameter: string]: string } = { tag: 'tagList4', author: 'username7', favorited: 'username7' }

type ListRequest = {
  readonly operation: Operation
  readonly what: string
  readonly path: ReadonlyMap<string, string>
  readonly query: readonly (readonly [string, string])[]
}
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
if (values.write && values.only === '') writePart('# Lists that grow', text)

async function measureExample(name: string): Promise<void> {
  const convention = (each: string): string => readFileSync(new URL(`../conventions/${each}.md`, import.meta.url), 'utf8')
  const { facts } = compile([{ name, text: readFileSync(join(examples, name), 'utf8') }], { convention })
  const modelIndex = indexModel(facts.model, facts.typing)
  const { resources } = facts.typing.domain
  const lists = facts.operations.filter(({ operation }) => operation.action === 'list')
  const listed = new Set(lists.map(({ operation }) => operation.subject?.text))
  const found = new Map<string, Measured[]>()
  for (const size of sizes) {
    // Listed resources grow, and so do those that connect two records.
    const sample = sampleRows(
      facts,
      new Map(
        [...resources.values()].map((info) => [
          info.name,
          listed.has(info.name) || info.key.length > 1 ? size : Math.min(size, maxReferred),
        ]),
      ),
    )
    const file = join(folder, `${name}-${size}.db`)
    const opened = async (): Promise<SqliteBackend> => {
      const backend = await createSqliteBackend(facts, file, {
        clock: { now: Date.now },
        randomness: poolRandomness((bytes) => randomBytes(bytes)),
        settings: new Map(),
        fixtures: false,
        depth: 64,
      })
      if ('problem' in backend) throw new Error(backend.problem)
      return backend
    }
    await (await opened()).close()
    sample.fill(file)
    const backend = await opened()
    for (const request of lists.flatMap((operationFacts) => requestsOf(operationFacts, sample, size))) {
      const presented = callers(request.operation, sample)
      const measured = await measure(backend, request, presented)
      found.getOrInsertComputed(request.what, () => []).push(measured)
      process.stderr.write(`${name} ${request.what}, ${count(size)}: ${measured.status}, ${count(measured.micros)} µs\n`)
    }
    await backend.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  }
  for (const [what, each] of found) results.push({ example: name, what, found: each })

  /** A credential that the operation admits: by the record that the claims of its scheme name, if there is one. */
  function callers(operation: Operation, sample: SampleRows): ReadonlyMap<string, Credential> {
    const { schemes, caller } = facts.model.authentication.value
    const rule = slotValueOf(caller)
    return new Map(
      listSpecifiedEntries(schemes).flatMap(({ name: scheme, value: declared }): (readonly [string, Credential])[] => {
        const permission =
          rule?.kind === 'schemes' ? slotValueOf(rule.schemes.find((other) => other.name === scheme)?.slot ?? { state: 'unsaid' }) : rule
        const info = permission?.kind === 'lookup' ? resources.get(slotValueOf(permission.lookup.find)?.text ?? '') : undefined
        if (declared.find.state === 'shown') return []
        const claimsSchema = slotValueOf(declared.claimsSet)
        const claims = {
          ...(claimsSchema === undefined ? {} : (ofSchema(facts.typing.schema(claimsSchema).schema, 'claims', 0) as JsonObject)),
          sub: info === undefined ? 'somebody' : sample.value(info.name, info.key[0]!, 1),
        }
        return operation.slots.security.state === 'none' ? [] : [[scheme, { kind: 'valid', claims, scopes: [] }]]
      }),
    )
  }

  function requestsOf({ operation }: OperationFacts, sample: SampleRows, size: number): readonly ListRequest[] {
    const { lookups, input, resource } = makeOperationContext(modelIndex, operation)
    const middle = Math.floor(size / 2) - 1
    const path = new Map(
      lookups.flatMap(({ resource: of, members }) =>
        members.flatMap((member, index) => {
          const name = [...input.path.keys()][index]
          return name === undefined ? [] : [[name, textOf(sample.value(of.name, member, 1))] as const]
        }),
      ),
    )
    const request = (what: string, query: ListRequest['query']): ListRequest => ({
      operation,
      what: `${operation.name}${what}`,
      path,
      query,
    })
    const valueAt = (property: string, index: number): string => textOf(sample.value(resource!.name, property, index))
    const style = slotValueOf(operation.slots.page)?.style
    const where = slotValueOf(operation.slots.where)?.text
    return [
      request('', []),
      ...[...input.filters.values()].map(({ property }) =>
        request(`, filtered by ${property}`, [[property, valueAt(property, middle + 2)]]),
      ),
      ...[...input.filters.values()]
        .filter(({ operators }) => operators.has('gte'))
        .map(({ property }) => request(`, filtered by ${property} from`, [[`${property}[gte]`, valueAt(property, middle + 2)]])),
      ...(input.sort?.properties ?? []).map((word) => request(`, sorted by ${word}`, [[input.sort!.parameter.name, word]])),
      ...[...input.query.values()]
        .filter(
          ({ required, name: parameter }) =>
            !required && parameterValues[parameter] !== undefined && where?.includes(`input.query.${parameter}`) === true,
        )
        .map(({ name: parameter }) => request(`, with ${parameter}`, [[parameter, parameterValues[parameter]!]])),
      ...(style?.state === 'shown' && style.value === 'offset'
        ? [request(', half-way behind its begin', [['offset', String(middle)]])]
        : []),
    ]
  }
}

function textOf(json: Json): string {
  if (Array.isArray(json)) return textOf(json[0]!)
  return typeof json === 'object' ? '' : String(json)
}

async function measure(
  backend: SqliteBackend,
  { operation, path, query }: ListRequest,
  credentials: ReadonlyMap<string, Credential>,
): Promise<Measured> {
  const headers = new Map([['host', '127.0.0.1']])
  const exchange = (id: string): Exchange => ({
    operation,
    method: 'GET',
    path,
    query,
    headers: { get: (name: string) => headers.get(name), entries: () => headers.entries() },
    address: '127.0.0.1',
    receivedAt: Date.now(),
    id,
    body: new Uint8Array(0),
    hasBody: false,
    credentials,
  })
  let status = 0
  let sent = 0
  /** The average microseconds of this number of sequential requests. */
  const averageTime = async (times: number): Promise<number> => {
    const before = process.threadCpuUsage()
    for (let index = 0; index < times; index++) ({ status } = await backend.answer(exchange(`r${sent++}`)))
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / times
  }
  // The CPU clock of a thread is coarse: doubles the number of requests until they take much longer than a tick.
  let [times, micros] = [1, await averageTime(1)]
  while (times * micros < minMicroseconds && times < maxRequests) [times, micros] = [times * 2, await averageTime(times * 2)]
  const averages: number[] = [micros]
  for (let round = 1; round < rounds; round++) averages.push(await averageTime(times))
  return { micros: Math.min(...averages), status }
}

function report(): string {
  const rows = results.map(({ example, what, found }) => {
    const last = found.at(-1)!
    const over = last.micros > maxTurn * 1000 ? `over ${maxTurn} ms` : ''
    return [
      `${example.replace('.md', '')}: ${what}`,
      ...found.map(({ micros, status }) => (status === 200 ? count(micros) : `answered ${status}`)),
      (last.micros / found[0]!.micros).toFixed(1),
      over,
    ]
  })
  return `\`npm run bench:lists -- --sizes ${values.sizes}\`: µs of CPU of one request, in the process that answers; ${machine()}. What lists refer to is ${count(maxReferred)} records at most.

${table(['list', ...sizes.map((size) => `${count(size)} records`), 'growth', 'a turn'], rows, ['a turn'])}
`
}
