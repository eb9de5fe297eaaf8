// Writes the events that a transaction caused, in the transaction and with its state.

import type { Mutable } from '../../base/mutable.ts'
import type { Value } from '../../cel/value.ts'
import { holds, textOfTemplate, valueOfExpression, valueOfTemplate } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { urlOf } from '../../exchange/names.ts'
import { jsonOf, textOfValue } from '../../exchange/value-json.ts'
import { type TransactionContext, contextOf } from '../transaction-context.ts'
import { makeCallbacks } from '../delivery/callbacks.ts'
import { type Occurrence, occurrences } from '../changes/occurrences.ts'
import { generateValue } from '../record/generate.ts'
import type { Interpreter } from '../service.ts'
import type { Lent } from '../record/keys.ts'
import type { Row } from '../store.ts'
import type { Emitted } from './emitted.ts'

/** Asked when all is done that the transaction does, and before it is committed. */
export function emitEvents(act: TransactionContext): void {
  const { emitted, callbacks } = act.service
  if (callbacks.length > 0) makeCallbacks(act)
  if (emitted.length === 0) return
  for (const occurrence of occurrences(act, emitted)) {
    const event = eventOf(act, occurrence)
    if (event !== undefined) act.tx.emit(event)
  }
}

/** The service's address comes from the document, never from the request: an event is equal for every caller. */
function eventOf(act: TransactionContext, { of: { name, says, remembered, showsOld }, cause, row, now, old }: Occurrence<Emitted>): Omit<EventRow, 'position'> | undefined {
  const { service } = act
  const { when, partitionkey, subject, dataschema, data } = says
  const context = contextOf(act, new Map<string, Value>().set('this', now).set('old', old).set('service', ownName(service)))
  if (when !== undefined && !holds(when, context)) return undefined
  const event: Mutable<Omit<EventRow, 'position'>> = {
    id: generateValue('uuidv7', act.now, service.lending.randomness) as string,
    type: name, time: act.now, resource: row.resource, key: row.key, cause: cause.text,
  }
  if (act.exchange?.trace !== undefined) event.trace = act.exchange.trace
  const key = partitionkey && valueOfExpression(partitionkey, context)
  if (key !== undefined && key !== null) event.partitionkey = textOfValue(key, service.keys)
  if (subject !== undefined) event.subject = textOfTemplate(subject, context)
  if (dataschema !== undefined) event.dataschema = textOfTemplate(dataschema, context)
  const value = data && valueOfTemplate(data, context)
  if (value !== undefined) event.data = jsonOf(value, service.keys)
  const kept = remembered.get(row.resource)
  if (kept !== undefined) event.record = rememberedValues(act, row, kept)
  const before = showsOld && old !== null ? (old.of as Lent).row : undefined
  if (kept !== undefined && before !== undefined) event.old = rememberedValues(act, before, kept)
  return event
}

const ownNames = new WeakMap<Interpreter, Value>()

function ownName(service: Interpreter): Value {
  const known = ownNames.get(service) ?? new Map([['url', urlOf(service.facts, service.settings, undefined)]])
  ownNames.set(service, known)
  return known
}

function rememberedValues({ service: { keys } }: TransactionContext, { values }: Row, names: readonly string[]): NonNullable<EventRow['record']> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [[name, jsonOf(value, keys)]]
  }))
}
