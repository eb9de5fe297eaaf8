// Who calls: the first requirement that what was presented satisfies, and the claims or the record that it comes to.

import type { Value } from '../cel/value.ts'
import { isRecord, valueOfExpression } from '../exchange/context.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Presented } from '../exchange/presented.ts'
import { type Refusal, soon } from '../exchange/refusal.ts'
import { natural } from '../exchange/value-json.ts'
import { security } from '../fact/conditions/caller.ts'
import type { CallerRule } from '../model/authentication.ts'
import type { Lookup } from '../model/endpoints.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type Named, type Slot, type Word, each, named, shown } from '../model/slot.ts'
import { type Act, contextOf } from './act.ts'
import { challenges, scopeChallenge } from './challenge.ts'
import { findRow } from './find.ts'
import type { Lent } from './keys.ts'
import type { Service } from './service.ts'

/** What expressions see of whoever calls; null for nobody. */
export type Identity = { readonly caller: Value; readonly claims: Value; readonly credential: Value }

const nobody: Identity = { caller: null, claims: null, credential: null }

type Requirement = readonly Named<readonly Word[]>[]

/** The operation's own requirements, or the service's, and every scheme that one of them names, in order. */
type Required = { readonly requirements: readonly Requirement[]; readonly schemes: readonly string[] }

const known = new WeakMap<Operation, Required>()

function requiredOf({ world }: Service, operation: Operation): Required {
  let found = known.get(operation)
  if (found === undefined) {
    const requirements = security({ world, operation })
    found = { requirements, schemes: [...new Set(requirements.flat().map(({ name }) => name))] }
    known.set(operation, found)
  }
  return found
}

const missing: Presented = { kind: 'missing' }

/** `says` is told the claims before anything is looked for: whose records those are may stand in them. */
export function identify(act: Act, exchange: Exchange, says: (claims: Value) => void): Identity | Refusal {
  const { requirements, schemes } = requiredOf(act.service, exchange.operation)
  if (schemes.length === 0) return nobody
  const presented = (scheme: string): Presented => exchange.presented?.get(scheme) ?? missing
  for (const scheme of schemes) {
    // What is sent is checked wherever it may be sent, also where nothing need be.
    const sent = presented(scheme)
    if (sent.kind === 'unavailable') return { condition: 'unavailable', report: `nobody knows whether a credential of ${scheme} is good: ${sent.why}`, ...soon }
    if (sent.kind === 'valid' && saysNothing(act.service, scheme, sent)) return unauthenticated(act.service, exchange, scheme, 'invalid')
    if (sent.kind === 'invalid' || sent.kind === 'expired') return unauthenticated(act.service, exchange, scheme, sent.kind)
  }
  const satisfied = requirements.find((requirement) => requirement.length > 0 && requirement.every(({ name }) => presented(name).kind === 'valid'))
  if (satisfied !== undefined) {
    const first = presented(satisfied[0]!.name)
    if (first.kind === 'valid') says(namesOf(act, satisfied[0]!.name, first).get('claims')!)
    return identityBy(act, exchange, satisfied, presented)
  }
  if (requirements.some((requirement) => requirement.length === 0)) return nobody
  return unauthenticated(act.service, exchange, schemes.find((scheme) => presented(scheme).kind === 'missing')!, 'missing')
}

function unauthenticated(service: Service, exchange: Exchange, subject: string, name: 'missing' | 'invalid' | 'expired'): Refusal {
  return {
    condition: 'unauthenticated', subject, name,
    about: new Map([['scheme', subject]]),
    headers: challenges(service.facts.model.authentication.value, new Set(requiredOf(service, exchange.operation).schemes), name),
  }
}

function identityBy(act: Act, exchange: Exchange, requirement: Requirement, presented: (scheme: string) => Presented): Identity | Refusal {
  for (const { name: scheme, slot } of requirement) {
    const found = presented(scheme)
    if (found.kind === 'valid' && (endOf(act, scheme, found) ?? Number.POSITIVE_INFINITY) <= act.now) return unauthenticated(act.service, exchange, scheme, 'expired')
    const wanted = (shown(slot) ?? []).map(({ text }) => text)
    if (found.kind !== 'valid' || wanted.length === 0) continue
    const scopes = scopesOf(act, scheme, found)
    if (scopes === undefined) return unauthenticated(act.service, exchange, scheme, 'invalid')
    const lacking = wanted.find((scope) => !scopes.includes(scope))
    if (lacking !== undefined) {
      const headers = scopeChallenge(act.service.facts.model.authentication.value, scheme, wanted)
      return { condition: 'insufficient-scope', subject: scheme, name: lacking, about: new Map([['scopes', wanted]]), headers }
    }
  }
  const [{ name: scheme }] = requirement as [Requirement[number]]
  const found = presented(scheme)
  if (found.kind !== 'valid') return nobody
  const { authentication } = act.service.facts.model
  const names = namesOf(act, scheme, found)
  const caller = callerBy(act, authentication.value.caller, scheme, names)
  if (caller === undefined) return unauthenticated(act.service, exchange, scheme, 'invalid')
  const several = each(authentication.value.schemes).length > 1
  return { caller: several ? calledBy(scheme, caller) : caller, claims: names.get('claims')!, credential: names.get('credential')! }
}

type Valid = Extract<Presented, { kind: 'valid' }>

/** What the scheme brings, for the expressions that make a caller of it. */
function namesOf({ service }: Act, scheme: string, { claims, credential }: Valid): Map<string, Value> {
  const said = claims === undefined ? null : (service.claims(scheme)?.(claims) ?? natural(claims))
  return new Map<string, Value>([['claims', said], ['credential', credential ?? null]])
}

/** Whether a token does not say what the scheme's tokens say. */
function saysNothing(service: Service, scheme: string, presented: Presented): boolean {
  const decode = service.claims(scheme)
  return decode !== undefined && presented.kind === 'valid' && decode(presented.claims ?? {}) === undefined
}

/** What the token says, unless the scheme says what its callers have; undefined where that needs a record and there is none. */
function scopesOf(act: Act, scheme: string, found: Valid): readonly Value[] | undefined {
  const slot = named(act.service.facts.model.authentication.value.schemes, scheme)?.slot
  const said = slot?.state === 'shown' ? shown(slot.value.scopes) : undefined
  if (said === undefined) return found.scopes
  const names = namesOf(act, scheme, found)
  const caller = schemeCaller(act, scheme, names)
  if (caller === undefined) return undefined
  const scopes = valueOfExpression(said, contextOf(act, names.set('caller', caller)))
  return typeof scopes === 'string' ? scopes.split(' ') : (scopes as readonly Value[])
}

/** Where several schemes let callers in, each says by which it came: `caller.scheme`. */
function calledBy(scheme: string, caller: Value): Value {
  if (isRecord(caller)) return { ...caller, of: { ...(caller.of as Lent), scheme } satisfies Lent }
  return caller instanceof Map && !caller.has('scheme') ? new Map([...(caller as ReadonlyMap<unknown, Value>), ['scheme', scheme]]) : caller
}

/** Undefined where a record is looked for and there is none. */
function callerBy(act: Act, rule: Slot<CallerRule>, scheme: string, names: ReadonlyMap<string, Value>): Value | undefined {
  if (rule.state !== 'shown') return schemeCaller(act, scheme, names)
  switch (rule.value.kind) {
    case 'expression':
      return ofScheme(act, rule.value.expression, scheme, names)
    case 'lookup':
      return recordBy(act, rule.value.lookup, names)
    case 'schemes':
      return callerBy(act, named({ state: 'shown', value: rule.value.schemes, at: rule.value.node }, scheme)?.slot ?? { state: 'unsaid' }, scheme, names)
  }
}

/** What an expression makes of what the scheme brings by itself, which it sees as `caller`; undefined where that is a record and there is none. */
function ofScheme(act: Act, expression: ExpressionText, scheme: string, names: ReadonlyMap<string, Value>): Value | undefined {
  const caller = schemeCaller(act, scheme, names)
  return caller === undefined ? undefined : valueOfExpression(expression, contextOf(act, new Map([...names, ['caller', caller]])))
}

/** When what was presented ends, where the scheme says so of the record that it is found by; in milliseconds since 1970. */
export function endOf(act: Act, scheme: string, found: Valid): number | undefined {
  const slot = named(act.service.facts.model.authentication.value.schemes, scheme)?.slot
  const said = slot?.state === 'shown' ? shown(slot.value.expires) : undefined
  const end = said === undefined ? null : (ofScheme(act, said, scheme, namesOf(act, scheme, found)) ?? null)
  return typeof end === 'object' && end !== null && 'kind' in end && end.kind === 'timestamp' ? end.ms : undefined
}

/** Without a rule: the record that the scheme's keys are found by, or what it brings. */
function schemeCaller(act: Act, scheme: string, names: ReadonlyMap<string, Value>): Value | undefined {
  const slot = named(act.service.facts.model.authentication.value.schemes, scheme)?.slot
  const lookup = slot?.state === 'shown' ? shown(slot.value.find) : undefined
  if (lookup !== undefined) return recordBy(act, lookup, names)
  const claims = names.get('claims') ?? null
  return claims === null ? new Map() : claims
}

function recordBy(act: Act, { find, by }: Lookup, names: ReadonlyMap<string, Value>): Value | undefined {
  const info = act.service.resource(shown(find)?.text ?? '')
  const context = contextOf(act, names)
  const row = findRow(act, info, new Map(each(by).map(({ name, value }) => [name, valueOfExpression(value, context)])))
  if (row === undefined || row.deleted !== undefined) return undefined
  act.reads?.(row)
  return act.service.keys.recordOfRow(row)
}
