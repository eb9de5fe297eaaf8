// The operator's protective ceilings: what a document does not limit is bounded by these, and HTTP alone answers beyond them.

export type Ceilings = {
  /** Bytes of a request body; beyond it 413. */
  readonly body: number
  /** Bytes of the bodies of all requests under way, beyond 16 KiB of each; beyond it 503. */
  readonly bodies: number
  /** Levels of a JSON body. */
  readonly depth: number
  /** Bytes of the request target; beyond it 414. */
  readonly target: number
  /** Bytes of the header section; beyond it 431 (node answers). */
  readonly headers: number
  /** Requests being worked on at once; beyond it 503. */
  readonly requests: number
  /** Milliseconds that one request may hold the event loop; beyond it, what the document answers to `timeout`, or 503. */
  readonly turn: number
  /** Milliseconds by which most turns of the event loop may be late, and requests that may wait to be written; beyond either, 503. */
  readonly delay: number
  readonly queue: number
  /** Connections at once; beyond it they are closed. */
  readonly connections: number
  /** Milliseconds until the header section is there, until the whole request is there, and that a connection may idle. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly idleTimeout: number
  /** Deliveries that are under way at once. */
  readonly deliveries: number
  /** Milliseconds that code of part 1 may take where the document does not say it. */
  readonly code: number
  /** Milliseconds by which work that time brings may be late before the service is not ready. */
  readonly overdue: number
  /** Milliseconds that a stop waits for requests under way. */
  readonly drain: number
  /** Milliseconds after which a quiet stream says where it is, unless the document says so, and for which a client may take nothing of an answer. */
  readonly heartbeat: number
  readonly patience: number
}

export const ceilings: Ceilings = {
  body: 1024 * 1024,
  bodies: 64 * 1024 * 1024,
  depth: 64,
  target: 8 * 1024,
  headers: 16 * 1024,
  requests: 2000,
  turn: 50,
  delay: 1000,
  queue: 1000,
  connections: 20_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 60_000,
  deliveries: 128,
  code: 30_000,
  overdue: 60_000,
  drain: 10_000,
  heartbeat: 15_000,
  patience: 30_000,
}
