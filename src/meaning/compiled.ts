// Compiles an operation once: its checks in order, and the statements that answer it.

import type { Exchange } from '../exchange/exchange.ts'
import { type Touched, findTouched } from '../fact/touched.ts'
import { isSafe } from '../model/methods.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { type DeclaredWait, findWait } from '../model/find-wait.ts'
import { listFollowedReferences } from './caller/followed.ts'
import { type Deadline, makeDeadlines } from './limits/deadline.ts'
import { type PrintAnswer, makePrintAnswer } from './reading/answer-from-row.ts'
import { compilePrinter } from './reading/print-answer.ts'
import type { ReadPrinter } from './reading/print-read.ts'
import type { Interpreter } from './service.ts'
import { type OperationStep, type Steps, compileSteps } from './steps.ts'
import type { Store } from './store.ts'
import { type DraftMakers, compileDrafts } from './writing/drafts.ts'

/** Prints the answer of a write from one row. `name` is the variable that holds the record. */
export type RowAnswer = { readonly name: string; readonly print: PrintAnswer }

export type CompiledOperation = {
  readonly steps: Steps
  readonly deadline: ((exchange: Exchange) => Deadline) | undefined
  /** True if the answer follows references from the request to records that the caller may not read. */
  readonly followsReferences: boolean
  readonly hasLets: boolean
  /** True if a rate or quota of part 8 counts the operation. */
  readonly isLimited: boolean
  /** True if clients may send an idempotency key. */
  readonly isKeyed: boolean
  /** Lets the store print the whole answer. */
  readonly printer: ReadPrinter | undefined
  readonly draftMakers: DraftMakers
  readonly rowAnswer: RowAnswer | undefined
  /** The wait of its answer after the commit. */
  readonly wait: DeclaredWait | undefined
  /** The time that the operation writes after its answer. */
  readonly touched: Touched | undefined
  /** False once a write had to be rolled back: later writes then take a savepoint. */
  isTrusted: boolean
}

/** `natural` answers a repeated create whose record exists already (`idempotency: natural`). */
export function compileOperation(service: Interpreter, store: Store, operation: Operation, natural: OperationStep): CompiledOperation {
  const facts = service.operation(operation)
  const idempotency = slotValueOf(operation.slots.idempotency)?.kind
  const steps = compileSteps(facts, operation.action === 'create' && idempotency === 'natural' ? natural : undefined)
  const writes = !isSafe(operation.method)
  return {
    steps,
    deadline: makeDeadlines(service, operation),
    hasLets: operation.slots.let.state === 'shown',
    isLimited: facts.points.some(({ condition }) => condition === 'rate-limited' || condition === 'quota-exceeded'),
    followsReferences: listFollowedReferences(service.modelIndex, operation).length > 0,
    isKeyed: idempotency === 'key',
    // A printed response reads no record that could be touched.
    printer: operation.slots.touch.state === 'shown' ? undefined : compilePrinter(service, store, operation, steps.late),
    draftMakers: writes ? compileDrafts(service, store, operation) : new Map(),
    rowAnswer: writes ? makeRowAnswer(service, operation) : undefined,
    wait: findWait(operation, service.facts.model.endpoints.value.operations),
    touched: findTouched(operation, service.facts.typing),
    isTrusted: writes,
  }
}

/** Finds a written record that alone determines the answer. */
function makeRowAnswer(service: Interpreter, operation: Operation): RowAnswer | undefined {
  const { domain } = service.facts.typing
  const writtenRecords =
    operation.action === 'do'
      ? (slotValueOf(operation.slots.do) ?? []).flatMap((step) =>
          step.for.state === 'shown' || step.if.state === 'shown'
            ? []
            : [[slotValueOf(step.as)?.text, slotValueOf(step.create)?.text] as const],
        )
      : [['this', resourceNameOf(operation)] as const]
  for (const [name, resource] of writtenRecords) {
    const info = domain.resources.get(resource ?? '')
    const print = name === undefined || info === undefined ? undefined : makePrintAnswer(service, operation, info, name)
    if (name !== undefined && print !== undefined) return { name, print }
  }
  return undefined
}
