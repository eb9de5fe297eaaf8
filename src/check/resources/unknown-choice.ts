// `discriminator` maps values to shapes of `$defs`.

import { schemaCheck } from '../schema-mistakes.ts'

export const check = schemaCheck('resources/unknown-choice', 'unknown-reference', 'error', 'no shape has this name')
