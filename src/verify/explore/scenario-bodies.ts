// Collects the bodies that the document's scenarios send with success: their members fit together, which sampled members seldom do.

import { type Json, type JsonObject, createJsonObject, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import { matchOperations } from '../../check/scenario/unknown-route.ts'
import { readScenariosOf } from '../../check/scenarios.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { HurlBody, HurlTemplate } from '../../hurl/tree.ts'
import type { Operation } from '../../model/model.ts'

/** The bodies of each operation, without members whose value is known only at run time. */
export type ScenarioBodies = ReadonlyMap<Operation, readonly Json[]>

/** Bodies in JSON whose scenario expects no error. A request that fits several operations gives its body to each. */
export function collectScenarioBodies({ model, facts }: Compiled): ScenarioBodies {
  const operations = facts.operations.map(({ operation }) => operation)
  const bodies = readScenariosOf(model.document).flatMap(({ entries }) =>
    entries.flatMap(({ request, response }) => {
      const status = response?.status.value
      const json = typeof status === 'number' && status < 400 ? parseBody(request.body) : undefined
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

/** Replaces a placeholder of a template; no JSON text contains it. */
const placeholder = '\u0000'

function parseBody(body: HurlBody | undefined): Json | undefined {
  if (body?.kind !== 'json') return undefined
  const parsed = parseJsonText(printTemplate(body.text), { depth: 64 })
  return 'value' in parsed ? omitUnknown(parsed.value) : undefined
}

function printTemplate({ parts }: HurlTemplate): string {
  const escaped = JSON.stringify(placeholder)
  return parts.map((part) => (part.kind === 'text' ? part.value : part.within === 'text' ? escaped : escaped.slice(1, -1))).join('')
}

/** Undefined for a value with a placeholder; such members and items are omitted. */
function omitUnknown(json: Json): Json | undefined {
  if (typeof json === 'string') return json.includes(placeholder) ? undefined : json
  if (isJsonArray(json)) return json.map((item) => omitUnknown(item)).filter((item) => item !== undefined)
  if (!isJsonObject(json)) return json
  return createJsonObject(
    Object.entries(json as JsonObject).flatMap(([name, value]) => {
      const known = omitUnknown(value)
      return known === undefined ? [] : [[name, known] as const]
    }),
  )
}
