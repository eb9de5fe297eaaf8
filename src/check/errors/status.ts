// The status of an error is a number, or an expression with such numbers as its results.

import type { Check } from '../check.ts'
import { checkStatus } from '../status.ts'

const code = 'errors/status'

export const check: Check = {
  code,
  run: ({ entries, typing }) => entries.flatMap(({ name, slots }) => checkStatus(code, slots.status, name, typing)),
}
