// `ninefold timers DOC`: lists waiting and dead timers of a store, and retries dead ones.

import type { Timer, TimerCounts } from '../meaning/store.ts'
import { printTimer } from '../meaning/timers/operator-timers.ts'
import { describeTimer } from '../serve/admin-timers.ts'
import type { TimerStore } from '../store/kind.ts'
import { type Command, type Console, Misuse, type Status, readFlag, formatOption, readTextOption } from './command.ts'
import { type CommandAudit, makeCommandAudit, auditFlag } from './auditing.ts'
import { storeFromOption, withStore, storeFlag } from './store-option.ts'

/** The most waiting timers printed. */
const maxListed = 50

export const timersCommand: Command = {
  name: 'timers',
  arguments: `DOC ${storeFlag}`,
  about: 'Lists the timers of a store, and retries dead ones.',
  options: [
    { flag: storeFlag, about: "the store; for one in memory, the operator's listener has /timers" },
    { flag: '--dead', about: 'only dead ones; exit 1 if there are any' },
    { flag: '--retry ID|all', about: 'retries a dead timer, or all of them' },
    auditFlag,
    { flag: '--format text|json', about: 'the output' },
  ],
  parse: {
    store: { type: 'string' },
    dead: { type: 'boolean' },
    retry: { type: 'string' },
    audit: { type: 'string' },
    format: { type: 'string' },
  },
  words: [1, 1],
  async run([path], values, console) {
    const form = formatOption(values, 'text', 'json')
    const store = await storeFromOption(values)
    const retryId = readTextOption(values, 'retry')
    if (retryId !== undefined && !/^(all|\d{1,15})$/.test(retryId))
      throw new Misuse(`--retry takes the id of a dead timer, or all, not ${retryId}`)
    return withStore(
      path!,
      console,
      (facts) => store.timers(facts, () => Date.now()),
      (timers) =>
        retryId === undefined
          ? list(timers, readFlag(values, 'dead'), form, console)
          : retryTimers(timers, retryId, form, console, makeCommandAudit(values, 'timers --retry')),
    )
  },
}

async function list(timers: TimerStore, onlyDead: boolean, form: 'text' | 'json', console: Console): Promise<Status> {
  const counts = await timers.counts()
  const dead = await timers.deadTimers()
  const waiting = onlyDead ? [] : await timers.waitingTimers(maxListed)
  if (form === 'json')
    console.out(
      `${JSON.stringify({ ...counts, ...(onlyDead ? {} : { next: waiting.map(describeTimer) }), gone: dead.map(describeTimer) }, null, 2)}\n`,
    )
  else {
    console.out(`${printCounts(counts)}\n`)
    for (const timer of waiting) console.out(`${printTimerLine(timer)}\n`)
    if (counts.waiting > waiting.length && !onlyDead) console.out(`  … and ${counts.waiting - waiting.length} more that are due later\n`)
    for (const timer of dead) console.out(`${printTimerLine(timer)}\n    dead: ${timer.dead}\n`)
    if (dead.length > 0) console.out('\n`--retry ID` sets a dead one going again.\n')
  }
  return onlyDead && dead.length > 0 ? 1 : 0
}

function printCounts({ waiting, due, dead }: TimerCounts): string {
  return `${waiting} wait, ${due} of them due; ${dead} ${dead === 1 ? 'is' : 'are'} dead`
}

function printTimerLine(timer: Timer): string {
  const refused =
    timer.dead === undefined && timer.attempts > 0 ? `, refused ${timer.attempts} ${timer.attempts === 1 ? 'time' : 'times'}` : ''
  return `  ${timer.id}  ${new Date(timer.due).toISOString()}  ${printTimer(timer)}${refused}`
}

async function retryTimers(timers: TimerStore, id: string, form: 'text' | 'json', console: Console, audit: CommandAudit): Promise<Status> {
  const ids = id === 'all' ? (await timers.deadTimers()).map(({ id }) => id) : [Number(id)]
  const retried: number[] = []
  for (const id of ids) if (await timers.retry(id)) retried.push(id)
  if (retried.length > 0) audit.record(retried)
  if (retried.length < ids.length) throw new Misuse(`no dead timer is called ${id}`)
  console.out(
    form === 'json' ? `${JSON.stringify({ retried })}\n` : `${retried.length === 1 ? 'It is' : `${retried.length} are`} due now.\n`,
  )
  return 0
}
