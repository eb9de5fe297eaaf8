// Runs `onDone` and `onError` of webhooks after an attempt to deliver.

import type { Value } from '../../cel/value.ts'
import type { Delivery } from '../delivery/deliveries.ts'
import { makeEventContext } from '../delivery/event-context.ts'
import type { React } from '../delivery/queue.ts'
import { emitEvents } from '../events/emit.ts'
import type { Interpreter } from '../service.ts'
import type { Transaction } from '../store.ts'
import { type Worked, collectWorked } from '../worked.ts'
import { runEffects } from '../writing/effects.ts'
import { checkInvariants } from '../writing/invariants.ts'

/** A destination without its record has no reaction. */
export function react(service: Interpreter, tx: Transaction, { plan, before, after, effects }: Parameters<React>[2]): Worked | undefined {
  const { content } = before
  if (content.kind !== 'event') return undefined
  const { transaction, event } = makeEventContext(service, tx, content.event, plan)
  const { to } = content
  const row = to && tx.row(to.resource, to.key)
  if (to !== undefined && (row === undefined || row.deleted !== undefined)) return undefined
  const names = new Map<string, Value>([
    ['event', event],
    ['result', makeResultValue(before, after)],
    ...(row === undefined ? [] : [['to', service.keys.recordOfRow(row)] as const]),
  ])
  runEffects(transaction, effects, names)
  checkInvariants(transaction)
  emitEvents(transaction)
  return collectWorked(transaction)
}

function makeResultValue(before: Delivery, { state, tries, attempts, reason }: Delivery): Value {
  // A delivery that ended without an attempt has no response.
  const attempt = tries > before.tries ? attempts.at(-1) : undefined
  const detail = state === 'delivered' ? null : (attempt?.error ?? reason ?? null)
  return new Map<string, Value>([
    ['status', attempt?.status === undefined ? null : BigInt(attempt.status)],
    ['detail', detail],
    ['attempts', BigInt(tries)],
    ['last', state !== 'waiting'],
  ])
}
