// Reports a range of a pattern from one kind of character to another: it includes punctuation.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/mixed-range',
  'mixed-range',
  'warning',
  'more than letters and digits',
  'Write one range for each kind of character: `[A-Za-z]`, `[0-9A-Z]`. If these characters are meant, name them.',
)
