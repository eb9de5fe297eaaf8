// Reports unknown conditions in `on`, `never` and `precedence`.

import type { Check } from '../check.ts'
import { reportPatternProblems } from './pattern.ts'

const code = 'errors/unknown-condition'

export const check: Check = { code, run: (facts) => reportPatternProblems(code, 'unknown-condition', facts) }
