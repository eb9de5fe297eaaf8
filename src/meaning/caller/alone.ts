// Who asks, as far as the request tells it by itself: no transaction is begun, since no record has to be read for it.

import { over } from '../../cel/bindings.ts'
import { overloadsOf } from '../../cel/library/all.ts'
import type { Host } from '../../cel/value.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { callFunction, hasFunction } from '../../exchange/functions.ts'
import { commonNames, nowhere } from '../../exchange/names.ts'
import type { World } from '../../fact/world.ts'
import type { Operation } from '../../model/model.ts'
import type { ExpressionText } from '../../model/slot.ts'
import type { Knowing } from '../act.ts'
import type { Service } from '../service.ts'
import type { Asker } from '../store.ts'
import { Called } from './called.ts'
import { identify } from './caller.ts'
import { requiredOf } from './schemes.ts'

const host: Host = { ...nowhere, call: (name, args) => callFunction(name, args) ?? nowhere.call(name, args) }

/** Of what depends on nobody. */
export const nobody: Asker = { variables: new Map(), host: nowhere }

/** Nothing where whoever asks is not let in. */
export function alone(service: Service, exchange: Exchange, now: number): Knowing | undefined {
  const called = new Called()
  const { spoken } = exchange
  const act: Knowing = { service, now, host, base: over(called, commonNames(service.facts, service.settings, now, exchange)), ...(spoken === undefined ? {} : { spoken }) }
  const identity = identify(act, exchange, (claims) => called.says(claims))
  if ('condition' in identity) return undefined
  called.is(identity)
  return act
}

/** Whether it can be known so who calls. */
export function isKnownAlone(service: Service, operation: Operation): boolean {
  return requiredOf(service, operation).schemes.every(({ find, caller, ends, scopes }) => {
    const said = [ends, scopes, caller?.kind === 'expression' ? caller.expression : undefined].filter((text) => text !== undefined)
    return find === undefined && caller?.kind !== 'lookup' && said.every((text) => readsNoRecords(service.world, text))
  })
}

/** Whether an expression needs nothing but values that are there: it neither asks over records nor looks into one. */
export function readsNoRecords(world: World, text: ExpressionText): boolean {
  return asksOverNothing(world, text) && world.reading(text).records.size === 0
}

/** Whether all that it needs of records is what it looks into. */
export function asksOverNothing(world: World, text: ExpressionText): boolean {
  const { resources, calls } = world.reading(text)
  return resources.size === 0 && [...calls].every((name) => hasFunction(name) || overloadsOf(name, false).length + overloadsOf(name, true).length > 0)
}
