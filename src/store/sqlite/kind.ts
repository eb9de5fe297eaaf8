// SQLite as a kind of store: one file that a service writes and commands inspect.

import { existsSync } from 'node:fs'
import { type Layout, layoutOf } from '../layout.ts'
import type { InspectableStore, StoreProblem, StoreKind } from '../kind.ts'
import { beginEpoch } from '../sql/store-values.ts'
import { createSqliteBackend } from './backend.ts'
import { contentsOf } from './contents.ts'
import { copyFile } from './copy.ts'
import { describeFile } from './describe.ts'
import { sqlite } from './dialect.ts'
import { openDeliveryFile } from './delivery-file.ts'
import { openEventFile } from './event-file.ts'
import { explainStatements } from './explaining.ts'
import { whileLocked } from './locked-store.ts'
import { migrate, problemText } from './migrate.ts'
import { bookkeeping, createTables } from './schema.ts'
import { openTimers } from './timer-file.ts'

export const kind: StoreKind = {
  storeAt: (file) => ({
    isExclusive: true,
    serve: (facts, options) => createSqliteBackend(facts, file, options),
    durable: storeInFile(file),
  }),
  describe: describeFile,
  database: {
    tables: ({ typing }) => [...bookkeeping, ...createTables(layoutOf(typing.domain, sqlite))],
    explain: (facts) => explainStatements(facts),
  },
}

function storeInFile(file: string): InspectableStore {
  const ifExisting = <T>(work: () => T): T | StoreProblem =>
    existsSync(file) ? work() : { problem: `${file} does not exist; \`serve\` creates it` }
  const onFile = <T>({ typing }: Parameters<InspectableStore['events']>[0], open: (layout: Layout) => T): T | StoreProblem =>
    ifExisting(() => open(layoutOf(typing.domain, sqlite)))
  return {
    name: file,
    isShared: false,
    migrate: (facts, migrating) =>
      onFile(facts, (layout) =>
        whileLocked(file, migrating.now, (found) => {
          const migrated = migrate(found, layout, migrating)
          return migrated.kind === 'problem' ? { problem: problemText(file, migrated) } : migrated
        }),
      ),
    grants: () => ({ problem: `${file} has no roles: a process that may write the file may serve it` }),
    backUp: (copy) => copyFile(file, copy),
    restore: (copy, randomness) => copyFile(copy, file, (copied) => beginEpoch(copied, randomness)),
    contents: (now) => ifExisting(() => contentsOf(file, now)),
    fill: () => ({ problem: '`copy` fills only PostgreSQL databases; `restore` creates a file from a copy' }),
    events: (facts) => onFile(facts, (layout) => openEventFile(file, layout)),
    timers: (facts, now) => onFile(facts, (layout) => openTimers(file, layout, now)),
    deliveries: (facts, now) => onFile(facts, (layout) => openDeliveryFile(file, layout, now)),
  }
}
