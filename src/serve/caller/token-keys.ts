// Loads the verification keys of a scheme: the operator's key, a key set at an address, or a key set from discovery.

import { type JSONWebKeySet, type JWTVerifyGetKey, createLocalJWKSet, errors } from 'jose'
import { type KeyObject, createPublicKey, createSecretKey } from 'node:crypto'
import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Scheme } from '../../model/authentication.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type Remote, Unreachable, makeRemote } from './remote.ts'
import type { Secret } from './secrets.ts'

export type TokenKeys = {
  readonly key: KeyObject | JWTVerifyGetKey
  readonly algorithms: readonly string[]
  /** The required `iss` of tokens; undefined if not required. */
  readonly issuer: string | undefined
}

/** Throws for an invalid key. Remote keys are fetched when the first token arrives. */
export function makeTokenKeys(scheme: Scheme, source: Secret, now: () => number): () => TokenKeys | Promise<TokenKeys> {
  const algorithms = [...(slotValueOf(scheme.algorithm) ?? [])]
  const issuer = findIssuer(scheme)
  if (slotValueOf(scheme.type) === 'openIdConnect') return discover(scheme, source, now)
  if (source.kind === 'none') return () => refuse()
  const key = source.kind === 'jwks' ? makeRemoteSet(makeRemote(source.url, now)) : parseLocalKey(source.text, algorithms)
  return () => (key === undefined ? refuse() : { key, algorithms, issuer })
}

function refuse(): never {
  throw new errors.JWKSNoMatchingKey()
}

const path = '/.well-known/openid-configuration'

/** With discovery, the issuer is the address of its configuration (OpenID Connect Discovery 1.0, section 4). */
export function findIssuer(scheme: Scheme): string | undefined {
  const address = slotValueOf(scheme.type) === 'openIdConnect' ? slotValueOf(scheme.openIdConnectUrl)?.text : undefined
  return slotValueOf(scheme.issuer)?.text ?? (address?.endsWith(path) === true ? address.slice(0, -path.length) : undefined)
}

/** Algorithms whose keys can be published (RFC 7518, section 3.1, and RFC 8037). */
const published = /^((RS|PS|ES)(256|384|512)|EdDSA)$/

function discover(scheme: Scheme, source: Secret, now: () => number): () => TokenKeys | Promise<TokenKeys> {
  const declared = slotValueOf(scheme.algorithm)
  const issuer = findIssuer(scheme)
  // The operator's own key needs no discovery.
  if (source.kind === 'text') {
    const key = parseLocalKey(source.text, ['RS256'])
    return () => ({ key, algorithms: declared ?? ['RS256'], issuer })
  }
  const configuration = makeRemote(slotValueOf(scheme.openIdConnectUrl)?.text ?? '', now)
  const sets = new Map<string, JWTVerifyGetKey>()
  const setAt = (address: string): JWTVerifyGetKey => sets.getOrInsertComputed(address, () => makeRemoteSet(makeRemote(address, now)))
  return async () => {
    const object = await configuration.read()
    const expected = slotValueOf(scheme.issuer)?.text ?? issuer
    const { jwks_uri: jwks, issuer: documentIssuer, id_token_signing_alg_values_supported: supported } = object as { [name: string]: Json }
    if (typeof documentIssuer !== 'string' || (expected !== undefined && documentIssuer !== expected))
      throw new Unreachable(`${configuration.address} is of another issuer than ${expected ?? 'one that it names'}`)
    const address = source.kind === 'jwks' ? source.url : jwks
    if (typeof address !== 'string' || !URL.canParse(address)) throw new Unreachable(`${configuration.address} names no address of keys`)
    const offered = isJsonArray(supported)
      ? (supported.filter((each) => typeof each === 'string' && published.test(each)) as string[])
      : ['RS256']
    return { key: setAt(address), algorithms: declared ?? offered, issuer: documentIssuer }
  }
}

/** Reloads the set once if it lacks the token's key, which may be new. */
function makeRemoteSet(remote: Remote): JWTVerifyGetKey {
  const keySets = new WeakMap<JsonObject, JWTVerifyGetKey>()
  const openSet = (set: JsonObject): JWTVerifyGetKey => keySets.getOrInsertComputed(set, () => makeLocalSet(set, remote.address))
  return async (header, token) => {
    const keySet = await remote.read()
    try {
      return await openSet(keySet)(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return openSet(await remote.read(true))(header, token)
    }
  }
}

function makeLocalSet(set: JsonObject, address: string): JWTVerifyGetKey {
  try {
    return createLocalJWKSet(set as unknown as JSONWebKeySet)
  } catch {
    throw new Unreachable(`${address} returns no key set`)
  }
}

/** An `HS…` key is the secret itself; the others are public: PEM (SPKI), or a JWK or a set of them. */
function parseLocalKey(text: string, algorithms: readonly string[]): KeyObject | JWTVerifyGetKey {
  if (algorithms.every((each) => each.startsWith('HS'))) return createSecretKey(decodeTokenSecret(text))
  if (text.startsWith('-----')) return createPublicKey(text)
  const parsed = JSON.parse(text) as Json
  return createLocalJWKSet(isJsonObject(parsed) && 'keys' in parsed ? (parsed as never) : ({ keys: [parsed] } as never))
}

/** A shared secret is text, or a JWK (RFC 7518, section 6.4) if its bytes are not text. */
export function decodeTokenSecret(text: string): Buffer {
  if (!text.startsWith('{')) return Buffer.from(text)
  const { kty, k } = JSON.parse(text) as { kty?: unknown; k?: unknown }
  if (kty !== 'oct' || typeof k !== 'string') throw new Error('a secret that is a JWK is of type oct')
  return Buffer.from(k, 'base64url')
}
