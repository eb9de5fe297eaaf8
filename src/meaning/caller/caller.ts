// Identifies the caller: the first requirement that the credentials satisfy, and its claims or record.

import { EvaluationError } from '../../cel/evaluate.ts'
import type { Value } from '../../cel/value.ts'
import { toNaturalValue } from '../../cel/values/natural.ts'
import { isRecord, evaluateExpression } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { isOfType } from '../../exchange/of-type.ts'
import type { Credential } from '../../exchange/credential.ts'
import { type Refusal, toRefusedRequest, retryLater } from '../../exchange/refusal.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Lookup } from '../../model/endpoints.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type TransactionContext, type RecordlessContext, makeContext } from '../transaction-context.ts'
import { findRow } from '../record/find.ts'
import type { RecordContent } from '../record/keys.ts'
import type { Interpreter } from '../service.ts'
import { makeChallenges, makeScopeChallenge } from './challenge.ts'
import { type OperationSecurity, type Requirement, type PreparedScheme, prepareSecurity } from './schemes.ts'

/** The caller in expressions; null if anonymous. */
export type CallerIdentity = { readonly caller: Value; readonly claims: Value; readonly credential: Value }

/** The context of identification: in a transaction, or without one if no record has to be read. */
type CallerContext = TransactionContext | (RecordlessContext & { readonly tx?: undefined })

const anonymous: CallerIdentity = { caller: null, claims: null, credential: null }

const missing: Credential = { kind: 'missing' }

/** `setClaims` receives the claims before any look-up, because they may determine the tenant. */
export function identify(transaction: CallerContext, exchange: Exchange, setClaims: (claims: Value) => void): CallerIdentity | Refusal {
  const { service } = transaction
  const required = prepareSecurity(service, exchange.operation)
  const { requirements, schemes } = required
  if (schemes.length === 0) return anonymous
  const findCredential: CredentialOf = ({ name }) => exchange.credentials?.get(name) ?? missing
  for (const scheme of schemes) {
    // A credential is verified wherever it may be sent, even if it is optional.
    const credential = findCredential(scheme)
    if (credential.kind === 'unavailable')
      return { condition: 'unavailable', report: `a credential of ${scheme.name} cannot be verified: ${credential.reason}`, ...retryLater }
    if (credential.kind === 'invalid' || credential.kind === 'expired')
      return refuseUnauthenticated(service, exchange, scheme, credential.kind)
    if (
      credential.kind === 'valid' &&
      hasInvalidClaims(service, scheme, credential) &&
      !schemes.some((other) => isForScheme(service, other, findCredential(other), credential.place))
    )
      return refuseUnauthenticated(service, exchange, scheme, 'invalid')
  }
  let unmet: UnmetRequirement | undefined
  for (const requirement of requirements) {
    const [first] = requirement
    if (
      first === undefined ||
      (unmet !== undefined && !unmet.allowsScheme(first.scheme)) ||
      !requirement.every(({ scheme }) => isAcceptable(service, scheme, findCredential(scheme)))
    )
      continue
    const identity = identifyBy(transaction, exchange, required, requirement, findCredential, setClaims)
    if (!('refusal' in identity)) return identity
    unmet ??= identity
  }
  if (unmet !== undefined) return unmet.refusal
  if (requirements.some((requirement) => requirement.length === 0)) return anonymous
  const lacking = schemes.find((scheme) => findCredential(scheme).kind === 'missing')
  return refuseUnauthenticated(service, exchange, lacking ?? schemes[0]!, lacking === undefined ? 'invalid' : 'missing')
}

/** Why a requirement with valid credentials does not admit the caller, and whether one with another first scheme still may. */
type UnmetRequirement = { readonly refusal: Refusal; allowsScheme(scheme: PreparedScheme): boolean }

const allowsNone = (): boolean => false
const allowsAny = (): boolean => true

/** If several schemes receive one credential, it belongs to those whose claims it has. */
function isAcceptable(service: Interpreter, scheme: PreparedScheme, credential: Credential): boolean {
  return credential.kind === 'valid' && (credential.place === undefined || !hasInvalidClaims(service, scheme, credential))
}

function isForScheme(service: Interpreter, scheme: PreparedScheme, credential: Credential, place: string | undefined): boolean {
  return place !== undefined && credential.kind === 'valid' && credential.place === place && !hasInvalidClaims(service, scheme, credential)
}

type CredentialOf = (scheme: PreparedScheme) => Credential

function identifyBy(
  transaction: CallerContext,
  exchange: Exchange,
  { hasSeveralSchemes }: OperationSecurity,
  requirement: Requirement,
  credentialOf: CredentialOf,
  setClaims: (claims: Value) => void,
): CallerIdentity | UnmetRequirement {
  const [{ scheme }] = requirement as [Requirement[number]]
  const first = credentialOf(scheme) as Valid
  const names = nameCredential(transaction.service, scheme, first)
  // If several schemes receive one credential, another scheme may recognise it.
  const refuseUnknown = (): UnmetRequirement => ({
    refusal: refuseUnauthenticated(transaction.service, exchange, scheme, 'invalid'),
    allowsScheme: (other) => first.place !== undefined && (credentialOf(other) as Partial<Valid>).place === first.place,
  })
  setClaims(names.get('claims')!)
  try {
    const refusal = findUnmetRequirement(transaction, exchange, requirement, credentialOf)
    if (refusal === 'unknown') return refuseUnknown()
    if (refusal !== undefined) return { refusal, allowsScheme: refusal.condition === 'insufficient-scope' ? allowsAny : allowsNone }
    const caller = findCaller(transaction, scheme, names)
    if (caller === undefined) return refuseUnknown()
    return {
      caller: hasSeveralSchemes ? withSchemeName(scheme.name, caller) : caller,
      claims: names.get('claims')!,
      credential: names.get('credential')!,
    }
  } catch (error) {
    // The issuer defines a token's claims: a token without those that identify a caller is an unknown credential.
    return error instanceof EvaluationError && (first.claims !== undefined || first.verifySignature !== undefined)
      ? refuseUnknown()
      : { refusal: toRefusedRequest(error).refusal, allowsScheme: allowsNone }
  }
}

function refuseUnauthenticated(
  service: Interpreter,
  exchange: Exchange,
  { name: subject }: PreparedScheme,
  name: 'missing' | 'invalid' | 'expired',
): Refusal {
  const { schemes } = prepareSecurity(service, exchange.operation)
  return {
    condition: 'unauthenticated',
    subject,
    name,
    details: new Map([['scheme', subject]]),
    headers: makeChallenges(service.facts.model.authentication.value, new Set(schemes.map((scheme) => scheme.name)), name),
  }
}

/** The unmet part of a requirement with valid credentials; `unknown` if the first of them identifies no caller. */
function findUnmetRequirement(
  transaction: CallerContext,
  exchange: Exchange,
  requirement: Requirement,
  credentialOf: CredentialOf,
): Refusal | 'unknown' | undefined {
  for (const [index, { scheme, scopes: requiredScopes }] of requirement.entries()) {
    const credential = credentialOf(scheme) as Valid
    const refuseCaller = (name: 'invalid' | 'expired'): Refusal => refuseUnauthenticated(transaction.service, exchange, scheme, name)
    const signed = scheme.secret === undefined ? 'valid' : verifySignature(transaction, scheme, scheme.secret, credential)
    if (signed === 'expired') return refuseCaller('expired')
    if (signed !== 'valid') return index === 0 ? 'unknown' : refuseCaller('invalid')
    if (scheme.expires !== undefined && (findExpiry(transaction, scheme, credential) ?? Number.POSITIVE_INFINITY) <= transaction.now)
      return refuseCaller('expired')
    // The first credential determines the caller; the others must only identify some caller.
    if (index > 0 && findCaller(transaction, scheme, nameCredential(transaction.service, scheme, credential)) === undefined)
      return refuseCaller('invalid')
    if (requiredScopes.length === 0) continue
    const scopes = readScopes(transaction, scheme, credential)
    if (scopes === undefined) return index === 0 ? 'unknown' : refuseCaller('invalid')
    const lacking = requiredScopes.find((scope) => !scopes.includes(scope))
    if (lacking !== undefined) {
      const headers = makeScopeChallenge(transaction.service.facts.model.authentication.value, scheme.name, requiredScopes)
      return {
        condition: 'insufficient-scope',
        subject: scheme.name,
        name: lacking,
        details: new Map([['scopes', requiredScopes]]),
        headers,
      }
    }
  }
  return undefined
}

/** A sender without a record, or without a secret, has signed nothing. */
function verifySignature(
  transaction: CallerContext,
  scheme: PreparedScheme,
  secret: ExpressionText,
  credential: Valid,
): ReturnType<NonNullable<Valid['verifySignature']>> {
  const ownSecrets = evaluateOnCaller(transaction, secret, scheme, nameCredential(transaction.service, scheme, credential)) ?? null
  const secrets = (Array.isArray(ownSecrets) ? (ownSecrets as readonly Value[]) : [ownSecrets]).filter((each) => typeof each === 'string')
  return secrets.length === 0 ? 'invalid' : (credential.verifySignature?.(secrets) ?? 'invalid')
}

type Valid = Extract<Credential, { kind: 'valid' }>

/** A verified token has the same claims in each request that presents it. */
const naturals = new WeakMap<NonNullable<Valid['claims']>, Value>()

/** The variables of a scheme, for the expressions that compute its caller. */
function nameCredential(service: Interpreter, { name }: PreparedScheme, { claims, credential }: Valid): Map<string, Value> {
  const claimed = claims === undefined ? null : (service.claims(name)?.(claims) ?? naturals.getOrInsertComputed(claims, toNaturalValue))
  return new Map<string, Value>().set('claims', claimed).set('credential', credential ?? null)
}

/** True if a token lacks the claims that all tokens of the scheme have. */
function hasInvalidClaims(service: Interpreter, { name }: PreparedScheme, { claims }: Valid): boolean {
  const decode = service.claims(name)
  return decode !== undefined && decode(claims ?? {}) === undefined
}

/** The token's scopes, unless the scheme computes them; undefined if that needs a record that does not exist. */
function readScopes(transaction: CallerContext, scheme: PreparedScheme, credential: Valid): readonly Value[] | undefined {
  if (scheme.scopes === undefined) return credential.scopes
  const names = nameCredential(transaction.service, scheme, credential)
  const caller = findSchemeCaller(transaction, scheme, names)
  if (caller === undefined) return undefined
  const scopes = evaluateExpression(scheme.scopes, makeContext(transaction, names.set('caller', caller)))
  return typeof scopes === 'string' ? scopes.split(' ') : (scopes as readonly Value[])
}

/** With several schemes, `caller.scheme` names the scheme that authenticated the caller. */
function withSchemeName(scheme: string, caller: Value): Value {
  if (isRecord(caller)) return { ...caller, of: { ...(caller.of as RecordContent), scheme } satisfies RecordContent }
  return caller instanceof Map && !caller.has('scheme') ? new Map([...(caller as ReadonlyMap<unknown, Value>), ['scheme', scheme]]) : caller
}

/** Undefined if the record to look up does not exist. */
function findCaller(transaction: CallerContext, scheme: PreparedScheme, names: ReadonlyMap<string, Value>): Value | undefined {
  switch (scheme.caller?.kind) {
    case undefined:
      return findSchemeCaller(transaction, scheme, names)
    case 'expression':
      return evaluateOnCaller(transaction, scheme.caller.expression, scheme, names)
    case 'lookup':
      return findCallerRecord(transaction, scheme.caller.lookup, names)
  }
}

/** Evaluates an expression on the scheme's credential, bound as `caller`; undefined if its record does not exist. */
function evaluateOnCaller(
  transaction: CallerContext,
  expression: ExpressionText,
  scheme: PreparedScheme,
  names: ReadonlyMap<string, Value>,
): Value | undefined {
  const caller = findSchemeCaller(transaction, scheme, names)
  return caller === undefined
    ? undefined
    : evaluateExpression(expression, makeContext(transaction, new Map([...names, ['caller', caller]])))
}

/** When the credential expires, if the scheme takes that from the record that it finds; in milliseconds since 1970. */
export function findExpiry(transaction: CallerContext, scheme: PreparedScheme, credential: Valid): number | undefined {
  const expiry =
    scheme.expires === undefined
      ? null
      : (evaluateOnCaller(transaction, scheme.expires, scheme, nameCredential(transaction.service, scheme, credential)) ?? null)
  return typeof expiry === 'object' && expiry !== null && 'kind' in expiry && expiry.kind === 'timestamp' ? expiry.ms : undefined
}

/** Without a `caller` expression: the record that the scheme finds by its key, or the scheme's own variables. */
function findSchemeCaller(transaction: CallerContext, { find }: PreparedScheme, names: ReadonlyMap<string, Value>): Value | undefined {
  if (find !== undefined) return findCallerRecord(transaction, find, names)
  const claims = names.get('claims') ?? null
  return claims === null ? new Map() : claims
}

function findCallerRecord(transaction: CallerContext, { find, by }: Lookup, names: ReadonlyMap<string, Value>): Value | undefined {
  if (transaction.tx === undefined) throw new Error('a caller that is a record is looked up in a transaction')
  const info = transaction.service.resource(slotValueOf(find)?.text ?? '')
  const context = makeContext(transaction, names)
  const values = new Map<string, Value>()
  for (const { name, value: text } of listSpecifiedEntries(by)) {
    const value = evaluateExpression(text, context)
    if (!isValueOf(transaction, info, name, value)) return undefined
    values.set(name, value)
  }
  const row = findRow(transaction, info, values)
  if (row === undefined || row.deleted !== undefined) return undefined
  transaction.onRead?.(row)
  return transaction.service.keys.recordOfRow(row)
}

/** A claim may have any type. If the property cannot have that type, no record matches. */
function isValueOf({ service: { keys } }: CallerContext, { properties }: ResourceInfo, name: string, value: Value): boolean {
  const property = properties.get(name)
  return property === undefined || isOfType(convertValueToJson(value, keys), property.type)
}
