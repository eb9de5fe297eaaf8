// What plans that write have in common: a transaction that stays where the plan comes to its end, and leaves nothing where it does not.

import type { Rewinding } from '../../base/clock.ts'
import type { Answer } from '../../exchange/exchange.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Act } from '../act.ts'
import type { Draft } from '../draft.ts'
import { stateOf } from '../machine.ts'
import type { Service } from '../service.ts'
import type { Store, Transaction } from '../store.ts'

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

/** Adds a new record, as the interpreter does where nothing begins with its states: `act` is there where what happens is noted. */
export function addDraft(service: Service, tx: Transaction, draft: Draft, act: Act | undefined): void {
  const { happenings } = act ?? {}
  if (happenings !== undefined) {
    happenings.write(draft, undefined)
    for (const machine of service.resource(draft.resource).machines) happenings.enter(draft, stateOf(machine, draft))
  }
  tx.put(draft, true)
  service.admissions.written(draft)
}
