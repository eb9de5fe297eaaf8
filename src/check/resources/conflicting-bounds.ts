// Reports a lower bound above the upper bound, so that no value is valid.

import { advise, remove } from '../../diagnostic/help.ts'
import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/conflicting-bounds',
  'conflicting-bounds',
  'error',
  'no value is both',
  advise`Change one of them, or ${remove('remove it')}.`,
)
