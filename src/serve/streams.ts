// Open event streams. Each event is read once and rendered once per group of equal streams. A listener never receives more than its
// connection accepts: a slow listener reads from the log at its own pace, like a listener that resumes.

import { describeThrown } from '../base/thrown.ts'
import type { ServerResponse } from 'node:http'
import type { Backend } from '../exchange/exchange.ts'
import { type EventRow, type EventPosition, beginning, comparePositions } from '../exchange/event.ts'
import type { Stream } from '../exchange/stream.ts'
import { Admitted } from './admitted.ts'
import { printLastFrame, printPlaceFrame, resetFrame } from './event-stream.ts'
import { RecentEvents } from './recent-events.ts'
import { StreamGroup } from './stream-group.ts'

export type StreamsOptions = {
  readonly backend: Pick<Backend, 'log' | 'listen' | 'show' | 'positionText' | 'admission'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds after which a quiet stream reports its position, and for which a listener may accept no bytes. */
  readonly heartbeat: number
  readonly patience: number
  /** Called with the problem that prevents an event from being shown. */
  readonly report: (problem: string) => void
}

/**
 * A listener that is not live has all events up to `position`, which clients have as `positionText`. `since`: when its connection stopped
 * accepting bytes.
 */
type Listener = {
  readonly response: ServerResponse
  readonly stream: Stream
  readonly group: StreamGroup<Listener>
  position: EventPosition
  positionText: string
  since?: number
  hasSent: boolean
}

/** The number of events in one read. */
const batch = 200

/** The number of groups that render events at once. */
const maxConcurrentRenderings = 16

const noLongerAdmitted = 'the caller is no longer permitted to listen'

export class Streams {
  readonly #options: StreamsOptions
  readonly #groups = new Map<string, StreamGroup<Listener>>()
  readonly #listeners = new Set<Listener>()
  readonly #stalled = new Set<Listener>()
  readonly #admitted: Admitted<Listener>
  readonly #stopListening: () => void
  readonly #recent = new RecentEvents()
  /** The common position of all live listeners; undefined without listeners. */
  #commonPosition: EventPosition | undefined
  #currentText = ''
  /** The next pump, which waits for the running one. */
  #waitingPump: Promise<boolean> | undefined
  #runningPump: Promise<unknown> = Promise.resolve()
  #scheduled = false
  #failed = false
  #stopped = false
  #nextBeat: number

  constructor(options: StreamsOptions) {
    this.#options = options
    this.#nextBeat = options.now() + options.heartbeat
    this.#admitted = new Admitted(
      options.backend,
      () => this.#schedule(),
      (listener) => this.#dismiss(listener, noLongerAdmitted),
    )
    this.#stopListening = options.backend.listen(() => this.#schedule())
  }

  /** The number of open streams. */
  get size(): number {
    return this.#listeners.size
  }

  /** Registers a stream whose headers are written. It first sends the position from which it is complete. */
  async open(stream: Stream, response: ServerResponse): Promise<void> {
    if (this.#stopped) return void response.end(printPlaceFrame(stream.startText))
    const group = this.#groups.getOrInsertComputed(stream.group, () => new StreamGroup(stream, this.#options))
    group.count++
    const listener: Listener = { response, stream, group, position: stream.start, positionText: stream.startText, hasSent: false }
    this.#listeners.add(listener)
    response.on('close', () => this.#leave(listener))
    response.on('drain', () => this.#resumeAfterDrain(listener))
    // The caller may have lost the permission since the answer.
    if (!(await this.#admitted.admit(listener))) return this.#dismiss(listener, noLongerAdmitted)
    if (isGone(listener)) return
    const isFree = response.write(
      stream.reset === undefined ? printPlaceFrame(stream.startText) : resetFrame(stream.startText, stream.reset),
    )
    if (isFree) this.#resume(listener)
    else this.#stall(listener)
  }

  /** Sends the position to quiet listeners, and closes listeners that accept no bytes. */
  tick(): void {
    const { heartbeat, patience, now } = this.#options
    const time = now()
    for (const listener of this.#admitted.takeEnded(time)) this.#dismiss(listener, 'the credential has ended')
    for (const listener of this.#stalled) {
      // The clock may have been set back.
      listener.since = Math.min(listener.since!, time)
      if (time - listener.since >= patience) this.#dismiss(listener, 'too far behind')
    }
    if (this.#failed) this.#schedule()
    this.#nextBeat = Math.min(this.#nextBeat, time + heartbeat)
    if (time < this.#nextBeat) return
    this.#nextBeat = time + heartbeat
    const beat = Buffer.from(printPlaceFrame(this.#currentText))
    for (const { live } of this.#groups.values()) {
      for (const listener of live) {
        if (!listener.hasSent) this.#send(listener, beat)
        listener.hasSent = false
      }
    }
  }

  /** Sends committed events, and ends all streams: each client knows its position to resume. */
  async stop(): Promise<void> {
    if (this.#stopped) return
    this.#stopped = true
    this.#stopListening()
    try {
      while (this.#listeners.size > 0 && (await this.#pump()));
    } catch (error) {
      this.#options.report(describeThrown(error))
    }
    for (const listener of this.#listeners) {
      if (listener.group.live.has(listener)) listener.response.end(printPlaceFrame(this.#currentText))
      else this.#dismiss(listener, 'the service stops')
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#listeners.size === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (!this.#stopped) void this.#pumpAll()
    })
  }

  /** After a failure, the next commit or tick reads again. */
  async #pumpAll(): Promise<void> {
    try {
      if (await this.#pump()) this.#schedule()
      this.#failed = false
    } catch (error) {
      this.#failed = true
      this.#options.report(describeThrown(error))
    }
  }

  /**
   * Sends the next batch to all live listeners; resolves to true if more may follow. One pump runs at a time, and one waiting pump
   * serves all callers.
   */
  #pump(): Promise<boolean> {
    if (this.#waitingPump !== undefined) return this.#waitingPump
    const next = this.#runningPump.then(() => {
      this.#waitingPump = undefined
      return this.#pumpNow()
    })
    this.#waitingPump = next
    this.#runningPump = next.catch(() => undefined)
    return next
  }

  async #pumpNow(): Promise<boolean> {
    const { log, positionText } = this.#options.backend
    if (this.#commonPosition === undefined) {
      const newest = await log.newestEvent()
      this.#commonPosition = newest?.position ?? beginning
      this.#currentText = positionText(newest)
      return false
    }
    const rows = await log.events(this.#commonPosition, batch)
    const newest = rows.at(-1)
    const texts = new Map<StreamGroup<Listener>, string>()
    // During a check or a rendering, further groups may become live.
    for (;;) {
      const groups = [...this.#groups.values()].filter((group) => group.live.size > 0 && !texts.has(group))
      if (this.#admitted.doubts) await this.#admitted.settle()
      else if (groups.length === 0 || newest === undefined) break
      else await Promise.all(groups.slice(0, maxConcurrentRenderings).map(async (group) => texts.set(group, await group.show(rows))))
    }
    if (newest === undefined || this.#listeners.size === 0) return false
    this.#recent.add(rows)
    this.#commonPosition = newest.position
    this.#currentText = positionText(newest)
    for (const [{ live }, text] of texts) {
      if (text === '') continue
      const bytes = Buffer.from(text)
      for (const listener of live) this.#send(listener, bytes)
    }
    return rows.length === batch
  }

  /** Sends to a live listener. */
  #send(listener: Listener, bytes: Uint8Array): void {
    listener.hasSent = true
    if (listener.response.write(bytes)) return
    listener.group.live.delete(listener)
    listener.position = this.#commonPosition!
    listener.positionText = this.#currentText
    this.#stall(listener)
  }

  #stall(listener: Listener): void {
    listener.since = this.#options.now()
    this.#stalled.add(listener)
  }

  #resumeAfterDrain(listener: Listener): void {
    if (!this.#stalled.delete(listener)) return
    delete listener.since
    this.#resume(listener)
  }

  /** Closes a listener whose events cannot be read; it can resume later. */
  #resume(listener: Listener): void {
    this.#catchUp(listener).catch((error: unknown) => {
      this.#options.report(describeThrown(error))
      listener.response.destroy()
    })
  }

  /** Sends missing events in batches, until the listener has reached the common position and becomes live. */
  async #catchUp(listener: Listener): Promise<void> {
    const { response, group } = listener
    while (!isGone(listener)) {
      const ahead = this.#commonPosition === undefined ? 1 : comparePositions(listener.position, this.#commonPosition)
      if (ahead === 0) return void group.live.add(listener)
      const rows = await this.#readEventsAfter(listener)
      const newest = rows.at(-1)
      if (newest === undefined) {
        // The listener is ahead of the live listeners.
        await this.#pump()
        continue
      }
      const text = await group.show(rows)
      while (this.#admitted.doubts) await this.#admitted.settle()
      if (isGone(listener)) return
      listener.position = newest.position
      listener.positionText = this.#options.backend.positionText(newest)
      listener.hasSent = true
      if (!response.write(text + printPlaceFrame(listener.positionText))) return this.#stall(listener)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** The events after its position. If retention has deleted them, sends a reset and continues from now. */
  async #readEventsAfter(listener: Listener): Promise<readonly EventRow[]> {
    const { log, positionText } = this.#options.backend
    const recent = this.#recent.eventsAfter(listener.position, batch)
    if (recent !== undefined) return recent
    const rows = await log.eventsSince(listener.position, batch)
    if (rows !== undefined) return rows.map((row) => this.#recent.cachedRow(row))
    const newest = await log.newestEvent()
    if (isGone(listener)) return []
    listener.position = newest?.position ?? beginning
    listener.positionText = positionText(newest)
    listener.response.write(resetFrame(listener.positionText, 'expired'))
    return []
  }

  /** The client does not read: data that still reaches it contains the position to resume from. */
  #dismiss(listener: Listener, reason: string): void {
    if (isGone(listener)) return
    const { response, group } = listener
    const lastPosition = group.live.delete(listener) ? this.#currentText : listener.positionText
    this.#stalled.delete(listener)
    this.#admitted.leave(listener)
    response.end(printLastFrame(lastPosition, reason))
    // A client that does not accept even that is disconnected after a while.
    setTimeout(() => response.destroy(), this.#options.patience).unref()
  }

  #leave(listener: Listener): void {
    const { group, stream } = listener
    group.live.delete(listener)
    this.#stalled.delete(listener)
    this.#listeners.delete(listener)
    this.#admitted.leave(listener)
    if (--group.count === 0 && this.#groups.get(stream.group) === group) this.#groups.delete(stream.group)
    // Without listeners, no events are read.
    if (this.#listeners.size > 0) return
    this.#commonPosition = undefined
    this.#recent.clear()
  }
}

function isGone({ response }: Listener): boolean {
  return response.destroyed || response.writableEnded
}
