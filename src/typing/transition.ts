// Transitions by name: every candidate that a machine has for one, and the one input that they share.

import type { Type } from '../cel/type.ts'
import type { MachineOf } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { each } from '../model/slot.ts'
import type { Candidate } from '../model/states.ts'
import type { Schema } from '../schema/schema.ts'
import type { Domain } from './domain.ts'
import { join } from './join.ts'
import { namesIn } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { typeOf } from './type-of.ts'

export type Transition = { readonly machine: MachineOf; readonly name: string; readonly candidates: readonly Candidate[] }

/** All transitions of a machine, in order of their first appearance. */
export function transitionsOf(machine: MachineOf): readonly Transition[] {
  const found = new Map<string, Candidate[]>()
  for (const { value: state } of each(machine.slots.states)) {
    for (const { name, value } of each(state.on)) found.getOrInsertComputed(name, () => []).push(...value)
  }
  return Array.from(found, ([name, candidates]) => ({ machine, name, candidates }))
}

/** `Order.place`; undefined where no machine of the resource has it. */
export function transitionNamed(name: string, domain: Domain): Transition | undefined {
  const dot = name.indexOf('.')
  const resource = domain.resources.get(name.slice(0, dot))
  return resource?.machines.flatMap(transitionsOf).find((each) => each.name === name.slice(dot + 1))
}

/** A transition has one input, whichever state it begins in: any of those that its candidates declare. */
export function inputOfTransition({ candidates }: Transition, domain: Domain): { schema: Schema; type: Type } | undefined {
  const names = namesIn(domain)
  const sources = candidates.flatMap(({ input }): SchemaNode[] => (input?.state === 'shown' ? [input.value] : []))
  const schemas = new Map(sources.map((source) => {
    const schema = schemaOf(source, names)
    return [printed(schema), { schema, source }]
  }))
  const [first, ...more] = [...schemas.values()]
  if (first === undefined) return undefined
  const type = join([first, ...more].map(({ source }) => typeOf(source, names, 'input')))
  return { schema: more.length === 0 ? first.schema : { anyOf: [first, ...more].map(({ schema }) => schema) }, type }
}

function printed(schema: Schema): string {
  return JSON.stringify(schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
