// Reports a pattern without anchors that counts characters at its beginning or end: longer texts match too.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck(
  'resources/open-pattern',
  'open-pattern',
  'warning',
  'has neither `^` nor `$`',
  'A pattern matches anywhere in the text (JSON Schema, 6.3.3). Put it between `^` and `$`, or include the text that may surround it.',
)
