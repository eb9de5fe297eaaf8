// Reports cycles of effects and of deletions that they cause: a transaction would never end.

import { reportCycle } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { isOfCascades } from '../resources/cascade-cycle.ts'

const code = 'states/effect-cycle'

export const check: Check = {
  code,
  run: ({ cycles }) => cycles.filter((steps) => !isOfCascades(steps)).map((steps) => reportCycle(code, 'effects', steps)),
}
