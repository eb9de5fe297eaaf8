// Prints a request in one line.

import { shortenText } from '../oracle/comparison.ts'
import type { ServerRequest } from '../oracle/request.ts'

export function requestText({ method, target, body, caller, wait, together }: ServerRequest): string {
  return [
    together === true ? '(at the same time) ' : '',
    wait === undefined ? '' : `(after ${wait / 1000} s) `,
    method,
    ' ',
    target,
    body === undefined ? '' : ` ${shortenText(body, 120)}`,
    caller === undefined ? '' : ` as ${caller}`,
  ].join('')
}
