// Reports words after a condition that name neither a possible subject nor a possible name.

import type { Check } from '../check.ts'
import { reportPatternProblems } from './pattern.ts'

const code = 'errors/unknown-word'

export const check: Check = { code, run: (facts) => reportPatternProblems(code, 'unknown-word', facts) }
