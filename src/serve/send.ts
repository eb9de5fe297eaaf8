// Sends a response: HEAD without content, compressed if the client accepts it, always with its length.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from '../exchange/exchange.ts'

const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip) as (bytes: Uint8Array) => Promise<Buffer>,
}
type Coding = keyof typeof compressors

/** Less than this is not worth the work: it fits one packet either way. */
const worthwhile = 1400

type Extra = readonly (readonly [string, string])[]

/** `patience`: milliseconds for which the client may accept no bytes before its connection closes. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  extra: Extra,
  patience: number,
): Promise<void> | void {
  if (response.destroyed || response.headersSent) return
  const sending = sendContent(request, response, answer, extra)
  if (sending !== undefined) return sending.then(() => waitFor(response, patience))
  waitFor(response, patience)
}

/** Unsent bytes stay buffered; Node checks periodically whether any were sent. */
function waitFor({ socket, writableLength }: ServerResponse, patience: number): void {
  if (writableLength > 0) socket?.setTimeout(patience)
}

function sendContent(request: IncomingMessage, response: ServerResponse, answer: Answer, extra: Extra): Promise<void> | void {
  const { body } = answer
  const length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  if (body === undefined || length < worthwhile || !compressible(answer)) return write(request, response, answer, extra, body, length)
  const varied: Extra = [...extra, ['Vary', 'Accept-Encoding']]
  const coding = preferredCoding(request.headers['accept-encoding'])
  if (coding === undefined) return write(request, response, answer, varied, body, length)
  return compressors[coding](typeof body === 'string' ? Buffer.from(body) : body).then((content) =>
    write(request, response, answer, [...varied, ['Content-Encoding', coding]], content, content.length))
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: own }: Answer,
  extra: Extra,
  body: Answer['body'],
  length: number,
): void {
  const headers: string[] = []
  for (const header of own) headers.push(header[0], header[1])
  for (const header of extra) headers.push(header[0], header[1])
  if (hasLength(status)) headers.push('Content-Length', String(length))
  response.writeHead(status, headers)
  if (body === undefined || request.method === 'HEAD' || !hasLength(status)) response.end()
  else if (typeof body === 'string') endWith(response, headers, body, length)
  else response.end(body)
}

/**
 * Node writes a text body together with the headers, in their encoding. ASCII is therefore sent as Latin-1, which gives the same bytes;
 * other text is sent separately if a header is not ASCII, because headers are UTF-8 bytes.
 */
function endWith(response: ServerResponse, headers: readonly string[], text: string, length: number): void {
  if (text.length === length) response.end(text, 'latin1')
  else if (headers.some((each) => /[^\x20-\x7e]/.test(each))) response.end(Buffer.from(text))
  else response.end(text)
}

/** RFC 9110, section 8.6: no length on 1xx and 204; 304 has no content. */
function hasLength(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304
}

/**
 * Text only; and not with an entity tag, because a strong tag would have to differ by coding (RFC 9110, section 8.8.3.3) and
 * `If-Match` compares it unchanged.
 */
function compressible(answer: Answer): boolean {
  const type = header(answer, 'content-type') ?? ''
  return /json|text|xml/.test(type) && header(answer, 'etag') === undefined && header(answer, 'content-encoding') === undefined
}

function header(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** The supported coding that `Accept-Encoding` (RFC 9110, section 12.5.3) weighs most; our order breaks ties. */
export function preferredCoding(accept: string | string[] | undefined): Coding | undefined {
  if (accept === undefined) return undefined
  const weights = new Map<string, number>()
  for (const item of String(accept).split(',')) {
    const [name = '', ...parameters] = item.trim().toLowerCase().split(';')
    const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined)
    weights.set(name.trim(), quality === undefined ? 1 : Number(quality))
  }
  const weight = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const).filter((coding) => weight(coding) > 0).sort((a, b) => weight(b) - weight(a))
  return best !== undefined && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}
