// Writes the events that a transaction caused, in the transaction and with its state.

import { jsonObject } from '../../base/json.ts'
import type { Mutable } from '../../base/mutable.ts'
import type { Value } from '../../cel/value.ts'
import { holds, textOfTemplate, valueOfExpression, valueOfTemplate } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { resolveServiceUrl } from '../../exchange/names.ts'
import { jsonOf, textOfValue } from '../../exchange/value-json.ts'
import { type TransactionContext, contextOf } from '../transaction-context.ts'
import { createCallbacks } from '../delivery/callbacks.ts'
import { type Occurrence, occurrences } from '../changes/occurrences.ts'
import { generateValue } from '../record/generate.ts'
import type { Interpreter } from '../service.ts'
import type { RecordContent } from '../record/keys.ts'
import type { Row } from '../store.ts'
import type { EventTypeInfo } from './emitted.ts'

/** Called after all other work of the transaction, before its commit. */
export function emitEvents(transaction: TransactionContext): void {
  const { eventTypes, callbacks } = transaction.service
  if (callbacks.length > 0) createCallbacks(transaction)
  if (eventTypes.length === 0) return
  for (const occurrence of occurrences(transaction, eventTypes)) {
    const event = eventOf(transaction, occurrence)
    if (event !== undefined) transaction.tx.emit(event)
  }
}

/** The service's address comes from the document, never from the request: an event is equal for every caller. */
function eventOf(
  transaction: TransactionContext,
  { of: { name, content, storedProperties, showsOld }, cause, row, now, old }: Occurrence<EventTypeInfo>,
): Omit<EventRow, 'position'> | undefined {
  const { service } = transaction
  const { when, partitionkey, subject, dataschema, data } = content
  const context = contextOf(transaction, new Map<string, Value>().set('this', now).set('old', old).set('service', serviceValue(service)))
  if (when !== undefined && !holds(when, context)) return undefined
  const event: Mutable<Omit<EventRow, 'position'>> = {
    id: generateValue('uuidv7', transaction.now, service.environment.randomness) as string,
    type: name,
    time: transaction.now,
    resource: row.resource,
    key: row.key,
    cause: cause.text,
  }
  if (transaction.exchange?.trace !== undefined) event.trace = transaction.exchange.trace
  const key = partitionkey && valueOfExpression(partitionkey, context)
  if (key !== undefined && key !== null) event.partitionkey = textOfValue(key, service.keys)
  if (subject !== undefined) event.subject = textOfTemplate(subject, context)
  if (dataschema !== undefined) event.dataschema = textOfTemplate(dataschema, context)
  const value = data && valueOfTemplate(data, context)
  if (value !== undefined) event.data = jsonOf(value, service.keys)
  const propertyNames = storedProperties.get(row.resource)
  if (propertyNames !== undefined) event.record = storedValuesOf(transaction, row, propertyNames)
  const before = showsOld && old !== null ? (old.of as RecordContent).row : undefined
  if (propertyNames !== undefined && before !== undefined) event.old = storedValuesOf(transaction, before, propertyNames)
  return event
}

const serviceValues = new WeakMap<Interpreter, Value>()

function serviceValue(service: Interpreter): Value {
  const value = serviceValues.get(service) ?? new Map([['url', resolveServiceUrl(service.facts, service.settings, undefined)]])
  serviceValues.set(service, value)
  return value
}

function storedValuesOf(
  { service: { keys } }: TransactionContext,
  { values }: Row,
  names: readonly string[],
): NonNullable<EventRow['record']> {
  const stored = jsonObject()
  for (const name of names) {
    const value = values.get(name)
    if (value !== undefined) stored[name] = jsonOf(value, keys)
  }
  return stored
}
