// Finds the version that part 9 pins a caller to, for requests that name no version.

import type { Awaitable } from '../../base/awaitable.ts'
import { evaluateExpression } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { toRefused } from '../../exchange/refusal.ts'
import { type ExpressionText, slotValueOf } from '../../model/slot.ts'
import type { Access } from '../access.ts'
import { makeContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import type { Interpreter } from '../service.ts'
import type { Store } from '../store.ts'

/** The version's name; undefined if the caller is not pinned. An unauthorised caller gets the newest version, which then refuses it. */
export function findPinnedVersion(service: Interpreter, access: Access, exchange: Exchange): Awaitable<string | undefined> {
  const declared = slotValueOf(service.facts.model.versioning.value.pinned)
  return declared === undefined ? undefined : access.read((store) => computeVersionName(service, store, exchange, declared))
}

function computeVersionName(service: Interpreter, store: Store, exchange: Exchange, text: ExpressionText): string | undefined {
  const tx = store.begin()
  try {
    const transaction = beginTransaction(service, tx, service.environment.clock.now(), { exchange })
    if (transaction.callerRefusal !== undefined) return service.facts.versions.at(-1)?.name
    const name = evaluateExpression(text, makeContext(transaction, new Map()))
    return typeof name === 'string' ? name : undefined
  } catch (error) {
    toRefused(error)
    return undefined
  } finally {
    tx.rollback()
  }
}
