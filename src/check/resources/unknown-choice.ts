// Reports values of `discriminator` that map to unknown shapes.

import { makeSchemaCheck } from '../schema-mistakes.ts'

export const check = makeSchemaCheck('resources/unknown-choice', 'unknown-reference', 'error', 'no shape has this name')
