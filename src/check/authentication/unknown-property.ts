// Reports look-ups of callers and credentials by properties that the resource lacks.

import type { Check } from '../check.ts'
import { reportUnknownIdentity } from '../endpoints/unknown-property.ts'
import { listIdentities } from './look-ups.ts'

const code = 'authentication/unknown-property'

export const check: Check = {
  code,
  run: ({ model, typing }) => listIdentities(model, typing.domain).flatMap((each) => reportUnknownIdentity(code, each)),
}
