// Several processes over one database under load, killed and started again, and the judgement of what their clients saw.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandomSource } from '../../../../src/base/random-source.ts'
import { SeededRandomness } from '../../../../src/base/clock.ts'
import { temporaryFolder } from '../../../folder.ts'
import { type Taker, taker } from '../../../serve/killed/taker.ts'
import { type Started, started } from '../../process.ts'
import { bank, receipt } from './document.ts'
import { type Kept, judge } from './judge.ts'
import { Clients, Follower, type Fleet } from './load.ts'

export type Trial = {
  readonly address: string
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  readonly processes: number
  readonly seed: string
  /** Kills of processes, one after the other. */
  readonly kills: number
  /** Crashes of the database, among them. */
  readonly crashes?: { readonly count: number; crash(): Promise<void> }
  /** Milliseconds of load between them. */
  readonly pause: number
  readonly told?: (words: string) => void
}

export type Verdict = {
  readonly problems: readonly string[]
  readonly transfers: number
  readonly changes: number
  readonly opened: number
  readonly walks: number
  readonly events: number
  readonly unavailable: number
}

type Slot = { url: string | undefined; process: Started | undefined }

export async function tried(trial: Trial): Promise<Verdict> {
  const { address, processes, seed, kills, crashes, pause, told = () => undefined } = trial
  const folder = temporaryFolder()
  const document = join(folder, 'bank.yaml')
  const receiver = await taker()
  writeFileSync(join(folder, receipt.file), receipt.text)
  writeFileSync(document, bank(receiver.url))
  const slots: Slot[] = Array.from({ length: processes }, () => ({ url: undefined, process: undefined }))
  const start = async (slot: Slot): Promise<void> => {
    slot.process = await started(document, address, ['--private-targets'])
    slot.url = slot.process.url
  }
  const fleet: Fleet = slots
  const random = createRandomSource(new SeededRandomness(`kills ${seed}`))
  try {
    await Promise.all(slots.map(start))
    const clients = new Clients(fleet, seed)
    await clients.prepare()
    const followers = [new Follower(fleet, 0), new Follower(fleet, 1)]
    const following = followers.map((each) => each.run())
    await Promise.all(followers.map(({ ready }) => ready))
    const running = clients.run()
    const each = crashes === undefined || crashes.count === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(kills / crashes.count))
    let crashed = 0
    for (let kill = 1; kill <= kills; kill++) {
      await wait(pause)
      const slot = random.pick(slots)
      slot.url = undefined
      await slot.process!.kill('SIGKILL')
      await restarted(() => start(slot))
      if (kill % each === 0 && crashed < (crashes?.count ?? 0)) {
        crashed++
        await wait(pause)
        await crashes!.crash()
      }
      told(
        `${kill} kills, ${crashed} crashes: ${clients.history.transfers.length} transfers, ${clients.history.changes.length} changes, ${clients.history.unavailable} unavailable`,
      )
    }
    await wait(pause)
    clients.end()
    await running
    await finished(trial)
    const kept = await keptIn(trial, receiver)
    const events = Number((await trial.query('SELECT count(*) AS n FROM "$event"'))[0]!['n'])
    for (let waited = 0; waited < 30_000 && followers.some((follower) => follower.told.length < events); waited += 100) await wait(100)
    for (const follower of followers) follower.end()
    await Promise.all(following)
    const { transfers, changes, opened, walks, unavailable } = clients.history
    return {
      problems: judge(
        clients.history,
        kept,
        followers.map((follower) => follower.told),
      ),
      transfers: transfers.length,
      changes: changes.length,
      opened: opened.length,
      walks: walks.length,
      events,
      unavailable,
    }
  } finally {
    for (const { process } of slots) await process?.kill('SIGKILL')
    receiver.close()
  }
}

/** A process that is started while the database restarts is started again. */
async function restarted(start: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries === 20) throw error
      await wait(250)
    }
  }
}

/** Waits for the work behind requests: claims of a killed process end with its lease. */
async function finished(trial: Trial): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const [row] =
      await trial.query(`SELECT (SELECT count(*) FROM "$timer" WHERE dead IS NULL) + (SELECT count(*) FROM "$job" WHERE dead IS NULL) + (SELECT count(*) FROM "$delivery" WHERE state = 'waiting')
+ (SELECT count(*) FROM "$event") - (SELECT count(*) FROM "$delivery") AS n`)
    if (Number(row!['n']) === 0) return
    await wait(200)
  }
}

async function keptIn(trial: Trial, receiver: Taker): Promise<Kept> {
  const accounts = await trial.query('SELECT id, owner, balance::int, sent::int, settled::int FROM "Account"')
  const transfers = await trial.query('SELECT note, "from", phase, receipts::int FROM "Transfer"')
  const [register] = await trial.query('SELECT value::int, token FROM "Register"')
  const made = await trial.query('SELECT id FROM "$event"')
  const jobs = await trial.query('SELECT input, attempts, due, dead, owner FROM "$job"')
  return {
    accounts: accounts as Kept['accounts'],
    transfers: transfers as Kept['transfers'],
    register: register as Kept['register'],
    jobs: jobs.map((job) => JSON.stringify(job, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))),
    made: made.map(({ id }) => String(id)),
    delivered: receiver.taken as unknown as Kept['delivered'],
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
