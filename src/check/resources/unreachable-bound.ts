// Reports an inclusive bound that no value reaches, because it is not a multiple of `multipleOf`.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/unreachable-bound',
  'unreachable-bound',
  'warning',
  'no value reaches it',
  'Write a multiple, or another `multipleOf`.',
)
