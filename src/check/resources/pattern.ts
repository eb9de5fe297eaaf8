// Reports patterns that cannot run in linear time or that differ from ECMA-262.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/pattern', 'pattern', 'error', 'no pattern of the dialect')
