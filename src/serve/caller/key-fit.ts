// Reports at start why a scheme's keys suit none of its algorithms (RFC 7518), without showing any key.

import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto'
import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Scheme } from '../../model/authentication.ts'
import { slotValueOf } from '../../model/slot.ts'
import { findSignAlgorithm } from './signs-with.ts'
import { decodeTokenSecret } from './token-keys.ts'

/** Checks the verification keys: a shared secret, or public keys. */
export function findKeysProblems(name: string, scheme: Scheme, text: string): readonly string[] {
  const algorithms = slotValueOf(scheme.algorithm) ?? [findSignAlgorithm(scheme)]
  if (algorithms.every((each) => each.startsWith('HS'))) return findSecretProblems(name, text, algorithms)
  const keys = unlessInvalid(() => parsePublicKeys(text))
  if (keys === undefined) return [`the keys of the scheme ${name} are neither a public key (PEM) nor a set of keys (JWK)`]
  return findKeyMismatches(`the keys of the scheme ${name} include`, keys, algorithms)
}

/** Checks the signing keys: the shared secret, or a private key. */
export function findSigningProblems(name: string, scheme: Scheme, text: string): readonly string[] {
  const algorithm = findSignAlgorithm(scheme)
  if (algorithm.startsWith('HS')) return findSecretProblems(name, text, slotValueOf(scheme.algorithm) ?? [algorithm])
  const key = unlessInvalid(() => createPrivateKey(text))
  if (key === undefined) return [`the secret of the scheme ${name} is not a private key (PEM), which its first algorithm signs with`]
  return findKeyMismatches(`the secret of the scheme ${name} is`, [key], [algorithm])
}

/** RFC 7518, section 3.2: a key is at least as long as the output of the algorithm's hash. */
function findSecretProblems(name: string, text: string, algorithms: readonly string[]): readonly string[] {
  const bytes = unlessInvalid(() => decodeTokenSecret(text).length)
  if (bytes === undefined) return [`the secret of the scheme ${name} is neither a text nor a JWK of the type oct`]
  const strongest = algorithms.toSorted((a, b) => findHashBits(b) - findHashBits(a))[0]!
  const minBytes = findHashBits(strongest) / 8
  if (bytes >= minBytes) return []
  return [
    `the secret of the scheme ${name} is too short: it has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, and ${strongest} needs ${minBytes} (RFC 7518, section 3.2); make one with \`openssl rand -base64 ${minBytes}\``,
  ]
}

function findHashBits(algorithm: string): number {
  return Number(algorithm.slice(2))
}

function findKeyMismatches(are: string, keys: readonly KeyObject[], algorithms: readonly string[]): readonly string[] {
  const algorithmList = algorithms.length < 2 ? algorithms.join('') : `${algorithms.slice(0, -1).join(', ')} or ${algorithms.at(-1)!}`
  const short = keys.find((key) => isRsa(key) && findRsaBits(key) < 2048)
  if (short !== undefined)
    return [`${are} an RSA key of ${findRsaBits(short)} bits, and ${algorithmList} needs 2048 (RFC 7518, section 3.3)`]
  return keys.some((key) => algorithms.some((algorithm) => isKeyFor(key, algorithm))) ? [] : [`${are} no key for ${algorithmList}`]
}

function findRsaBits({ asymmetricKeyDetails }: KeyObject): number {
  return asymmetricKeyDetails?.modulusLength ?? 0
}

function isRsa({ asymmetricKeyType }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss'
}

const curves: { readonly [algorithm: string]: string } = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' }

/** RFC 7518, section 3.1, and RFC 8037. */
function isKeyFor(key: KeyObject, algorithm: string): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (algorithm === 'EdDSA') return type === 'ed25519'
  if (algorithm.startsWith('ES')) return type === 'ec' && details?.namedCurve === curves[algorithm]
  return algorithm.startsWith('PS') ? isRsa(key) : type === 'rsa'
}

/** Parses PEM (SPKI), a JWK or a JWK set; throws otherwise. Keys of unknown types in a set are ignored (RFC 7517, section 5). */
function parsePublicKeys(text: string): readonly KeyObject[] {
  if (text.startsWith('-----')) return [createPublicKey(text)]
  const parsed = JSON.parse(text) as Json
  const keys = isJsonObject(parsed) && 'keys' in parsed ? (parsed as { readonly [name: string]: Json })['keys'] : [parsed]
  if (keys === undefined || !isJsonArray(keys)) throw new Error('no set of keys')
  return keys.flatMap((key) => unlessInvalid(() => createPublicKey({ key: key as never, format: 'jwk' })) ?? [])
}

/** The library's message may quote the key, so it is dropped. */
function unlessInvalid<T>(load: () => T): T | undefined {
  try {
    return load()
  } catch {
    return undefined
  }
}
