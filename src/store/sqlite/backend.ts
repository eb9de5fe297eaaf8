// Answers over an SQLite file: reads at once from what is committed, writes in groups that share a durable commit.

import { isSafe } from '../../exchange/answer.ts'
import type { Answer, Backend, Exchange } from '../../exchange/exchange.ts'
import { soon } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Facts } from '../../fact/fact.ts'
import { answerContention, answerExchange, answerFailure, answerOverload } from '../../meaning/answer-exchange.ts'
import { type Options, serviceFor } from '../../meaning/meaning.ts'
import { keysIn } from '../../meaning/keys.ts'
import { answerPrepared, answerWaiting } from '../../meaning/prepare.ts'
import { type Look, lookAt } from '../../meaning/look.ts'
import { insertRecords } from '../../meaning/records.ts'
import type { Timer } from '../../meaning/store.ts'
import { type Fired, fireDue } from '../../meaning/timers.ts'
import { type Layout, layoutOf } from '../layout.ts'
import type { Plan } from '../migration/step.ts'
import { type Connecting, DatabaseFailure } from './database.ts'
import { limitsIn } from './kept-limits.ts'
import { cursorsIn, versionsIn } from './kept-values.ts'
import { migrate, problemText } from './migrate.ts'
import { explainFailure, open } from './open.ts'
import { readingStore, writingStore } from './store.ts'
import { sharedOf } from './transaction.ts'
import { type Committed, Writer } from './writer.ts'

export type SqliteBackend = Backend & {
  answer(exchange: Exchange): Promise<Answer> | Answer
  /** Fires every timer that is due by now; gives what became of each. */
  fire(): Promise<readonly Fired[]>
  dead(): readonly Timer[]
  /** What is committed, for the operator. */
  readonly look: Look
}

export type SqliteOptions = Options & Pick<Connecting, 'onStatement'> & {
  /** Told of what was done to a file that another document made. */
  readonly onMigrated?: ((plan: Plan) => void) | undefined
  readonly onCommitted?: Committed | undefined
}

/** `problem`: why the file cannot be this document's store, in words for the operator; `plan`: what somebody must approve first. */
export async function createSqliteBackend(facts: Facts, path: string, options: SqliteOptions): Promise<SqliteBackend | { readonly problem: string; readonly plan?: Plan }> {
  const layout = layoutOf(facts.typing.domain)
  const opened = openMigrated(path, layout, options)
  if ('problem' in opened) return opened
  const { writer: database, reader } = opened
  const limits = limitsIn(database, options.clock.now())
  const service = serviceFor(facts, { limiter: limits.limiter, ...options, cursors: options.cursors ?? cursorsIn(database, options.randomness) })
  const versions = versionsIn(database)
  let next: number | undefined
  let emitted = false
  const shared = sharedOf(layout, keysIn(facts.typing.domain), () => versions.next(), () => (next = undefined), () => (emitted = true))
  const writing = writingStore(database, shared)
  const reading = readingStore(reader, shared)
  const writer = new Writer(database, () => versions.reserve(), () => writing.abandon(), (works, milliseconds) => {
    options.onCommitted?.(works, milliseconds)
    if (emitted) service.commits.committed()
    emitted = false
  })
  const nextDue = (): number => (next ??= writing.nextTimer(Number.POSITIVE_INFINITY)?.due ?? Number.POSITIVE_INFINITY)

  try {
    await writer.write(() => {
      // Rows may refer to rows that stand further below.
      database.execute('PRAGMA defer_foreign_keys = ON')
      insertRecords(service, writing, options.fixtures, !opened.isNew)
      return { keep: true, answer: undefined }
    })
  } catch (error) {
    reader.close()
    database.close()
    throw error
  }

  async function fire(): Promise<readonly Fired[]> {
    const now = options.clock.now()
    if (nextDue() > now) return []
    const fired = await writer.write(() => ({ keep: true, answer: fireDue(service, writing, now) }))
    for (const each of fired) options.onFired?.(each)
    return fired
  }

  const failed = (exchange: Exchange, error: unknown): Answer => {
    if (!(error instanceof StoreFailure)) throw error
    const isOurs = error instanceof DatabaseFailure && error.kind === 'constraint'
    const report = error instanceof DatabaseFailure ? explainFailure(error) : error.message
    return answerFailure(service, exchange, isOurs ? { condition: 'internal', report } : { condition: 'unavailable', report, ...soon })
  }

  /** What a quota counts must be kept before it is answered. */
  const countsForLong = ({ operation }: Exchange): boolean => service.operation(operation).points.some(({ condition }) => condition === 'quota-exceeded')

  const answer = (exchange: Exchange): Answer | Promise<Answer> => (isRead(exchange) && !countsForLong(exchange) ? read(exchange) : write(exchange))

  function read(exchange: Exchange): Answer | Promise<Answer> {
    return answerPrepared((prepared) => {
      try {
        return answerExchange(service, reading, exchange, prepared)
      } catch (error) {
        reading.abandon()
        return failed(exchange, error)
      }
    }, () => answerContention(service, exchange))
  }

  function write(exchange: Exchange): Promise<Answer> {
    const written = answerWaiting((prepared) => writer.write(() => {
      const made = answerExchange(service, writing, exchange, prepared)
      limits.write(options.clock.now())
      return { keep: true, answer: made }
    }), () => answerContention(service, exchange))
    return written.catch((error: unknown) => failed(exchange, error))
  }

  return {
    answer(exchange) {
      if (nextDue() <= options.clock.now()) return fire().then(() => answer(exchange), (error: unknown) => failed(exchange, error))
      return answer(exchange)
    },
    shed: (exchange) => answerOverload(service, exchange),
    waiting: () => writer.queue,
    fire,
    dead: () => reading.deadTimers(),
    log: reading,
    listen: (listener) => service.commits.listen(listener),
    look: lookAt(service, reading),
    async close() {
      await fire()
      await writer.idle()
      reader.close()
      database.close()
    },
  }
}

type Openable = Exclude<ReturnType<typeof open>, { readonly differs: true } | { readonly problem: string }>

/** What loses nothing happens by itself. */
function openMigrated(path: string, layout: Layout, { clock, randomness, onStatement, onMigrated }: SqliteOptions): Openable | { readonly problem: string; readonly plan?: Plan } {
  const opened = open(path, layout, onStatement)
  if (!('differs' in opened)) return opened
  const migrated = migrate(path, layout, { allow: 'safe', now: clock.now(), randomness, onStatement })
  if (migrated.kind === 'problem') return { problem: problemText(path, migrated) }
  if (migrated.kind === 'stopped') return { problem: `${path} was made by another document, and what would be done to it is not yet approved`, plan: migrated.plan }
  if (migrated.kind === 'done') onMigrated?.(migrated.plan)
  const again = open(path, layout, onStatement)
  return 'differs' in again ? { problem: `${path} was migrated by somebody else in the meantime` } : again
}

/** Writes nothing, whatever it answers: no record, and no answer that is kept for its key. */
function isRead({ method, operation }: Exchange): boolean {
  const { action, slots } = operation
  return isSafe(method) && (action === 'list' || action === 'read' || action === 'answer') && slots.idempotency.state !== 'shown'
}
