// Reports cycles of effects and of deletions that they cause: a transaction would never end.

import { circle } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { isOfCascades } from '../resources/cascade-circle.ts'

const code = 'states/effect-circle'

export const check: Check = {
  code,
  run: ({ circles }) => circles.filter((steps) => !isOfCascades(steps)).map((steps) => circle(code, 'effects', steps)),
}
