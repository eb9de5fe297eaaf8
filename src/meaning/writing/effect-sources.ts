// Determines the sources of the values that an effect writes: the request, a transition's input, or the document.

import { listReadPaths } from '../../exchange/reads.ts'
import { stepFromRequest } from '../../fact/effects/from-request.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { bindLetPaths, bindLoopPath } from '../../typing/passthrough.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { traceProvenance } from './input-provenance.ts'
import { fromBody } from './already-decoded.ts'
import { type WriteSources, fromDocument } from './write.ts'

const sourcesOfSteps = new WeakMap<Effect, WriteSources>()
const sourcesFromBody = new WeakMap<Effect, WriteSources>()
const sourcesFromInput = new WeakMap<Effect, WriteSources>()

/** A step of `do` reads the request; other effects read the transition's input and write with the document's permissions. */
export function findSourcesOfEffect(
  { service, exchange, steps }: TransactionContext,
  effect: Effect,
  info: ResourceInfo,
  isBody: boolean,
): WriteSources {
  const { typing } = service.facts
  if (exchange === undefined || steps?.has(effect) !== true) {
    return (isBody ? sourcesFromBody : sourcesFromInput).getOrInsertComputed(effect, () => ({
      ...fromDocument,
      provenance: traceProvenance(effect.set, typing, isBody ? 'body' : 'input', bindLoopPath(effect, typing)),
    }))
  }
  return sourcesOfSteps.getOrInsertComputed(effect, () => {
    const { body } = typing.input(exchange.operation)
    const sources =
      body === undefined ? fromDocument : fromBody(service, info, body.schema, listReadPaths(effect.set, typing, ['input', 'body']))
    return {
      ...sources,
      asCaller: true,
      fromRequest: stepFromRequest(service.modelIndex, exchange.operation, effect).set,
      provenance: traceProvenance(effect.set, typing, 'request', bindLoopPath(effect, typing, bindLetPaths(exchange.operation, typing))),
    }
  })
}
