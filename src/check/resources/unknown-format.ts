// Reports unknown formats, because formats are asserted.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/unknown-format', 'unknown-format', 'error', 'no such format')
