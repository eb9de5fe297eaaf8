// Sends a response: HEAD without content, compressed if the client accepts it, always with its length.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from '../exchange/exchange.ts'
import type { ResponseBatch } from './response-batch.ts'

const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip) as (bytes: Uint8Array) => Promise<Buffer>,
}
type Coding = keyof typeof compressors

/** Less than this is not worth the work: it fits one packet either way. */
const worthwhile = 1400

type Extra = readonly (readonly [string, string])[]

/** The request, and where its response goes. */
type Destination = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly batch: ResponseBatch
  /** Milliseconds for which the client may accept no bytes before its connection closes. */
  readonly patience: number
}

/** Sets the headers at once; the response ends with the others of its turn. */
export function sendAnswer(to: Destination, answer: Answer, extra: Extra): Promise<void> | void {
  const { request, response } = to
  if (response.destroyed || response.headersSent) return
  const { body } = answer
  const length = measureBytes(body)
  if (body === undefined || length < worthwhile || !isCompressible(answer)) return writeResponse(to, answer, extra, body, length)
  const varied: Extra = [...extra, ['Vary', 'Accept-Encoding']]
  const coding = choosePreferredCoding(request.headers['accept-encoding'])
  if (coding === undefined) return writeResponse(to, answer, varied, body, length)
  return compressors[coding](typeof body === 'string' ? Buffer.from(body) : body).then((content) =>
    writeResponse(to, answer, [...varied, ['Content-Encoding', coding]], content, content.length),
  )
}

function writeResponse(
  { request, response, batch, patience }: Destination,
  { status, headers: own }: Answer,
  extra: Extra,
  body: Answer['body'],
  length: number,
): void {
  const headers: string[] = []
  for (const header of own) headers.push(header[0], header[1])
  for (const header of extra) headers.push(header[0], header[1])
  // RFC 9110, section 8.6: no length on 1xx and 204; 304 has no content.
  const hasLength = status >= 200 && status !== 204 && status !== 304
  if (hasLength) headers.push('Content-Length', String(length))
  response.writeHead(status, headers)
  const content = request.method === 'HEAD' || !hasLength ? undefined : body
  if (typeof content !== 'string') return batch.add({ response, content, encoding: 'utf8', patience })
  // Node writes a text together with the headers, in its encoding. ASCII is therefore sent as Latin-1, which gives the same bytes.
  if (content.length === length) return batch.add({ response, content, encoding: 'latin1', patience })
  // Headers are UTF-8 bytes in a text of Latin-1: other text is sent separately if a header is not ASCII.
  const isSeparate = headers.some((each) => /[^\x20-\x7e]/.test(each))
  batch.add({ response, content: isSeparate ? Buffer.from(content) : content, encoding: 'utf8', patience })
}

/**
 * Text only; and not with an entity tag, because a strong tag would have to differ by coding (RFC 9110, section 8.8.3.3) and
 * `If-Match` compares it unchanged.
 */
function isCompressible(answer: Answer): boolean {
  const type = findHeader(answer, 'content-type') ?? ''
  return /json|text|xml/.test(type) && findHeader(answer, 'etag') === undefined && findHeader(answer, 'content-encoding') === undefined
}

function findHeader(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** The supported coding that `Accept-Encoding` (RFC 9110, section 12.5.3) weighs most; our order breaks ties. */
export function choosePreferredCoding(accept: string | string[] | undefined): Coding | undefined {
  if (accept === undefined) return undefined
  const weights = new Map<string, number>()
  for (const item of String(accept).split(',')) {
    const [name = '', ...parameters] = item.trim().toLowerCase().split(';')
    const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined)
    weights.set(name.trim(), quality === undefined ? 1 : Number(quality))
  }
  const findCodingWeight = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .filter((coding) => findCodingWeight(coding) > 0)
    .sort((a, b) => findCodingWeight(b) - findCodingWeight(a))
  return best !== undefined && findCodingWeight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function measureBytes(body: Answer['body']): number {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
