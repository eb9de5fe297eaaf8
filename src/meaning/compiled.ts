// An operation as it is run, made once from what the document says of it.

import type { Exchange } from '../exchange/exchange.ts'
import { isSafe } from '../model/methods.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { shown } from '../model/slot.ts'
import { followsAsked } from './caller/followed.ts'
import { type Deadline, deadlinesOf } from './limits/deadline.ts'
import { type PrintAnswer, printedAnswer } from './reading/answer-from-row.ts'
import { printedOf } from './reading/print-answer.ts'
import type { Printed } from './reading/printed-read.ts'
import type { Service } from './service.ts'
import { type Step, type Steps, stepsOf } from './steps.ts'
import type { Store } from './store.ts'
import { type Taken, takingOf } from './taking.ts'
import { type Draftings, draftingsOf } from './writing/drafts.ts'

/** What the answer of a write prints of one record, and nothing else: `name` is what the operation knows it by. */
export type AnswersFromRow = { readonly name: string; readonly print: PrintAnswer }

export type CompiledOperation = {
  readonly steps: Steps
  readonly deadline: ((exchange: Exchange) => Deadline) | undefined
  /** Whether its answer looks into references of the request that the caller may not read. */
  readonly follows: boolean
  readonly hasLets: boolean
  /** Whether rates or quotas count it, so that its answers may say how much is left. */
  readonly isLimited: boolean
  /** Whether a client may say by a key that it repeats a request. */
  readonly isKeyed: boolean
  /** Reads what is sent, where that can be told quickly. */
  readonly take: ((exchange: Exchange) => Taken | undefined) | undefined
  /** Answers with what the store prints. */
  readonly printed: Printed | undefined
  readonly draftings: Draftings
  readonly answersFromRow: AnswersFromRow | undefined
  /** Whether what it writes is expected to stay: until something had to be taken back. */
  isTrusted: boolean
}

/** `natural` answers a repetition that the request itself shows. */
export function compileOperation(service: Service, store: Store, operation: Operation, natural: Step): CompiledOperation {
  const facts = service.operation(operation)
  const idempotency = shown(operation.slots.idempotency)?.kind
  const steps = stepsOf(facts, operation.action === 'create' && idempotency === 'natural' ? natural : undefined)
  const writes = !isSafe(operation.method)
  return {
    steps,
    deadline: deadlinesOf(service, operation),
    hasLets: operation.slots.let.state === 'shown',
    isLimited: facts.points.some(({ condition }) => condition === 'rate-limited' || condition === 'quota-exceeded'),
    follows: followsAsked(service.world, operation).length > 0,
    isKeyed: idempotency === 'key',
    take: writes ? takingOf(service, operation) : undefined,
    printed: printedOf(service, store, operation, steps.late),
    draftings: writes ? draftingsOf(service, store, operation) : new Map(),
    answersFromRow: writes ? answersFromRow(service, operation) : undefined,
    isTrusted: writes,
  }
}

/** The first of the records that it writes of which the answer shows nothing else. */
function answersFromRow(service: Service, operation: Operation): AnswersFromRow | undefined {
  const { domain } = service.facts.typing
  const written = operation.action === 'do'
    ? (shown(operation.slots.do) ?? []).flatMap((step) => (step.for.state === 'shown' || step.if.state === 'shown' ? [] : [[shown(step.as)?.text, shown(step.create)?.text] as const]))
    : [['this', resourceNameOf(operation)] as const]
  for (const [name, resource] of written) {
    const info = domain.resources.get(resource ?? '')
    const print = name === undefined || info === undefined ? undefined : printedAnswer(service, operation, info, name)
    if (name !== undefined && print !== undefined) return { name, print }
  }
  return undefined
}
