// Reads the payloads of a server's deliveries, and aligns the values that the server may choose.

import { timingSafeEqual } from 'node:crypto'
import { type Json, isJsonArray, isJsonObject, createJsonObject, parseJsonText } from '../../base/json.ts'
import { parseTimestamp } from '../../base/time.ts'
import type { DeliveryRequest } from '../../meaning/delivery/deliveries.ts'
import type { DeliveryPlan } from '../../meaning/delivery/plan.ts'
import { decodeSecret } from '../../serve/delivery/signature.ts'

/** False if a secret is not base64, as Standard Webhooks requires: the server may then send or skip the delivery. */
export function hasUsableSecrets({
  plan: { signature },
  request: { secrets },
}: {
  readonly plan: DeliveryPlan
  readonly request: DeliveryRequest
}): boolean {
  return signature?.kind === 'hmac' || secrets.every(isUsableSecret)
}

function isUsableSecret(secret: string): boolean {
  try {
    return decodeSecret(secret).length > 0
  } catch {
    return false
  }
}

export function isSameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

export function parsePayload(text: string): Json {
  const parsed = parseJsonText(text, { depth: 200 })
  return 'value' in parsed ? parsed.value : null
}

export function typeIn(body: string): string {
  const parsed = parsePayload(body)
  const type = isJsonObject(parsed) ? (parsed as { readonly [name: string]: Json })['type'] : undefined
  return typeof type === 'string' ? type : ''
}

/** The server's event, with the interpreter's id and time wherever the server may choose its own. */
export function alignGenerated(
  expected: Json,
  received: Json,
  id: string,
  time: string | undefined,
  window: { readonly from: number; readonly until: number },
): Json {
  if (typeof expected === 'string' && typeof received === 'string') {
    if (expected === id) return received === '' ? received : id
    const at = expected === time ? parseTimestamp(received) : undefined
    return at !== undefined && at >= window.from && at <= window.until ? expected : received
  }
  if (isJsonArray(expected) && isJsonArray(received))
    return received.map((item, index) => (index < expected.length ? alignGenerated(expected[index]!, item, id, time, window) : item))
  if (!isJsonObject(expected) || !isJsonObject(received)) return received
  const expectedMembers = expected as { readonly [name: string]: Json }
  return createJsonObject(
    Object.entries(received).map(
      ([name, value]) =>
        [name, expectedMembers[name] === undefined ? value : alignGenerated(expectedMembers[name], value, id, time, window)] as const,
    ),
  )
}
