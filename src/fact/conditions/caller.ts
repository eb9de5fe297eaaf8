// Refusals that need only the caller.

import { usesTokens, securityOf } from '../../model/security.ts'
import { type Named, type Origin, type Word, findNamedEntry, originOf, slotValueOf } from '../../model/slot.ts'
import type { Scheme } from '../../model/authentication.ts'
import { makeRequestSignatureForm } from '../../model/signature.ts'
import { requirePoints } from '../requirements.ts'
import { rulePoints } from '../rule-points.ts'
import { listTenantPoints } from '../tenants.ts'
import { type RawPoint, type OperationContext, point } from '../operation-context.ts'
import { limitPoints } from './address.ts'
import type { StageTable } from './row.ts'

export const caller: StageTable = {
  stage: 'caller',
  rows: [
    {
      condition: 'unauthenticated',
      actions: 'all',
      when: 'effective `security` names a scheme; `missing` unless one alternative is `{}`; `expired` where credentials of the scheme end (JWT, `oauth2`, `openIdConnect`, `lifetime`, `expires`, a `signature` with a time)',
    },
    { condition: 'insufficient-scope', actions: 'all', when: 'a requirement of `security` lists scopes' },
    {
      condition: 'rate-limited',
      actions: 'all',
      when: '`limits.rates.P` applies to the operation, and its `partition` reads `caller`, `claims` or `credential`, and no `input`',
    },
    {
      condition: 'quota-exceeded',
      actions: 'all',
      when: '`limits.quotas.P` applies to the operation, and its `partition` reads `caller`, `claims` or `credential`, and no `input`',
    },
    {
      condition: 'forbidden',
      actions: 'all',
      when: 'a rule of the action is not `true` and reads only `caller`, `claims`, `now`, `settings`; or the action has no rule and `default` is not `allow`; also for the steps of `do`. Not of `put`: the record decides whether its rule is that of `create` or of `update`',
    },
    {
      condition: 'forbidden',
      actions: 'all',
      when: '`R`: it reads or writes records of a resource with `tenant`, and the caller may have none',
    },
    { condition: 'require', actions: 'all', when: 'its expression reads only `caller`, `claims`, `now`, `settings`' },
  ],
  derive: (operationContext) => [
    ...listCredentialPoints(operationContext),
    ...limitPoints(operationContext, 'caller'),
    ...listTenantPoints(operationContext),
    ...rulePoints(operationContext, 'caller'),
    ...requirePoints(operationContext, 'caller'),
  ],
}

type Requirement = readonly Named<readonly Word[]>[]

/** The operation's own requirements, or the service's. */
export function listRequirements({
  modelIndex: { model },
  operation,
}: Pick<OperationContext, 'modelIndex' | 'operation'>): readonly Requirement[] {
  return model.authentication.state === 'shown' ? (slotValueOf(securityOf(model, operation)) ?? []) : []
}

/** Schemes in order of appearance, each with its scopes. */
function listCredentialPoints(operationContext: OperationContext): RawPoint[] {
  const requirements = listRequirements(operationContext)
  const optional = requirements.some((requirement) => requirement.length === 0)
  const schemes = Map.groupBy(requirements.flat(), ({ name }) => name)
  const points: RawPoint[] = []
  const scopePoints: RawPoint[] = []
  for (const [scheme, requirementsOfScheme] of schemes) {
    const because = requirementsOfScheme.map(({ key }) => originOf(key))
    const addPoint = (name: string, origins: readonly Origin[] = []): void =>
      void points.push(point('caller', 'unauthenticated', { subject: scheme, name }, { provides: ['caller'] }, [...because, ...origins]))
    const declared = findNamedEntry(operationContext.modelIndex.model.authentication.value.schemes, scheme)
    if (!optional) addPoint('missing')
    addPoint('invalid')
    if (declared?.slot.state === 'shown' && canExpire(declared.slot.value)) addPoint('expired', [originOf(declared.key)])
    for (const scope of requirementsOfScheme.flatMap(({ slot }) => slotValueOf(slot) ?? [])) {
      scopePoints.push(
        point('caller', 'insufficient-scope', { subject: scheme, name: scope.text }, { reads: ['caller'] }, [originOf(scope.node)]),
      )
    }
  }
  return [...points, ...scopePoints]
}

/** True if a credential of the scheme can expire. */
function canExpire(scheme: Scheme): boolean {
  return usesTokens(scheme) || scheme.lifetime.state === 'shown' || scheme.expires.state === 'shown' || hasTimestamp(scheme)
}

/** True if its key is a signature with a time. */
function hasTimestamp(scheme: Scheme): boolean {
  const form = makeRequestSignatureForm(scheme)
  return form !== undefined && (form.timestamp !== undefined || form.value.includes('{timestamp}'))
}

/** The scopes that any requirement lists: `insufficient-scope` can be narrowed by them. */
export function listRequiredScopes(requirements: readonly Requirement[]): string[] {
  return requirements.flat().flatMap(({ slot }) => (slotValueOf(slot) ?? []).map(({ text }) => text))
}
