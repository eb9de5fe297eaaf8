// PostgreSQL as a kind of store: a database that any number of processes serve together.

import type { StoreKind } from '../kind.ts'
import { makeLayout } from '../layout.ts'
import { createPostgresBackend } from './backend.ts'
import { describePostgres, readRowsOfPostgres } from './describe.ts'
import { postgres } from './dialect.ts'
import { explainStatements } from './explaining.ts'
import { createInspectableStore } from './inspectable.ts'
import { listTableStatements } from './open.ts'

export const kind: StoreKind = {
  storeAt: (address) => {
    const url = `postgres:${address}`
    const name = nameOf(url)
    return {
      isExclusive: false,
      isShared: true,
      serve: (facts, options) => createPostgresBackend(facts, url, name, options),
      durable: createInspectableStore(url, name),
    }
  },
  describe: (address) => describePostgres(`postgres:${address}`, nameOf(`postgres:${address}`)),
  readRows: (address, tables) => readRowsOfPostgres(`postgres:${address}`, nameOf(`postgres:${address}`), tables),
  database: {
    tables: ({ typing }) => listTableStatements(makeLayout(typing.domain, postgres)),
    explain: (facts, address) =>
      explainStatements(facts, address === undefined ? undefined : `postgres:${address}`, nameOf(`postgres:${address}`)),
  },
}

/** The name in messages: the address without its password. */
function nameOf(url: string): string {
  return url.replace(/^(postgres:\/\/[^:@/]*):[^@]*@/, '$1@')
}
