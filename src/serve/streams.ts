// Streams that are open: each event is read once and shown once to each group of them that shows the same. Nobody is pushed more than
// its connection takes: whoever falls behind reads on from the log at its own pace, as one that resumes does.

import { describeThrown } from '../base/thrown.ts'
import type { ServerResponse } from 'node:http'
import type { Backend } from '../exchange/exchange.ts'
import { type EventRow, type Position, beginning, comparePositions } from '../exchange/event.ts'
import { isReachable } from '../exchange/position.ts'
import type { Stream } from '../exchange/stream.ts'
import { Admitted } from './admitted.ts'
import { eventFrame, lastFrame, placeFrame, resetFrame } from './event-stream.ts'

export type Following = {
  readonly backend: Pick<Backend, 'log' | 'listen' | 'show' | 'place' | 'admission'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds after which a quiet stream says where it is, and for which a listener may take nothing. */
  readonly heartbeat: number
  readonly patience: number
  /** Told of what keeps an event from being shown. */
  readonly report: (problem: string) => void
}

type Group = { readonly stream: Stream; readonly live: Set<Listener>; readonly shown: WeakMap<EventRow, string>; count: number }

/** `at` is what it was sent last, while it is not live. `since`: its connection takes nothing more. */
type Listener = { readonly response: ServerResponse; readonly stream: Stream; readonly group: Group; at: Position; since?: number; spoke: boolean }

/** So many events are read and shown at once, and so many are kept at hand for those who follow closely. */
const batch = 200
const kept = 2000

const notLetIn = 'what let it in does so no more'

export class Streams {
  readonly #following: Following
  readonly #groups = new Map<string, Group>()
  readonly #all = new Set<Listener>()
  readonly #stalled = new Set<Listener>()
  readonly #admitted: Admitted<Listener>
  readonly #stopListening: () => void
  /** The last events, in order; what was sent to all who are live. */
  #tail: EventRow[] = []
  /** Older ones that somebody caught up with, by position: whoever comes back with many others is not shown them anew. */
  readonly #older = new Map<string, EventRow>()
  #at: Position
  #here: string
  #scheduled = false
  #stopped = false
  #nextBeat: number

  constructor(following: Following) {
    this.#following = following
    this.#at = beginning
    this.#here = ''
    this.#nextBeat = following.now() + following.heartbeat
    this.#admitted = new Admitted(following.backend, () => this.#schedule())
    this.#stopListening = following.backend.listen(() => this.#schedule())
  }

  /** How many are open. */
  get size(): number {
    return this.#all.size
  }

  /** Its headers are written. The first thing it is told is from where on it is complete. */
  open(stream: Stream, response: ServerResponse): void {
    if (this.#stopped) return void response.end(placeFrame(this.#placeOf(stream.start)))
    if (this.#all.size === 0) this.#begin()
    const group = this.#groups.getOrInsertComputed(stream.group, () => ({ stream, live: new Set(), shown: new WeakMap(), count: 0 }))
    group.count++
    const listener: Listener = { response, stream, group, at: stream.start, spoke: false }
    this.#all.add(listener)
    response.on('close', () => this.#leave(listener))
    response.on('drain', () => this.#drained(listener))
    // Since it was answered it may have lost its leave.
    if (!this.#admitted.admit(listener)) return this.#letGo(listener, notLetIn)
    const place = this.#placeOf(stream.start)
    const isFree = response.write(stream.reset === undefined ? placeFrame(place) : resetFrame(place, stream.reset))
    if (isFree) this.#catchUp(listener)
    else this.#stall(listener)
  }

  /** Says where they are to those who heard nothing for long, and lets go of those who take nothing. */
  tick(): void {
    const { heartbeat, patience, now } = this.#following
    const time = now()
    for (const listener of this.#admitted.ended(time)) this.#letGo(listener, 'the credential has ended')
    for (const listener of this.#stalled) {
      // The clock may have been set back.
      listener.since = Math.min(listener.since!, time)
      if (time - listener.since >= patience) this.#letGo(listener, 'too far behind')
    }
    this.#nextBeat = Math.min(this.#nextBeat, time + heartbeat)
    if (time < this.#nextBeat) return
    this.#nextBeat = time + heartbeat
    const beat = Buffer.from(placeFrame(this.#here))
    for (const { live } of this.#groups.values()) {
      for (const listener of live) {
        if (!listener.spoke) this.#send(listener, beat)
        listener.spoke = false
      }
    }
  }

  /** Sends what is committed, and ends all of them: each knows where to resume. */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#stopListening()
    if (this.#all.size > 0) this.#pump(Number.POSITIVE_INFINITY)
    for (const listener of this.#all) {
      if (listener.group.live.has(listener)) listener.response.end(placeFrame(this.#here))
      else this.#letGo(listener, 'the service stops')
    }
  }

  /** As long as nobody listens, nothing is read. */
  #begin(): void {
    const { log, place } = this.#following.backend
    const newest = log.newestEvent()
    this.#tail = []
    this.#at = newest?.position ?? beginning
    this.#here = place(newest)
  }

  #schedule(): void {
    if (this.#scheduled || this.#all.size === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#stopped) return
      try {
        if (this.#pump(batch)) this.#schedule()
      } catch (error) {
        // The next commit has it read again.
        this.#following.report(describeThrown(error))
      }
    })
  }

  /** Before anything more is sent to them. */
  #letGoRefused(): void {
    for (const listener of this.#admitted.refused()) this.#letGo(listener, notLetIn)
  }

  /** Sends to all who are live what came since; whether there may be more. */
  #pump(most: number): boolean {
    this.#letGoRefused()
    const { log, place } = this.#following.backend
    for (let read = 0; read < most; ) {
      const rows = log.events(this.#at, batch)
      const newest = rows.at(-1)
      if (newest === undefined) return false
      read += rows.length
      this.#tail.push(...rows)
      if (this.#tail.length > kept) this.#tail = this.#tail.slice(-kept)
      this.#at = newest.position
      this.#here = place(newest)
      for (const group of this.#groups.values()) {
        if (group.live.size === 0) continue
        const text = this.#shown(group, rows)
        if (text === '') continue
        const bytes = Buffer.from(text)
        for (const listener of group.live) this.#send(listener, bytes)
      }
    }
    return true
  }

  /** To one who is live. */
  #send(listener: Listener, bytes: Uint8Array): void {
    listener.spoke = true
    if (listener.response.write(bytes)) return
    listener.group.live.delete(listener)
    listener.at = this.#at
    this.#stall(listener)
  }

  #stall(listener: Listener): void {
    listener.since = this.#following.now()
    this.#stalled.add(listener)
  }

  #drained(listener: Listener): void {
    if (!this.#stalled.delete(listener)) return
    delete listener.since
    this.#goOn(listener)
  }

  /** Sends what it lacks, a piece at a time; once it has all, it is live. */
  #catchUp(listener: Listener): void {
    this.#letGoRefused()
    const { response, group } = listener
    if (response.destroyed || response.writableEnded) return
    const rows = this.#after(listener)
    const newest = rows.at(-1)
    if (newest === undefined) {
      // What came in this very turn may not have been sent to those who are live.
      this.#pump(Number.POSITIVE_INFINITY)
      if (comparePositions(listener.at, this.#at) >= 0) {
        group.live.add(listener)
        return
      }
      this.#catchUp(listener)
      return
    }
    listener.at = newest.position
    listener.spoke = true
    if (!response.write(this.#shown(group, rows) + placeFrame(this.#following.backend.place(newest)))) return this.#stall(listener)
    setImmediate(() => this.#goOn(listener))
  }

  /** One whose events cannot be read is let go, and resumes when they can. */
  #goOn(listener: Listener): void {
    try {
      this.#catchUp(listener)
    } catch (error) {
      this.#following.report(describeThrown(error))
      listener.response.destroy()
    }
  }

  /** What comes after it; where that is not kept any more, it is told so and goes on with what comes next. */
  #after(listener: Listener): readonly EventRow[] {
    const { log, place } = this.#following.backend
    const [first] = this.#tail
    if (first !== undefined && comparePositions(first.position, listener.at) <= 0) {
      const from = this.#tail.findIndex(({ position }) => comparePositions(position, listener.at) > 0)
      return from < 0 ? log.events(listener.at, batch) : this.#tail.slice(from, from + batch)
    }
    if (isReachable(listener.at, log)) return log.events(listener.at, batch).map((row) => this.#known(row))
    const newest = log.newestEvent()
    listener.at = newest?.position ?? beginning
    listener.response.write(resetFrame(place(newest), 'expired'))
    return []
  }

  #known(row: EventRow): EventRow {
    const name = `${row.position.commit}.${row.position.index}`
    const known = this.#older.get(name)
    if (known !== undefined) return known
    this.#older.set(name, row)
    if (this.#older.size > kept) this.#older.delete(this.#older.keys().next().value!)
    return row
  }

  /** The events as the group sends them, one after the other. */
  #shown(group: Group, rows: readonly EventRow[]): string {
    const { backend, report } = this.#following
    const unknown = rows.filter((row) => !group.shown.has(row))
    const found = unknown.length === 0 ? [] : backend.show(group.stream, unknown)
    for (const [index, row] of unknown.entries()) {
      const shown = found[index]
      if (shown !== undefined && 'problem' in shown) report(`event ${row.id} of type ${row.type} is not sent by ${group.stream.operation.name}: ${shown.problem}`)
      group.shown.set(row, shown === undefined || 'problem' in shown ? '' : eventFrame(backend.place(row), shown.type, shown.data))
    }
    return rows.map((row) => group.shown.get(row)).join('')
  }

  #placeOf(position: Position): string {
    const { log, place } = this.#following.backend
    return this.#here !== '' && comparePositions(position, this.#at) === 0 ? this.#here : place(log.eventAt(position))
  }

  /** Its connection takes nothing: what it still gets at some time says where to resume. */
  #letGo(listener: Listener, why: string): void {
    const { response } = listener
    const at = listener.group.live.delete(listener) ? this.#at : listener.at
    this.#stalled.delete(listener)
    this.#admitted.leave(listener)
    response.end(lastFrame(this.#placeOf(at), why))
    // Whoever does not even take that is not waited for.
    setTimeout(() => response.destroy(), this.#following.patience).unref()
  }

  #leave(listener: Listener): void {
    const { group } = listener
    group.live.delete(listener)
    this.#stalled.delete(listener)
    this.#all.delete(listener)
    this.#admitted.leave(listener)
    if (--group.count === 0 && this.#groups.get(group.stream.group) === group) this.#groups.delete(group.stream.group)
  }
}
