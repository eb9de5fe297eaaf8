// The test callers of scenarios (`callers` of part 5): each has a credential of its scheme, valid only for the run.

import { type Json, isJsonObject } from '../../base/json.ts'
import type { Authentication, Scheme } from '../../model/authentication.ts'
import { usesTokens } from '../../model/security.ts'
import { listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import { isSignedBySender, makeRequestSignatureForm } from '../../model/signature.ts'
import { makeHmacHeaders } from '../hmac.ts'
import { makeJwtSigner } from './jwt.ts'
import { readSecret } from './secrets.ts'
import type { GeneratedSecrets } from './generated-secrets.ts'

/** The headers and parameters that identify a test caller. */
export type TestCredential = {
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  /** Headers that sign the body. */
  readonly sign?: (body: Uint8Array) => readonly Pair[]
}

export type TestCallers = {
  readonly names: readonly string[]
  /** `now` in milliseconds: tokens begin then. */
  credential(name: string, now: number): TestCredential
}

type Pair = readonly [name: string, value: string]
type MakeCredential = (now: number) => TestCredential

/** `problems`: callers without enough data for a credential. */
export function testCallers(
  authentication: Authentication,
  secrets: GeneratedSecrets,
  running: Authentication = authentication,
): TestCallers | { readonly problems: readonly string[] } {
  const makers = new Map<string, MakeCredential>()
  const problems: string[] = []
  for (const { name, value } of listSpecifiedEntries(authentication.callers)) {
    const scheme = slotValueOf(value.scheme)?.text
    const slot = scheme === undefined ? undefined : findNamedEntry(authentication.schemes, scheme)?.slot
    const makeCredential =
      slot?.state !== 'shown'
        ? 'names no scheme of part 5'
        : findCredentialMaker(
            withPlacesOf(slot.value, scheme!, running),
            slotValueOf(value.claims)?.value,
            slotValueOf(value.credential),
            secrets,
          )
    if (typeof makeCredential === 'string') problems.push(`the test caller ${name} ${makeCredential}`)
    else makers.set(name, makeCredential)
  }
  if (problems.length > 0) return { problems }
  return { names: [...makers.keys()], credential: (name, now) => makers.get(name)!(now) }
}

/** The scheme with the places in which the operator of the running document keeps its secrets: a moved secret stays the same. */
function withPlacesOf(scheme: Scheme, name: string, { schemes }: Authentication): Scheme {
  const slot = findNamedEntry(schemes, name)?.slot
  if (slot?.state !== 'shown') return scheme
  const { secret, keys, username, password } = slot.value
  return { ...scheme, secret, keys, username, password }
}

/** Sends a `credential` as declared; otherwise signs `claims`, or uses the scheme's own name and password. */
function findCredentialMaker(
  scheme: Scheme,
  claims: Json | undefined,
  credential: string | undefined,
  secrets: GeneratedSecrets,
): MakeCredential | string {
  const isKey = slotValueOf(scheme.type) === 'apiKey'
  const authScheme = slotValueOf(scheme.scheme)?.text ?? 'Bearer'
  const carry = (text: string): TestCredential =>
    isKey ? placeKey(scheme, text) : { headers: [['Authorization', `${authScheme} ${text}`]], query: [] }
  if (!isKey && authScheme.toLowerCase() === 'basic') {
    const pair = credential ?? findOwnPair(scheme, secrets)
    return pair === undefined ? 'has no `credential`, which is `name:password`' : () => carry(Buffer.from(pair).toString('base64'))
  }
  const form = makeRequestSignatureForm(scheme)
  const secret = form && (isSignedBySender(scheme) ? credential : findOwnKey(scheme, secrets)?.trim().split(/\s+/)[0])
  if (credential !== undefined && (secret === undefined || !isSignedBySender(scheme))) return () => carry(credential)
  if (form !== undefined && secret !== undefined)
    return (now) => ({ headers: [], query: [], sign: (body) => makeHmacHeaders(form, { seconds: Math.floor(now / 1000), body }, [secret]) })
  if (usesTokens(scheme)) return signToken(scheme, claims, secrets, carry)
  const ownCredential = findOwnKey(scheme, secrets)
  return ownCredential === undefined
    ? `has no \`credential\`, which is the ${isKey ? 'key' : 'token'} it presents`
    : () => carry(ownCredential)
}

function signToken(
  scheme: Scheme,
  claims: Json | undefined,
  secrets: GeneratedSecrets,
  carry: (token: string) => TestCredential,
): MakeCredential | string {
  const key = secrets.signingKey(scheme)
  if (key === undefined) return 'has claims that nothing can sign: its scheme names neither a secret nor keys'
  const sign = makeJwtSigner(scheme, key)
  const claimed = claims !== undefined && isJsonObject(claims) ? claims : {}
  return (now) => carry(sign(claimed, now))
}

function placeKey(scheme: Scheme, credential: string): TestCredential {
  const name = slotValueOf(scheme.name)?.text ?? ''
  switch (slotValueOf(scheme.in)) {
    case 'query':
      return { headers: [], query: [[name, credential]] }
    case 'cookie':
      return { headers: [['Cookie', `${name}=${credential}`]], query: [] }
    case 'header':
    case undefined:
      return { headers: [[name, credential]], query: [] }
  }
}

function findOwnKey({ secret }: Scheme, secrets: GeneratedSecrets): string | undefined {
  const secretResult = readSecret(secret, 'the secret', secrets)
  return 'text' in secretResult ? secretResult.text : undefined
}

function findOwnPair({ username, password }: Scheme, secrets: GeneratedSecrets): string | undefined {
  const [user, pass] = [readSecret(username, 'the name', secrets), readSecret(password, 'the password', secrets)]
  return 'text' in user && 'text' in pass ? `${user.text}:${pass.text}` : undefined
}
