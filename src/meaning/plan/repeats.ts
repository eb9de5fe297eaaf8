// A request that may be a repetition of one before, told by the key that its client sends.

import type { Answer, Exchange } from '../../exchange/exchange.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Act } from '../act.ts'
import { askKey, keepAnswer, keyFailures, replayOf } from '../idempotency.ts'
import { Situation } from '../situation.ts'

/** `isKnown`: it was answered before, or its key is wrong; the interpreter says what then. */
export type Repeat = { readonly isKnown: boolean; keep(answer: Answer): void }

/** Undefined where no key is meant. */
export function repeatsOf({ slots }: Operation): ((act: Act, exchange: Exchange) => Repeat) | undefined {
  if (shown(slots.idempotency)?.kind !== 'key') return undefined
  return (act, exchange) => {
    const situation = new Situation(act, exchange)
    askKey(situation)
    return { isKnown: keyFailures(situation).length > 0 || replayOf(situation) !== undefined, keep: (answer) => keepAnswer(situation, answer) }
  }
}
