// Reports `at` after a condition of the whole service, where it has no effect.

import type { Check } from '../check.ts'
import { reportPatternProblems } from './pattern.ts'

const code = 'errors/misplaced-at'

export const check: Check = { code, run: (facts) => reportPatternProblems(code, 'of-service', facts) }
