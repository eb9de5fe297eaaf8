// Generates the members of an object whose schemas have `generate`, after its other members were decoded.

import { type Json, type JsonObject, createJsonObject } from '../base/json.ts'
import type { SchemaPlace } from './place.ts'
import type { DecodeRun } from './run.ts'

/** A placeholder for a value to generate, which keeps the member's position. */
export const pending: Json = []

export function generates(run: DecodeRun): boolean {
  return run.policy.generate !== undefined && run.most > 1
}

/** The object with its generated members, each after those that it reads. */
export function generate(place: SchemaPlace, object: JsonObject, run: DecodeRun): JsonObject {
  const members = place.object().members.filter(({ name }) => object[name] === pending)
  if (members.length === 0) return object
  const filled = createJsonObject(Object.entries(object).filter(([, value]) => value !== pending)) as { [name: string]: Json }
  const result = object as { [name: string]: Json }
  const pendingSchemas = new Map(members.map(({ name, place: memberPlace }) => [name, memberPlace!.generate!]))
  const generateInOrder = (name: string): void => {
    const schema = pendingSchemas.get(name)
    if (!pendingSchemas.delete(name)) return
    for (const needed of run.policy.generatedFrom?.(schema!) ?? []) generateInOrder(needed)
    filled[name] = result[name] = run.policy.generate!(schema!, filled)
  }
  for (const { name } of members) generateInOrder(name)
  return object
}
