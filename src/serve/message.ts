// Validates a request as an HTTP message, before routing. HTTP alone determines the response, and the connection closes.

import type { IncomingMessage } from 'node:http'
import type { Answer } from '../exchange/exchange.ts'
import { answerStatus } from './answer-status.ts'

export function findFlaw(request: IncomingMessage): Answer | undefined {
  const { host = '', expect, 'transfer-encoding': coding } = request.headers
  const isOld = request.httpVersionMajor === 1 && request.httpVersionMinor === 0
  if (!isHost(host)) return refuse(400, 'RFC 9112, section 3.2')
  const repeated = findRepeatedField(request)
  if (repeated !== undefined) return refuse(400, repeated === 'host' ? 'RFC 9112, section 3.2' : 'RFC 9110, section 5.3')
  // HTTP/1.0 has no transfer codings, so a proxy that forwarded one may have framed the message differently.
  if (coding !== undefined && isOld) return refuse(400, 'RFC 9112, section 6.1')
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') return refuse(501, 'RFC 9112, section 6.1')
  if (expect !== undefined && expect.toLowerCase() !== '100-continue' && !isOld) return refuse(417, 'RFC 9110, section 10.1.1')
  return undefined
}

function refuse(status: number, reference: string): Answer {
  return answerStatus(status, reference, [['Connection', 'close']])
}

/** Clients repeat the same host, so the last one is cached. */
let lastHost = ''

/** RFC 3986, sections 3.2.2 and 3.2.3. */
export function isHost(text: string): boolean {
  if (text === lastHost) return true
  const isRight = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i.test(text)
  if (isRight) lastHost = text
  return isRight
}

/** Fields that must not repeat; Node keeps the first, but a proxy may have used the last. Each has a bit of its own. */
const singleFields = ['host', 'authorization', 'content-type', 'if-modified-since', 'if-unmodified-since'].map((name, index) => ({
  name,
  bit: 1 << index,
}))

/** Most fields have another length than those that must not repeat. */
function findRepeatedField({ rawHeaders }: IncomingMessage): string | undefined {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!
    for (const { name, bit } of singleFields) {
      if (name.length !== sent.length || (name !== sent && name !== sent.toLowerCase())) continue
      if ((seen & bit) !== 0) return name
      seen |= bit
    }
  }
  return undefined
}
