// The slots of part 5: owners of credentials, callers, and rules.

import { withNullType, withoutNull } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import type { CallerRule } from '../../model/authentication.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { CallerTypes } from '../caller.ts'
import type { ResourceInfo } from '../domain.ts'
import { type Scopes, requestType, textType, mistakenType } from '../scope.ts'
import { typeSharedInput } from '../shared.ts'
import { listTransitions } from '../transition.ts'
import { type SlotWalk, listCallerNames, walkIdentity, findRecordType } from './walk.ts'

export function walkAuthentication(walk: SlotWalk): void {
  const { schemes, caller, rules } = walk.domain.model.authentication.value
  for (const { name, value: scheme } of listSpecifiedEntries(schemes)) {
    const lookup = slotValueOf(scheme.find)
    const signature = slotValueOf(scheme.signature)
    const credentialNames = makeCredentialScope(name, walk.callers, walk.scopes)
    // A signature does not identify its sender: another header does.
    const scope = signature === undefined ? credentialNames : walk.scopes.extendScope(credentialNames, [['request', requestType]])
    const resource = walk.domain.resources.get(slotValueOf(lookup?.find ?? { state: 'unsaid' })?.text ?? '')
    if (lookup !== undefined) walkIdentity(lookup.by, resource, { role: 'authentication.find', scope }, walk)
    const secret = signature && slotValueOf(signature.secret)
    if (secret !== undefined) walkTexts({ role: 'authentication.secret', slot: secret, scope }, walk)
    const expires = slotValueOf(scheme.expires)
    if (expires !== undefined)
      walk.visit({ role: 'authentication.expires', slot: expires, scope, expected: withNullType({ kind: 'timestamp' }) })
    const scopes = slotValueOf(scheme.scopes)
    if (scopes !== undefined) walkTexts({ role: 'authentication.scopes', slot: scopes, scope }, walk)
  }
  walkCaller(caller, undefined, walk)
  for (const { name, value } of listSpecifiedEntries(rules)) {
    const resource = walk.domain.resources.get(name)
    for (const { name: action, slot } of value) if (slot.state === 'shown') walkRule(action, slot.value, resource, walk)
  }
}

/** The scope of a scheme's credential: `claims` or `credential`; `caller` is its default result. */
export function makeCredentialScope(scheme: string | undefined, callers: Pick<CallerTypes, 'scheme'>, scopes: Scopes): Scope {
  const { identity, claims, credential } =
    scheme === undefined ? { identity: mistakenType, claims: mistakenType, credential: mistakenType } : callers.scheme(scheme)
  return scopes.scopeWith([
    ['caller', identity],
    ...(claims === undefined ? [] : [['claims', claims] as const]),
    ...(credential === undefined ? [] : [['credential', credential] as const]),
    ...scopes.always,
  ])
}

type TextsPlace = { readonly role: 'authentication.scopes' | 'authentication.secret'; readonly slot: ExpressionText; readonly scope: Scope }

/** A list of texts, or one text; OAuth separates scopes in one text with spaces. */
function walkTexts(place: TextsPlace, walk: SlotWalk): void {
  const type = walk.probe(place.slot, place.scope)
  const isText = ['string', 'enum'].includes((type && withoutNull(type).kind) ?? '')
  // A sender may lack a secret, or a former secret.
  const secretType = place.role === 'authentication.secret' ? withNullType(textType) : textType
  walk.visit({ ...place, expected: isText ? secretType : { kind: 'list', element: secretType } })
}

/** A caller is one record, and never all of a resource: `User` alone. */
function expectOne(type: Type | undefined): { readonly expected?: Type } {
  return type?.kind === 'query' ? { expected: { kind: 'record', resource: type.resource } } : {}
}

/** One rule, or one for each scheme; a rule for all schemes sees the common values of the schemes. */
function walkCaller(rule: Slot<CallerRule>, scheme: string | undefined, walk: SlotWalk): void {
  const value = slotValueOf(rule)
  if (value === undefined) return
  const names = listSpecifiedEntries(walk.domain.model.authentication.value.schemes).map(({ name }) => name)
  const scope = makeCredentialScope(scheme ?? (names.length === 1 ? names[0] : undefined), walk.callers, walk.scopes)
  const role = 'authentication.caller'
  switch (value.kind) {
    case 'expression':
      walk.visit({ role, slot: value.expression, scope, ...expectOne(walk.probe(value.expression, scope)) })
      return
    case 'lookup':
      walkIdentity(value.lookup.by, walk.domain.resources.get(slotValueOf(value.lookup.find)?.text ?? ''), { role, scope }, walk)
      return
    case 'schemes':
      for (const { name, slot } of value.schemes) walkCaller(slot, name, walk)
  }
}

/** A rule for an action, a transition, a property, or an action on a property. */
function walkRule(
  name: string,
  rule: ExpressionText | readonly Named<ExpressionText>[],
  resource: ResourceInfo | undefined,
  walk: SlotWalk,
): void {
  if (!isGroupedByAction(rule)) return walkActionRule(name, name, rule, resource, walk)
  for (const { name: action, slot } of rule) if (slot.state === 'shown') walkActionRule(name, action, slot.value, resource, walk)
}

function isGroupedByAction(rule: ExpressionText | readonly Named<ExpressionText>[]): rule is readonly Named<ExpressionText>[] {
  return Array.isArray(rule)
}

const throughNull: ReadonlySet<string> = new Set(['caller', 'claims', 'this'])

function walkActionRule(name: string, action: string, slot: ExpressionText, resource: ResourceInfo | undefined, walk: SlotWalk): void {
  const { scopes, callers } = walk
  const evaluating = (walk.operationsOn.get(resource?.name ?? '') ?? []).filter((operation) =>
    evaluatesRule(operation, name, action, resource),
  )
  const isAnonymous = action === 'read' ? callers.hasAnonymousOperations : evaluating.some((operation) => callers.isAnonymous(operation))
  const input =
    action === 'read' || evaluating.length === 0
      ? []
      : [
          [
            'input',
            typeSharedInput(evaluating, walk.domain, ({ name }) => `Read it in a rule that only ${name} uses, or in its \`require\`.`),
          ] as const,
        ]
  const scope = scopes.scopeWith([
    ...typeRecordNames(action, evaluating, resource),
    ...input,
    ...listCallerNames(callers.ofAnyOperation(isAnonymous)),
    ...scopes.always,
  ])
  const place =
    action === 'read'
      ? { role: 'authentication.read' as const, ...(resource === undefined ? {} : { rows: resource.name }) }
      : { role: 'authentication.rule' as const }
  walk.visit({ ...place, slot, scope, throughNull, expected: { kind: 'bool' } })
}

/** A record has no values before its creation, so the rule of a property sees null. */
function typeRecordNames(
  action: string,
  evaluating: readonly Operation[],
  resource: ResourceInfo | undefined,
): (readonly [string, Type])[] {
  const type = findRecordType(resource)
  if (action === 'create') return []
  if (action === 'read' || action === 'delete') return [['this', type]]
  const isNew = evaluating.some((operation) => operation.action === 'create' || operation.action === 'put')
  return [
    ['this', isNew && action !== 'update' ? withNullType(type) : type],
    ['old', withNullType(type)],
  ]
}

/** True if an operation evaluates this rule. */
function evaluatesRule(operation: Operation, name: string, action: string, resource: ResourceInfo | undefined): boolean {
  if (resource === undefined) return false
  if (operation.action === 'transition') {
    const isTransition = resource.machines.some((machine) => listTransitions(machine).some((each) => each.name === name))
    return isTransition && (operation.slots.to.state === 'shown' || operation.subject?.text === `${resource.name}.${name}`)
  }
  const actions = rulesOfAction[operation.action ?? ''] ?? []
  return actions.includes(action) || (resource.properties.has(action) && actions.length > 0)
}

const rulesOfAction: { readonly [action: string]: readonly string[] } = {
  list: ['read'],
  read: ['read'],
  create: ['create'],
  update: ['update'],
  replace: ['update'],
  put: ['create', 'update'],
  delete: ['delete'],
}
