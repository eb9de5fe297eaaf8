// SQLite as a kind of store: one file that a service writes and commands inspect.

import { existsSync } from 'node:fs'
import { type Layout, makeLayout } from '../layout.ts'
import type { InspectableStore, StoreProblem, StoreKind } from '../kind.ts'
import { beginEpoch } from '../sql/store-values.ts'
import { createSqliteBackend } from './backend.ts'
import { readStoreContents } from './contents.ts'
import { copyFile } from './copy.ts'
import { describeFile, readRowsOfFile } from './describe.ts'
import { sqlite } from './dialect.ts'
import { openDeliveryFile } from './delivery-file.ts'
import { openEventFile } from './event-file.ts'
import { explainStatements } from './explaining.ts'
import { runLocked } from './locked-store.ts'
import { migrate, printMigrationProblem } from './migrate.ts'
import { bookkeeping, createTables } from './schema.ts'
import { openTimers } from './timer-file.ts'

export const kind: StoreKind = {
  storeAt: (file) => ({
    isExclusive: true,
    serve: (facts, options) => createSqliteBackend(facts, file, options),
    durable: storeInFile(file),
  }),
  describe: describeFile,
  readRows: readRowsOfFile,
  database: {
    tables: ({ typing }) => [...bookkeeping, ...createTables(makeLayout(typing.domain, sqlite))],
    explain: (facts) => explainStatements(facts),
  },
}

function storeInFile(file: string): InspectableStore {
  const runIfExisting = <T>(work: () => T): T | StoreProblem =>
    existsSync(file) ? work() : { problem: `${file} does not exist; \`serve\` creates it` }
  const onFile = <T>({ typing }: Parameters<InspectableStore['events']>[0], open: (layout: Layout) => T): T | StoreProblem =>
    runIfExisting(() => open(makeLayout(typing.domain, sqlite)))
  return {
    name: file,
    isShared: false,
    migrate: (facts, migrating) =>
      onFile(facts, (layout) =>
        runLocked(file, migrating.now, (found) => {
          const migrated = migrate(found, layout, migrating)
          return migrated.kind === 'problem' ? { problem: printMigrationProblem(file, migrated) } : migrated
        }),
      ),
    grants: () => ({ problem: `${file} has no roles: a process that may write the file may serve it` }),
    backUp: (copy) => copyFile(file, copy),
    restore: (copy, randomness) => copyFile(copy, file, (copied) => beginEpoch(copied, randomness)),
    contents: (now) => runIfExisting(() => readStoreContents(file, now)),
    fill: () => ({ problem: '`copy` fills only PostgreSQL databases; `restore` creates a file from a copy' }),
    events: (facts) => onFile(facts, (layout) => openEventFile(file, layout)),
    timers: (facts, now) => onFile(facts, (layout) => openTimers(file, layout, now)),
    deliveries: (facts, now) => onFile(facts, (layout) => openDeliveryFile(file, layout, now)),
  }
}
