// Walks the slots of effects: steps of `do`, and effects of transitions, entries and exits. Each reads the names of those before it.

import { withNullType } from '../../cel/fits.ts'
import type { Member, Scope, Type } from '../../cel/type.ts'
import { type ExpressionText, type Named, type Slot, slotValueOf } from '../../model/slot.ts'
import { type EffectAction, findEffectAction, findOutcomesName } from '../../model/effect-action.ts'
import type { Effect } from '../../model/states.ts'
import { runsAfterCommit, findBehaviourOutput } from '../behaviour.ts'
import type { ResourceInfo } from '../domain.ts'
import { dynamicType, mistakenType } from '../scope.ts'
import { intersectInputTypes } from '../input-type.ts'
import { findInputTarget } from '../input-targets.ts'
import {
  type SlotPlace,
  type SlotWalk,
  walkConditions,
  walkExpression,
  walkIdentity,
  findRecordType,
  walkSets,
  listUnaffectedTests,
  walkTemplate,
} from './walk.ts'

export type EffectPlace = Pick<SlotPlace, 'scope' | 'assumed' | 'operation'>

/** Gives the scope with all names that the effects bind. */
export function walkEffects(effects: readonly Effect[], place: EffectPlace, walk: SlotWalk): Scope {
  let { scope, assumed = [] } = place
  for (const effect of effects) {
    const type = walkEffect(effect, { ...place, scope, assumed }, walk)
    const as = slotValueOf(effect.as)?.text
    if (as !== undefined && type !== undefined) scope = walk.scopes.extendScope(scope, [[as, type]])
    const outcomes = findOutcomesName(effect)?.text
    if (outcomes !== undefined) scope = walk.scopes.extendScope(scope, [[outcomes, makeOutcomesType(type)]])
    // Earlier tests may no longer hold.
    if (assumed.length > 0) assumed = listUnaffectedTests(assumed, walk.reachAnalysis.writes(effect))
  }
  return scope
}

/** The outcome of a step for each item: the status and the body of its error, or its result. */
function makeOutcomesType(stepType: Type | undefined): Type {
  const result: Type = stepType?.kind === 'list' ? stepType.element : dynamicType
  const members = new Map<string, Member>([
    ['status', { type: withNullType({ kind: 'int', bounds: { least: 100n, most: 599n } }) }],
    ['error', { type: dynamicType }],
    ['result', { type: withNullType(result) }],
  ])
  return { kind: 'list', element: { kind: 'object', members } }
}

/** The type of the name under `as`: the record, or the result of code; null if the effect may be skipped; for a loop, a list. */
function walkEffect(effect: Effect, outer: EffectPlace, walk: SlotWalk): Type | undefined {
  const loop = slotValueOf(effect.for)
  const itemPlace = loop === undefined ? outer : walkLoop(loop, outer, walk)
  const condition = walkExpression(effect.if, { ...itemPlace, role: 'effects.if' }, walk, { kind: 'bool' })
  const assumed = condition === undefined ? [...(itemPlace.assumed ?? [])] : [...(itemPlace.assumed ?? []), condition]
  const required = walkConditions(effect.require, { ...itemPlace, assumed, role: 'effects.require' }, walk)
  const requiredPlace = { ...itemPlace, assumed: [...assumed, ...required] }
  const target = findTarget(effect, walk)
  walkBy(effect.by, target, requiredPlace, walk)
  const name = slotValueOf(effect.as)?.text
  // The changed record is readable by its own name, with its former values.
  const isChange = effect.update.state === 'shown' || effect.transition.state === 'shown'
  const scope =
    name !== undefined && isChange ? walk.scopes.extendScope(requiredPlace.scope, [[name, findRecordType(target)]]) : requiredPlace.scope
  walkSets(effect.set, target, { ...requiredPlace, scope, role: 'effects.set' }, walk)
  const input = slotValueOf(effect.input)
  if (input !== undefined)
    walk.inputTypes.set(
      input,
      walkTemplate(input, { ...requiredPlace, scope, role: 'effects.input' }, walk, undefined, findExpectedInput(effect, walk)),
    )
  const code = slotValueOf(effect.call)?.text
  if (code !== undefined && runsAfterCommit(code, walk.domain)) return undefined
  const type = code === undefined ? findRecordType(target) : (findBehaviourOutput(code, walk.domain)?.type ?? mistakenType)
  if (loop !== undefined) return { kind: 'list', element: type }
  return effect.if.state === 'shown' ? withNullType(type) : type
}

/** The resource of the effect's record. */
function findTarget(effect: Effect, walk: SlotWalk): ResourceInfo | undefined {
  const action = findEffectAction(effect)
  return action && walk.domain.resources.get(nameTargetResource(action))
}

/** Empty for code, which has no record. */
function nameTargetResource({ verb, name }: EffectAction): string {
  switch (verb) {
    case 'create':
    case 'update':
    case 'delete':
      return name
    case 'transition':
      return name.split('.')[0]!
    case 'call':
      return ''
  }
}

function findExpectedInput(effect: Effect, walk: SlotWalk): Type | undefined {
  const inputType = findInputTarget(effect, walk.domain)?.inputType
  return inputType && intersectInputTypes([inputType])
}

function walkLoop(
  loop: NonNullable<ReturnType<typeof slotValueOf<Effect['for'] extends Slot<infer T> ? T : never>>>,
  outer: EffectPlace,
  walk: SlotWalk,
): EffectPlace {
  const text = slotValueOf(loop.in)
  const element = text === undefined ? mistakenType : walkIterable(text, { ...outer, role: 'effects.for' }, walk)
  const name = slotValueOf(loop.as)?.text
  return name === undefined ? outer : { ...outer, scope: walk.scopes.extendScope(outer.scope, [[name, element]]) }
}

/** The item type of a list or of records. */
export function walkIterable(text: ExpressionText, place: SlotPlace, walk: SlotWalk): Type {
  const type = walk.probe(text, place.scope, place.assumed)
  const isMany = type === undefined || type.kind === 'list' || type.kind === 'query' || type.kind === 'dyn' || type.kind === 'unknown'
  walk.visit({ ...place, slot: text, ...(isMany ? {} : { expected: { kind: 'list', element: dynamicType } }) })
  if (type?.kind === 'list') return type.element
  return type?.kind === 'query' ? { kind: 'record', resource: type.resource } : mistakenType
}

function walkBy(by: Effect['by'], target: ResourceInfo | undefined, outer: EffectPlace, walk: SlotWalk): void {
  const value = slotValueOf(by)
  if (value === undefined) return
  const place = { ...outer, role: 'effects.by' } as const
  if (isNamed(value)) walkIdentity({ state: 'shown', value, at: by.state === 'shown' ? by.at : value[0]!.key }, target, place, walk)
  else walk.visit({ ...place, slot: value, ...(target === undefined ? {} : { expected: findRecordType(target) }) })
}

function isNamed(value: ExpressionText | readonly Named<ExpressionText>[]): value is readonly Named<ExpressionText>[] {
  return Array.isArray(value)
}
