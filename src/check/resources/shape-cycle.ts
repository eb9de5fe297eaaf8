// Reports a shape that contains itself directly, which would never end.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/shape-cycle',
  'cycle',
  'error',
  'leads back here',
  'Put a property or an item between them, or remove one of them.',
)
