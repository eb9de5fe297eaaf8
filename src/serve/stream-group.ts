// A group of equal streams. Each event is rendered once for the group, in one read at a time.

import type { EventRow } from '../exchange/event.ts'
import type { Backend } from '../exchange/exchange.ts'
import type { Stream } from '../exchange/stream.ts'
import { printEventFrame } from './event-stream.ts'

type Showing = { readonly backend: Pick<Backend, 'show' | 'positionText'>; readonly report: (problem: string) => void }

export class StreamGroup<Listener> {
  /** Listeners that have all events up to the common position. */
  readonly live = new Set<Listener>()
  /** The number of listeners. */
  count = 0
  readonly #stream: Stream
  readonly #presenter: Showing
  readonly #texts = new WeakMap<EventRow, string>()
  #lastRendering: Promise<unknown> = Promise.resolve()

  constructor(stream: Stream, showing: Showing) {
    this.#stream = stream
    this.#presenter = showing
  }

  /** Renders the events as text/event-stream. */
  show(rows: readonly EventRow[]): Promise<string> {
    const text = this.#lastRendering.then(() => this.#show(rows))
    this.#lastRendering = text.catch(() => undefined)
    return text
  }

  async #show(rows: readonly EventRow[]): Promise<string> {
    const { backend, report } = this.#presenter
    const unknown = rows.filter((row) => !this.#texts.has(row))
    const shown = unknown.length === 0 ? [] : await backend.show(this.#stream, unknown)
    for (const [index, row] of unknown.entries()) {
      const frame = shown[index]
      if (frame !== undefined && 'problem' in frame)
        report(`event ${row.id} of type ${row.type} is not sent by ${this.#stream.operation.name}: ${frame.problem}`)
      this.#texts.set(
        row,
        frame === undefined || 'problem' in frame ? '' : printEventFrame(backend.positionText(row), frame.type, frame.data),
      )
    }
    return rows.map((row) => this.#texts.get(row)).join('')
  }
}
