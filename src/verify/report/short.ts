// One request in a line.

import { shortened } from '../oracle/comparison.ts'
import type { Request } from '../oracle/request.ts'

export function bodyless({ method, target, body, caller, wait }: Request): string {
  return [wait === undefined ? '' : `(after ${wait / 1000} s) `, method, ' ', target, body === undefined ? '' : ` ${shortened(body, 120)}`, caller === undefined ? '' : ` as ${caller}`].join('')
}
