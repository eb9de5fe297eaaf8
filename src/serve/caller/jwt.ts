// JSON Web Tokens (RFC 7519): checked by the algorithms and keys that the document names, and issued by its own secret.

import { type JWTPayload, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { createHmac, createPrivateKey, createSecretKey, hash, sign } from 'node:crypto'
import { type Json, isJsonObject, parseJson } from '../../base/json.ts'
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { Credential } from '../../exchange/credential.ts'
import type { Scheme } from '../../model/authentication.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Secret } from './secrets.ts'
import type { Checker } from './checker.ts'
import { Unreachable } from './remote.ts'
import { findSignAlgorithm } from './signs-with.ts'
import { findIssuer, decodeTokenSecret, makeTokenKeys } from './token-keys.ts'

/** Longer tokens are refused without parsing, because tokens belong in headers. */
const maxLength = 8192

/** The most verified tokens in the cache. */
const maxCached = 1000

type Valid = Extract<Credential, { readonly kind: 'valid' }>

/**
 * `source` verifies the tokens; throws if it is not a valid key. With fixed keys a verified token stays valid except for its times, so it
 * is cached by its digest. The library decides everything else.
 */
export function makeJwtChecker(scheme: Scheme, source: Secret, now: () => number): Checker {
  const tolerance = (slotValueOf(scheme.skew) ?? 0) / 1000
  const check = makeLibraryChecker(scheme, source, now, tolerance)
  const verified = new BoundedCache<Valid>(maxCached)
  return (token) => {
    if (token.length > maxLength) return { kind: 'invalid' }
    if (source.kind !== 'text') return check(token)
    const digest = hash('sha256', token, 'base64')
    const before = verified.get(digest)
    if (before !== undefined && isInTime(before, Math.floor(now() / 1000), tolerance)) return before
    return check(token).then((result) => {
      if (result.kind === 'valid') verified.set(digest, result)
      return result
    })
  }
}

/** True if a token may belong to the scheme, by its algorithm and issuer, both unverified. */
export function makeJwtMatcher(scheme: Scheme): (token: string) => boolean {
  const algorithms = slotValueOf(scheme.algorithm)
  const issuer = findIssuer(scheme)
  return (token) => {
    if (token.length > maxLength) return false
    try {
      const { alg } = decodeProtectedHeader(token)
      return (
        (algorithms === undefined || algorithms.some((each) => each === alg)) && (issuer === undefined || decodeJwt(token).iss === issuer)
      )
    } catch {
      return false
    }
  }
}

/** RFC 7519, sections 4.1.4 and 4.1.5, in seconds. */
function isInTime({ claims = {} }: Valid, now: number, tolerance: number): boolean {
  const { nbf, exp } = claims
  return (typeof nbf !== 'number' || nbf <= now + tolerance) && (typeof exp !== 'number' || exp > now - tolerance)
}

function makeLibraryChecker(
  scheme: Scheme,
  source: Secret,
  now: () => number,
  clockTolerance: number,
): (token: string) => Promise<Credential> {
  const keys = makeTokenKeys(scheme, source, now)
  const audience = slotValueOf(scheme.audience)?.map(({ text }) => text)
  return async (token) => {
    try {
      const { key, algorithms, issuer } = await keys()
      const options = {
        algorithms: [...algorithms],
        clockTolerance,
        currentDate: new Date(now()),
        ...(audience === undefined ? {} : { audience }),
        ...(issuer === undefined ? {} : { issuer }),
        // A scheme with a `lifetime` requires the claim `exp` (RFC 7519, section 4.1.4).
        ...(scheme.lifetime.state === 'shown' ? { requiredClaims: ['exp'] } : {}),
      }
      const { payload } = typeof key === 'function' ? await jwtVerify(token, key, options) : await jwtVerify(token, key, options)
      return isStrict(token)
        ? { kind: 'valid', claims: payload as { [name: string]: Json }, scopes: listScopes(payload) }
        : { kind: 'invalid' }
    } catch (error) {
      if (error instanceof Unreachable) return { kind: 'unavailable', reason: error.message }
      return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
    }
  }
}

/** Parses claims like bodies: rejects duplicate names, of which the library would use the last, and invalid text. */
function isStrict(token: string): boolean {
  const [, claims = ''] = token.split('.')
  return 'value' in parseJson(Buffer.from(claims, 'base64url'), { depth: 64 })
}

/** RFC 8693, section 4.2: `scope` is a text with spaces; some issuers send a list. */
function listScopes({ scope, scopes }: JWTPayload): readonly string[] {
  if (typeof scope === 'string') return scope.split(' ').filter((each) => each !== '')
  const list = Array.isArray(scope) ? scope : scopes
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** Issues tokens for a subject. Synchronous, because tokens are created while an answer is computed. */
export function makeJwtIssuer(scheme: Scheme, secret: Extract<Secret, { kind: 'text' }>): (subject: string, now: number) => string {
  const declaredClaims = slotValueOf(scheme.claims)?.value
  const claims = declaredClaims !== undefined && isJsonObject(declaredClaims) ? declaredClaims : {}
  const sign = makeJwtSigner(scheme, secret.text)
  return (subject, now) => sign({ ...claims, sub: subject }, now)
}

/** Signs with the first algorithm; the scheme's times, issuer and audience fill missing claims. */
export function makeJwtSigner(scheme: Scheme, key: string): (claims: Claims, now: number) => string {
  const algorithm = findSignAlgorithm(scheme)
  const lifetime = slotValueOf(scheme.lifetime)
  const issuer = findIssuer(scheme)
  const audience = slotValueOf(scheme.audience)?.map(({ text }) => text)
  const header = encode({ alg: algorithm, typ: 'JWT' })
  const signed = makeSigner(algorithm, key)
  return (claims, now) => {
    const iat = Math.floor(now / 1000)
    const payload = {
      iat,
      ...(lifetime === undefined ? {} : { exp: iat + Math.floor(lifetime / 1000) }),
      ...(issuer === undefined ? {} : { iss: issuer }),
      ...(audience === undefined ? {} : { aud: audience.length === 1 ? audience[0]! : audience }),
      ...claims,
    }
    const content = `${header}.${encode(payload)}`
    return `${content}.${signed(content)}`
  }
}

type Claims = { readonly [name: string]: Json }

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** RFC 7518, section 3.1. */
function makeSigner(algorithm: string, secret: string): (content: string) => string {
  const hash = `sha${algorithm.slice(2)}`
  if (algorithm.startsWith('HS')) {
    const key = createSecretKey(decodeTokenSecret(secret))
    return (content) => createHmac(hash, key).update(content).digest('base64url')
  }
  const key = createPrivateKey(secret)
  const named = algorithm === 'EdDSA' ? null : hash
  const padded = algorithm.startsWith('PS') ? { key, padding: 6, saltLength: -1 } : { key }
  const options = algorithm.startsWith('ES') ? { key, dsaEncoding: 'ieee-p1363' as const } : padded
  return (content) => sign(named, Buffer.from(content), options).toString('base64url')
}
