// Reports a lower bound above the upper bound, so that no value is valid.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/conflicting-bounds',
  'conflicting-bounds',
  'error',
  'no value is both',
  'Change one of them, or remove it.',
)
