// Speaks JSON-RPC 2.0: reads requests and notifications, passes them to handlers one after the other, and writes the responses.

import type { Framing } from './framing.ts'
import { printData } from '../base/json.ts'

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
export const internalError = -32603
/** The code of the Language Server Protocol for a cancelled request, also used with other protocols. */
export const cancelled = -32800

export type Handlers = { readonly [method: string]: (params: Params) => unknown }

export type Peer = {
  /** Handles the messages in received bytes. */
  readonly push: (bytes: Uint8Array) => void
  readonly notify: (method: string, params: unknown) => void
  /** True if the request that is being answered was cancelled, or if a message of one of the methods waits behind it. */
  readonly isInterrupted: (methods: ReadonlySet<string>) => boolean
  /** Resolves when all received messages are answered. */
  readonly waitUntilIdle: () => Promise<void>
}

export type Message = {
  readonly jsonrpc?: unknown
  readonly id?: string | number | null
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

type OnError = (error: unknown) => void

/** Parses a message; invalid text gives the error response. */
export function parseMessage(text: string): Message | { readonly refusal: object } {
  let message: Message
  try {
    message = JSON.parse(text) as Message
  } catch {
    return { refusal: makeRefusal(null, parseError, 'this is not JSON') }
  }
  if (message === null || typeof message !== 'object' || Array.isArray(message))
    return { refusal: makeRefusal(null, invalidRequest, 'a message is an object') }
  // A response without a request.
  if (message.method === undefined && (message.result !== undefined || message.error !== undefined)) return message
  return typeof message.method === 'string' ? message : { refusal: makeRefusal(message.id, invalidRequest, 'a request names its method') }
}

/** The response to a message; undefined to a notification. `onError` receives errors of the handlers. */
export async function respondTo({ id, method, params }: Message, handlers: Handlers, onError: OnError): Promise<object | undefined> {
  const isRequest = id !== undefined
  const handler = Object.hasOwn(handlers, method as string) ? handlers[method as string] : undefined
  if (handler === undefined) return isRequest ? makeRefusal(id, methodNotFound, `there is no method ${String(method)}`) : undefined
  try {
    const result = await handler((params ?? {}) as Params)
    return isRequest ? { jsonrpc: '2.0', id, result: result ?? null } : undefined
  } catch (error) {
    if (!(error instanceof RpcError)) onError(error)
    return isRequest
      ? makeRefusal(id, error instanceof RpcError ? error.code : internalError, error instanceof Error ? error.message : String(error))
      : undefined
  }
}

function makeRefusal(id: Message['id'], code: number, message: string): object {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } }
}

/** `cancel` names the notification that cancels a request; `onError` receives errors of the handlers. */
export function openPeer(
  framing: Framing,
  write: (text: string) => void,
  handlers: Handlers,
  { cancel, onError }: { readonly cancel: string; readonly onError: OnError },
): Peer {
  let lastAnswer: Promise<void> = Promise.resolve()
  let currentId: unknown
  const waiting = new Set<Message>()
  const waitingIds = new Set<unknown>()
  const cancelledIds = new Set<unknown>()
  const send = (message: object): void => write(framing.frame(printData(message)))

  const answer = async (message: Message): Promise<void> => {
    waiting.delete(message)
    if (message.id !== undefined && cancelledIds.has(message.id)) {
      finish(message.id)
      return send(makeRefusal(message.id, cancelled, 'cancelled'))
    }
    currentId = message.id
    const response = await respondTo(message, handlers, onError)
    if (message.id !== undefined) finish(message.id)
    if (response !== undefined) send(response)
  }
  const finish = (id: unknown): void => {
    waitingIds.delete(id)
    cancelledIds.delete(id)
  }

  const receive = (text: string): void => {
    const message = parseMessage(text)
    if ('refusal' in message) return send(message.refusal)
    if (message.method === undefined) return
    if (message.method === cancel) {
      const { id, requestId } = (message.params ?? {}) as { id?: unknown; requestId?: unknown }
      if (waitingIds.has(id ?? requestId)) cancelledIds.add(id ?? requestId)
      return
    }
    if (message.id !== undefined) waitingIds.add(message.id)
    waiting.add(message)
    lastAnswer = lastAnswer.then(() => answer(message))
  }

  return {
    push(bytes) {
      for (const each of framing.push(bytes)) receive(each)
    },
    notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
    isInterrupted: (methods) =>
      (currentId !== undefined && cancelledIds.has(currentId)) || waiting.values().some(({ method }) => methods.has(method as string)),
    waitUntilIdle: async () => lastAnswer,
  }
}
