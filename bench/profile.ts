// Profiles the CPU time of one request of a warm service over HTTP:
// `npm run bench:profile -- SERVICE WORK [--size N --seconds N --warm N --by-hand | --grouped]`, for example `blog "one article"`.
// Prints the self time per request by function, file and folder, in microseconds.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { peak } from './load.ts'
import { blog } from './services/blog.ts'
import { bookshop } from './services/bookshop.ts'
import { hours } from './services/hours.ts'
import { todo } from './services/todo.ts'
import { fillFile, serversOf } from './side-by-side.ts'
import { start } from './servers.ts'

const services = { blog, bookshop, hours, todo }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '5' },
    'by-hand': { type: 'boolean' },
    grouped: { type: 'boolean' },
  },
})
const service = services[positionals[0] as keyof typeof services] as (typeof services)[keyof typeof services] | undefined
const work = service?.works.find(({ name }) => name === positionals[1])
if (service === undefined || work === undefined)
  throw new Error(
    `which work? ${Object.entries(services)
      .map(([name, { works }]) => `${name}: ${works.map((each) => each.name).join(', ')}`)
      .join('; ')}`,
  )

type Node = {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
}
type Profile = { readonly nodes: readonly Node[]; readonly samples: readonly number[]; readonly timeDeltas: readonly number[] }

const size = Number(values.size ?? service.sizes.at(-1))
const folder = mkdtempSync(join(tmpdir(), 'profile-'))
try {
  const [hand, grouped, own] = serversOf(service)
  const server = values['by-hand'] === true ? hand : values.grouped === true ? grouped : own
  const file = join(folder, 'rows.db')
  await (await start(server, file)).stop()
  fillFile(file, (insert) => service.fill(insert, size, server === own))
  const profiled = {
    ...server,
    words: (path: string, port: number) => [
      '--cpu-prof',
      '--cpu-prof-interval',
      '200',
      `--cpu-prof-dir=${folder}`,
      ...server.words(path, port),
    ],
  }
  const running = await start(profiled, file)
  const load = work.load(size)
  await peak(running, load, { seconds: Number(values.warm), folder })
  const { rate, cpu, requests } = await peak(running, load, { seconds: Number(values.seconds), folder })
  await running.stop()
  console.log(`${Math.round(rate)} a second, ${cpu.toFixed(1)} µs of CPU a request`)
  const profile = JSON.parse(
    readFileSync(
      join(
        folder,
        readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))!,
      ),
      'utf8',
    ),
  ) as Profile
  printProfile(lastPart(profile, Number(values.seconds) * 1e6), requests)
} finally {
  rmSync(folder, { recursive: true })
}

/** The samples of the last microseconds before the end, when the measured requests ran. */
function lastPart({ nodes, samples, timeDeltas }: Profile, microseconds: number): ReadonlyMap<Node, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const spent = new Map<Node, number>()
  let remaining = microseconds
  for (let index = samples.length - 1; index >= 0 && remaining > 0; index--) {
    const node = byId.get(samples[index]!)!
    const delta = timeDeltas[index]!
    remaining -= delta
    spent.set(node, (spent.get(node) ?? 0) + delta)
  }
  return spent
}

function printProfile(spent: ReadonlyMap<Node, number>, requests: number): void {
  const print = (title: string, most: number, key: (node: Node) => string): void => {
    const sums = new Map<string, number>()
    for (const [node, time] of spent) sums.set(key(node), (sums.get(key(node)) ?? 0) + time)
    console.log(`\n${title}`)
    for (const [name, time] of [...sums].toSorted((one, two) => two[1] - one[1]).slice(0, most))
      console.log(`${(time / requests).toFixed(2).padStart(8)}  ${name}`)
  }
  const place = ({ callFrame: { url } }: Node): string => url.replace(/^file:\/\/.*?\/(src|node_modules|bench|dist)\//, '$1/')
  print('by function', 60, (node) => `${node.callFrame.functionName || '(without a name)'} ${place(node)}:${node.callFrame.lineNumber + 1}`)
  print('by file', 40, place)
  print('by folder', 20, (node) => place(node).split('/').slice(0, 3).join('/'))
}
