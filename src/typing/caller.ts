// The caller's type, by the schemes that admit it: a record, claims, or their common members.

import { withNullType } from '../cel/fits.ts'
import type { Member, Type } from '../cel/type.ts'
import type { CallerRule, Scheme } from '../model/authentication.ts'
import type { Operation } from '../model/model.ts'
import { usesTokens, admitsAnonymous, securityOf } from '../model/security.ts'
import { type ExpressionText, type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain } from './domain.ts'
import { joinAll, isSameType } from './join.ts'
import { makeTypingNamesIn } from './resolve.ts'
import { typeOf as schemaType } from './type-of.ts'

type Caller = {
  /** Undefined if part 5 is `none`. */
  readonly caller?: Type
  /** Undefined if no scheme provides claims. */
  readonly claims?: Type
  /** The presented key; undefined if no scheme provides one. */
  readonly credential?: Type
}

export type CallerTypes = {
  callerOf(operation: Operation): Caller
  /** True if a request without a credential is admitted. */
  isAnonymous(operation: Operation): boolean
  /** The caller of any operation, for expressions outside operations; `orAnonymous`: null if some operation admits anonymous callers. */
  ofAnyOperation(orAnonymous: boolean): Caller
  /** True if an operation admits anonymous callers. */
  readonly hasAnonymousOperations: boolean
  /** The type that a delivery's reader may have: a caller's record, or claims; null is anonymous. */
  readonly readerType: Type
  /** The values of a scheme's credential, for the expressions that determine the caller. */
  scheme(name: string): { readonly identity: Type; readonly claims?: Type; readonly credential?: Type }
}

const unknownType: Type = { kind: 'unknown' }
/** Claims come from outside, so their types are known only at run time. */
const claimsType: Type = { kind: 'map', key: { kind: 'string' }, value: { kind: 'dyn' } }
/** The name of `basic`. */
const nameType: Type = { kind: 'object', members: new Map([['sub', { type: { kind: 'string' } }]]) }
const credentialType: Type = { kind: 'secret', credential: true }

/** `typeOf` returns the type of an expression that determines the caller. */
export function typeCallers(domain: Domain, typeOf: (text: ExpressionText, scheme: string | undefined) => Type): CallerTypes {
  const { authentication, endpoints } = domain.model
  const schemes = new Map(listSpecifiedEntries(authentication.value.schemes).map(({ name, value }) => [name, value]))
  const typeScheme: CallerTypes['scheme'] = (name) => typeSchemeData(schemes.get(name), domain)
  const readRequirements = (operation: Operation): Requirements => securityOf(domain.model, operation)
  const identities = new Map<string, Type>()
  const typeIdentity = (name: string): Type =>
    identities.getOrInsertComputed(name, () => typeIdentityOf(authentication.value.caller, name, domain, typeScheme, typeOf))
  const isAnonymous = (operation: Operation): boolean => admitsAnonymous(readRequirements(operation))
  const typeCaller = (names: readonly string[], anonymous: boolean): Caller => {
    const types = names.map((name) => [name, typeIdentity(name)] as const)
    const claims = names.map((name) => typeScheme(name).claims)
    const areAlwaysPresent = !anonymous && claims.every((type) => type !== undefined)
    const caller = names.length === 0 ? (anonymous ? ({ kind: 'null' } as const) : unknownType) : uniteCallers(types, domain)
    return {
      caller: anonymous ? withNullType(caller) : caller,
      ...typeClaims(claims, areAlwaysPresent),
      ...typeCredential(
        names.map((name) => typeScheme(name).credential),
        anonymous,
      ),
    }
  }
  const cached = new Map<string, Caller>()
  const typeCallerOfOperation = (operation: Operation): Caller => {
    if (authentication.state === 'none') return {}
    const declared = readRequirements(operation)
    if (authentication.state === 'not shown' || (declared.state !== 'shown' && declared.state !== 'none'))
      return { caller: unknownType, claims: unknownType }
    const names = [...new Set((slotValueOf(declared) ?? []).flatMap((each) => each.map(({ name }) => name)))]
    const key = `${admitsAnonymous(declared)} ${names.join(' ')}`
    return cached.getOrInsertComputed(key, () => typeCaller(names, admitsAnonymous(declared)))
  }
  const hasAnonymousOperations = endpoints.value.operations.some(isAnonymous)
  const ofAnyOperation = makeCommonCaller(authentication.state, [...schemes.keys()], typeCaller)
  return {
    callerOf: typeCallerOfOperation,
    isAnonymous,
    scheme: typeScheme,
    hasAnonymousOperations,
    ofAnyOperation,
    get readerType() {
      return withNullType(findCommonRecordType([...schemes.keys()].map(typeIdentity)) ?? ofAnyOperation(false).caller ?? unknownType)
    },
  }
}

/** The common resource of all callers that are records; other callers must be `caller` itself. */
function findCommonRecordType(identities: readonly Type[]): Type | undefined {
  const records = identities.filter((type) => type.kind === 'record')
  const [first, ...rest] = records
  return first !== undefined && rest.every((type) => isSameType(type, first)) ? first : undefined
}

/** The claims that the tokens of all these schemes have. */
function typeClaims(types: readonly (Type | undefined)[], areAlwaysPresent: boolean): Pick<Caller, 'claims'> {
  const claimTypes = types.filter((type) => type !== undefined)
  if (claimTypes.length === 0) return {}
  const joined = joinAll(claimTypes)
  return { claims: areAlwaysPresent ? joined : withNullType(joined) }
}

/** Absent if another scheme admits callers, or anonymous calls are allowed. */
function typeCredential(types: readonly (Type | undefined)[], anonymous: boolean): Pick<Caller, 'credential'> {
  const [credential] = types.filter((type) => type !== undefined)
  if (credential === undefined) return {}
  return { credential: !anonymous && types.every((type) => type !== undefined) ? credential : withNullType(credential) }
}

type Requirements = Slot<readonly (readonly Named<unknown>[])[]>

type CallerOf = (names: readonly string[], anonymous: boolean) => Caller

function makeCommonCaller(state: string, names: readonly string[], callerOf: CallerOf): (anonymous: boolean) => Caller {
  return (anonymous) => {
    if (state === 'none') return {}
    return state === 'not shown' || names.length === 0 ? { caller: unknownType, claims: unknownType } : callerOf(names, anonymous)
  }
}

/** A scheme binds claims (of a token, or the name of `basic`) or the presented credential. */
function typeSchemeData(scheme: Scheme | undefined, domain: Domain): ReturnType<CallerTypes['scheme']> {
  const type = scheme && slotValueOf(scheme.type)
  if (scheme === undefined || type === undefined) return { identity: unknownType, claims: unknownType, credential: unknownType }
  const httpScheme = slotValueOf(scheme.scheme)?.text.toLowerCase()
  if (scheme.find.state === 'wrong') return { identity: unknownType, claims: unknownType, credential: unknownType }
  const lookup = slotValueOf(scheme.find)
  const resource = lookup && slotValueOf(lookup.find)?.text
  if (usesTokens(scheme) || httpScheme === 'basic') {
    const declared = slotValueOf(scheme.claimsSet)
    const standardType = httpScheme === 'basic' ? nameType : claimsType
    const claims = declared === undefined ? standardType : schemaType(declared, makeTypingNamesIn(domain), 'input')
    const identity: Type =
      resource === undefined || httpScheme !== 'basic'
        ? claims
        : domain.resources.has(resource)
          ? { kind: 'record', resource }
          : unknownType
    return { identity, claims, ...(httpScheme === 'basic' && scheme.username.state !== 'shown' ? { credential: credentialType } : {}) }
  }
  if (resource !== undefined)
    return { identity: domain.resources.has(resource) ? { kind: 'record', resource } : unknownType, credential: credentialType }
  const kind = type === 'http' ? '' : 'of the type `http` with the word `bearer` and '
  const whyEmpty = `An opaque credential says nothing of its caller. Only a scheme ${kind}with \`bearerFormat\` JWT gives the claims of a signed token; \`find\` gives a record.`
  return { identity: { kind: 'object', name: 'caller', members: new Map(), whyEmpty }, credential: credentialType }
}

function typeIdentityOf(
  rule: Slot<CallerRule>,
  name: string,
  domain: Domain,
  scheme: CallerTypes['scheme'],
  typeOf: (text: ExpressionText, scheme: string | undefined) => Type,
): Type {
  if (rule.state === 'gap' || rule.state === 'wrong') return unknownType
  if (rule.state !== 'shown') return scheme(name).identity
  switch (rule.value.kind) {
    case 'expression': {
      const type = typeOf(rule.value.expression, name)
      return type.kind === 'query' ? unknownType : type
    }
    case 'lookup': {
      const resource = slotValueOf(rule.value.lookup.find)?.text
      return resource !== undefined && domain.resources.has(resource) ? { kind: 'record', resource } : unknownType
    }
    case 'schemes': {
      const schemeRule = rule.value.schemes.find((each) => each.name === name)
      return typeIdentityOf(schemeRule?.slot ?? { state: 'unsaid' }, name, domain, scheme, typeOf)
    }
  }
}

/** If schemes give different callers, `caller.scheme` distinguishes them; common members are always present, the others may be absent. */
function uniteCallers(types: readonly (readonly [scheme: string, type: Type])[], domain: Domain): Type {
  const [first, ...rest] = types
  if (first === undefined) return unknownType
  if (rest.every(([, type]) => isSameType(type, first[1]))) return joinAll(types.map(([, type]) => type))
  if (types.some(([, type]) => type.kind === 'unknown')) return unknownType
  const objects = types.map(([, type]): Type => ({ kind: 'object', members: listMembers(type, domain) }))
  const joined = joinAll(objects)
  const scheme: Member = { type: { kind: 'enum', values: types.map(([name]) => name) } }
  return { kind: 'object', name: 'caller', members: new Map([...(joined.kind === 'object' ? joined.members : []), ['scheme', scheme]]) }
}

/** The members of a caller; claims have no known ones. */
function listMembers(type: Type, domain: Domain): ReadonlyMap<string, Member> {
  if (type.kind === 'record') return domain.resources.get(type.resource)?.type.members ?? new Map()
  return type.kind === 'object' ? type.members : new Map()
}
