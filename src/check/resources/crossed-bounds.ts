// A least and a greatest bound that leave no value between them.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/crossed-bounds', 'crossed-bounds', 'error', 'no value is both', 'Change one of them, or remove it.')
