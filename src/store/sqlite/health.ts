// Reports the health of the store: whether its files are still the opened ones, the last failure, and recovery.

import type { StoreFailing, RuntimeOptions, StoreRuntime } from '../kind.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { identifyFile } from './file.ts'
import type { Lock } from './lock.ts'
import { explainFailure } from './open.ts'

/** Milliseconds between two checks, and between two attempts after a failure. */
const pause = 1000

/** Characters that a full disk must store again before the store works. */
const roomForRequests = 65_536

type Holding = {
  readonly file: string
  readonly lock: () => Lock
  /** Takes the lock again if its file was deleted; false if another process has it. */
  readonly relock: () => boolean
}

export class StoreHealth {
  readonly #holding: Holding
  #opened: ReadonlyMap<string, string | undefined> = new Map()
  #lock: string | undefined
  #nextLook = Number.POSITIVE_INFINITY
  #lostFile: DatabaseFailure | undefined
  #failing: StoreFailing | undefined
  #isFull = false
  #nextTry = 0
  #keptAt = Number.NEGATIVE_INFINITY

  constructor(holding: Holding) {
    this.#holding = holding
  }

  /** Starts when all files exist. */
  begin(now: number): void {
    const { file, lock } = this.#holding
    this.#opened = new Map(['', '-wal', '-shm'].map((ending) => [file + ending, identifyFile(file + ending)]))
    this.#lock = identifyFile(lock().path)
    this.#nextLook = now + pause
  }

  /** The reason why reads and writes would now be lost; at most a second old. */
  goneBy(now: number): DatabaseFailure | undefined {
    return now < this.#nextLook ? this.#lostFile : this.#look(now)
  }

  /** Checks now whether the files of a commit were deleted or replaced. */
  lossNow(): DatabaseFailure | undefined {
    for (const [path, identity] of this.#opened) {
      if (identifyFile(path) !== identity) return (this.#lostFile ??= new DatabaseFailure('gone', path))
    }
    return (this.#lostFile = undefined)
  }

  get failing(): StoreFailing | undefined {
    return this.#failing
  }

  note(failure: unknown, now: number): void {
    if (!(failure instanceof DatabaseFailure && failure.isOutage)) return
    this.#failing = { since: this.#failing?.since ?? now, cause: explainFailure(failure) }
    this.#isFull = failure.kind === 'full'
  }

  /** A write was committed. */
  works(): void {
    this.#failing = undefined
    this.#keptAt = performance.now()
  }

  /** The time of the last commit, by `performance.now()`. */
  get lastCommitAt(): number {
    return this.#keptAt
  }

  /** The size of a probe: a full disk often has room for a few more bytes, but not for a request. */
  get probeSize(): number {
    return this.#failing !== undefined && this.#isFull ? roomForRequests : 0
  }

  /** True if a failed store should be tried again. */
  isTried(now: number): boolean {
    if (this.#failing === undefined || now < this.#nextTry) return false
    this.#nextTry = now + pause
    return true
  }

  #look(now: number): DatabaseFailure | undefined {
    this.#nextLook = now + pause
    const { lock } = this.#holding
    let loss = this.lossNow()
    if (loss === undefined && identifyFile(lock().path) !== this.#lock) {
      if (this.#holding.relock()) this.#lock = identifyFile(lock().path)
      else loss = this.#lostFile = new DatabaseFailure('gone', `${lock().path} was removed, and another process has taken the store`)
    }
    if (loss !== undefined) this.note(loss, now)
    return loss
  }
}

/** Milliseconds for which a commit proves that the store works. */
const maxAge = 5000

/** The backend's view of its health; `retry` writes a probe of this many characters to test the store. */
export function makeHealthChecks(
  health: StoreHealth,
  now: () => number,
  retry: (size: number) => Promise<unknown>,
  onFailing: RuntimeOptions['onFailing'],
): Pick<StoreRuntime, 'findFailure' | 'tend' | 'probe'> {
  let reported = health.failing
  const attempt = async (): Promise<void> => {
    const size = health.probeSize
    try {
      await retry(size)
      // Frees the pages of the large probe.
      if (size > 0) await retry(0)
    } catch {
      // The writer noted the failure.
    }
  }
  return {
    findFailure: () => health.failing,
    async tend() {
      const loss = health.goneBy(now())
      if (health.isTried(now()) && loss === undefined) await attempt()
      if ((reported === undefined) !== (health.failing === undefined)) onFailing?.(health.failing)
      reported = health.failing
    },
    async probe() {
      if (health.failing === undefined && performance.now() - health.lastCommitAt > maxAge) await attempt()
    },
  }
}
