// What is wrong with a request as a message, whatever it asks for: HTTP alone answers it, and goes no further with its connection.

import type { IncomingMessage } from 'node:http'
import type { Answer } from '../exchange/exchange.ts'
import { bare } from './bare.ts'

export function flawOf(request: IncomingMessage): Answer | undefined {
  const { host = '', expect, 'transfer-encoding': coding } = request.headers
  const isOld = request.httpVersionMajor === 1 && request.httpVersionMinor === 0
  if (!isHost(host)) return refused(400, 'RFC 9112, section 3.2')
  const repeated = repeatedField(request)
  if (repeated !== undefined) return refused(400, repeated === 'host' ? 'RFC 9112, section 3.2' : 'RFC 9110, section 5.3')
  // In HTTP/1.0 there are no codings, and whoever passed one on may have read the message otherwise; here there is one.
  if (coding !== undefined && isOld) return refused(400, 'RFC 9112, section 6.1')
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') return refused(501, 'RFC 9112, section 6.1')
  if (expect !== undefined && expect.toLowerCase() !== '100-continue' && !isOld) return refused(417, 'RFC 9110, section 10.1.1')
  return undefined
}

function refused(status: number, reference: string): Answer {
  return bare(status, reference, [['Connection', 'close']])
}

/** The host that was asked for last is asked for again and again. */
let known = ''

/** RFC 3986, sections 3.2.2 and 3.2.3. */
export function isHost(text: string): boolean {
  if (text === known) return true
  const isRight = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i.test(text)
  if (isRight) known = text
  return isRight
}

/** Fields that stand alone, of which node keeps the first: whoever passed the request on may have gone by the last. */
const alone: ReadonlyMap<number, readonly string[]> = Map.groupBy(['host', 'authorization', 'content-type', 'if-modified-since', 'if-unmodified-since'], ({ length }) => length)

/** Most requests have no field of such a length but those that they may have. */
function repeatedField({ rawHeaders }: IncomingMessage): string | undefined {
  let seen = ''
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const field = alone.get(name.length)?.find((each) => each === name || each === name.toLowerCase())
    if (field === undefined) continue
    if (seen.includes(`,${field}`)) return field
    seen += `,${field}`
  }
  return undefined
}
