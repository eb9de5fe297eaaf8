// Defines the names that every expression can read: resources, functions of the document, and constants.

import { makeOptionalType } from '../cel/fits.ts'
import type { FunctionType, Member, Scope, Type } from '../cel/type.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain } from './domain.ts'
import { readDeclaredFunctions } from './functions.ts'

export type TypedNames = Iterable<readonly [name: string, type: Type]>

/** Reasons why a name is not readable here, as sentences by name. */
export type MissingReasons = { readonly [name: string]: string }

export const mistakenType: Type = { kind: 'unknown' }
export const textType: Type = { kind: 'string' }
export const integerType: Type = { kind: 'int' }
const booleanType: Type = { kind: 'bool' }
export const dynamicType: Type = { kind: 'dyn' }
export const timestampType: Type = { kind: 'timestamp' }
export const durationType: Type = { kind: 'duration' }
export const textListType: Type = { kind: 'list', element: textType }

export function makeObjectType(members: { readonly [name: string]: Type | Member }, name?: string): Type {
  const entries = Object.entries(members).map(([member, type]) => [member, 'kind' in type ? { type } : type] as const)
  return { kind: 'object', ...(name === undefined ? {} : { name }), members: new Map(entries) }
}

export function makeOptionalMember(type: Type): Member {
  return { type, optional: true }
}

/** The members of `request`; header fields are under their lower-case names. */
const requestMembers = {
  id: textType,
  method: textType,
  address: textType,
  target: textType,
  headers: { kind: 'map', key: textType, value: textType },
} as const
export const requestType: Type = makeObjectType(requestMembers, 'request')
/** In part 7 also the body as it was sent, before anything is checked; undefined if it is not JSON. */
export const refusedRequestType: Type = makeObjectType({ ...requestMembers, body: { kind: 'optional', of: dynamicType } }, 'request')

export type Scopes = {
  readonly domain: Domain
  /** Resources and functions, and only these names. `missingReasons`: why other expected names are missing. */
  scopeWith(names: TypedNames, missingReasons?: MissingReasons): Scope
  /** A scope with additional names, which replace others of the same name. */
  extendScope(scope: Scope, names: TypedNames, missingReasons?: MissingReasons): Scope
  /** `now`, `settings`, `service`. */
  readonly always: readonly (readonly [string, Type])[]
  /** The members of a view's result; filled while its leaves are typed. */
  viewMembers(view: string): Map<string, Member> | undefined
}

export function createScopes(domain: Domain): Scopes {
  const views = new Map([...domain.views.keys()].map((name) => [name, new Map<string, Member>()]))
  const functions = collectFunctions(domain, views)
  const resources = [...domain.resources.keys()]
  const findResourceType = (name: string) => domain.resources.get(name)?.type
  const defaultReasons = listDefaultReasons(domain)
  const makeScope = (variables: ReadonlyMap<string, Type>, missingReasons: ReadonlyMap<string, string>): Scope => ({
    variables,
    functions,
    resource: findResourceType,
    resources,
    missingReasons,
  })
  const mergeReasons = (before: ReadonlyMap<string, string>, added: MissingReasons | undefined): ReadonlyMap<string, string> => {
    const more = Object.entries(added ?? {})
    return more.length === 0 ? before : new Map([...before, ...more])
  }
  // Caches the reasons that thousands of operations share.
  const mergedReasons = new WeakMap<MissingReasons, ReadonlyMap<string, string>>()
  const withDefaults = (added: MissingReasons | undefined): ReadonlyMap<string, string> =>
    added === undefined ? defaultReasons : mergedReasons.getOrInsertComputed(added, () => mergeReasons(defaultReasons, added))
  return {
    domain,
    scopeWith: (names, missingReasons) => makeScope(new Map(names), withDefaults(missingReasons)),
    extendScope(scope, names, missingReasons) {
      const { variables, missingReasons: before = defaultReasons } = scope
      const more = [...names]
      return makeScope(
        more.length === 0 ? variables : new Map([...variables, ...more]),
        before === defaultReasons ? withDefaults(missingReasons) : mergeReasons(before, missingReasons),
      )
    },
    always: [['now', timestampType], ...listSettings(domain), ['service', makeObjectType({ url: textType }, 'service')]],
    viewMembers: (view) => views.get(view),
  }
}

/** A scope that is made when an expression first reads it: most texts contain none. */
export function deferScope(make: () => Scope): Scope {
  let made: Scope | undefined
  const scope = (): Scope => (made ??= make())
  return {
    get variables() {
      return scope().variables
    },
    get functions() {
      return scope().functions
    },
    resource: (name) => scope().resource(name),
    get resources() {
      return scope().resources
    },
    get missingReasons() {
      return scope().missingReasons ?? new Map<string, string>()
    },
  }
}

/** Messages for names of the language that are not readable at a place. */
function listDefaultReasons({ model }: Domain): ReadonlyMap<string, string> {
  const noAuthentication = '`caller` does not exist: part 5 declares no authentication'
  const sameForAll = '`caller` cannot be read here: this value is the same for all callers'
  const roles = listSpecifiedEntries(model.authentication.value.roles).map(({ name }): [string, string] => [
    name,
    `\`${name}\` is a role: it can be read in the rules of part 5, and under \`require\`, \`guard\`, \`where\` and \`if\` of parts 3 and 4`,
  ])
  return new Map([
    ...roles,
    ['this', '`this` is the record that something is about, and nothing here is about one'],
    ['old', '`old` is a record as it was before a change, and nothing has changed here'],
    ['input', '`input` is what a request carries, or what a transition is given: here there is neither'],
    ['caller', model.authentication.state === 'none' ? noAuthentication : sameForAll],
    ['claims', '`claims` are the claims of the token of the caller, and there is no token here'],
    [
      'credential',
      '`credential` is the key that a caller presents: it can be read where a scheme looks up its owner, and in operations that accept such a key',
    ],
    ['items', '`items` are the records of a `list`, and can be read in its answer'],
    ['page', '`page` is a page of a `list`, and can be read in its answer'],
    ['result', '`result` is what code gave back, and can be read in the answer of a `call`'],
    ['error', '`error` is why something was refused, and can be read in part 7 and under `onError`'],
    ['event', '`event` is what is sent, and can be read where deliveries and streams are described'],
    ['request', '`request` is the request that is being answered, and here there may be none'],
    ['settings', '`settings` are what the operator sets, and part 1 declares none'],
  ])
}

function listSettings({ model, settings }: Domain): (readonly [string, Type])[] {
  if (model.service.state === 'not shown' || model.service.value.settings.state === 'gap') return [['settings', mistakenType]]
  if (settings.size === 0) return []
  return [['settings', { kind: 'object', name: 'settings', members: new Map([...settings].map(([name, { type }]) => [name, { type }])) }]]
}

const makeFunctionType = (result: Type, ...parameters: Type[]): FunctionType => ({ parameters, result, decision: true })

/** SHA-256 in hexadecimal. */
const sha256Type: Type = { kind: 'string', forms: [{ least: 64n, most: 64n }] }

function makeHostFunctions(schemes: readonly string[]): { readonly [name: string]: FunctionType } {
  return {
    transitions: makeFunctionType(textListType, dynamicType),
    conforms: makeFunctionType(booleanType, dynamicType, dynamicType),
    verify: makeFunctionType(booleanType, textType, { kind: 'nullable', of: { kind: 'secret' } }),
    token: makeFunctionType(textType, schemes.length > 0 ? { kind: 'enum', values: schemes } : textType, dynamicType),
    digest: makeFunctionType(sha256Type, { kind: 'secret', credential: true }),
    hmac: makeFunctionType(sha256Type, textType, textType),
    random: makeFunctionType(textType, integerType),
    randomCode: makeFunctionType(textType, integerType, textType),
  }
}

/** Functions of every document beside CEL's. */
export const hostFunctionNames: readonly string[] = Object.keys(makeHostFunctions([]))

/** The functions of part 1; views; and functions that CEL and its libraries lack and no database computes. */
function collectFunctions(domain: Domain, views: ReadonlyMap<string, Map<string, Member>>): ReadonlyMap<string, FunctionType> {
  const schemes = slotValueOf(domain.model.authentication.value.schemes)?.map(({ name }) => name) ?? []
  return new Map<string, FunctionType>([
    ...Object.entries(makeHostFunctions(schemes)),
    // A view of an unknown resource is reported at its declaration.
    // Converts the value to the shape; absent if it does not conform.
    ...[...domain.shapes.values()].map(({ name, type }): [string, FunctionType] => [
      name,
      { ...makeFunctionType(makeOptionalType(type), dynamicType), shape: true },
    ]),
    ...[...readDeclaredFunctions(domain).values()].map(({ name, type }): [string, FunctionType] => [name, type]),
    ...listSpecifiedEntries(domain.model.resources.value.views).map(({ name }): [string, FunctionType] => [
      name,
      makeFunctionType(mistakenType, mistakenType),
    ]),
    ...[...domain.views.values()].map(({ name, resource }): [string, FunctionType] => [
      name,
      { ...makeFunctionType({ kind: 'object', name, members: views.get(name)! }, { kind: 'record', resource }), throughNull: true },
    ]),
  ])
}
