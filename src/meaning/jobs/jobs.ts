// Runs queued code after the commit: at least once, with retries and back-off. Its result is applied in a separate anonymous transaction.

import type { Value } from '../../cel/value.ts'
import { toNaturalValue } from '../../cel/values/natural.ts'
import { makeErrorWithoutRequest } from '../../exchange/error-value.ts'
import { printCondition, toRefused, type Refusal } from '../../exchange/refusal.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { slotValueOf } from '../../model/slot.ts'
import { findBehaviourInput } from '../../typing/behaviour.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { makeTenancyOfJob } from '../caller/tenancy.ts'
import type { BehaviourOutcome } from '../code/behaviours.ts'
import { checkOutcome } from '../code/code.ts'
import { emitEvents } from '../events/emit.ts'
import { limitTurn } from '../limits/bounded.ts'
import type { Interpreter } from '../service.ts'
import type { Job, Store } from '../store.ts'
import { type Worked, collectWorked } from '../worked.ts'
import { runEffects } from '../writing/effects.ts'
import { checkInvariants } from '../writing/invariants.ts'

/** The result of a job: a declared outcome is `done`, including a failure that `onError` handles. */
export type JobResult = {
  readonly job: Job
  readonly outcome: 'done' | 'again' | 'dead'
  readonly reason?: string
} & Partial<Worked>

/** The maximum number of attempts. The first wait is one second; each further wait is twice as long. */
const maxAttempts = 6
const firstWait = 1000

/** Applies the outcome of a job's code, or schedules the next attempt. Undefined if another process has claimed the job since. */
export function endJob(service: Interpreter, store: Store, job: Job, outcome: BehaviourOutcome): JobResult | undefined {
  const { slots } = service.behaviour(job.behaviour)
  const committed: CommittedWork = {}
  const refusal = attempt(service, store, job, committed, (transaction) => {
    const ended = checkOutcome(transaction, job.behaviour, outcome)
    if ('refusal' in ended) return ended.refusal
    runEffects(transaction, slotValueOf(slots.onDone) ?? [], makeReactionVariables(transaction, job, 'result', ended.result))
    return undefined
  })
  if (refusal === 'taken') return undefined
  if (refusal === undefined) return { job, outcome: 'done', ...committed.worked }
  const reason = printReason(refusal)
  const isLast = refusal.condition === 'fail' || job.attempts + 1 >= maxAttempts
  if (isLast && slots.onError.state === 'shown') {
    const secondRefusal = attempt(
      service,
      store,
      job,
      committed,
      (transaction) =>
        void runEffects(
          transaction,
          slotValueOf(slots.onError) ?? [],
          makeReactionVariables(transaction, job, 'error', makeErrorValue(transaction, refusal)),
        ),
    )
    if (secondRefusal === 'taken') return undefined
    if (secondRefusal === undefined) return { job, outcome: 'done', reason, ...committed.worked }
  }
  return postpone(store, service.environment.clock.now(), job, reason, refusal.condition === 'fail')
}

/** What the last committed attempt did. */
type CommittedWork = { worked?: Worked }

/** Removes the job and applies its outcome; a refusal changes nothing. */
function attempt(
  service: Interpreter,
  store: Store,
  job: Job,
  committed: CommittedWork,
  applyOutcome: (transaction: TransactionContext) => Refusal | undefined,
): Refusal | 'taken' | undefined {
  const tx = store.begin()
  if (!tx.claim({ kind: 'job', id: job.id })) {
    tx.rollback()
    return 'taken'
  }
  const transaction = beginTransaction(service, tx, service.environment.clock.now())
  tx.setTenancy(makeTenancyOfJob(service, job))
  try {
    const refusal = limitTurn(service, () => {
      const refused = applyOutcome(transaction)
      if (refused !== undefined) return refused
      tx.removeJob(job.id)
      checkInvariants(transaction)
      emitEvents(transaction)
      return undefined
    })
    if (refusal === undefined) {
      committed.worked = collectWorked(transaction)
      tx.commit()
    } else {
      tx.rollback()
    }
    return refusal
  } catch (error) {
    const { refusal } = toRefused(error)
    tx.rollback()
    return refusal
  }
}

function makeReactionVariables(
  { service }: TransactionContext,
  { behaviour, input }: Job,
  name: 'result' | 'error',
  value: Value,
): ReadonlyMap<string, Value> {
  const type = findBehaviourInput(behaviour, service.facts.typing.domain)?.type
  return new Map([
    ['input', type === undefined ? toNaturalValue(input) : convertJsonToValue(input, type, service.keys)],
    [name, value],
  ])
}

/** The variables of `onError`; `data` comes from a declared failure. */
function makeErrorValue(transaction: TransactionContext, refusal: Refusal): Value {
  const data = refusal.details?.get('data') ?? null
  return makeErrorWithoutRequest(
    { ...refusal, details: new Map([...(refusal.details ?? []), ['data', data]]) },
    transaction.service.facts,
    makeContext(transaction, new Map()),
  )
}

function printReason(refusal: Refusal): string {
  return refusal.report ?? printCondition(refusal)
}

function postpone(store: Store, now: number, job: Job, reason: string, isFinal: boolean): JobResult | undefined {
  const attempts = job.attempts + 1
  const outcome = isFinal || attempts >= maxAttempts ? 'dead' : 'again'
  const tx = store.begin()
  if (!tx.claim({ kind: 'job', id: job.id })) {
    tx.rollback()
    return undefined
  }
  tx.setJob({ ...job, attempts, ...(outcome === 'dead' ? { dead: reason } : { due: now + firstWait * 2 ** job.attempts }) })
  tx.commit()
  return { job, outcome, reason }
}
