// The slots of parts 1, 8 and 9, which have few.

import { orNull, withoutNull } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import { isCounted } from '../../model/counts.ts'
import { type ExpressionText, each, shown } from '../../model/slot.ts'
import { inputOfBehaviour, outputOfBehaviour } from '../behaviour.ts'
import { errorType } from '../error-type.ts'
import { changesBack, lineageOf } from '../lineage.ts'
import { dyn, requestType, string, unknown } from '../scope.ts'
import { sharedInput } from '../shared.ts'
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
  for (const { name, value } of [...each(rates), ...each(quotas)]) {
    const counted = walk.domain.model.endpoints.value.operations.filter((operation) => isCounted(operation, name, value))
    const who = callerNames(walk.callers.all(counted.some((operation) => walk.callers.isAnonymous(operation))))
    // Most read nothing of it, and what all operations take is much to put together.
    const input = counted.length === 0 || shown(value.partition)?.text.includes('input') !== true ? unknown : sharedInput(counted, walk.domain, ({ id }) => `Let the limit count only operations that have it:\n\noperations: [${id}]`)
    const scope = walk.scopes.with([...who, ['request', requestType], ['input', input], ...walk.scopes.always])
    expression(value.partition, { role: 'limits.partition', scope }, walk)
  }
}

export function walkVersioning(walk: Walk): void {
  const { value, accept, pinned } = walk.domain.model.versioning.value
  expression(value, { role: 'versioning.value', scope: walk.scopes.with([['value', string]]) }, walk, string)
  expression(accept, { role: 'versioning.accept', scope: walk.scopes.with([['candidate', string], ['version', string]]) }, walk, { kind: 'bool' })
  const who = callerNames(walk.callers.all(walk.callers.someAnonymous))
  expression(pinned, { role: 'versioning.pinned', scope: walk.scopes.with([...who, ['request', requestType], ...walk.scopes.always]) }, walk, orNull(string))
  const lineage = lineageOf(walk.domain)
  for (const change of changesBack(walk.domain.model)) {
    const older = new Map<ExpressionText, Type>()
    for (const { name, value: step } of each(change.retype)) {
      const known = lineage.at(name).type
      const newer = known && withoutNull(known)
      const down = expression(step.down, { role: 'versioning.down', scope: walk.scopes.with([['value', newer ?? dyn]]) }, walk)
      if (down !== undefined) older.set(shown(step.down)!, down.type)
      expression(step.up, { role: 'versioning.up', scope: walk.scopes.with([['value', down === undefined ? dyn : withoutNull(down.type)]]) }, walk, newer)
    }
    lineage.undo(change, (text) => older.get(text))
  }
}
