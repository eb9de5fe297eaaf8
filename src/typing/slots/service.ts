// The slots of parts 1, 8 and 9, which have few.

import { advise, paste } from '../../diagnostic/help.ts'
import { withNullType, withoutNull } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import { isCounted } from '../../model/counts.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { findBehaviourInput, findBehaviourOutput } from '../behaviour.ts'
import { makeReactionErrorType } from '../entry-members.ts'
import { readDeclaredFunctions } from '../functions.ts'
import { listChangesNewestFirst, traceLineage } from '../lineage.ts'
import { dynamicType, requestType, textType, mistakenType } from '../scope.ts'
import { typeSharedInput } from '../shared.ts'
import { walkEffects } from './effects.ts'
import { type SlotWalk, listCallerNames, walkExpression, walkText } from './walk.ts'

export function walkService(walk: SlotWalk): void {
  const settings = walk.scopes.always.filter(([name]) => name === 'settings')
  walkFunctions(walk)
  walkBehaviours(walk)
  walkText(walk.domain.model.service.value.url, { role: 'service.url', scope: walk.scopes.scopeWith(settings) }, walk)
}

/** The value of a function, for any arguments of the declared types. */
function walkFunctions(walk: SlotWalk): void {
  for (const { slots, parameters, type, uncallable } of readDeclaredFunctions(walk.domain).values()) {
    if (uncallable !== undefined) continue
    walkExpression(
      slots.value,
      { role: 'service.functions', scope: walk.scopes.scopeWith([...walk.scopes.always, ...parameters]) },
      walk,
      type.result,
    )
  }
}

/** The endings of code that runs after the commit: without a caller. */
function walkBehaviours(walk: SlotWalk): void {
  const entries = listSpecifiedEntries(walk.domain.model.errors.value.catalogue).map(({ value }) => value)
  for (const { name, value } of listSpecifiedEntries(walk.domain.model.service.value.behaviours)) {
    const makeScopeWithNames = (more: readonly (readonly [string, Type])[]): Scope =>
      walk.scopes.scopeWith([
        ['input', findBehaviourInput(name, walk.domain)?.type ?? mistakenType],
        ...more,
        ...listCallerNames(walk.callers.ofAnyOperation(true)),
        ...walk.scopes.always,
      ])
    walkEffects(
      slotValueOf(value.onDone) ?? [],
      { scope: makeScopeWithNames([['result', findBehaviourOutput(name, walk.domain)?.type ?? mistakenType]]) },
      walk,
    )
    walkEffects(
      slotValueOf(value.onError) ?? [],
      {
        scope: makeScopeWithNames([
          [
            'error',
            makeReactionErrorType(entries, [
              ['detail', textType],
              ['data', dynamicType],
            ]),
          ],
        ]),
      },
      walk,
    )
  }
}

export function walkLimits(walk: SlotWalk): void {
  const { rates, quotas } = walk.domain.model.limits.value
  for (const { name, value } of [...listSpecifiedEntries(rates), ...listSpecifiedEntries(quotas)]) {
    const countedOperations = walk.domain.model.endpoints.value.operations.filter((operation) => isCounted(operation, name, value))
    const caller = listCallerNames(walk.callers.ofAnyOperation(countedOperations.some((operation) => walk.callers.isAnonymous(operation))))
    // Most partitions do not read `input`, and the union of all inputs is expensive.
    const input =
      countedOperations.length === 0 || slotValueOf(value.partition)?.text.includes('input') !== true
        ? mistakenType
        : typeSharedInput(
            countedOperations,
            walk.domain,
            ({ id }) => advise`Let the limit count only operations that have it:${paste(`operations: [${id}]`)}`,
          )
    const scope = walk.scopes.scopeWith([...caller, ['request', requestType], ['input', input], ...walk.scopes.always])
    walkExpression(value.partition, { role: 'limits.partition', scope }, walk)
  }
}

export function walkVersioning(walk: SlotWalk): void {
  const { value, accept, pinned } = walk.domain.model.versioning.value
  walkExpression(value, { role: 'versioning.value', scope: walk.scopes.scopeWith([['value', textType]]) }, walk, textType)
  walkExpression(
    accept,
    {
      role: 'versioning.accept',
      scope: walk.scopes.scopeWith([
        ['candidate', textType],
        ['version', textType],
      ]),
    },
    walk,
    { kind: 'bool' },
  )
  const caller = listCallerNames(walk.callers.ofAnyOperation(walk.callers.hasAnonymousOperations))
  walkExpression(
    pinned,
    { role: 'versioning.pinned', scope: walk.scopes.scopeWith([...caller, ['request', requestType], ...walk.scopes.always]) },
    walk,
    withNullType(textType),
  )
  const lineage = traceLineage(walk.domain)
  for (const change of listChangesNewestFirst(walk.domain.model)) {
    const typesOfDown = new Map<ExpressionText, Type>()
    for (const { name, value: step } of listSpecifiedEntries(change.retype)) {
      const formerType = lineage.formerMember(name).type
      const newerType = formerType && withoutNull(formerType)
      const downExpression = walkExpression(
        step.down,
        { role: 'versioning.down', scope: walk.scopes.scopeWith([['value', newerType ?? dynamicType]]) },
        walk,
      )
      if (downExpression !== undefined) typesOfDown.set(slotValueOf(step.down)!, downExpression.type)
      walkExpression(
        step.up,
        {
          role: 'versioning.up',
          scope: walk.scopes.scopeWith([['value', downExpression === undefined ? dynamicType : withoutNull(downExpression.type)]]),
        },
        walk,
        newerType,
      )
    }
    lineage.undo(change, (text) => typesOfDown.get(text))
  }
}
