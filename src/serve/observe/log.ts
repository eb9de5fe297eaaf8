// The operator's log: one JSON object a line, with a level, the time and a message.

import type { Logger } from 'pino'
import { splitThrown } from '../../base/thrown.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'

/** Log levels from most to least important; `silent` writes nothing. */
export const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type Level = (typeof levels)[number]

type LoggedLevel = Exclude<Level, 'silent'>

/** Additional fields of a log line. The caller must omit secrets. */
export type LogFields = { readonly [name: string]: unknown }

export type Log = { readonly [level in LoggedLevel]: (message: string, fields?: LogFields) => void } & {
  writes(level: LoggedLevel): boolean
  /** Resolves when everything is written. */
  close(): Promise<void>
}

/** The destination of log lines: a file descriptor, or a function. */
export type Sink = number | ((line: string) => void)

type Line = { readonly level: LoggedLevel; readonly message: string; readonly fields: LogFields }

/** `now` in milliseconds since 1970. */
export function openLog(level: Level, sink: Sink, now: () => number): Log {
  const maxLevel = levels.indexOf(level)
  const writes = (at: LoggedLevel): boolean => levels.indexOf(at) <= maxLevel
  let logger: Logger | undefined
  let flush: () => void = () => undefined
  let opening: Promise<void> | undefined
  const early: Line[] = []

  // The library is loaded for the first line, so that the start needs no time for it.
  async function open(): Promise<void> {
    const { pino } = await import('pino')
    const stream = typeof sink === 'number' ? pino.destination({ fd: sink, sync: false }) : { write: sink }
    logger = pino({ level, base: null, timestamp: false, formatters: { level: (label) => ({ level: label }) } }, stream)
    if ('flushSync' in stream) flush = () => stream.flushSync()
    for (const line of early.splice(0)) writeLine(logger, line)
  }

  const write =
    (at: LoggedLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (!writes(at)) return
      const line: Line = { level: at, message, fields: { time: new Date(now()).toISOString(), ...fields } }
      if (logger !== undefined) return writeLine(logger, line)
      early.push(line)
      opening ??= open()
    }

  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    writes,
    async close() {
      await opening
      flush()
    },
  }
}

function writeLine(logger: Logger, { level, message, fields }: Line): void {
  logger[level](fields, message)
}

/** Describes a thrown error and its place; for bugs of the program. */
export function describeCause(error: unknown): LogFields {
  const { description: what, frames } = splitThrown(error)
  return { cause: error instanceof StoreFailure ? error.message : what, ...(frames.length === 0 ? {} : { stack: frames.join('\n') }) }
}
