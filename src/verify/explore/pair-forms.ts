// Bodies in which two members of one kind have the same value, or each the value of the other: rules often compare them.

import { parseTimestamp } from '../../base/time.ts'
import { type Json, createJsonObject, isJsonNumber, printJson } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type RequestStep, parseMembers } from '../step.ts'
import type { RequestForm } from './forms.ts'

/** The most pairs of one body. */
const maxPairs = 10

export function buildPairForms(operation: Operation, step: RequestStep, { facts: { typing } }: Compiled): readonly RequestForm[] {
  const { body } = typing.input(operation)
  const members = parseMembers(step.body)
  const properties = typing.domain.resources.get(resourceNameOf(operation) ?? '')?.properties
  const kindOf = ([name, value]: readonly [string, Json]): string | undefined => {
    const property = properties?.get(body?.writes.find(({ path }) => path.length === 1 && path[0] === name)?.property ?? name)
    if (property?.reference !== undefined) return `key of ${property.reference.resource}`
    if (isJsonNumber(value)) return 'number'
    if (typeof value !== 'string') return undefined
    // Texts of one closed form, such as two codes.
    const schema = property?.schema
    const isClosed = typeof schema === 'object' && (schema.pattern ?? schema.enum ?? schema.format) !== undefined
    return parseTimestamp(value) !== undefined
      ? 'time'
      : isClosed
        ? JSON.stringify([schema.pattern, schema.enum, schema.format])
        : undefined
  }
  const entries = Object.entries(members)
  const pairs = entries.flatMap((first, index) =>
    entries
      .slice(index + 1)
      .flatMap((second) => (kindOf(first) !== undefined && kindOf(first) === kindOf(second) ? [[first, second] as const] : [])),
  )
  const withValues = (values: { readonly [name: string]: Json }): RequestStep => ({
    ...step,
    body: printJson(createJsonObject(Object.entries({ ...members, ...values }))),
  })
  return pairs.slice(0, maxPairs).flatMap(([[name, value], [other, otherValue]]) => [
    { name: `as ${name}: ${other}`, step: withValues({ [other]: value }), isOfResource: true },
    { name: `exchanged: ${name} and ${other}`, step: withValues({ [name]: otherValue, [other]: value }), isOfResource: true },
  ])
}
