// A format is asserted, so it is one that the reference lists.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/unknown-format', 'unknown-format', 'error', 'no such format')
