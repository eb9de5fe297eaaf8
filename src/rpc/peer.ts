// JSON-RPC 2.0: reads requests and notifications, has them answered one after the other, and writes what they come to.

import type { Framing } from './framing.ts'

export type Params = { readonly [name: string]: unknown }

/** A request that cannot be answered: its code (JSON-RPC 2.0, section 5.1) and its message. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const invalidParams = -32602
const parseError = -32700
const invalidRequest = -32600
const methodNotFound = -32601
const internalError = -32603
/** Of the Language Server Protocol, and of use to any caller that no longer waits. */
const cancelled = -32800

export type Handlers = { readonly [method: string]: (params: Params) => unknown }

export type Peer = {
  /** Bytes that came in. */
  readonly take: (bytes: Uint8Array) => void
  readonly notify: (method: string, params: unknown) => void
  /** Resolves once all that came in so far is answered. */
  readonly idle: () => Promise<void>
}

type Message = { readonly jsonrpc?: unknown; readonly id?: string | number | null; readonly method?: unknown; readonly params?: unknown; readonly result?: unknown; readonly error?: unknown }

/** `cancel` names the notification that cancels a request; `failed` receives errors of the handlers. */
export function openPeer(framing: Framing, write: (text: string) => void, handlers: Handlers, { cancel, failed }: { readonly cancel: string; readonly failed: (error: unknown) => void }): Peer {
  let last: Promise<void> = Promise.resolve()
  const waiting = new Set<unknown>()
  const givenUp = new Set<unknown>()
  const send = (message: object): void => write(framing.frame(JSON.stringify({ jsonrpc: '2.0', ...message })))
  const refuse = (id: Message['id'], code: number, message: string): void => send({ id: id ?? null, error: { code, message } })

  const answer = async ({ id, method, params }: Message): Promise<void> => {
    const isRequest = id !== undefined
    waiting.delete(id)
    if (isRequest && givenUp.delete(id)) return refuse(id, cancelled, 'cancelled')
    const handler = Object.hasOwn(handlers, method as string) ? handlers[method as string] : undefined
    if (handler === undefined) return isRequest ? refuse(id, methodNotFound, `there is no method ${String(method)}`) : undefined
    try {
      const result = await handler((params ?? {}) as Params)
      if (isRequest) send({ id, result: result ?? null })
    } catch (error) {
      if (!(error instanceof RpcError)) failed(error)
      if (isRequest) refuse(id, error instanceof RpcError ? error.code : internalError, error instanceof Error ? error.message : String(error))
    }
  }

  const receive = (text: string): void => {
    let message: Message
    try {
      message = JSON.parse(text) as Message
    } catch {
      return refuse(null, parseError, 'this is not JSON')
    }
    if (message === null || typeof message !== 'object' || Array.isArray(message)) return refuse(null, invalidRequest, 'a message is an object')
    // An answer to something that was never asked.
    if (message.method === undefined && (message.result !== undefined || message.error !== undefined)) return
    if (typeof message.method !== 'string') return refuse(message.id, invalidRequest, 'a request names its method')
    if (message.method === cancel) {
      const { id, requestId } = (message.params ?? {}) as { id?: unknown; requestId?: unknown }
      if (waiting.has(id ?? requestId)) givenUp.add(id ?? requestId)
      return
    }
    if (message.id !== undefined) waiting.add(message.id)
    last = last.then(() => answer(message))
  }

  return {
    take(bytes) {
      for (const each of framing.take(bytes)) receive(each)
    },
    notify: (method, params) => send({ method, params }),
    idle: async () => last,
  }
}
