// Converts errors of `pg` and of PostgreSQL to failures of the store.

import pg from 'pg'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { DatabaseFailure } from '../sql/database.ts'
import type { Statement } from './call.ts'
import { rolledBack } from './flight.ts'

/** A conflict between two transactions: this one must be repeated. SQLSTATE 40001 and 40P01. */
export class TransactionConflict extends StoreFailure {}

/** A lock was not acquired within `lock_timeout`. SQLSTATE 55P03. */
export class LockTimeout extends DatabaseFailure {}

/** The connection ended during a commit, so its result must be queried. */
export class CommitUnknown extends StoreFailure {
  override readonly isOutage = true
}

/** SQLSTATE, by its first characters (PostgreSQL documentation, appendix A). */
const kinds: readonly (readonly [code: string, kind: DatabaseFailure['kind']])[] = [
  ['23', 'constraint'],
  ['53100', 'full'],
  ['53', 'failing'],
  ['57P', 'gone'],
  ['58', 'failing'],
  ['08', 'gone'],
  ['25006', 'read-only'],
  ['28', 'cannot-open'],
  ['3D', 'cannot-open'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
]

/** `unanswered`: the statements that the error concerns. If they end a transaction, its outcome is unknown after a lost connection. */
export function toFlightFailure(error: unknown, unanswered: readonly Statement[]): unknown {
  const failure = toStoreFailure(error)
  return failure instanceof DatabaseFailure && failure.isOutage && unanswered.some(({ sql }) => sql === 'COMMIT')
    ? new CommitUnknown(failure.message)
    : failure
}

/** Any error without an answer of the database counts as a lost connection. */
export function toStoreFailure(error: unknown): unknown {
  if (error instanceof StoreFailure) return error
  if (error === rolledBack) return new TransactionConflict(rolledBack.message)
  const { code, message } = error as { readonly code?: string; readonly message: string }
  if (!(error instanceof pg.DatabaseError) || code === undefined)
    return new DatabaseFailure('gone', message === '' ? (code ?? 'the connection is lost') : message)
  if (code === '40001' || code === '40P01' || code === '25P02') return new TransactionConflict(message)
  if (code === '55P03') return new LockTimeout('other', `${message} (SQLSTATE ${code})`)
  return new DatabaseFailure(kinds.find(([start]) => code.startsWith(start))?.[1] ?? 'other', `${message} (SQLSTATE ${code})`)
}
