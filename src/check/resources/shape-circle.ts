// Reports a shape that contains itself directly, which would never end.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck(
  'resources/shape-circle',
  'circle',
  'error',
  'leads back here',
  'Let a property or an item stand between them, or leave one of them out.',
)
