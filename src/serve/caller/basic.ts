// `Basic` (RFC 7617): a name and a password, compared with the operator's in constant time.

import type { Checker } from './checker.ts'
import { sameAs } from './same-text.ts'

export function basicChecker(name: string, password: string): Checker {
  const [isName, isPassword] = [sameAs(name), sameAs(password)]
  return (credential) => {
    const decoded = decode(credential)
    const colon = decoded?.indexOf(':') ?? -1
    if (decoded === undefined || colon < 0) return { kind: 'invalid' }
    const userName = decoded.slice(0, colon)
    // Compares both in every case, so that timing reveals nothing.
    const matches = [isName(userName), isPassword(decoded.slice(colon + 1))]
    return matches.every(Boolean) ? { kind: 'valid', claims: { sub: userName }, scopes: [] } : { kind: 'invalid' }
  }
}

function decode(credential: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(credential)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(credential, 'base64'))
  } catch {
    return undefined
  }
}
