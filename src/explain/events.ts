// Explains the events and callbacks that an operation causes, and the content of streams.

import { printDuration } from '../base/duration.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import { listOfferedEvents } from '../model/endpoints.ts'
import type { Model, Operation } from '../model/model.ts'
import { type ExpressionText, type Slot, type Word, listSpecifiedEntries, originOf, slotValueOf } from '../model/slot.ts'
import { normalizeExpression } from './expression-text.ts'
import { printOrigin, printPlace } from './origin.ts'

type Row = { readonly text: string; readonly from: string }

/** Lists each event, with its cause if declared. */
export function emitRows({ emitters, model }: Facts, { emits }: OperationFacts): readonly Row[] {
  const { types, callbacks } = model.events.value
  const declared = [
    ...listSpecifiedEntries(types).map((type) => ({ ...type, kind: 'event' })),
    ...listSpecifiedEntries(callbacks).map((callback) => ({ ...callback, kind: 'callback' })),
  ]
  return emits.flatMap((name) =>
    emitters
      .filter((emitter) => emitter.name === name)
      .map(({ kind, key }) => {
        const cause = declared.find((declaration) => declaration.name === name && declaration.kind === kind)?.value
        return {
          text: `${kind === 'callback' ? 'the callback ' : ''}${name}${cause === undefined ? '' : printCause(cause)}`,
          from: printPlace(key.span),
        }
      }),
  )
}

function printCause({ on, when }: { readonly on: Slot<readonly Word[]>; readonly when: Slot<ExpressionText> }): string {
  const causes = (slotValueOf(on) ?? []).map(({ text }) => text)
  const condition = slotValueOf(when)
  return `${causes.length === 0 ? '' : ` on ${causes.join(', ')}`}${condition === undefined ? '' : ` when ${normalizeExpression(condition.text)}`}`
}

/** For a stream or feed: its types, and the time for which clients can resume. */
export function sendRows({ events }: Model, { action, slots }: Operation): readonly Row[] {
  const offered = listOfferedEvents(slots)
  const retain = slotValueOf(slotValueOf(events.value.delivery)?.[action === 'feed' ? 'feed' : 'stream'] ?? { state: 'unsaid' })?.retain
  if (offered.length === 0) return []
  const types = listSpecifiedEntries(events.value.types)
  return [
    ...offered.map(({ text, node }) => ({ text, from: printPlace(types.find(({ name }) => name === text)?.key.span ?? node.span) })),
    ...(retain?.state === 'shown'
      ? [{ text: `resumed within ${printDuration(retain.value)}`, from: printOrigin(originOf(retain.at)) }]
      : []),
  ]
}
