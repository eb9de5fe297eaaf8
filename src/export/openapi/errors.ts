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
import { listStatuses } from './status.ts'
import { literalText } from './text.ts'

/** Undefined if the entry has no body. */
export function errorSchema(entry: EntryFacts, facts: Facts): Schema | undefined {
  const entryBody = slotValue(entry.slots.body)
  if (entryBody !== undefined) return sentTemplate(entryBody, facts.typing).schema
  const catalogueBody = entry.slots.body.state === 'none' ? undefined : slotValue(facts.model.errors.value.body)
  if (catalogueBody === undefined) return undefined
  const constantMembers = constantMembersOf(catalogueBody, entry, facts)
  return { $ref: errorRef, ...(constantMembers.length === 0 ? {} : { properties: dictionary(constantMembers) }) }
}

/** Members of the body with the entry's type or status, by which a client distinguishes errors. */
function constantMembersOf(body: Template, entry: EntryFacts, facts: Facts): (readonly [string, Schema])[] {
  if (body.kind !== 'map') return []
  return body.entries.flatMap(({ name, value }): (readonly [string, Schema])[] => {
    const normalText = value.kind === 'expression' ? normalExpression(value.text) : ''
    const constant = normalText === 'error.type' ? typeOf(entry, facts) : normalText === 'error.status' ? statusOf(entry, facts) : undefined
    return constant === undefined ? [] : [[name, { const: constant }]]
  })
}

function typeOf({ name, slots }: EntryFacts, facts: Facts): Json | undefined {
  const type = slotValue(slots.type)
  return type === undefined ? name : literalText(type, facts)
}

function statusOf({ slots }: EntryFacts, { typing }: Facts): Json | undefined {
  const [status, ...otherStatuses] = listStatuses(slotValue(slots.status), typing)
  return status === undefined || status === 'default' || otherStatuses.length > 0 ? undefined : Number(status)
}
