// A default, a value of `enum` or a `const` that its own schema refuses.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/unfit-value', 'unfit-value', 'error', 'its own schema refuses it', 'Change the value, or what the schema asks of it.')
