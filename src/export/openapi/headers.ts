// Describes response headers that no operation or entry names: challenges, and the headers of part 8.

import type { EntryFacts, Facts, OperationFacts, Point } from '../../fact/fact.ts'
import { type LimitHeader, type LimitField, listRenamedHeaders, sendsHeader } from '../../model/limits.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'

export type HeaderText = readonly [name: string, description: string]

/** RFC 9110, section 11.6.1: a 401 response states how to authenticate. */
export function listChallenges(entry: EntryFacts, points: readonly Point[], { model }: Facts): HeaderText[] {
  const schemes = new Set(
    points.flatMap(({ condition, subject }) => (condition === 'unauthenticated' || condition === 'insufficient-scope' ? [subject] : [])),
  )
  const hasHttpScheme = listSpecifiedEntries(model.authentication.value.schemes).some(
    ({ name, value }) => schemes.has(name) && slotValueOf(value.type) !== 'apiKey',
  )
  const isDeclared = listSpecifiedEntries(entry.slots.headers).some(({ name }) => name.toLowerCase() === 'www-authenticate')
  return hasHttpScheme && !isDeclared ? [['WWW-Authenticate', 'How to prove who calls (RFC 9110, section 11.6.1).']] : []
}

const descriptions: { readonly [word in LimitField]: string } = {
  limit: 'The quota',
  remaining: 'Requests that remain',
  window: 'The window in seconds',
  reset: 'Seconds until one more request remains',
  'reset-time': 'The time at which one more request remains, in seconds since 1970',
  'retry-after': 'Seconds until requests are accepted again, if the limit refused',
}

/** The headers of every answer about the rates and quotas that count the operation. */
export function describeLimitHeaders({ points }: OperationFacts, facts: Facts): HeaderText[] {
  const names = points
    .filter(isLimit)
    .map(({ name }) => `\`${name ?? ''}\``)
    .join(', ')
  if (names === '') return []
  const renamed = listRenamedHeaders(facts.model.limits.value).map(({ name, tells }): HeaderText => [
    name,
    `${descriptions[tells]}, of the nearest of ${names}.`,
  ])
  return [
    ...describeHeaders(facts, [
      ['RateLimit-Policy', `The quotas of ${names} (draft-ietf-httpapi-ratelimit-headers).`],
      ['RateLimit', `What remains of ${names}.`],
    ]),
    ...renamed,
  ]
}

/** The additional headers of a refusal by a rate or quota. */
export function listRetryHeaders(points: readonly Point[], facts: Facts): HeaderText[] {
  return points.some(isLimit) ? describeHeaders(facts, [['Retry-After', 'Seconds until requests are accepted again.']]) : []
}

function isLimit({ condition }: Point): boolean {
  return condition === 'rate-limited' || condition === 'quota-exceeded'
}

type LimitText = readonly [name: LimitHeader, description: string]

function describeHeaders({ model }: Facts, headers: readonly LimitText[]): HeaderText[] {
  return headers.filter(([name]) => sendsHeader(model.limits.value, name))
}

/** The header that marks a repeated answer for an idempotency key. */
export function listReplayedHeader({ operation: { slots } }: OperationFacts): HeaderText[] {
  const declared = slotValueOf(slots.idempotency)
  const header = declared?.kind === 'key' ? slotValueOf(declared.replayed) : undefined
  return header === undefined ? [] : [[header.text, '`true` if the answer repeats an earlier one.']]
}
