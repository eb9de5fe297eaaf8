// Reports `at` after a condition of the whole service, where it has no effect.

import type { Check } from '../check.ts'
import { patternProblems } from './pattern.ts'

const code = 'errors/misplaced-at'

export const check: Check = { code, run: (facts) => patternProblems(code, 'of-service', facts) }
