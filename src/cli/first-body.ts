// Makes a short body that an operation accepts: the required members, with values that a reader understands.

import { SeededRandomness } from '../base/clock.ts'
import { type Json, isJsonNumber, isJsonObject, parseJsonNumber } from '../base/json.ts'
import type { Operation } from '../model/model.ts'
import { createSampler } from '../schema/sample.ts'
import { compileSchema } from '../schema/validate.ts'
import { definitionsOf } from '../typing/definitions.ts'
import type { Typing } from '../typing/domain.ts'

/** Undefined if no valid body was found, or if a member that it needs refers to a record, which may not exist. */
export function makeFirstBody(operation: Operation, typing: Typing): Json | undefined {
  const { body } = typing.input(operation)
  if (body === undefined) return undefined
  const options = { definitions: definitionsOf(typing.domain) }
  const sample = createSampler(body.schema, options).findValid(new SeededRandomness(operation.name))
  if (sample === undefined) return undefined
  const decoder = compileSchema(body.schema, options)
  const short = simplify(sample, 'value', (value) => decoder.accepts(value))
  const properties = typing.domain.resources.get(operation.subject?.text ?? '')?.properties
  const refers = body.writes.some(({ property, path }) => properties?.get(property)?.reference !== undefined && hasMember(short, path))
  return refers ? undefined : short
}

type Members = { readonly [name: string]: Json }

const membersOf = (value: Json): Members | undefined => (isJsonObject(value) ? (value as Members) : undefined)

/** Leaves out the members that `accepts` does not need, and gives the others plain values: the name of the member for a text. */
function simplify(value: Json, name: string, accepts: (value: Json) => boolean): Json {
  const members = membersOf(value)
  if (members === undefined) return plainValues(value, name).find(accepts) ?? value
  let short = members
  for (const member of Object.keys(members)) {
    const { [member]: omitted, ...others } = short
    short = accepts(others) ? others : { ...short, [member]: simplify(omitted!, member, (each) => accepts({ ...short, [member]: each })) }
  }
  return short
}

function plainValues(value: Json, name: string): readonly Json[] {
  if (typeof value === 'string') return [name, name.slice(0, 1), name.slice(0, 1).toUpperCase()]
  if (typeof value === 'boolean') return [true]
  return isJsonNumber(value) ? ['1', '10', '1.5'].flatMap((text) => parseJsonNumber(text) ?? []) : []
}

function hasMember(value: Json, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const member = membersOf(value)?.[name]
  return member !== undefined && hasMember(member, rest)
}
