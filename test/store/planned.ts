// One document answered twice from SQLite, by rows alone, and as the file prints and takes drafts, with the same time and chance.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { type SqliteBackend, createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'

export type Side = { readonly backend: SqliteBackend; readonly file: string }

export type Planned = {
  readonly facts: Facts
  readonly clock: VirtualClock
  readonly plain: Side
  readonly sealed: Side
  /** The statements of the store that prints. */
  readonly statements: string[]
  readonly close: () => Promise<void>
}

export async function planned(text: string, depth = 32): Promise<Planned> {
  const { facts, problems } = factsOf(text)
  assert.deepEqual(problems, [])
  const folder = temporaryFolder()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const statements: string[] = []
  const open = async (sealed: boolean): Promise<Side> => {
    const file = join(folder, `${sealed}.db`)
    const lent = {
      clock,
      randomness: new SeededRandomness('planned'),
      settings: new Map(),
      fixtures: false,
      depth,
      cursors: { key: new Uint8Array(32), epoch: '0' },
    }
    const backend = await createSqliteBackend(facts, file, {
      ...lent,
      byRows: !sealed,
      ...(sealed ? { onStatement: (sql: string) => void statements.push(sql) } : {}),
    })
    if ('problem' in backend) throw new Error(backend.problem)
    return { backend, file }
  }
  const [plain, sealed] = [await open(false), await open(true)]
  return {
    facts,
    clock,
    plain,
    sealed,
    statements,
    async close() {
      await plain.backend.close()
      await sealed.backend.close()
    },
  }
}
