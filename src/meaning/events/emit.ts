// Writes the events that a transaction caused, in the transaction and with its state.

import { createJsonObject } from '../../base/json.ts'
import type { Mutable } from '../../base/mutable.ts'
import type { Value } from '../../cel/value.ts'
import { holds, fillTextTemplate, evaluateExpression, evaluateTemplate } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { resolveServiceUrl } from '../../exchange/names.ts'
import { convertValueToJson, convertValueToText } from '../../exchange/value-json.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { createCallbacks } from '../delivery/callbacks.ts'
import { type Occurrence, listOccurrences } from '../changes/occurrences.ts'
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
  for (const occurrence of listOccurrences(transaction, eventTypes)) {
    const event = makeEvent(transaction, occurrence)
    if (event !== undefined) transaction.tx.emit(event)
  }
}

/** The service's address comes from the document, never from the request: an event is equal for every caller. */
function makeEvent(
  transaction: TransactionContext,
  { of: { name, content, storedProperties, showsOld }, cause, row, now, old }: Occurrence<EventTypeInfo>,
): Omit<EventRow, 'position'> | undefined {
  const { service } = transaction
  const { when, partitionkey, subject, dataschema, data } = content
  const context = makeContext(
    transaction,
    new Map<string, Value>().set('this', now).set('old', old).set('service', makeServiceValue(service)),
  )
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
  const key = partitionkey && evaluateExpression(partitionkey, context)
  if (key !== undefined && key !== null) event.partitionkey = convertValueToText(key, service.keys)
  if (subject !== undefined) event.subject = fillTextTemplate(subject, context)
  if (dataschema !== undefined) event.dataschema = fillTextTemplate(dataschema, context)
  const value = data && evaluateTemplate(data, context)
  if (value !== undefined) event.data = convertValueToJson(value, service.keys)
  const propertyNames = storedProperties.get(row.resource)
  if (propertyNames !== undefined) event.record = printStoredValues(transaction, row, propertyNames)
  const before = showsOld && old !== null ? (old.of as RecordContent).row : undefined
  if (propertyNames !== undefined && before !== undefined) event.old = printStoredValues(transaction, before, propertyNames)
  return event
}

const serviceValues = new WeakMap<Interpreter, Value>()

function makeServiceValue(service: Interpreter): Value {
  const value = serviceValues.get(service) ?? new Map([['url', resolveServiceUrl(service.facts, service.settings, undefined)]])
  serviceValues.set(service, value)
  return value
}

function printStoredValues(
  { service: { keys } }: TransactionContext,
  { values }: Row,
  names: readonly string[],
): NonNullable<EventRow['record']> {
  const stored = createJsonObject()
  for (const name of names) {
    const value = values.get(name)
    if (value !== undefined) stored[name] = convertValueToJson(value, keys)
  }
  return stored
}
