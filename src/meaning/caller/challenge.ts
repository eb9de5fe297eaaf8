// Builds `WWW-Authenticate` (RFC 9110, section 11.6.1): one challenge for each HTTP scheme that would authenticate the client.

import type { Header } from '../../exchange/answer.ts'
import type { Authentication, Scheme } from '../../model/authentication.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'

export function makeChallenges(
  { schemes }: Authentication,
  names: ReadonlySet<string>,
  why: 'missing' | 'invalid' | 'expired',
): readonly Header[] {
  return listSpecifiedEntries(schemes).flatMap(({ name, value }): Header[] =>
    names.has(name) ? [['WWW-Authenticate', printChallenge(name, value, why)]] : [],
  )
}

/** The scopes that would have been sufficient (RFC 6750, section 3.1). */
export function makeScopeChallenge({ schemes }: Authentication, name: string, scopes: readonly string[]): readonly Header[] {
  const scheme = listSpecifiedEntries(schemes).find((entry) => entry.name === name)?.value
  const authScheme = scheme === undefined ? 'Bearer' : nameAuthScheme(scheme)
  return scheme === undefined || authScheme === 'ApiKey' || authScheme.toLowerCase() === 'basic'
    ? []
    : [['WWW-Authenticate', `${authScheme} ${printRealm(name, scheme)}, error="insufficient_scope", scope="${scopes.join(' ')}"`]]
}

function nameAuthScheme(scheme: Scheme): string {
  switch (slotValueOf(scheme.type)) {
    case 'http':
      return nameRegistered(slotValueOf(scheme.scheme)?.text ?? 'Bearer')
    case 'apiKey':
      return 'ApiKey'
    case 'oauth2':
    case 'openIdConnect':
    case undefined:
      return 'Bearer'
  }
}

/** OpenAPI writes `bearer`; the registered name is `Bearer` (RFC 6750, section 6.1.1), and some clients compare it exactly. */
function nameRegistered(scheme: string): string {
  return scheme.toLowerCase() === 'bearer' ? 'Bearer' : scheme
}

function printRealm(name: string, { realm }: Scheme): string {
  return `realm="${(slotValueOf(realm) ?? name).replaceAll(/["\\]/g, '\\$&')}"`
}

/** Bearer tokens (RFC 6750, section 3): `error` is sent only if the request had a credential. */
function printChallenge(name: string, scheme: Scheme, why: 'missing' | 'invalid' | 'expired'): string {
  const authScheme = nameAuthScheme(scheme)
  const realm = printRealm(name, scheme)
  if (authScheme.toLowerCase() === 'basic') return `Basic ${realm}, charset="UTF-8"`
  return why === 'missing' || authScheme === 'ApiKey' ? `${authScheme} ${realm}` : `${authScheme} ${realm}, error="invalid_token"`
}
