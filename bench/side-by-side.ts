// Compares Ninefold with the same service by hand, over the same rows. Checks first that both answer the same bytes. All servers run at the same
// time and are measured in turn in short rounds, because a disk and a busy machine change their speed within minutes; only one of them has work.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Load, peak } from './load.ts'
import { machine, median } from './results.ts'
import { type Server, type Started, ninefold, start } from './servers.ts'

export type Work = { readonly name: string; readonly load: (size: number) => Load; readonly writes: boolean }

export type Service = {
  readonly title: string
  /** The file in `by-hand/`. */
  readonly byHand: string
  readonly document: string
  /** The numbers of records; `unit` names the records. */
  readonly sizes: readonly number[]
  readonly unit: string
  readonly works: readonly Work[]
  /** Inserts the same rows into each service's own tables; `isOwn`: into those of Ninefold. */
  fill(insert: Insert, size: number, isOwn: boolean): void
}

export type Row = { readonly [column: string]: SQLInputValue }
/** Missing columns are null. */
export type Insert = (table: string, row: Row) => void

export type Options = {
  readonly rounds: number
  readonly seconds: number
  readonly warm: number
  readonly only: string
  readonly write: boolean
}

const commonOptions = {
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '2' },
  warm: { type: 'string', default: '2' },
  only: { type: 'string', default: '' },
  write: { type: 'boolean', default: true },
} as const

/** Reads `--rounds N --seconds N --warm N --only WORK --no-write`, and one more option. `warm`: seconds of the same load before a measurement. */
export function optionsWith<Name extends string>(name: Name, defaultValue: string): Options & { readonly more: string } {
  const { values } = parseArgs({
    allowNegative: true,
    options: { ...commonOptions, [name]: { type: 'string', default: defaultValue } },
  }) as { values: { [option: string]: string | boolean } }
  return {
    rounds: Number(values['rounds']),
    seconds: Number(values['seconds']),
    warm: Number(values['warm']),
    only: String(values['only']),
    write: values['write'] === true,
    more: String(values[name]),
  }
}

/** The service by hand with one commit per request, the same with grouped commits, and Ninefold. */
export function serversOf({ byHand, document }: Service): readonly [hand: Server, grouped: Server, own: Server] {
  const startByHand = (name: string, ...modes: readonly string[]): Server => ({
    name,
    works: [],
    words: (file) => [join(import.meta.dirname, 'by-hand', byHand), file, ...modes],
  })
  return [startByHand('by hand, a commit a request'), startByHand('by hand, grouped commits', 'grouped'), ninefold('Ninefold', document)]
}

type Rates = { readonly rates: number[]; readonly cpus: number[] }

/** Returns lines of Markdown. */
export async function sideBySide(service: Service, options: Options): Promise<readonly string[]> {
  const [hand, grouped, own] = serversOf(service)
  const works = service.works.filter(({ name }) => name.includes(options.only))
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const lines: string[] = []
  const answers = new Map<string, string>()
  const ratesByWork = new Map<string, Rates>()
  const measure = async (running: Started, server: Server, work: Work, size: number): Promise<void> => {
    const { rate, cpu } = await peak(running, work.load(size), { seconds: options.seconds, folder })
    const rates = ratesByWork.getOrInsertComputed(`${work.name} ${size} ${server.name}`, () => ({ rates: [], cpus: [] }))
    rates.rates.push(rate)
    rates.cpus.push(cpu)
  }
  try {
    for (const size of works.length === 0 ? [] : service.sizes) {
      const running = new Map<Server, Started>()
      try {
        for (const server of [hand, grouped, own]) {
          const file = join(folder, `${running.size}-${size}.db`)
          await (await start(server, file)).stop()
          fillFile(file, (insert) => service.fill(insert, size, server === own))
          running.set(server, await start(server, file))
        }
        for (const work of works) {
          const measured = [...running].filter(([server]) => server !== grouped || work.writes)
          for (const [server, started] of measured) {
            checkSameAnswer(answers, work, size, server, await answerOf(started, work.load(size)))
            await peak(started, work.load(size), { seconds: options.warm, folder })
          }
          for (let round = 0; round < options.rounds; round++)
            for (const [server, started] of round % 2 === 0 ? measured : measured.toReversed()) await measure(started, server, work, size)
        }
      } finally {
        for (const started of running.values()) await started.stop()
      }
      const ratesOf = (work: Work, server: Server): Rates => ratesByWork.get(`${work.name} ${size} ${server.name}`)!
      const part = table(service, size, works, (work) => ({
        hand: ratesOf(work, hand),
        own: ratesOf(work, own),
        ...(work.writes ? { grouped: ratesOf(work, grouped) } : {}),
      }))
      console.log(part.join('\n'))
      lines.push(...part)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return lines
}

type WorkRates = { readonly hand: Rates; readonly own: Rates; readonly grouped?: Rates }

function table({ title, unit }: Service, size: number, works: readonly Work[], ratesOf: (work: Work) => WorkRates): readonly string[] {
  const ratio = (own: Rates, other: Rates): string =>
    `${(median(own.rates) / median(other.rates)).toFixed(2)} (${(median(other.cpus) / median(own.cpus)).toFixed(2)})`
  const rows = works.map((work) => {
    const { hand, own, grouped } = ratesOf(work)
    return `| ${work.name} | ${Math.round(median(hand.rates))} | ${Math.round(median(own.rates))} | ${ratio(own, hand)} | ${grouped === undefined ? '' : ratio(own, grouped)} |`
  })
  return [
    `## ${title}: ${size.toLocaleString('en')} ${unit}`,
    '',
    '| work | by hand /s | Ninefold /s | ratio (CPU) | to grouped commits (CPU) |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
  ]
}

export function preface(script: string, { rounds, seconds, warm }: Options): readonly string[] {
  return [
    `\`npm run ${script}\`: requests a second of Ninefold to those by hand (Fastify, \`node:sqlite\`, prepared statements), and in brackets CPU time a request; over 1 Ninefold is faster, or does with less.`,
    '',
    `${rounds} rounds of ${seconds} s in turn after ${warm} s of the same, 64 connections; ${machine()}.`,
    '',
  ]
}

/** Fills the existing tables of a file; versions start at 1. */
export function fillFile(file: string, work: (insert: Insert) => void): void {
  const database = new DatabaseSync(file)
  const insertsByTable = new Map<string, (row: Row) => void>()
  const prepared = (table: string): ((row: Row) => void) => {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name))
    const statement = database.prepare(
      `INSERT OR REPLACE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    return (row) => void statement.run(...columns.map((name) => (name === '$version' ? 1 : (row[name] ?? null))))
  }
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  work((table, row) => insertsByTable.getOrInsertComputed(table, prepared)(row))
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** The answer to a request, without values that differ in each run and without sealed cursors. */
async function answerOf(running: Started, { method, paths, body, headers = [] }: Load): Promise<string> {
  const sent = Object.fromEntries(
    [...(body === undefined ? [] : ['Content-Type: application/json']), ...headers].map((header) => header.split(': ') as [string, string]),
  )
  const answer = await fetch(`${running.url}${paths[0]}`, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  const headerNames = ['etag', 'location', 'deprecation', 'sunset', 'access-control-allow-origin']
    .filter((name) => answer.headers.has(name))
    .join(' ')
  const text = `${answer.status} [${headerNames}] ${await answer.text()}`
  const comparable = method === 'GET' ? text : text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
  return comparable
    .replaceAll(/"token":"[^"]*"/g, '"token":"…"')
    .replaceAll(/"next":"[^"]*"/g, '"next":"…"')
    .replaceAll(/"(created|updated)At":"20[^"]*"/g, '"$1At":"…"')
    .replaceAll(running.url, '')
}

/** Throws if a service answers other bytes than the one by hand, or lacks one of its headers; additional headers are allowed. */
function checkSameAnswer(answers: Map<string, string>, work: Work, size: number, server: Server, answer: string): void {
  const expected = answers.getOrInsertComputed(`${work.name} ${size}`, () => answer)
  const [own, other] = [answerParts(answer), answerParts(expected)]
  const isSame = own.rest === other.rest && other.headers.every((name) => own.headers.includes(name))
  if (!isSame && !numbersItself(work)) throw new Error(`${work.name}: ${server.name} answers\n${answer}\nand not\n${expected}`)
  if (!/^20[01] /.test(answer)) throw new Error(`${work.name}: ${server.name} answers ${answer}`)
}

/** True if the answer contains the next number of a sequence, which differs between the services. */
function numbersItself({ name }: Work): boolean {
  return name === 'POST comment' || name === 'POST article'
}

function answerParts(answer: string): { readonly headers: readonly string[]; readonly rest: string } {
  const [, status = '', headers = '', body = ''] = /^(\d+) \[([^\]]*)\]([\s\S]*)$/.exec(answer) ?? []
  return { headers: headers.split(' '), rest: `${status}${body}` }
}
