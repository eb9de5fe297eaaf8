// Reports look-ups of callers and credentials by properties that the resource lacks.

import type { Check } from '../check.ts'
import { unknownIn } from '../endpoints/unknown-property.ts'
import { identitiesIn } from './look-ups.ts'

const code = 'authentication/unknown-property'

export const check: Check = {
  code,
  run: ({ model, typing }) => identitiesIn(model, typing.domain).flatMap((each) => unknownIn(code, each)),
}
