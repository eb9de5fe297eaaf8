// Reads back what a step changed, and later what it must have left as it was.

import { isSafe } from '../model/methods.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import type { Row } from '../meaning/record/row.ts'
import type { Instance } from './drive/instance.ts'
import { listReaders, listSequenceRows, listTouchedRows } from './server/reading.ts'
import type { Session } from './server/session.ts'
import { UnreadRecords, findCause } from './drive/unread.ts'
import type { Expected, ServerRequest } from './oracle/request.ts'
import type { FindingRecorder } from './recorder.ts'
import type { StepHistory } from './step-history.ts'
import type { RequestStep } from './step.ts'

/** The most requests that read records back. */
const maxReaders = 4

/** The most requests that read all records of a sequence back. */
const maxReadersOfSequence = 6

export class ReadBack {
  readonly #session: Session
  readonly #recorder: FindingRecorder
  readonly #unread = new UnreadRecords()

  constructor(session: Session, recorder: FindingRecorder) {
    this.#session = session
    this.#recorder = recorder
  }

  /** Forgets the records that are to be read: the server was reset. */
  forget(): void {
    this.#unread.take()
  }

  /** The requests that read what simultaneous requests may have changed. */
  listReadersAfter(instance: Instance, before: ReadonlyMap<string, Row>, requests: readonly ServerRequest[]): readonly ServerRequest[] {
    const writes = new Set(requests.flatMap((request) => this.#writesOf(this.#session.predict(request).of)))
    const rows = requests.flatMap((request) => {
      const { changed, others } = listTouchedRows(instance, before, request, writes)
      return [...changed, ...others]
    })
    return listReaders(this.#session, rows, maxReaders)
  }

  /** Reads the records that recent steps must have left as they were; false if one differs. */
  async readUnread(): Promise<boolean> {
    const taken = this.#unread.take()
    if (taken === undefined) return true
    const { instance, suspects, rows } = taken
    for (const reader of listReaders(this.#session, rows, maxReaders)) {
      const failure = await instance.send(reader)
      if (failure !== undefined && !(await this.#recorder.continueAfter(failure, (least) => findCause(least, suspects)))) return false
    }
    return true
  }

  /** True if a step may write over what an earlier one has changed although it must not. */
  mayHide({ of: operation, trace }: Expected, { wait }: ServerRequest): boolean {
    if (this.#unread.isFull || wait !== undefined) return true
    if (operation === undefined || trace.condition !== undefined || isSafe(operation.method)) return false
    const created = operation.action === 'create' ? resourceNameOf(operation) : undefined
    return this.#unread.concerns(new Set(this.#writesOf(operation).filter((resource) => resource !== created)))
  }

  /** Reads the records that a step changed. Others, which it must not have changed, are read later if the sequence can be repeated. */
  async readStep(
    instance: Instance,
    step: RequestStep,
    request: ServerRequest,
    before: ReadonlyMap<string, Row>,
    history: StepHistory,
  ): Promise<boolean> {
    const session = this.#session
    const isRefused = history.answer?.trace.condition !== undefined
    const writes = new Set(this.#writesOf(history.operation))
    if (isRefused && writes.size === 0) return true
    const { changed, others } = listTouchedRows(instance, before, request, writes)
    if (session.canReset) this.#unread.add(instance, { step, history }, others)
    for (const reader of listReaders(session, session.canReset ? changed : [...changed, ...others], isRefused ? 2 : maxReaders)) {
      const failure = await instance.send(reader)
      if (failure !== undefined && !(await this.#recorder.continueAfter(failure, history))) return false
    }
    return true
  }

  /** Reads the records that the sequence mentions or changed, which its last requests must have left as they were; false if one differs. */
  async readSequence(instance: Instance, history: StepHistory): Promise<boolean> {
    for (const reader of listReaders(this.#session, listSequenceRows(instance).toReversed(), maxReadersOfSequence)) {
      const failure = await instance.send(reader)
      if (failure !== undefined && !(await this.#recorder.continueAfter(failure, history))) return false
    }
    return true
  }

  #writesOf(operation: Operation | undefined): readonly string[] {
    const facts = this.#session.compiled.facts.operations.find((each) => each.operation === operation)
    return [...(facts?.writes ?? []).map((name) => name.split('.')[0]!), ...(facts?.creates ?? []), ...(facts?.deletes ?? [])]
  }
}
