// Long runs of what the tests do in short: `npm run soak -- 100000` plays so many generated steps to memory and SQLite,
// `npm run soak -- events 50` kills one with a stream attached, `npm run soak -- streams 10000` opens so many streams,
// `npm run soak -- edits 100` runs the scenarios of so many random edits of each example that check accepts: no answer reports a failure,
// `npm run soak -- diff 100` holds verdicts of `diff` against what running both editions shows, for so many random edits,
// `npm run soak -- crash 100` kills a service under load so often, `npm run soak -- hostile 10000` sends each operation so many requests,
// `npm run soak -- verify 3` verifies the orders that were written by hand, clean and with each fault, with so many seeds,
// `npm run soak -- processes 100 20` judges the history of three processes over a PostgreSQL of its own while they are killed so often,
// and the database crashes so often,
// `npm run soak -- lines` leaves out each line of each example in turn (`lines orders.md` of one), and
// `npm run soak -- kill 20000 50` kills one about so often during so many transitions, with a stream and two receivers attached.

import { readFileSync, readdirSync } from 'node:fs'
import { deadLines } from '../test/explain/dead-lines.ts'
import { bombard } from '../test/serve/bombard.ts'
import { killedServing } from '../test/serve/killed/run.ts'
import { manyStreams } from '../test/serve/many-streams.ts'
import { servedOrders } from '../test/serve/orders.ts'
import { completed } from '../test/meaning/transcript.ts'
import { factsOf } from '../test/meaning/running.ts'
import { killedFollowed } from '../test/store/events-killed.ts'
import { killed } from '../test/store/killed.ts'
import { ownCluster } from '../test/store/postgres/histories/cluster.ts'
import { tried } from '../test/store/postgres/histories/run.ts'
import { evaluate } from '../test/verify/evaluate.ts'
import { measureDiff } from './diff-measure.ts'
import { runEdits } from './edits-run.ts'
import { document } from '../test/store/generated/document.ts'
import { explained, play, steps } from '../test/store/generated/trace.ts'

async function differential(wanted: number): Promise<void> {
  const statuses = new Map<number, number>()
  // Another seed each time, printed, so that a run can be repeated: SOAK_SEED=… npm run soak
  const base = process.env['SOAK_SEED'] ?? String(Date.now())
  const each = 200
  for (let played = 0; played < wanted; played += each) {
    const seed = `${base} ${played}`
    const { text, resources } = document(seed)
    const { facts, problems } = factsOf(completed(text))
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text}`)
    const all = steps(seed, each, resources, facts)
    const found = await play(facts, seed, all, statuses)
    if (found !== undefined) {
      console.error(await explained(facts, seed, text, all, found))
      process.exitCode = 1
      return
    }
    if (played % 10_000 === 0)
      console.log(
        `${played + each} steps, seed ${base}: ${[...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status} ${count}×`)
          .join(', ')}`,
      )
  }
  console.log(`${wanted} steps agree`)
}

async function crashes(times: number): Promise<void> {
  for (let time = 1; time <= times; time++) {
    const { acknowledged, problems } = await killed(String(Math.random()))
    console.log(`${time}: ${acknowledged} acknowledged`)
    if (problems.length === 0) continue
    console.error(problems.join('\n'))
    process.exitCode = 1
    return
  }
}

async function kill(transitions: number, kills: number): Promise<void> {
  const seed = process.env['SOAK_SEED'] ?? String(Date.now())
  const began = performance.now()
  const outcome = await killedServing({ seed, transitions, kills }, console.log)
  const again = Object.entries(outcome.again).map(([who, count]) => `${who} ${count}`).join(', ')
  const failures = [...outcome.failures].map(([way, count]) => `${way} ${count}×`).join(', ')
  console.log(
    `seed ${seed}: ${outcome.kills} kills, ${outcome.transitions} transitions (${outcome.acknowledged} acknowledged), ${outcome.events} events, ${Math.round((performance.now() - began) / 1000)} s`,
  )
  console.log(`again: ${again}; the flaky receiver ${failures}`)
  if (outcome.problems.length === 0) return
  console.error(outcome.problems.join('\n'))
  process.exitCode = 1
}

async function hostile(each: number): Promise<void> {
  const { url, facts, reports, stop } = await servedOrders()
  for (let sent = 0; sent < each; sent += 500) {
    const { statuses, wrong } = await bombard(url, facts, Math.min(500, each - sent), String(Math.random()))
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} ${times}×`).join(', ')
    console.log(`${sent} to each operation, ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB: ${told}`)
    if (wrong.length + reports.length > 0) {
      console.error([...wrong, ...reports].slice(0, 20).join('\n'))
      process.exitCode = 1
      break
    }
  }
  await stop()
}

async function processes(kills: number, crashes: number): Promise<void> {
  const cluster = await ownCluster()
  if (cluster === undefined) throw new Error("PostgreSQL's own commands (`initdb`, `pg_ctl`) are not there")
  const seed = process.env['SOAK_SEED'] ?? String(Date.now())
  try {
    const { problems, ...counts } = await tried({
      address: cluster.address,
      query: (sql) => cluster.query(sql),
      processes: 3,
      seed,
      kills,
      crashes: { count: crashes, crash: () => cluster.crash() },
      pause: 500,
      told: console.log,
    })
    console.log(`seed ${seed}: ${kills} kills, ${crashes} crashes: ${JSON.stringify(counts)}`)
    if (problems.length === 0) return
    console.error(problems.slice(0, 50).join('\n'))
    process.exitCode = 1
  } finally {
    cluster.remove()
  }
}

async function followed(times: number): Promise<void> {
  for (let time = 1; time <= times; time++) {
    const { heard, problems } = await killedFollowed(String(Math.random()))
    console.log(`${time}: ${heard} events heard before the end`)
    if (problems.length === 0) continue
    console.error(problems.join('\n'))
    process.exitCode = 1
    return
  }
}

/** Each normative line of the examples is left out in turn; those that make no difference are printed. */
function lines(names: readonly string[]): void {
  const folder = new URL('../examples/', import.meta.url)
  const all = names.length > 0 ? names : readdirSync(folder).filter((name) => name.endsWith('.md'))
  for (const name of all) {
    const found = deadLines(readFileSync(new URL(name, folder), 'utf8'), name, { values: false })
    console.log(
      `${name}: ${found.length === 0 ? 'each line makes a difference' : found.map(({ line, text }) => `\n  ${line}: ${text}`).join('')}`,
    )
    if (found.length > 0) process.exitCode = 1
  }
}

const [what = '10000', count, more] = process.argv.slice(2)
switch (what) {
  case 'verify':
    for (let time = 1; time <= Number(count ?? 1); time++) await evaluate(process.env['SOAK_SEED'] ?? String(Date.now()), console.log, more)
    break
  case 'diff':
    await measureDiff(Number(count ?? 200), process.env['SOAK_SEED'] ?? String(Date.now()), Number(more ?? 150))
    break
  case 'edits':
    if ((await runEdits(Number(count ?? 100), process.env['SOAK_SEED'] ?? String(Date.now()), more)) > 0) process.exitCode = 1
    break
  case 'lines':
    lines(count === undefined ? [] : [count])
    break
  case 'hostile':
    await hostile(Number(count ?? 10_000))
    break
  case 'kill':
    await kill(Number(count ?? 20_000), Number(more ?? 50))
    break
  case 'processes':
    await processes(Number(count ?? 100), Number(more ?? 20))
    break
  case 'events':
    await followed(Number(count ?? 50))
    break
  case 'streams': {
    const { streams, bytesEach, milliseconds } = await manyStreams(Number(count ?? 10_000))
    console.log(`${streams} streams, ${Math.round(bytesEach / 1024)} KiB each; all heard of a change after ${milliseconds} ms`)
    break
  }
  case 'crash':
    await crashes(Number(count ?? 100))
    break
  default:
    await differential(Number(what))
}
