// Reports unknown operations after `at`.

import type { Check } from '../check.ts'
import { reportPatternProblems } from './pattern.ts'

const code = 'errors/unknown-operation'

export const check: Check = { code, run: (facts) => reportPatternProblems(code, 'unknown-operation', facts) }
