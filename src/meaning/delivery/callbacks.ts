// Creates callbacks with the change that causes them: requests to an address from the record's data or from the request.

import { printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { type Context, bindNames, holds, evaluateTemplate } from '../../exchange/context.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import { downgradeCallback } from '../../exchange/version/event.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { printTenants } from '../caller/tenancy.ts'
import { generateValue } from '../record/generate.ts'
import { listOccurrences } from '../changes/occurrences.ts'
import type { CallbackPlan } from './plan.ts'
import { findDeliveryVersion } from './content.ts'
import { nameAddressDestination, evaluateDestinations, chooseLane } from './destination.ts'
import { prepareRequest } from './request.ts'
import { makeReadingContext } from './reader.ts'

/** Runs after all other effects and before the commit: a callback is stored with its change, or not at all. */
export function createCallbacks(transaction: TransactionContext): void {
  const { callbacks } = transaction.service
  for (const { of: plan, now, old } of listOccurrences(transaction, callbacks)) {
    const context = makeContext(
      transaction,
      new Map<string, Value>([
        ['this', now],
        ['old', old],
        ['request', makeRequestValue(transaction)],
      ]),
    )
    const when = slotValueOf(plan.callback.when)
    if (when !== undefined && !holds(when, context)) continue
    const to = slotValueOf(plan.destination.to)
    const contexts =
      to === undefined ? [context] : evaluateDestinations(to, context).map((destination) => bindNames(context, [['to', destination]]))
    for (const destinationContext of contexts) createCallback(transaction, plan, destinationContext)
  }
}

/** Null if a timer caused the change. */
function makeRequestValue({ base }: TransactionContext): Value {
  return base.get('request') ?? null
}

function createCallback(transaction: TransactionContext, plan: CallbackPlan, context: Context): void {
  const { service, tx, now } = transaction
  const shownTo = makeReadingContext(transaction, plan, context)
  if (shownTo === undefined) return
  const template = slotValueOf(plan.callback.body)
  // A completely hidden value is null.
  const value = template && (evaluateTemplate(template, shownTo) ?? null)
  const content =
    value === undefined
      ? { headers: [] }
      : {
          body: printJson(
            downgradeCallback(
              plan.name,
              convertValueToJson(value, service.keys),
              findDeliveryVersion(service.facts, plan.destination, context),
            ),
          ),
          headers: [['Content-Type', 'application/json']] as const,
        }
  const request = prepareRequest(service, plan, context, content, shownTo)
  // Without an address, no callback was requested.
  if (request.url === '') return
  const destination = nameAddressDestination(plan, request.url, printTenants(service, tx))
  tx.deliveries.add({
    via: plan.via,
    name: plan.name,
    destination,
    message: generateValue('uuidv7', now, service.environment.randomness) as string,
    made: now,
    ...chooseLane(plan, destination, undefined),
    content: {
      kind: 'request',
      request: transaction.exchange?.trace === undefined ? request : { ...request, trace: transaction.exchange.trace },
    },
  })
}
