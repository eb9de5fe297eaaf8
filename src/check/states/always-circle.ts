// Transitions without an event that lead back to where they began would never come to rest.

import { circle } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'states/always-circle'

export const check: Check = {
  code,
  run: ({ machines }) =>
    machines.flatMap(({ circles }) => circles.map((edges) => circle(code, '`always`', edges.map(({ from, candidate }) => ({ name: from, span: candidate.node.span }))))),
}
