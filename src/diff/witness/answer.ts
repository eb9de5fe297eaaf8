// What a service answered to a request, and which events it then delivered.

import { type Json, parseJsonText } from '../../base/json.ts'
import type { ReceivedAnswer } from '../../hurl/evaluate/query.ts'
import type { Observation, ReceivedDelivery } from '../../scenario/service.ts'

export type ServiceAnswer = {
  readonly received: ReceivedAnswer
  readonly observation: Observation | undefined
  readonly deliveries: readonly ReceivedDelivery[]
}

/** An entry of part 7 may answer a refusal with any status. */
export const isRefusal = ({ received, observation }: ServiceAnswer): boolean =>
  received.status >= 400 || observation?.condition !== undefined

export function findHeader({ headers }: ReceivedAnswer, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

export const mediaTypeOf = (received: ReceivedAnswer): string => (findHeader(received, 'content-type') ?? 'no content').replace(/;.*/, '')

export function parseJsonBody({ body, headers }: ReceivedAnswer): Json | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (!/json/i.test(type)) return undefined
  return parseBody(new TextDecoder().decode(body))
}

export function parseBody(text: string): Json | undefined {
  const parsed = parseJsonText(text, { depth: 128 })
  return 'value' in parsed ? parsed.value : undefined
}
