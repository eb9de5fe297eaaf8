// Sends one delivery over HTTP and returns its outcome. It follows no redirects, limits the size of the response that it reads, and
// refuses private addresses by the address of the connection.

import { lookup as resolve } from 'node:dns'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { LookupFunction } from 'node:net'
import { classifyAddress } from '../../base/special-address.ts'
import { type StartTimer, startRealTimer } from '../timer.ts'

const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** `timeout` is for the whole attempt, in milliseconds of real time. */
export type Sending = {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  readonly timeout: number
}

/** A status, or the reason why it is missing; and the wait that `Retry-After` requires, in milliseconds from now. */
export type AttemptOutcome = {
  readonly status?: number
  readonly error?: string
  readonly retryAfter?: number
  /** A broker has stored it. */
  readonly stored?: true
}

export type Send = (sending: Sending) => Promise<AttemptOutcome>

export type Sender = { readonly send: Send; /** Closes connections that are kept open. */ close(): void }

/** The most bytes of a response to read, because only its status matters. */
const maxRead = 64 * 1024

class Refused extends Error {}

/** `allowPrivate`: the operator allows deliveries to private addresses. */
export function makeHttpSender({
  allowPrivate,
  now,
  resolveWith = resolve as unknown as LookupFunction,
  patience = startRealTimer,
}: {
  readonly allowPrivate: boolean
  readonly now: () => number
  readonly resolveWith?: LookupFunction
  readonly patience?: StartTimer
}): Sender {
  const lookup = allowPrivate ? resolveWith : restrictToPublic(resolveWith)
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: 10_000 }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
  return {
    async send(sending) {
      const url = URL.parse(sending.url)
      if (url === null) return { error: 'the address cannot be read' }
      const agent = url.protocol === 'http:' || url.protocol === 'https:' ? agents[url.protocol] : undefined
      if (agent === undefined) return { error: `${url.protocol} is not http: or https:` }
      // A name is resolved when the connection opens; an address in the URL is checked here.
      const literal = /^\[(.*)\]$/.exec(url.hostname)?.[1] ?? (/^[\d.]+$/.test(url.hostname) ? url.hostname : undefined)
      const special = allowPrivate || literal === undefined ? undefined : classifyAddress(literal)
      if (special !== undefined) return { error: printRefusedAddress(literal!, special) }
      return attempt(sending, url, { agent, lookup }, now, patience)
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Resolves a name to its public addresses only. The connection uses exactly these, so a name that changes gains nothing. */
function restrictToPublic(resolveWith: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolveWith(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0)
      const addresses = Array.isArray(found) ? found : []
      const allowed = addresses.filter(({ address }) => classifyAddress(address) === undefined)
      const [first] = allowed
      if (first === undefined) {
        const { address = '' } = addresses[0] ?? {}
        return callback(new Refused(printRefusedAddress(address, classifyAddress(address) ?? 'no address')), '', 0)
      }
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function printRefusedAddress(address: string, special: string): string {
  return `${address} is ${special}, and the operator does not allow deliveries there`
}

function attempt(sending: Sending, url: URL, options: RequestOptions, now: () => number, patience: StartTimer): Promise<AttemptOutcome> {
  const { method, headers, body, timeout } = sending
  return new Promise((settle) => {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    let request: ClientRequest
    try {
      const { request: openRequest } = url.protocol === 'https:' ? https : http
      request = openRequest(url, { ...options, method, headers: listHeaders(headers, bytes), maxHeaderSize: 16 * 1024 })
    } catch (error) {
      return settle({ error: `it cannot be sent: ${(error as Error).message}` })
    }
    let outcome: AttemptOutcome | undefined
    const answered = patience(timeout, () => {
      outcome ??= { error: `there was no answer within ${timeout / 1000} s` }
      request.destroy()
    })
    const resolveOnce = (): void => {
      answered()
      settle(outcome ?? { error: 'the connection was closed without an answer' })
    }
    request.on('response', (response) => {
      outcome = readOutcome(response, now())
      let read = 0
      response.on('data', (piece: Buffer) => {
        read += piece.length
        if (read > maxRead) request.destroy()
      })
      response.on('end', resolveOnce).on('error', resolveOnce).on('close', resolveOnce)
    })
    request.on('error', (error) => {
      // The server may have closed a kept-alive connection meanwhile, which is no result of this attempt.
      if (request.reusedSocket && outcome === undefined) {
        answered()
        return settle(attempt(sending, url, { ...options, agent: false }, now, patience))
      }
      outcome ??= { error: printError(error) }
      resolveOnce()
    })
    request.on('close', resolveOnce)
    request.end(bytes)
  })
}

function listHeaders(headers: Sending['headers'], bytes: Buffer | undefined): Record<string, string | number> {
  return { ...Object.fromEntries(headers), ...(bytes === undefined ? {} : { 'Content-Length': bytes.length }) }
}

function readOutcome({ statusCode = 0, headers }: IncomingMessage, now: number): AttemptOutcome {
  const retryDelay = retryAfter(headers['retry-after'], now)
  return { status: statusCode, ...(retryDelay === undefined ? {} : { retryAfter: retryDelay }) }
}

/** RFC 9110, section 10.2.3: seconds, or a date. A malformed value is ignored. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

const words: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ETIMEDOUT: 'the address does not answer',
  EPIPE: 'the connection was broken',
  HPE_HEADER_OVERFLOW: 'the answer has too many headers',
}

/** Several addresses of a name fail together. */
function printError(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error]
  const { code = '', message } = (first ?? error) as NodeJS.ErrnoException
  if (error instanceof Refused) return message
  if (code.startsWith('HPE_')) return words[code] ?? 'the answer is not HTTP'
  return words[code] ?? `it failed: ${message}`
}
