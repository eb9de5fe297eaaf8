// `Basic` (RFC 7617): a name and a password, compared with the operator's in constant time, or looked up.

import type { Credential } from '../../exchange/credential.ts'
import type { Checker } from './checker.ts'
import { makeTextComparison } from './same-text.ts'

export function makeBasicChecker(name: string, password: string): Checker {
  const [isName, isPassword] = [makeTextComparison(name), makeTextComparison(password)]
  return (credential) => {
    const pair = parsePair(credential)
    if (pair === undefined) return { kind: 'invalid' }
    // Compares both in every case, so that timing reveals nothing.
    const matches = [isName(pair.name), isPassword(pair.password)]
    return matches.every(Boolean) ? { kind: 'valid', claims: { sub: pair.name }, scopes: [] } : { kind: 'invalid' }
  }
}

/** The password is the credential by which a record is looked up. */
export function readBasicCredential(credential: string): Credential {
  const pair = parsePair(credential)
  return pair === undefined ? { kind: 'invalid' } : { kind: 'valid', claims: { sub: pair.name }, credential: pair.password, scopes: [] }
}

function parsePair(credential: string): { readonly name: string; readonly password: string } | undefined {
  const decoded = decode(credential)
  const colon = decoded?.indexOf(':') ?? -1
  return decoded === undefined || colon < 0 ? undefined : { name: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}

function decode(credential: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(credential)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(credential, 'base64'))
  } catch {
    return undefined
  }
}
