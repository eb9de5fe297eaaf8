// Where records are kept: in memory, or in a file.

import type { Compiled } from '../compile/compile.ts'
import type { Backend } from '../exchange/exchange.ts'
import type { CleanUp } from '../meaning/clean-up.ts'
import type { Desk } from '../meaning/delivery/desk.ts'
import { type Options as Lent, type Look, type Working, createMeaning } from '../meaning/meaning.ts'
import { RecordsNotKept } from '../meaning/start/records.ts'
import type { TimerDesk } from '../meaning/timers/desk.ts'
import type { Plan } from '../store/migration/step.ts'
import { type SqliteOptions, createSqliteBackend } from '../store/sqlite/backend.ts'
import { Misuse } from './command.ts'

type Told = { readonly [event in 'onMigrated' | 'onCommitted' | 'onStatement']: SqliteOptions[event] }

export type Keeping = Backend & Working & { fireSome(): boolean | Promise<boolean>; nextDue(): number | undefined; stopFiring(): void; readonly look: Look; readonly timers: TimerDesk; readonly cleanUp: CleanUp; readonly desk: Desk }

/** `memory`, or `sqlite:FILE`. */
export async function backendOf({ facts }: Compiled, store: string, lent: Lent, told: Told): Promise<Keeping> {
  if (store === 'memory') return inMemory(facts, lent)
  const file = /^sqlite:(.+)$/.exec(store)?.[1]
  if (file === undefined) throw new Misuse(`--store takes memory or sqlite:FILE, not ${store}`)
  const backend = await createSqliteBackend(facts, file, { ...lent, ...told })
  if (!('problem' in backend)) return backend
  throw backend.plan === undefined ? new Misuse(backend.problem) : new Unmigrated(backend.problem, backend.plan)
}

function inMemory(facts: Compiled['facts'], lent: Lent): Keeping {
  try {
    return createMeaning(facts, lent)
  } catch (error) {
    throw error instanceof RecordsNotKept ? new Misuse(error.message) : error
  }
}

/** The store was made by another document, and its plan waits for somebody. */
export class Unmigrated extends Error {
  readonly plan: Plan
  constructor(message: string, plan: Plan) {
    super(message)
    this.plan = plan
  }
}
