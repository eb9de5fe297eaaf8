// Reads the JSON of a body in a scenario, also where captured values stand for parts of it.

import { type Json, type JsonObject, createJsonObject, isJsonArray, isJsonObject, parseJsonText } from '../base/json.ts'
import type { HurlBody, HurlTemplate } from './tree.ts'

/** `value`: without the members and items that only the run knows. `isWhole`: true if there are none of these. */
export type JsonBody = { readonly value: Json; readonly isWhole: boolean }

/** Undefined for a body in another form, and for one that only the run knows. */
export function readJsonBody(body: HurlBody | undefined): JsonBody | undefined {
  if (body?.kind !== 'json') return undefined
  const parsed = parseJsonText(printTemplate(body.text), { depth: 64 })
  const value = 'value' in parsed ? omitUnknown(parsed.value) : undefined
  return value === undefined ? undefined : { value, isWhole: body.text.parts.every(({ kind }) => kind === 'text') }
}

/** Replaces a placeholder of a template; no JSON text contains it. */
const placeholder = '\u0000'

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
