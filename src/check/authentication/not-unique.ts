// Reports look-ups of callers and credentials by values that are not a key or a unique.

import type { Check } from '../check.ts'
import { notUnique } from '../endpoints/not-unique.ts'
import { identitiesIn } from './look-ups.ts'

const code = 'authentication/not-unique'

export const check: Check = {
  code,
  run: ({ model, typing }) => identitiesIn(model, typing.domain).flatMap((each) => notUnique(code, each)),
}
