// A listener of server-sent events that follows section 9.2.6 of the HTML standard independently, so that the service's stream is compared
// with the standard.

import { type ClientRequest, type IncomingMessage, request } from 'node:http'

export type Heard = { readonly id: string; readonly type: string; readonly data: string }

export type Listener = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Events that were dispatched, in order. */
  readonly heard: readonly Heard[]
  /** The last event id, that of ids without data too. */
  readonly last: () => string
  /** Resolves when so many events were heard; rejects when the connection ends before. */
  until(is: (heard: readonly Heard[]) => boolean): Promise<void>
  /** Resolves when it has a last event id; when it has that one. */
  placed(): Promise<void>
  reached(position: string): Promise<void>
  /** Resolves when the connection ended. */
  readonly ended: Promise<void>
  /** All that came, as text. */
  readonly text: () => string
  pause(): void
  resume(): void
  close(): void
}

export function listen(
  url: string,
  options: { readonly last?: string; readonly headers?: { readonly [name: string]: string } } = {},
): Promise<Listener> {
  const headers = {
    accept: 'text/event-stream',
    ...(options.last === undefined ? {} : { 'last-event-id': options.last }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => resolve(listening(sent, response)))
    sent.on('error', reject).end()
  })
}

function listening(sent: ClientRequest, response: IncomingMessage): Listener {
  const heard: Heard[] = []
  const state = { last: '', text: '', left: '', id: '', type: '', data: [] as string[], over: false }
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const each of waiting) each()
  }
  const line = (text: string): void => {
    if (text === '') {
      state.last = state.id
      if (state.data.length > 0) heard.push({ id: state.last, type: state.type || 'message', data: state.data.join('\n') })
      state.type = ''
      state.data = []
      return
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? []
    if (name === 'id' && !value.includes('\0')) state.id = value
    if (name === 'event') state.type = value
    if (name === 'data') state.data.push(value)
  }
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    state.text += piece
    const lines = (state.left + piece).split('\n')
    state.left = lines.pop()!
    for (const each of lines) line(each)
    look()
  })
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      state.over = true
      look()
      resolve()
    }
    response.on('end', end).on('close', end).on('error', end)
    sent.on('error', end)
  })
  const when = (is: () => boolean, what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!is() && !state.over) return
        waiting.delete(check)
        if (is()) resolve()
        else reject(new Error(`the stream ended before ${what}; heard ${heard.length}: ${state.text.slice(-500)}`))
      }
      waiting.add(check)
      check()
    })
  return {
    status: response.statusCode!,
    headers: response.headers,
    heard,
    ended,
    last: () => state.last,
    until: (is) => when(() => is(heard), 'what was waited for was heard'),
    placed: () => when(() => state.last !== '', 'it had a position'),
    reached: (position) => when(() => state.last === position, 'it was there'),
    text: () => state.text,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void sent.destroy(),
  }
}
