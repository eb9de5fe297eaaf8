// Reports unknown operations after `at`.

import type { Check } from '../check.ts'
import { patternProblems } from './pattern.ts'

const code = 'errors/unknown-operation'

export const check: Check = { code, run: (facts) => patternProblems(code, 'unknown-operation', facts) }
