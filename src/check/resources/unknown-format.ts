// Reports unknown formats, because formats are asserted.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck('resources/unknown-format', 'unknown-format', 'error', 'no such format')
