// What the interpreter is spared where a writing operation is plain: what is sent is read as programs print it, and what is sent back of
// the record is printed from its row.

import type { Exchange } from '../../exchange/exchange.ts'
import { isSafe } from '../../model/methods.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { Service } from '../service.ts'
import { isInNewest } from './fit.ts'
import { type Taken, takingOf } from './taking.ts'
import { type PrintAnswer, printedAnswer } from './written-answer.ts'

export type Quick = {
  /** What is sent, decoded; nothing where it has to be read with care. */
  readonly take: ((exchange: Exchange) => Taken | undefined) | undefined
  /** The answer, where it shows the record of the action and nothing else. */
  readonly print: PrintAnswer | undefined
  /** Whether what is written is expected to stay: until something had to be taken back. */
  isTrusted: boolean
}

/** Made when the operation is first asked for; undefined where nothing is to be spared. */
export function quickOf(service: Service): (exchange: Exchange) => Quick | undefined {
  const known = new Map<Operation, Quick>()
  return (exchange) => {
    if (isSafe(exchange.method) || !isInNewest(exchange)) return undefined
    return known.getOrInsertComputed(exchange.operation, (operation) => {
      const info = service.facts.typing.domain.resources.get(resourceNameOf(operation) ?? '')
      return { take: takingOf(service, operation), print: info && printedAnswer(service, operation, info, 'this'), isTrusted: true }
    })
  }
}
