// The status of an answer is a number, or an expression with such numbers as its results.

import type { Check } from '../check.ts'
import { checkStatus } from '../status.ts'

const code = 'endpoints/status'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap(({ name, slots }) => checkStatus(code, slots.status, name, typing)),
}
