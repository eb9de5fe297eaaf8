// Reports a single word that names both a subject and something else.

import type { Check } from '../check.ts'
import { reportPatternProblems } from './pattern.ts'

const code = 'errors/ambiguous-word'

export const check: Check = { code, run: (facts) => reportPatternProblems(code, 'ambiguous-word', facts) }
