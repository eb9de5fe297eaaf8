// `ninefold events DOC`: lists the events of a store in the order of commits, and follows new ones.

import { type Json, createJsonObject, printJson } from '../base/json.ts'
import { type EventRow, type EventPosition, beginning } from '../exchange/event.ts'
import type { EventStore } from '../store/kind.ts'
import { type Command, type Console, Misuse, type Status, readFlag, formatOption, readTextOption } from './command.ts'
import { storeFromOption, withStore, storeFlag } from './store-option.ts'

const pageSize = 500
/** Milliseconds between two polls of the store. */
const pollInterval = 100

export const eventsCommand: Command = {
  name: 'events',
  arguments: `DOC ${storeFlag}`,
  about: 'Lists the events of a store in the order of commits, and follows them.',
  options: [
    { flag: storeFlag, about: 'the store; events in memory are available only to streams' },
    { flag: '--last N', about: 'only the newest N (default 50); 0 for none' },
    { flag: '--follow', about: 'also prints each further event as it is committed, until a signal' },
    { flag: '--format text|json', about: 'json: one object per line' },
  ],
  parse: { store: { type: 'string' }, last: { type: 'string', default: '50' }, follow: { type: 'boolean' }, format: { type: 'string' } },
  words: [1, 1],
  async run([path], values, console) {
    const form = formatOption(values, 'text', 'json')
    const store = await storeFromOption(values)
    const last = readTextOption(values, 'last')!
    if (!/^\d{1,9}$/.test(last)) throw new Misuse(`--last takes a number, not ${last}`)
    const print = (row: EventRow): void => console.out(form === 'json' ? `${printJson(toEventJson(row))}\n` : printLine(row))
    return withStore(
      path!,
      console,
      (facts) => store.events(facts),
      async (events): Promise<Status> => {
        const rows = await events.last(Math.max(1, Number(last)))
        if (Number(last) > 0) for (const row of rows) print(row)
        if (readFlag(values, 'follow')) await follow(events, rows.at(-1)?.position ?? beginning, print, console)
        return 0
      },
    )
  },
}

/** Resolves with the first signal. */
function follow(events: EventStore, start: EventPosition, print: (row: EventRow) => void, console: Console): Promise<void> {
  let lastPosition = start
  let isPolling = false
  const poll = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    try {
      for (;;) {
        const rows = await events.events(lastPosition, pageSize)
        if (rows.length === 0) return
        for (const row of rows) print(row)
        lastPosition = rows.at(-1)!.position
      }
    } catch (error) {
      console.error(`ninefold events: ${error instanceof Error ? error.message : String(error)}\n`)
    } finally {
      isPolling = false
    }
  }
  return new Promise((resolve) => {
    // Commits of another process send no notification, so the store is polled.
    const timer = setInterval(() => void poll(), pollInterval)
    const endFollowing = (): void => {
      clearInterval(timer)
      resolve()
    }
    process.once('SIGINT', endFollowing)
    process.once('SIGTERM', endFollowing)
    void poll()
  })
}

function printLine({ position, type, time, resource, key, cause, partitionkey, data }: EventRow): string {
  const details = [
    `${resource} ${key}`,
    `(${cause})`,
    ...(partitionkey === undefined ? [] : [`key ${partitionkey}`]),
    ...(data === undefined ? [] : [printJson(data)]),
  ]
  return `${position.commit}.${position.index}  ${new Date(time).toISOString()}  ${type}  ${details.join(' ')}\n`
}

/** Omits the data that an event stores for read rules. */
function toEventJson({ position, record: _, time, ...rest }: EventRow): Json {
  return createJsonObject([
    ['position', { ...position }],
    ['time', new Date(time).toISOString()],
    ...Object.entries(rest).filter((member): member is [string, Json] => member[1] !== undefined),
  ])
}
