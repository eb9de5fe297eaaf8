// Reports look-ups of callers and credentials by values that are not a key or a unique.

import type { Check } from '../check.ts'
import { reportNotUnique } from '../endpoints/not-unique.ts'
import { listIdentities } from './look-ups.ts'

const code = 'authentication/not-unique'

export const check: Check = {
  code,
  run: ({ model, typing }) => listIdentities(model, typing.domain).flatMap((each) => reportNotUnique(code, each)),
}
