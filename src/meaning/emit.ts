// Writes the events that a transaction caused, in the transaction: what they carry is what was true then.

import type { Value } from '../cel/value.ts'
import { holds, textOfTemplate, valueOfExpression, valueOfTemplate } from '../exchange/context.ts'
import type { EventRow } from '../exchange/event.ts'
import { urlOf } from '../exchange/names.ts'
import { jsonOf, textOf } from '../exchange/value-json.ts'
import { shown } from '../model/slot.ts'
import { type Act, contextOf } from './act.ts'
import { makeCallbacks } from './callbacks.ts'
import type { Emitted } from './emitted.ts'
import { generated } from './generate.ts'
import { type Occurrence, occurrences } from './happened.ts'
import type { Row } from './store.ts'

/** Asked when all is done that the transaction does, and before it is committed. */
export function emitEvents(act: Act): void {
  makeCallbacks(act)
  const { emitted } = act.service
  if (emitted.length === 0) return
  for (const occurrence of occurrences(act, emitted)) {
    const event = eventOf(act, occurrence)
    if (event !== undefined) act.tx.emit(event)
  }
}

/** The service's own address is that of the document, never the one that a request came to: an event is the same whoever caused it. */
function eventOf(act: Act, { of: { name, type, remembered }, cause, row, now, old }: Occurrence<Emitted>): Omit<EventRow, 'position'> | undefined {
  const { service } = act
  const own = new Map<string, Value>([['url', urlOf(service.facts, service.settings, undefined)]])
  const context = contextOf(act, new Map<string, Value>([['this', now], ['old', old], ['service', own]]))
  const when = shown(type.when)
  if (when !== undefined && !holds(when, context)) return undefined
  const data = shown(type.data)
  const value = data && valueOfTemplate(data, context)
  const partitionkey = shown(type.partitionkey)
  const key = partitionkey && valueOfExpression(partitionkey, context)
  const subject = shown(type.subject)
  const dataschema = shown(type.dataschema)
  const kept = remembered.get(row.resource)
  return {
    id: generated('uuidv7', act.now, service.lending.randomness) as string,
    type: name, time: act.now, resource: row.resource, key: row.key, cause: cause.text,
    ...(key === undefined || key === null ? {} : { partitionkey: textOf(key, service.keys) }),
    ...(subject === undefined ? {} : { subject: textOfTemplate(subject, context) }),
    ...(dataschema === undefined ? {} : { dataschema: textOfTemplate(dataschema, context) }),
    ...(value === undefined ? {} : { data: jsonOf(value, service.keys) }),
    ...(kept === undefined ? {} : { record: rememberedValues(act, row, kept) }),
  }
}

function rememberedValues({ service: { keys } }: Act, { values }: Row, names: readonly string[]): NonNullable<EventRow['record']> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [[name, jsonOf(value, keys)]]
  }))
}
