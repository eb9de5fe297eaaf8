// The operator's limits for everything that a document does not limit; HTTP's own response answers beyond them.

export type OperatorLimits = {
  /** The size of a request body in bytes; beyond it 413. */
  readonly body: number
  /** The size of the bodies of all running requests in bytes, without the first 16 KiB of each; beyond it 503. */
  readonly bodies: number
  /** Levels of a JSON body. */
  readonly depth: number
  /** The size of a request target in bytes; beyond it 414. */
  readonly target: number
  /** The size of a header section in bytes; beyond it 431 (Node answers). */
  readonly headers: number
  /** Simultaneous requests; beyond it 503. */
  readonly requests: number
  /** How long one request may hold the event loop, in milliseconds; beyond it, the document's answer to `timeout`, or 503. */
  readonly turn: number
  /** Milliseconds by which most turns of the event loop may be late, and requests that may wait to be written; beyond either, 503. */
  readonly delay: number
  readonly queue: number
  /** Simultaneous connections; beyond it new connections are closed. */
  readonly connections: number
  /** Milliseconds for the header section, for the whole request, and for an idle connection. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly idleTimeout: number
  /** Simultaneous delivery attempts. */
  readonly deliveries: number
  /** Simultaneous answers that are held after their commit (`wait`), and for how many milliseconds at most. */
  readonly held: number
  readonly wait: number
  /** The time limit of code of part 1 in milliseconds, if the document has none. */
  readonly code: number
  /** Milliseconds by which timers, jobs and deliveries may be late before the service is not ready. */
  readonly overdue: number
  /** How long a stop waits for running requests, in milliseconds. */
  readonly drain: number
  /** Milliseconds until a quiet stream reports its position (unless the document says), and for which a client may accept no bytes. */
  readonly heartbeat: number
  readonly patience: number
}

export const operatorLimits: OperatorLimits = {
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
  held: 1000,
  wait: 60_000,
  code: 30_000,
  overdue: 60_000,
  drain: 10_000,
  heartbeat: 15_000,
  patience: 30_000,
}

/**
 * A limit as an operator sets and reads it: under one name in options, files, pages and metrics. Durations are milliseconds here,
 * seconds in metrics.
 */
export type OperatorLimit = {
  readonly name: string
  readonly option: keyof OperatorLimits
  readonly unit: 'bytes' | 'count' | 'duration'
  readonly mayBeNone?: true
  readonly description: string
}

export const limits: readonly OperatorLimit[] = [
  { name: 'max-body', option: 'body', unit: 'bytes', description: 'the size of a request body; beyond it 413' },
  {
    name: 'max-bodies',
    option: 'bodies',
    unit: 'bytes',
    description: 'the size of the bodies of all running requests, without the first 16 KiB of each; beyond it 503',
  },
  { name: 'max-depth', option: 'depth', unit: 'count', description: 'the levels of a JSON body; beyond it 413' },
  { name: 'max-target', option: 'target', unit: 'bytes', description: 'the size of a request target; beyond it 414' },
  { name: 'max-headers', option: 'headers', unit: 'bytes', description: 'the size of a header section; beyond it 431' },
  { name: 'max-requests', option: 'requests', unit: 'count', description: 'simultaneous requests; beyond it 503' },
  { name: 'max-queue', option: 'queue', unit: 'count', description: 'requests that wait for the writer; beyond it 503' },
  {
    name: 'turn',
    option: 'turn',
    unit: 'duration',
    mayBeNone: true,
    description: 'how long one request may delay all others, or `none`; beyond it the answer to `timeout`, or 503',
  },
  { name: 'max-delay', option: 'delay', unit: 'duration', description: 'how late most turns of the event loop may be; beyond it 503' },
  { name: 'max-connections', option: 'connections', unit: 'count', description: 'simultaneous connections; beyond it new ones are closed' },
  { name: 'headers-timeout', option: 'headersTimeout', unit: 'duration', description: 'the time limit for a header section; then 408' },
  { name: 'request-timeout', option: 'requestTimeout', unit: 'duration', description: 'the time limit for a whole request; then 408' },
  { name: 'idle-timeout', option: 'idleTimeout', unit: 'duration', description: 'how long a connection may be idle' },
  { name: 'max-deliveries', option: 'deliveries', unit: 'count', description: 'simultaneous delivery attempts' },
  { name: 'max-held', option: 'held', unit: 'count', description: 'answers that are held for an outcome (`wait`); beyond it none is held' },
  { name: 'max-wait', option: 'wait', unit: 'duration', description: 'how long an answer may be held for an outcome' },
  { name: 'code-timeout', option: 'code', unit: 'duration', description: 'the time limit of code of part 1, if the document has none' },
  {
    name: 'overdue',
    option: 'overdue',
    unit: 'duration',
    description: 'how late timers, jobs and deliveries may be; beyond it the service is not ready',
  },
  { name: 'drain', option: 'drain', unit: 'duration', description: 'how long a stop waits for running requests' },
  {
    name: 'heartbeat',
    option: 'heartbeat',
    unit: 'duration',
    description: 'the interval of heartbeats in a quiet stream, if the document has none',
  },
  { name: 'patience', option: 'patience', unit: 'duration', description: 'the time for which a client may accept no bytes of a response' },
]
