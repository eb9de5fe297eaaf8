// Several processes over one database under load, killed and started again, and the judgement of what their clients saw.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomSource } from '../../../../src/base/random-source.ts'
import { SeededRandomness } from '../../../../src/base/clock.ts'
import { temporaryFolder } from '../../../folder.ts'
import { type Started, started } from '../../process.ts'
import { bank } from './document.ts'
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

export type Verdict = { readonly problems: readonly string[]; readonly transfers: number; readonly changes: number; readonly opened: number; readonly walks: number; readonly events: number; readonly unavailable: number }

type Slot = { url: string | undefined; process: Started | undefined }

export async function tried(trial: Trial): Promise<Verdict> {
  const { address, processes, seed, kills, crashes, pause, told = () => undefined } = trial
  const document = join(temporaryFolder(), 'bank.yaml')
  writeFileSync(document, bank)
  const slots: Slot[] = Array.from({ length: processes }, () => ({ url: undefined, process: undefined }))
  const start = async (slot: Slot): Promise<void> => {
    slot.process = await started(document, address)
    slot.url = slot.process.url
  }
  const fleet: Fleet = slots
  const random = randomSource(new SeededRandomness(`kills ${seed}`))
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
      told(`${kill} kills, ${crashed} crashes: ${clients.history.transfers.length} transfers, ${clients.history.changes.length} changes, ${clients.history.unavailable} unavailable`)
    }
    await wait(pause)
    clients.end()
    await running
    const kept = await keptIn(trial)
    const events = Number((await trial.query('SELECT count(*) AS n FROM "$event"'))[0]!['n'])
    for (let waited = 0; waited < 30_000 && followers.some((follower) => follower.told.length < events); waited += 100) await wait(100)
    for (const follower of followers) follower.end()
    await Promise.all(following)
    const { transfers, changes, opened, walks, unavailable } = clients.history
    return { problems: judge(clients.history, kept, followers.map((follower) => follower.told)), transfers: transfers.length, changes: changes.length, opened: opened.length, walks: walks.length, events, unavailable }
  } finally {
    for (const { process } of slots) await process?.kill('SIGKILL')
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

async function keptIn(trial: Trial): Promise<Kept> {
  const rows = await trial.query('SELECT id, owner, balance::int, sent::int FROM "Account"')
  const [register] = await trial.query('SELECT value::int, token FROM "Register"')
  return { accounts: rows as Kept['accounts'], transfers: (await trial.query('SELECT note FROM "Transfer"')).map(({ note }) => String(note)), register: register as Kept['register'] }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
