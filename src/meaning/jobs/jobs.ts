// Code that runs after the commit which queued it: at least once, tried again with back-off, and what it ends in is done in a
// transaction of its own, with nobody calling.

import type { Value } from '../../cel/value.ts'
import type { Audited } from '../../exchange/audited.ts'
import { errorWithoutRequest } from '../../exchange/error-value.ts'
import { conditionText, refusedBy, type Refusal } from '../../exchange/refusal.ts'
import { natural, valueOf } from '../../exchange/value-json.ts'
import { shown } from '../../model/slot.ts'
import { inputOfBehaviour } from '../../typing/behaviour.ts'
import { type Act, contextOf } from '../act.ts'
import { auditedIn } from '../audited.ts'
import { begin } from '../begin.ts'
import { tenancyOfJob } from '../caller/tenancy.ts'
import type { Outcome } from '../code/behaviours.ts'
import { endedAs } from '../code/code.ts'
import { emitEvents } from '../events/emit.ts'
import { bounded } from '../limits/bounded.ts'
import type { Service } from '../service.ts'
import type { Job, Store } from '../store.ts'
import { runEffects } from '../writing/effects.ts'
import { askInvariants } from '../writing/invariants.ts'

/** What became of a job: a declared outcome is `done`, also a failure that `onError` answers. */
export type Worked = { readonly job: Job; readonly outcome: 'done' | 'again' | 'dead'; readonly reason?: string; /** Where an audit log is kept. */ readonly audited?: Audited }

/** So often a job is tried; between the tries one second, then twice as long each time. */
const mostAttempts = 6
const firstWait = 1000

/** Does what the code ended in, or lets it wait to be tried again. */
export function endJob(service: Service, store: Store, job: Job, outcome: Outcome): Worked {
  const { slots } = service.behaviour(job.behaviour)
  const noted: Noted = {}
  const met = attempt(service, store, job, noted, (act) => {
    const ended = endedAs(act, job.behaviour, outcome)
    if ('refusal' in ended) return ended.refusal
    runEffects(act, shown(slots.onDone) ?? [], names(act, job, 'result', ended.result))
    return undefined
  })
  if (met === undefined) return { job, outcome: 'done', ...about(noted) }
  const reason = reasonOf(met)
  const isLast = met.condition === 'fail' || job.attempts + 1 >= mostAttempts
  if (isLast && slots.onError.state === 'shown') {
    const instead = attempt(service, store, job, noted, (act) => void runEffects(act, shown(slots.onError) ?? [], names(act, job, 'error', errorValue(act, met))))
    if (instead === undefined) return { job, outcome: 'done', reason, ...about(noted) }
  }
  return postpone(store, service.lending.clock.now(), job, reason, met.condition === 'fail')
}

/** What the last attempt that was kept changed. */
type Noted = { audited?: Audited | undefined }

function about({ audited }: Noted): Pick<Worked, 'audited'> {
  return audited === undefined ? {} : { audited }
}

/** Takes the job away with what it ends in; a refusal leaves everything as it was. */
function attempt(service: Service, store: Store, job: Job, noted: Noted, end: (act: Act) => Refusal | undefined): Refusal | undefined {
  const tx = store.begin()
  const act = begin(service, tx, service.lending.clock.now())
  tx.confine(tenancyOfJob(service, job))
  try {
    const refusal = bounded(service, () => {
      const met = end(act)
      if (met !== undefined) return met
      tx.removeJob(job.id)
      askInvariants(act)
      emitEvents(act)
      return undefined
    })
    if (refusal === undefined) {
      noted.audited = auditedIn(act)
      tx.commit()
    } else {
      tx.rollback()
    }
    return refusal
  } catch (error) {
    const { refusal } = refusedBy(error)
    tx.rollback()
    return refusal
  }
}

function names({ service }: Act, { behaviour, input }: Job, name: 'result' | 'error', value: Value): ReadonlyMap<string, Value> {
  const type = inputOfBehaviour(behaviour, service.facts.typing.domain)?.type
  return new Map([['input', type === undefined ? natural(input) : valueOf(input, type, service.keys)], [name, value]])
}

/** What `onError` reads: `data` is that of a failure which the code declares. */
function errorValue(act: Act, refusal: Refusal): Value {
  const data = refusal.about?.get('data') ?? null
  return errorWithoutRequest({ ...refusal, about: new Map([...(refusal.about ?? []), ['data', data]]) }, act.service.facts, contextOf(act, new Map()))
}

function reasonOf(refusal: Refusal): string {
  return refusal.report ?? conditionText(refusal)
}

function postpone(store: Store, now: number, job: Job, reason: string, isFinal: boolean): Worked {
  const attempts = job.attempts + 1
  const outcome = isFinal || attempts >= mostAttempts ? 'dead' : 'again'
  const tx = store.begin()
  tx.setJob({ ...job, attempts, ...(outcome === 'dead' ? { dead: reason } : { due: now + firstWait * 2 ** job.attempts }) })
  tx.commit()
  return { job, outcome, reason }
}
