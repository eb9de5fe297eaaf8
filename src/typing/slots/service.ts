// The slots of parts 1, 8 and 9, which have few.

import { orNull, withoutNull } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import type { Rate } from '../../model/limits.ts'
import type { Operation } from '../../model/model.ts'
import { each, shown } from '../../model/slot.ts'
import { inputOfBehaviour, outputOfBehaviour } from '../behaviour.ts'
import { errorType } from '../error-type.ts'
import { dyn, requestType, string, unknown } from '../scope.ts'
import { walkEffects } from './effects.ts'
import { type Walk, callerNames, expression, text } from './walk.ts'

export function walkService(walk: Walk): void {
  const settings = walk.scopes.always.filter(([name]) => name === 'settings')
  walkBehaviours(walk)
  text(walk.domain.model.service.value.url, { role: 'service.url', scope: walk.scopes.with(settings) }, walk)
}

/** What code that runs after ends in: long after the request, so nobody calls. */
function walkBehaviours(walk: Walk): void {
  for (const { name, value } of each(walk.domain.model.service.value.behaviours)) {
    const given = (more: readonly (readonly [string, Type])[]): Scope =>
      walk.scopes.with([['input', inputOfBehaviour(name, walk.domain)?.type ?? unknown], ...more, ...callerNames(walk.callers.all(true)), ...walk.scopes.always])
    walkEffects(shown(value.onDone) ?? [], { scope: given([['result', outputOfBehaviour(name, walk.domain)?.type ?? unknown]]) }, walk)
    walkEffects(shown(value.onError) ?? [], { scope: given([['error', errorType([['detail', string], ['data', dyn]])]]) }, walk)
  }
}

export function walkLimits(walk: Walk): void {
  const { rates, quotas } = walk.domain.model.limits.value
  for (const { value } of [...each(rates), ...each(quotas)]) {
    const who = callerNames(walk.callers.all(countsAnonymous(value.operations, walk)))
    const scope = walk.scopes.with([...who, ['request', requestType], ...walk.scopes.always])
    expression(value.partition, { role: 'limits.partition', scope }, walk)
  }
}

/** Whether a limit counts an operation, named by its action or its id, that lets anonymous callers in. */
function countsAnonymous(operations: Rate['operations'], { callers, domain }: Walk): boolean {
  const words = shown(operations)?.map(({ text: word }) => word)
  const isCounted = ({ id, action = 'do' }: Operation): boolean => words === undefined || words.includes(id) || words.includes(action)
  return domain.model.endpoints.value.operations.some((operation) => isCounted(operation) && callers.isAnonymous(operation))
}

export function walkVersioning(walk: Walk): void {
  const { value, accept, pinned, changes } = walk.domain.model.versioning.value
  expression(value, { role: 'versioning.value', scope: walk.scopes.with([['value', string]]) }, walk, string)
  expression(accept, { role: 'versioning.accept', scope: walk.scopes.with([['candidate', string], ['version', string]]) }, walk, { kind: 'bool' })
  const who = callerNames(walk.callers.all(walk.callers.someAnonymous))
  expression(pinned, { role: 'versioning.pinned', scope: walk.scopes.with([...who, ['request', requestType], ...walk.scopes.always]) }, walk, orNull(string))
  const steps = each(changes).flatMap(({ value: list }) => list)
  for (const [index, step] of steps.entries()) {
    for (const { name, value: change } of each(step.retype)) {
      // What was retyped again has in between a type that nothing declares.
      const isLast = !steps.slice(index + 1).some((later) => each(later.retype).some((other) => other.name === name))
      const known = isLast ? propertyType(name, walk) : undefined
      const type = known && withoutNull(known)
      expression(change.up, { role: 'versioning.up', scope: walk.scopes.with([['value', dyn]]) }, walk, type)
      expression(change.down, { role: 'versioning.down', scope: walk.scopes.with([['value', type ?? dyn]]) }, walk)
    }
  }
}

/** `Order.total`, as it is in the newest version; of a reference that of the key that is sent for it. */
function propertyType(name: string, { domain }: Walk): Type | undefined {
  const [resource = '', property = ''] = name.split('.')
  const found = domain.resources.get(resource)?.properties.get(property)
  if (found?.reference === undefined) return found?.type
  const target = domain.resources.get(found.reference.resource)
  const [member, ...more] = target?.key ?? []
  return found.reference.many || member === undefined || more.length > 0 ? undefined : target?.properties.get(member)?.type
}
