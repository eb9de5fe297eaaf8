// Builds the schema of an error's body: the catalogue's, with the constant members of an entry, or the entry's own.

import type { EntryFacts, Facts } from '../../fact/fact.ts'
import { normalizeExpression } from '../../explain/expression-text.ts'
import type { Json } from '../../base/json.ts'
import type { Template } from '../../model/slot.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { createDictionary } from '../../base/dictionary.ts'
import { errorRef } from '../schema/reference.ts'
import { makeTemplateSchema } from '../schema/output-schema.ts'
import { listStatuses } from './status.ts'
import { findLiteralText } from './text.ts'

/** Undefined if the entry has no body. */
export function makeErrorSchema(entry: EntryFacts, facts: Facts): Schema | undefined {
  const entryBody = slotValueOf(entry.slots.body)
  if (entryBody !== undefined) return makeTemplateSchema(entryBody, facts.typing).schema
  const catalogueBody = entry.slots.body.state === 'none' ? undefined : slotValueOf(facts.model.errors.value.body)
  if (catalogueBody === undefined) return undefined
  const constantMembers = listConstantMembers(catalogueBody, entry, facts)
  return { $ref: errorRef, ...(constantMembers.length === 0 ? {} : { properties: createDictionary(constantMembers) }) }
}

/** Members of the body with the entry's type or status, by which a client distinguishes errors. */
function listConstantMembers(body: Template, entry: EntryFacts, facts: Facts): (readonly [string, Schema])[] {
  if (body.kind !== 'map') return []
  return body.entries.flatMap(({ name, value }): (readonly [string, Schema])[] => {
    const normalText = value.kind === 'expression' ? normalizeExpression(value.text) : ''
    const constant =
      normalText === 'error.type' ? findEntryType(entry, facts) : normalText === 'error.status' ? findEntryStatus(entry, facts) : undefined
    return constant === undefined ? [] : [[name, { const: constant }]]
  })
}

function findEntryType({ name, slots }: EntryFacts, facts: Facts): Json | undefined {
  const type = slotValueOf(slots.type)
  return type === undefined ? name : findLiteralText(type, facts)
}

function findEntryStatus({ slots }: EntryFacts, { typing }: Facts): Json | undefined {
  const [status, ...otherStatuses] = listStatuses(slotValueOf(slots.status), typing)
  return status === undefined || status === 'default' || otherStatuses.length > 0 ? undefined : Number(status)
}
