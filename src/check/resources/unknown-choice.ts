// Reports values of `discriminator` that map to unknown shapes.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/unknown-choice', 'unknown-reference', 'error', 'no shape has this name')
