// Reports an inclusive bound that no value reaches, because it is not a multiple of `multipleOf`.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck(
  'resources/unreachable-bound',
  'unreachable-bound',
  'warning',
  'no value reaches it',
  'Write a multiple, or another `multipleOf`.',
)
