// The kill run: a service on a file under load, with a stream and two receivers attached, is killed again and again until its work is done.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RandomSource, createRandomSource } from '../../../src/base/random-source.ts'
import { SeededRandomness } from '../../../src/base/clock.ts'
import { type Started, started } from '../../store/process.ts'
import { type Acknowledged, problemsOf, repeated } from './compare.ts'
import { until } from '../../until.ts'
import { lamps } from './document.ts'
import { type Follower, followed } from './follower.ts'
import { type Lives, livesOf } from './lives.ts'
import { storeAt } from './store.ts'
import { taker } from './taker.ts'

/** `kills`: about how often it dies under load; a tenth more it dies while it only delivers. */
export type Wanted = { readonly seed: string; readonly transitions: number; readonly kills: number }

export type Outcome = {
  readonly kills: number
  /** The committed turns, and those that a client received. */
  readonly transitions: number
  readonly acknowledged: number
  readonly events: number
  /** How much came again, under the id under which it came before. */
  readonly again: { readonly [who: string]: number }
  /** How the flaky receiver failed. */
  readonly failures: ReadonlyMap<string, number>
  /** Empty if every committed change was reported, in order, and nothing else was. */
  readonly problems: readonly string[]
}

const houses = 4
const lampsEach = 5
const clients = 12
/** Deliveries wait up to minutes between their attempts. Seconds. */
const longest = 900
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export async function killedServing(
  { seed, transitions, kills }: Wanted,
  told: (text: string) => void = () => undefined,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-killed-'))
  const [document, file] = [join(folder, 'service.yaml'), join(folder, 'store.db')]
  writeFileSync(document, lamps)
  const random = createRandomSource(new SeededRandomness(seed))
  const takers = { sound: await taker(), flaky: await taker(random) }
  const lives = await livesOf((): Promise<Started> => started(document, `sqlite:${file}`, ['--private-targets']))
  let follower: Follower | undefined
  try {
    const { ids, position } = await prepared((await lives.current()).url, Object.values(takers))
    follower = followed(lives, '/events', position)
    const acknowledged = await loaded(lives, ids, { seed, transitions, kills }, random, told)
    const store = storeAt(file)
    for (let more = Math.ceil(kills / 10); more > 0; more--) {
      const enough = Math.min(takers.flaky.ids.size + random.between(1, Math.ceil(transitions / kills)), store.events().length)
      await until(() => takers.flaky.ids.size >= enough, longest)
      await lives.end()
    }
    const kept = store.events()
    told(`${kept.length} events are kept; the flaky receiver has ${takers.flaky.ids.size} of them`)
    await until(() => Object.values(takers).every(({ ids: all }) => all.size >= kept.length) && store.waiting() === 0, longest)
    const {
      json: { position: end },
    } = await call((await lives.current()).url, 'GET', '/lamps')
    await until(() => follower!.last() === end, longest)
    const found = { store, acknowledged, heard: follower.heard, takers }
    return {
      kills: lives.deaths(),
      transitions: store.turns('Lamp').reduce((sum, { turns }) => sum + turns, 0),
      acknowledged: acknowledged.length,
      events: kept.length,
      again: repeated(found),
      failures: takers.flaky.failures,
      problems: problemsOf(found),
    }
  } finally {
    follower?.stop()
    await (await lives.current()).kill('SIGTERM')
    for (const each of Object.values(takers)) each.close()
    rmSync(folder, { recursive: true })
  }
}

async function call(url: string, method: string, path: string, body?: object): Promise<{ status: number; json: any }> {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} is answered ${response.status} ${text}`)
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

/** Lamps in houses, and their subscribers; the position is the one before the first change. */
async function prepared(
  url: string,
  takers: readonly { readonly url: string }[],
): Promise<{ readonly ids: readonly number[]; readonly position: string }> {
  const ids: number[] = []
  for (let house = 0; house < houses; house++) {
    const {
      json: { id },
    } = await call(url, 'POST', '/houses')
    for (let lamp = 0; lamp < lampsEach; lamp++) ids.push((await call(url, 'POST', '/lamps', { house: id })).json.id as number)
  }
  for (const each of takers) await call(url, 'POST', '/subscriptions', { url: each.url, secret })
  return { ids, position: (await call(url, 'GET', '/lamps')).json.position as string }
}

/** Clients turn any of the lamps until so many turns are acknowledged; meanwhile the service dies at any moment and lives again. */
async function loaded(
  lives: Lives,
  ids: readonly number[],
  { transitions, kills }: Wanted,
  random: RandomSource,
  told: (text: string) => void,
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const life = (): number => random.between(1, Math.ceil((2 * transitions) / kills))
  let deadly = life()
  const turn = async (): Promise<void> => {
    const service = await lives.current()
    const lamp = random.pick(ids)
    try {
      const {
        json: { turns },
      } = await call(service.url, 'POST', `/lamps/${lamp}/turn`)
      acknowledged.push({ lamp, turns })
    } catch (error) {
      // Work that was under way at the kill may have been committed or not.
      if ((await lives.current()) === service) throw error
    }
    if (acknowledged.length < deadly) return
    deadly = acknowledged.length + life()
    // A few turns of the event loop later, so that any moment of the writer is met.
    for (let turns = random.between(0, 200); turns > 0; turns--) await new Promise(setImmediate)
    await lives.end()
    told(`killed ${lives.deaths()} times, ${acknowledged.length} turns acknowledged`)
  }
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (acknowledged.length < transitions) await turn()
    }),
  )
  return acknowledged
}
