// A pattern runs in linear time, and means in every engine what it means in ECMA-262.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/pattern', 'pattern', 'error', 'no pattern of the dialect')
