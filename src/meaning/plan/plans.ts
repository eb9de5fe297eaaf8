// Makes the plans of a service: operations of a plain shape, sealed once into the good way alone. A plan never refuses: where anything is not as it
// expects, it gives nothing and has left nothing, and the interpreter answers from the beginning. So there is one meaning of
// every refusal and of every order of refusals, and a plan can only be faster.

import type { Rewinding } from '../../base/clock.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { withLimitHeaders } from '../limits/headers.ts'
import type { Service } from '../service.ts'
import type { Store } from '../store.ts'
import { createPlan } from './create.ts'
import { doPlan } from './do.ts'
import { isInNewest, isPlainReading } from './fit.ts'
import { listPlan } from './list.ts'
import type { Plan } from './plan.ts'
import { readPlan } from './read.ts'

/**
 * The plans of a service over a store, each made when its operation is first asked for. `chance` is what the service draws from: a plan that
 * gives nothing has drawn nothing either.
 */
export function plansOf(service: Service, store: Store, chance?: Rewinding): Plan {
  const plans = new Map<Operation, Plan>()
  return (exchange) => {
    let plan = plans.get(exchange.operation)
    if (plan === undefined) {
      plan = sealed(service, store, exchange.operation, chance) ?? nothing
      plans.set(exchange.operation, plan)
    }
    return plan(exchange)
  }
}

function nothing(): undefined {
  return undefined
}

function sealed(service: Service, store: Store, operation: Operation, chance: Rewinding | undefined): Plan | undefined {
  const plan = planOf(service, store, operation, chance)
  return plan && ((exchange) => {
    try {
      const answer = isInNewest(exchange) ? plan(exchange) : undefined
      return answer && withLimitHeaders(service, exchange, answer)
    } catch (error) {
      // Whatever it is, the interpreter meets it too, and says what it is; unless what it would be met in is gone.
      if (error instanceof StoreFailure && !isSafe(exchange.method)) throw error
      return undefined
    }
  })
}

function planOf(service: Service, store: Store, operation: Operation, chance: Rewinding | undefined): Plan | undefined {
  if (operation.action === 'create') return chance && createPlan(service, { store, chance }, operation)
  if (operation.action === 'do') return chance && doPlan(service, { store, chance }, operation)
  if (!isPlainReading(service, operation)) return undefined
  return operation.action === 'list' ? listPlan(service, store, operation) : readPlan(service, store, operation)
}
