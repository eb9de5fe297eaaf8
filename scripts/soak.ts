// Runs checks of the tests at length, by `npm run soak -- …`:
//
// `100000`: plays this number of generated steps in memory, in SQLite and, where it runs, in PostgreSQL, and compares the answers.
// `edits 100`: runs the scenarios of 100 random edits of each example that `check` accepts; no answer may be `internal`.
// `diff 100`: compares the severities of `diff` with the results of running both editions, for 100 random edits.
//   SOAK_SEED=… SOAK_FROM=500 continues an interrupted run; each line has its number.
// `diff 100 150 breaking`: the same for 100 edits that are called breaking, with 150 requests for each.
// `verify 3`: verifies the hand-written orders service, without faults and with each fault, with three seeds.
// `lines [orders.md]`: leaves out each line of each example, or of one, in turn.
// `hostile 10000`: sends 10,000 hostile requests to each operation.
// `crash 100`: kills a service under load 100 times.
// `events 50`: kills a service 50 times while a client reads its stream.
// `kill 20000 50`: kills a service about 50 times during 20,000 transitions, with a stream and two receivers.
// `processes 100 20`: kills three processes over one PostgreSQL 100 times and the database 20 times, and checks their history.
// `streams 10000`: opens 10,000 streams.

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

async function differential(count: number): Promise<void> {
  const statuses = new Map<number, number>()
  // Each run has another seed, which is printed: SOAK_SEED=… repeats a run.
  const base = process.env['SOAK_SEED'] ?? String(Date.now())
  const batch = 200
  for (let played = 0; played < count; played += batch) {
    const seed = `${base} ${played}`
    const { text, resources } = document(seed)
    const { facts, problems } = factsOf(completed(text))
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text}`)
    const batchSteps = steps(seed, batch, resources, facts)
    const difference = await play(facts, seed, batchSteps, statuses)
    if (difference !== undefined) {
      console.error(await explained(facts, seed, text, batchSteps, difference))
      process.exitCode = 1
      return
    }
    if (played % 10_000 === 0)
      console.log(
        `${played + batch} steps, seed ${base}: ${[...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status} ${count}×`)
          .join(', ')}`,
      )
  }
  console.log(`${count} steps agree`)
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
  const again = Object.entries(outcome.again)
    .map(([who, count]) => `${who} ${count}`)
    .join(', ')
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
    const statusCounts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status} ${times}×`)
      .join(', ')
    console.log(`${sent} to each operation, ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB: ${statusCounts}`)
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

/** Leaves out each normative line of the examples in turn, and prints those without an effect. */
function lines(names: readonly string[]): void {
  const folder = new URL('../examples/', import.meta.url)
  const documents = names.length > 0 ? names : readdirSync(folder).filter((name) => name.endsWith('.md'))
  for (const name of documents) {
    const linesWithoutEffect = deadLines(readFileSync(new URL(name, folder), 'utf8'), name, { values: false })
    console.log(
      `${name}: ${linesWithoutEffect.length === 0 ? 'each line makes a difference' : linesWithoutEffect.map(({ line, text }) => `\n  ${line}: ${text}`).join('')}`,
    )
    if (linesWithoutEffect.length > 0) process.exitCode = 1
  }
}

const [what = '10000', count, more, kind] = process.argv.slice(2)
switch (what) {
  case 'verify':
    for (let time = 1; time <= Number(count ?? 1); time++) await evaluate(process.env['SOAK_SEED'] ?? String(Date.now()), console.log, more)
    break
  case 'diff':
    await measureDiff(Number(count ?? 200), {
      seed: process.env['SOAK_SEED'] ?? String(Date.now()),
      budget: Number(more ?? 150),
      from: Number(process.env['SOAK_FROM'] ?? 0),
      kind,
    })
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
