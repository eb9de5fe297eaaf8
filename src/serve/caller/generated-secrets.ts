// Generates the secrets of a run of scenarios that the operator has not set, and all key pairs, so that test callers can sign.

import { type KeyObject, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Authentication, Scheme, SecretSource } from '../../model/authentication.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type SecretSources, readSecret } from './secrets.ts'
import { findSignAlgorithm } from './signs-with.ts'

export type GeneratedSecrets = SecretSources & {
  /** The key that signs a scheme's tokens in this process: a secret, or a private key as PEM. */
  signingKey(scheme: Scheme): string | undefined
}

export function generateSecrets({ schemes }: Authentication, operator: SecretSources): GeneratedSecrets {
  const generated = new Map<string, string>()
  const pairs = new Map<string, KeyObject>()
  for (const { value: scheme } of listSpecifiedEntries(schemes)) {
    const algorithm = findSignAlgorithm(scheme)
    const place = findPlaceOfKeys(scheme)
    if (algorithm.startsWith('HS') || place === undefined) continue
    const pair = generatePrivateKey(algorithm)
    pairs.set(place, pair)
    generated.set(place, printPublicKey(pair, algorithm, scheme.keys))
    // If the document also signs tokens, it uses the other half of the key pair.
    if (scheme.secret.state === 'shown') generated.set(printPlace(scheme.secret), printPrivateKey(pair))
  }
  const environment: SecretSources = {
    variable: (name) => generated.get(`env ${name}`) ?? operator.variable(name) ?? generateSecret(generated, `env ${name}`),
    file: (name) => generated.get(`file ${name}`) ?? operator.file(name) ?? generateSecret(generated, `file ${name}`),
    jwks: (address) => generated.get(`jwks ${address}`),
    replaceKeySet: (address) => generated.get(`discovery ${address}`),
  }
  return {
    ...environment,
    signingKey(scheme) {
      const pair = pairs.get(findPlaceOfKeys(scheme) ?? '')
      if (pair !== undefined) return printPrivateKey(pair)
      const secret = readSecret(scheme.secret, 'the secret', environment)
      return 'text' in secret ? secret.text : undefined
    },
  }
}

function generateSecret(secrets: Map<string, string>, place: string): string {
  // Long enough for every algorithm.
  const text = `${randomUUID()}${randomUUID()}`
  secrets.set(place, text)
  return text
}

/** The address of a scheme's public keys: declared, or from discovery. */
function findPlaceOfKeys({ type, keys, openIdConnectUrl }: Scheme): string | undefined {
  if (keys.state === 'shown') return printPlace(keys)
  return slotValueOf(type) === 'openIdConnect' ? `discovery ${slotValueOf(openIdConnectUrl)?.text}` : undefined
}

/** A text that identifies the place of a secret. */
function printPlace(slot: Slot<SecretSource>): string {
  const source = slotValueOf(slot)
  if (source === undefined) return ''
  const [kind, name] =
    (['env', 'file', 'jwks'] as const)
      .map((each) => [each, slotValueOf(source[each])?.text] as const)
      .find(([, text]) => text !== undefined) ?? []
  return `${kind} ${name}`
}

/** RFC 7518, section 3.1, and RFC 8037. */
function generatePrivateKey(algorithm: string): KeyObject {
  switch (algorithm) {
    case 'EdDSA':
      return generateKeyPairSync('ed25519').privateKey
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    case 'ES384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
    case 'ES512':
      return generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey
    default:
      return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  }
}

function printPrivateKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function printPublicKey(key: KeyObject, algorithm: string, keys: Slot<SecretSource>): string {
  const half = createPublicKey(key)
  const isSet = keys.state !== 'shown' || keys.value.jwks.state === 'shown'
  return isSet
    ? JSON.stringify({ keys: [{ ...half.export({ format: 'jwk' }), alg: algorithm }] })
    : half.export({ type: 'spki', format: 'pem' }).toString()
}
