// What plans that write have in common: a transaction that stays where the plan comes to its end, and leaves nothing where it does not.

import type { Rewinding } from '../../base/clock.ts'
import { over } from '../../cel/bindings.ts'
import type { Bindings, Value } from '../../cel/value.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Act } from '../act.ts'
import { begin } from '../begin.ts'
import { Prepared } from '../prepare.ts'
import type { Draft } from '../record/draft.ts'
import type { Service } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import { enterStates } from '../writing/effects.ts'
import { keep } from '../writing/write.ts'
import type { Taken } from './taking.ts'

/** What is written into, and what is drawn from. */
export type Into = { readonly store: Store; readonly chance: Rewinding }

/** Does work in a transaction of its own. Throws only where the store failed so that nothing else can be done in it. */
export type Writing = (work: (tx: Transaction) => Answer | undefined) => Answer | undefined

export function writingOf({ store, chance }: Into): Writing {
  /** As long as nothing that was written had to be taken back. */
  let isTrusted = true
  return (work) => {
    const tx = store.begin(isTrusted)
    chance.mark()
    try {
      const answer = work(tx)
      if (answer !== undefined) {
        tx.commit()
        chance.keep()
        return answer
      }
    } catch (error) {
      if (error instanceof StoreFailure && !error.isConstraint) {
        chance.keep()
        throw error
      }
    }
    chance.rewind()
    try {
      tx.rollback()
    } catch (error) {
      isTrusted = false
      throw error
    }
    return undefined
  }
}

/** In whose expressions `input` is what was taken, made a value where somebody reads it. */
export function beginWith(service: Service, tx: Transaction, exchange: Exchange, taken: Taken): Act {
  const act = begin(service, tx, service.lending.clock.now(), exchange, new Prepared())
  let input: Value | undefined
  const sent: Bindings = { get: (name) => (name === 'input' ? (input ??= taken.input()) : undefined), has: (name) => name === 'input' }
  return Object.assign(act, { base: over(sent, act.base) })
}

/** Adds a new record; what begins with it does too. Without an act nothing does. */
export function addDraft(service: Service, tx: Transaction, draft: Draft, act: Act | undefined): void {
  if (act !== undefined) {
    const info = service.resource(draft.resource)
    enterStates(act, info, keep(act, info, draft, true))
    return
  }
  tx.put(draft, true)
  service.admissions.written(draft)
}
