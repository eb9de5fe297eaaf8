// Collects the bodies that the document's scenarios send with success: their members fit together, which sampled members seldom do.

import { type Json, type JsonObject, createJsonObject, isJsonObject } from '../../base/json.ts'
import { matchOperations } from '../../check/scenario/unknown-route.ts'
import { readScenariosOf } from '../../check/scenarios.ts'
import type { Compiled } from '../../compile/compile.ts'
import { readJsonBody } from '../../hurl/json-body.ts'
import type { Operation } from '../../model/model.ts'

/** The bodies of each operation, without members whose value is known only at run time. */
export type ScenarioBodies = ReadonlyMap<Operation, readonly Json[]>

/** Bodies in JSON whose scenario expects no error. A request that fits several operations gives its body to each. */
export function collectScenarioBodies({ model, facts }: Compiled): ScenarioBodies {
  const operations = facts.operations.map(({ operation }) => operation)
  const bodies = readScenariosOf(model.document).flatMap(({ entries }) =>
    entries.flatMap(({ request, response }) => {
      const status = response?.status.value
      const json = typeof status === 'number' && status < 400 ? readJsonBody(request.body)?.value : undefined
      return json === undefined ? [] : matchOperations(request, operations).map((operation) => [operation, json] as const)
    }),
  )
  return new Map(
    [...Map.groupBy(bodies, ([operation]) => operation)].map(([operation, pairs]) => [operation, pairs.map(([, json]) => json)]),
  )
}

/** The members of an example body in a sampled one; other members stay as they are. */
export function mergeBody(sampled: Json, example: Json): Json {
  if (!isJsonObject(sampled) || !isJsonObject(example)) return example
  return createJsonObject(
    [...new Set([...Object.keys(sampled), ...Object.keys(example)])].map((name) => {
      const value = (example as JsonObject)[name]
      return [name, value === undefined ? (sampled as JsonObject)[name]! : value] as const
    }),
  )
}
