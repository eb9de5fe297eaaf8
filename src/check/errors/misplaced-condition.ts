// Reports conditions in `never` and `precedence` that have no place in an operation's order.

import type { Check } from '../check.ts'
import { reportPatternProblems } from './pattern.ts'

const code = 'errors/misplaced-condition'

export const check: Check = { code, run: (facts) => reportPatternProblems(code, 'not-here', facts) }
