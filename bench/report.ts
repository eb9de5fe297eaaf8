// Prints the results of the comparison as text and tables.

import { type Measured } from './load.ts'
import type { Paced } from './paced.ts'
import { versions } from './peers.ts'
import { count, machine, median, ms, table } from './results.ts'
import { type Server, type Work, bare, hand, own } from './servers.ts'

export type WorkResults = {
  readonly peaks: Measured[]
  /** At half of the server's own peak, and at half of the peak of the service by hand; empty if that exceeds the server's peak. */
  readonly half: Paced[]
  readonly handsHalf: Paced[]
}
export type Results = ReadonlyMap<string, WorkResults>
export type RunSettings = {
  readonly rounds: number
  readonly seconds: number
  /** Seconds of the same load before the measurement. */
  readonly warming: number
  readonly rows: number
  readonly wrk: string
}

export const keyOf = (work: Work, { name }: Server): string => `${work} ${name}`

export function report(
  servers: readonly Server[],
  titles: { readonly [work in Work]: string },
  results: Results,
  settings: RunSettings,
): string {
  const works = Object.keys(titles) as Work[]
  return `${intro(settings)}

${works.map((work) => peakOf(work, titles[work], servers, results)).join('\n\n')}

${halves(works, titles, servers, results)}

## What is not compared

Directus (its 12.4.0 is 686 MB installed, and compiles V8's isolates for more than five minutes) and Strapi (its 5.54.0 is 715 MB; the latest of
both asked for a version of their own panels that the registry did not have) weigh too much to be installed for this.
`
}

function intro({ rounds, seconds, warming, rows, wrk }: RunSettings): string {
  return `${machine()}; ${versions()}; ${wrk} with one thread and 64 connections on the same machine.
\`npm run bench:orders -- --rounds ${rounds} --seconds ${seconds} --warm ${warming} --rows ${rows}\`: medians of ${rounds} rounds of ${seconds} seconds, each server in turn, after ${warming} seconds of the same. All
connections are taken before the first request: what a server takes to accept them is not part of the figures.

Those by hand and Ninefold give the same bytes, validate the same, have entity tags, and write with \`synchronous=FULL\` before they answer; the last
column says what the others do not. By hand a cursor is not sealed. \`Ninefold to it\` is Ninefold's rate to that one's.`
}

const medianOf = <T>(all: readonly T[], figure: (each: T) => number): number => median(all.map(figure))

function peakOf(work: Work, title: string, servers: readonly Server[], results: Results): string {
  const measuredServers = servers.filter((server) => results.has(keyOf(work, server)))
  const rateOf = (server: Server): number => medianOf(results.get(keyOf(work, server))!.peaks, ({ rate }) => rate)
  const rows = measuredServers.map((server) => {
    const { peaks } = results.get(keyOf(work, server))!
    const latencies = (['p50', 'p99', 'p999'] as const).map((name) => ms(medianOf(peaks, (each) => each[name])))
    const cost = (['cpu', 'memory'] as const).map((name) => count(medianOf(peaks, (each) => each[name])))
    const ratio = measuredServers.includes(own) && rateOf(server) > 0 ? (rateOf(own) / rateOf(server)).toFixed(2) : '–'
    return [server.name, count(rateOf(server)), ratio, ...latencies, ...cost, server.less ?? '']
  })
  return `## ${title}\n\n${table(['', 'requests/s', 'Ninefold to it', 'p50 ms', 'p99 ms', 'p99.9 ms', 'CPU µs a request', 'memory MiB', 'what it does not do'], rows, ['what it does not do'])}`
}

function halves(works: readonly Work[], titles: { readonly [work in Work]: string }, servers: readonly Server[], results: Results): string {
  const late = Math.max(0, ...[...results.values()].flatMap(({ half, handsHalf }) => [...half, ...handsHalf].map((each) => each.late)))
  const sections = works.flatMap((work) => {
    const measuredServers = servers.filter((server) => (results.get(keyOf(work, server))?.half.length ?? 0) > 0)
    if (measuredServers.length === 0) return []
    const rows = measuredServers.map((server) => {
      const { half, handsHalf } = results.get(keyOf(work, server))!
      return [server.name, ...pace(half), ...(server === bare || server === hand ? ['', '', ''] : pace(handsHalf))]
    })
    return [
      `### ${titles[work]}\n\n${table(['', 'half of its peak: a second', 'p99 ms', 'p99.9 ms', 'half of the peak by hand: a second', 'p99 ms', 'p99.9 ms'], rows)}`,
    ]
  })
  return `## At half of the peak

Requests leave at a constant pace over 64 connections, whatever is answered (bench/paced.ts), and count from when they were meant to leave: at half of what
each answered at most in the same round, and at half of what the one by hand (a commit a request) did, where that is not beyond its own peak. The generator
itself was late by at most ${ms(late)} ms with 99 of 100 requests.

${sections.join('\n\n')}`
}

function pace(all: readonly Paced[]): string[] {
  if (all.length === 0) return ['beyond its peak', '', '']
  return [count(medianOf(all, ({ rate }) => rate)), ms(medianOf(all, ({ p99 }) => p99)), ms(medianOf(all, ({ p999 }) => p999))]
}
