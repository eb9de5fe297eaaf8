// Builds the schema of an error's body: the catalogue's, with the constant members of an entry, or the entry's own.

import type { EntryFacts, Facts } from '../../fact/fact.ts'
import { normalExpression } from '../../explain/expression-text.ts'
import type { Json } from '../../base/json.ts'
import type { Template } from '../../model/slot.ts'
import { slotValue } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { dictionary } from '../../base/dictionary.ts'
import { errorRef } from '../schema/reference.ts'
import { sentTemplate } from '../schema/output-schema.ts'
import { statusesOf } from './status.ts'
import { literalText } from './text.ts'

/** Undefined if the entry has no body. */
export function errorSchema(entry: EntryFacts, facts: Facts): Schema | undefined {
  const own = slotValue(entry.slots.body)
  if (own !== undefined) return sentTemplate(own, facts.typing).schema
  const common = entry.slots.body.state === 'none' ? undefined : slotValue(facts.model.errors.value.body)
  if (common === undefined) return undefined
  const fixed = fixedMembers(common, entry, facts)
  return { $ref: errorRef, ...(fixed.length === 0 ? {} : { properties: dictionary(fixed) }) }
}

/** Members of the body with the entry's type or status, by which a client distinguishes errors. */
function fixedMembers(body: Template, entry: EntryFacts, facts: Facts): (readonly [string, Schema])[] {
  if (body.kind !== 'map') return []
  return body.entries.flatMap(({ name, value }): (readonly [string, Schema])[] => {
    const normalText = value.kind === 'expression' ? normalExpression(value.text) : ''
    const only = normalText === 'error.type' ? typeOf(entry, facts) : normalText === 'error.status' ? statusOf(entry, facts) : undefined
    return only === undefined ? [] : [[name, { const: only }]]
  })
}

function typeOf({ name, slots }: EntryFacts, facts: Facts): Json | undefined {
  const type = slotValue(slots.type)
  return type === undefined ? name : literalText(type, facts)
}

function statusOf({ slots }: EntryFacts, { typing }: Facts): Json | undefined {
  const [only, ...more] = statusesOf(slotValue(slots.status), typing)
  return only === undefined || only === 'default' || more.length > 0 ? undefined : Number(only)
}
