// Prints catalogue entries as types, and the code with which a client distinguishes them.

import type { Json } from '../../base/json.ts'
import type { EntryFacts, Facts, OperationFacts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { makeErrorSchema } from '../openapi/errors.ts'
import { listStatuses } from '../openapi/status.ts'
import { type ClientContext, nameTypeOfRef, nameRefusal } from './context.ts'
import { printComment, printType } from './type-text.ts'

/** Each entry that some operation can answer, once. */
export function printRefusals(operations: readonly OperationFacts[], { facts, components }: ClientContext): string[] {
  const entries = new Set(
    operations.flatMap(({ points }) => points.flatMap(({ answer }): EntryFacts[] => (answer.kind === 'entry' ? [answer.entry] : []))),
  )
  return [...entries].map((entry) => {
    const schema = makeErrorSchema(entry, facts)
    const statuses = listNumericStatuses(entry, facts)
    const title = slotValueOf(entry.slots.title)
    const body = schema === undefined ? 'undefined' : printType(components.publish(schema), nameTypeOfRef, '  ')
    return [
      ...(title === undefined ? [] : [printComment(title.text)]),
      `export type ${nameRefusal(entry.name)} = {\n  readonly error: ${JSON.stringify(entry.name)}\n  readonly status: ${statuses.length === 0 ? 'number' : statuses.join(' | ')}\n  readonly headers: Headers\n  readonly body: ${body}\n}`,
    ].join('\n')
  })
}

/** Empty if one of them is computed. */
function listNumericStatuses(entry: EntryFacts, { typing }: Facts): readonly number[] {
  const statuses = listStatuses(slotValueOf(entry.slots.status), typing)
  return statuses.includes('default') ? [] : statuses.map(Number)
}

export type RefusalType = { readonly error: string; readonly statuses: readonly number[]; readonly tag?: readonly [string, Json] }

export function listRefusalTypes({ points }: OperationFacts, { facts }: ClientContext): RefusalType[] {
  const entries = new Set(points.flatMap(({ answer }): EntryFacts[] => (answer.kind === 'entry' ? [answer.entry] : [])))
  return [...entries].map((entry) => {
    const schema = makeErrorSchema(entry, facts)
    const tag = schema === undefined ? undefined : findRefusalTag(schema)
    return { error: entry.name, statuses: listNumericStatuses(entry, facts), ...(tag === undefined ? {} : { tag }) }
  })
}

/** A member of the body, other than the status, whose constant value identifies this entry. */
function findRefusalTag(schema: Schema): readonly [string, Json] | undefined {
  if (typeof schema === 'boolean') return undefined
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = typeof member === 'object' ? member.const : undefined
    if (typeof value === 'string') return [name, value]
  }
  return undefined
}
