// Ninefold beside the same service by hand: over the same rows, with the same bytes out, which is checked first. Medians of the rounds, each service warm.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
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
  /** So many records; `unit` names them. */
  readonly sizes: readonly number[]
  readonly unit: string
  readonly works: readonly Work[]
  /** The same rows for each, by the names of its own tables: `isOwn` are those of Ninefold. */
  fill(insert: Insert, size: number, isOwn: boolean): void
}

export type Row = { readonly [column: string]: SQLInputValue }
/** What a row does not say is null. */
export type Insert = (table: string, row: Row) => void

export type Options = { readonly rounds: number; readonly seconds: number; readonly warm: number; readonly only: string; readonly write: boolean }

const bare = { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '2' }, warm: { type: 'string', default: '2' }, only: { type: 'string', default: '' }, write: { type: 'boolean', default: true } } as const

/** `--rounds N --seconds N --warm N --only WORK --no-write`, and one more. `warm`: so many seconds of the same before it is measured. */
export function optionsWith<Name extends string>(name: Name, usual: string): Options & { readonly more: string } {
  const { values } = parseArgs({ allowNegative: true, options: { ...bare, [name]: { type: 'string', default: usual } } }) as { values: { [option: string]: string | boolean } }
  return { rounds: Number(values['rounds']), seconds: Number(values['seconds']), warm: Number(values['warm']), only: String(values['only']), write: values['write'] === true, more: String(values[name]) }
}

/** The service by hand with a commit a request and with grouped commits, and Ninefold. */
export function serversOf({ byHand, document }: Service): readonly [hand: Server, grouped: Server, own: Server] {
  const startByHand = (name: string, ...modes: readonly string[]): Server => ({ name, works: [], words: (file) => [join(import.meta.dirname, 'by-hand', byHand), file, ...modes] })
  return [startByHand('by hand, a commit a request'), startByHand('by hand, grouped commits', 'grouped'), ninefold('Ninefold', document)]
}

type Rates = { readonly rates: number[]; readonly cpus: number[] }

/** Lines of Markdown. */
export async function sideBySide(service: Service, options: Options): Promise<readonly string[]> {
  const [hand, grouped, own] = serversOf(service)
  const works = service.works.filter(({ name }) => name.includes(options.only))
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const lines: string[] = []
  const held = new Map<string, string>()
  const found = new Map<string, Rates>()
  const measure = async (running: Started, server: Server, work: Work, size: number, isFirst: boolean): Promise<void> => {
    const load = work.load(size)
    if (isFirst) hold(held, work, size, server, await answerOf(running, load))
    await peak(running, load, { seconds: options.warm, folder })
    const { rate, cpu } = await peak(running, load, { seconds: options.seconds, folder })
    const known = found.getOrInsertComputed(`${work.name} ${size} ${server.name}`, () => ({ rates: [], cpus: [] }))
    known.rates.push(rate)
    known.cpus.push(cpu)
  }
  try {
    for (const size of works.length === 0 ? [] : service.sizes) {
      const servers = [hand, grouped, own]
      const fileOf = (server: Server): string => join(folder, `${servers.indexOf(server)}-${size}.db`)
      for (const server of servers) {
        await (await start(server, fileOf(server))).stop()
        fillFile(fileOf(server), (insert) => service.fill(insert, size, server === own))
      }
      for (let round = 0; round < options.rounds; round++) {
        for (const server of servers) {
          // Each round begins with the same rows, whatever the one before has written.
          const file = join(folder, 'round.db')
          for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
          copyFileSync(fileOf(server), file)
          const running = await start(server, file)
          try {
            for (const work of works) if (server !== grouped || work.writes) await measure(running, server, work, size, round === 0)
          } finally {
            await running.stop()
          }
        }
      }
      const of = (work: Work, server: Server): Rates => found.get(`${work.name} ${size} ${server.name}`)!
      const part = table(service, size, works, (work) => ({ hand: of(work, hand), own: of(work, own), ...(work.writes ? { grouped: of(work, grouped) } : {}) }))
      console.log(part.join('\n'))
      lines.push(...part)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return lines
}

type Found = { readonly hand: Rates; readonly own: Rates; readonly grouped?: Rates }

function table({ title, unit }: Service, size: number, works: readonly Work[], of: (work: Work) => Found): readonly string[] {
  const ratio = (own: Rates, other: Rates): string => `${(median(own.rates) / median(other.rates)).toFixed(2)} (${(median(other.cpus) / median(own.cpus)).toFixed(2)})`
  const rows = works.map((work) => {
    const { hand, own, grouped } = of(work)
    return `| ${work.name} | ${Math.round(median(hand.rates))} | ${Math.round(median(own.rates))} | ${ratio(own, hand)} | ${grouped === undefined ? '' : ratio(own, grouped)} |`
  })
  return [`## ${title}: ${size.toLocaleString('en')} ${unit}`, '', '| work | by hand /s | Ninefold /s | ratio (CPU) | to grouped commits (CPU) |', '| --- | ---: | ---: | ---: | ---: |', ...rows, '']
}

export function preface(script: string, { rounds, seconds, warm }: Options): readonly string[] {
  return [
    `\`npm run ${script}\`: requests a second of Ninefold to those by hand (Fastify, \`node:sqlite\`, prepared statements), and in brackets CPU time a request; over 1 Ninefold is faster, or does with less.`, '',
    `${rounds} rounds of ${seconds} s after ${warm} s of the same, 64 connections; ${machine()}.`, '',
  ]
}

/** Columns are those of the table as it is; versions begin with 1. */
export function fillFile(file: string, work: (insert: Insert) => void): void {
  const database = new DatabaseSync(file)
  const known = new Map<string, (row: Row) => void>()
  const prepared = (table: string): ((row: Row) => void) => {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all().map(({ name }) => String(name))
    const statement = database.prepare(`INSERT OR REPLACE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    return (row) => void statement.run(...columns.map((name) => (name === '$version' ? 1 : (row[name] ?? null))))
  }
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  work((table, row) => known.getOrInsertComputed(table, prepared)(row))
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** With what differs each time, or by how it is sealed, left out. */
async function answerOf(running: Started, { method, paths, body, headers = [] }: Load): Promise<string> {
  const sent = Object.fromEntries([...(body === undefined ? [] : ['Content-Type: application/json']), ...headers].map((header) => header.split(': ') as [string, string]))
  const answer = await fetch(`${running.url}${paths[0]}`, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  const kept = ['etag', 'location', 'deprecation', 'sunset', 'access-control-allow-origin'].filter((name) => answer.headers.has(name)).join(' ')
  const text = `${answer.status} [${kept}] ${await answer.text()}`
  const open = method === 'GET' ? text : text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
  return open.replaceAll(/"token":"[^"]*"/g, '"token":"…"').replaceAll(/"next":"[^"]*"/g, '"next":"…"').replaceAll(/"(created|updated)At":"20[^"]*"/g, '"$1At":"…"').replaceAll(running.url, '')
}

/** The same bytes as by hand, and no header less: who sends more does more. */
function hold(known: Map<string, string>, work: Work, size: number, server: Server, answer: string): void {
  const expected = known.getOrInsertComputed(`${work.name} ${size}`, () => answer)
  const [own, other] = [answerParts(answer), answerParts(expected)]
  const isSame = own.rest === other.rest && other.headers.every((name) => own.headers.includes(name))
  if (!isSame && !numbersItself(work)) throw new Error(`${work.name}: ${server.name} answers\n${answer}\nand not\n${expected}`)
  if (!/^20[01] /.test(answer)) throw new Error(`${work.name}: ${server.name} answers ${answer}`)
}

/** A record whose key is the next number differs by what was made before it. */
function numbersItself({ name }: Work): boolean {
  return name === 'POST comment' || name === 'POST article'
}

function answerParts(answer: string): { readonly headers: readonly string[]; readonly rest: string } {
  const [, status = '', headers = '', body = ''] = /^(\d+) \[([^\]]*)\]([\s\S]*)$/.exec(answer) ?? []
  return { headers: headers.split(' '), rest: `${status}${body}` }
}
