// `WWW-Authenticate` (RFC 9110, section 11.6.1): how a client may prove who it is, a challenge for each scheme of HTTP's.

import type { Header } from '../exchange/answer.ts'
import type { Authentication, Scheme } from '../model/authentication.ts'
import { each, shown } from '../model/slot.ts'

export function challenges({ schemes }: Authentication, names: ReadonlySet<string>, why: 'missing' | 'invalid' | 'expired'): readonly Header[] {
  return each(schemes).flatMap(({ name, value }): Header[] => (names.has(name) ? [['WWW-Authenticate', challenge(name, value, why)]] : []))
}

/** RFC 6750, section 3 for bearer tokens: an error only where a credential was sent. */
function challenge(name: string, scheme: Scheme, why: 'missing' | 'invalid' | 'expired'): string {
  const word = shown(scheme.type) === 'http' ? (shown(scheme.scheme)?.text ?? 'Bearer') : shown(scheme.type) === 'apiKey' ? 'ApiKey' : 'Bearer'
  const realm = `realm="${(shown(scheme.realm) ?? name).replaceAll(/["\\]/g, '\\$&')}"`
  if (word.toLowerCase() === 'basic') return `Basic ${realm}, charset="UTF-8"`
  return why === 'missing' || word === 'ApiKey' ? `${word} ${realm}` : `${word} ${realm}, error="invalid_token"`
}
