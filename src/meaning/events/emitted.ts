// The event types of part 6, with their causes, their content and the values that each event stores.

import { collectExpressions } from '../../fact/expressions.ts'
import { listUnrecordedEmitters } from '../../fact/emitters.ts'
import type { Missing } from '../../fact/fact.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import type { EventType } from '../../model/events.ts'
import { type ExpressionText, type Template, type TemplateText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type Cause, parseCauses } from '../changes/causes.ts'
import { listStoredProperties } from './stored-properties.ts'

/** `storedProperties`: by resource, the stored properties of its record: for its tenant and for the read rules of streams. */
export type EventTypeInfo = {
  readonly name: string
  readonly causes: readonly Cause[]
  readonly content: EventContent
  readonly storedProperties: ReadonlyMap<string, readonly string[]>
  /** True if it shows former values of the record. */
  readonly showsOld: boolean
}

/** The visible content of an event. */
export type EventContent = {
  readonly when: ExpressionText | undefined
  readonly partitionkey: ExpressionText | undefined
  readonly subject: TemplateText | undefined
  readonly dataschema: TemplateText | undefined
  readonly data: Template | undefined
}

/** If any part of an event type is `not shown`, or a view in its data has a gap, its events are not recorded. */
export function listEventTypes(modelIndex: ModelIndex, missing: readonly Missing[]): readonly EventTypeInfo[] {
  const unrecorded = listUnrecordedEmitters(missing)
  const isComplete = (type: EventType): boolean =>
    [type.on, type.when, type.partitionkey, type.subject, type.data, type.dataschema].every(
      ({ state }) => state !== 'gap' && state !== 'wrong',
    )
  return listSpecifiedEntries(modelIndex.model.events.value.types)
    .filter(({ name, value }) => isComplete(value) && !unrecorded.has(name))
    .map(({ name, value }) => {
      const causes = parseCauses(value.on)
      const content = readEventContent(value)
      return {
        name,
        causes,
        content,
        storedProperties: listStoredProperties(
          modelIndex,
          name,
          causes.map(({ resource }) => resource),
        ),
        showsOld: readsOld(modelIndex, content),
      }
    })
}

function readsOld(modelIndex: ModelIndex, { partitionkey, subject, dataschema, data }: EventContent): boolean {
  const { expressions, texts } = collectExpressions([partitionkey, subject, dataschema, data])
  return [...expressions.map((text) => modelIndex.readsOf(text)), ...texts.flatMap((text) => modelIndex.readingOfText(text))].some(
    ({ variables }) => variables.has('old'),
  )
}

function readEventContent({ when, partitionkey, subject, dataschema, data }: EventType): EventContent {
  return {
    when: slotValueOf(when),
    partitionkey: slotValueOf(partitionkey),
    subject: slotValueOf(subject),
    dataschema: slotValueOf(dataschema),
    data: slotValueOf(data),
  }
}
