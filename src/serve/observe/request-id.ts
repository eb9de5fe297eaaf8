// Determines the id of a request, for logs and `request.id`: the valid id from a proxy, or a new one.

import { randomBytes } from 'node:crypto'

/** Characters that are the same in a log, a header and an address. */
const sane = /^[\w.~+/=:@-]{1,128}$/

/** Creates a function that returns a request's id: the valid value of `X-Request-Id`, or a new one. */
export function makeRequestIds(): (text: string | readonly string[] | undefined) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return (sentId) => (typeof sentId === 'string' && sane.test(sentId) ? sentId : `${prefix}-${(count++).toString(36)}`)
}
