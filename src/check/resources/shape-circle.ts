// A shape that is itself again, with nothing between, would be asked for ever.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/shape-circle', 'circle', 'error', 'leads back here', 'Let a property or an item stand between them, or leave one of them out.')
