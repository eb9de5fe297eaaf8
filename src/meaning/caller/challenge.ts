// `WWW-Authenticate` (RFC 9110, section 11.6.1): how a client may prove who it is, a challenge for each scheme of HTTP's.

import type { Header } from '../../exchange/answer.ts'
import type { Authentication, Scheme } from '../../model/authentication.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'

export function challenges(
  { schemes }: Authentication,
  names: ReadonlySet<string>,
  why: 'missing' | 'invalid' | 'expired',
): readonly Header[] {
  return specifiedEntries(schemes).flatMap(({ name, value }): Header[] =>
    names.has(name) ? [['WWW-Authenticate', challenge(name, value, why)]] : [],
  )
}

/** RFC 6750, section 3.1: which scopes would have been enough. */
export function scopeChallenge({ schemes }: Authentication, name: string, scopes: readonly string[]): readonly Header[] {
  const scheme = specifiedEntries(schemes).find((one) => one.name === name)?.value
  const word = scheme === undefined ? 'Bearer' : wordOf(scheme)
  return scheme === undefined || word === 'ApiKey' || word.toLowerCase() === 'basic'
    ? []
    : [['WWW-Authenticate', `${word} ${realmOf(name, scheme)}, error="insufficient_scope", scope="${scopes.join(' ')}"`]]
}

function wordOf(scheme: Scheme): string {
  switch (slotValue(scheme.type)) {
    case 'http':
      return slotValue(scheme.scheme)?.text ?? 'Bearer'
    case 'apiKey':
      return 'ApiKey'
    case 'oauth2': case 'openIdConnect': case undefined:
      return 'Bearer'
  }
}

function realmOf(name: string, { realm }: Scheme): string {
  return `realm="${(slotValue(realm) ?? name).replaceAll(/["\\]/g, '\\$&')}"`
}

/** RFC 6750, section 3 for bearer tokens: an error only where a credential was sent. */
function challenge(name: string, scheme: Scheme, why: 'missing' | 'invalid' | 'expired'): string {
  const word = wordOf(scheme)
  const realm = realmOf(name, scheme)
  if (word.toLowerCase() === 'basic') return `Basic ${realm}, charset="UTF-8"`
  return why === 'missing' || word === 'ApiKey' ? `${word} ${realm}` : `${word} ${realm}, error="invalid_token"`
}
