// The slots of effects: steps of `do`, and what transitions, entries and exits do besides. Each sees what those before it named.

import { orNull } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import { type ExpressionText, type Named, type Slot, shown } from '../../model/slot.ts'
import { type Deed, deedOf } from '../../model/deed.ts'
import type { Effect } from '../../model/states.ts'
import { isLater, outputOfBehaviour } from '../behaviour.ts'
import type { ResourceInfo } from '../domain.ts'
import { dyn, unknown } from '../scope.ts'
import { expectedBy } from '../taken.ts'
import { takerOf } from '../takers.ts'
import { type Place, type Walk, conditions, expression, identity, record, sets, stillTrue, template } from './walk.ts'

export type Around = Pick<Place, 'scope' | 'assumed' | 'operation'>

/** Gives the scope with all names that the effects bind. */
export function walkEffects(effects: readonly Effect[], around: Around, walk: Walk): Scope {
  let { scope, assumed = [] } = around
  for (const effect of effects) {
    const named = walkEffect(effect, { ...around, scope, assumed }, walk)
    const as = shown(effect.as)?.text
    if (as !== undefined && named !== undefined) scope = walk.scopes.more(scope, [[as, named]])
    // What was tested before may no longer be so.
    if (assumed.length > 0) assumed = stillTrue(assumed, walk.reaches.writes(effect))
  }
  return scope
}

/** The type of what `as` names: the record, or what code gave; null where the effect is not always done; of a loop, a list. */
function walkEffect(effect: Effect, around: Around, walk: Walk): Type | undefined {
  const loop = shown(effect.for)
  const within = loop === undefined ? around : walkLoop(loop, around, walk)
  const asked = expression(effect.if, { ...within, role: 'effects.if' }, walk, { kind: 'bool' })
  const assumed = asked === undefined ? [...(within.assumed ?? [])] : [...(within.assumed ?? []), asked]
  const required = conditions(effect.require, { ...within, assumed, role: 'effects.require' }, walk)
  const inside = { ...within, assumed: [...assumed, ...required] }
  const target = targetOf(effect, walk)
  walkBy(effect.by, target, inside, walk)
  const own = shown(effect.as)?.text
  // What an effect changes can be read by its own name, as it was.
  const isChange = effect.update.state === 'shown' || effect.transition.state === 'shown'
  const scope = own !== undefined && isChange ? walk.scopes.more(inside.scope, [[own, record(target)]]) : inside.scope
  sets(effect.set, target, { ...inside, scope, role: 'effects.set' }, walk)
  const input = shown(effect.input)
  if (input !== undefined) walk.given.set(input, template(input, { ...inside, scope, role: 'effects.input' }, walk, undefined, expectedInput(effect, walk)))
  const code = shown(effect.call)?.text
  if (code !== undefined && isLater(code, walk.domain)) return undefined
  const made = code === undefined ? record(target) : (outputOfBehaviour(code, walk.domain)?.type ?? unknown)
  if (loop !== undefined) return { kind: 'list', element: made }
  return effect.if.state === 'shown' ? orNull(made) : made
}

/** The resource of the record that it is about. */
function targetOf(effect: Effect, walk: Walk): ResourceInfo | undefined {
  const deed = deedOf(effect)
  return deed && walk.domain.resources.get(resourceOf(deed))
}

/** Empty of code, which is about none. */
function resourceOf({ verb, name }: Deed): string {
  switch (verb) {
    case 'create': case 'update': case 'delete':
      return name
    case 'transition':
      return name.split('.')[0]!
    case 'call':
      return ''
  }
}

function expectedInput(effect: Effect, walk: Walk): Type | undefined {
  const taken = takerOf(effect, walk.domain)?.taken
  return taken && expectedBy([taken])
}

function walkLoop(loop: NonNullable<ReturnType<typeof shown<Effect['for'] extends Slot<infer T> ? T : never>>>, around: Around, walk: Walk): Around {
  const text = shown(loop.in)
  const element = text === undefined ? unknown : walkMany(text, { ...around, role: 'effects.for' }, walk)
  const name = shown(loop.as)?.text
  return name === undefined ? around : { ...around, scope: walk.scopes.more(around.scope, [[name, element]]) }
}

/** A list, or records: what one of them is. */
export function walkMany(text: ExpressionText, place: Place, walk: Walk): Type {
  const type = walk.probe(text, place.scope, place.assumed)
  const isMany = type === undefined || type.kind === 'list' || type.kind === 'query' || type.kind === 'dyn' || type.kind === 'unknown'
  walk.visit({ ...place, slot: text, ...(isMany ? {} : { expected: { kind: 'list', element: dyn } }) })
  if (type?.kind === 'list') return type.element
  return type?.kind === 'query' ? { kind: 'record', resource: type.resource } : unknown
}

function walkBy(by: Effect['by'], target: ResourceInfo | undefined, around: Around, walk: Walk): void {
  const value = shown(by)
  if (value === undefined) return
  const place = { ...around, role: 'effects.by' } as const
  if (isNamed(value)) identity({ state: 'shown', value, at: by.state === 'shown' ? by.at : value[0]!.key }, target, place, walk)
  else walk.visit({ ...place, slot: value, ...(target === undefined ? {} : { expected: record(target) }) })
}

function isNamed(value: ExpressionText | readonly Named<ExpressionText>[]): value is readonly Named<ExpressionText>[] {
  return Array.isArray(value)
}

