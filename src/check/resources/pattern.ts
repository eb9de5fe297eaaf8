// Reports patterns that cannot run in linear time or that differ from ECMA-262.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck('resources/pattern', 'pattern', 'error', 'no pattern of the dialect')
