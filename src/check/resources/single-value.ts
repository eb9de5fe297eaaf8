// Reports bounds that leave one value, so that the property is a constant.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/single-value',
  'single-value',
  'warning',
  'only one value is valid',
  'Change a bound, or declare the value with `const`.',
)
