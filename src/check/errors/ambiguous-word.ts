// A single word that is both a subject and a name says neither.

import type { Check } from '../check.ts'
import { patternProblems } from './pattern.ts'

const code = 'errors/ambiguous-word'

export const check: Check = { code, run: (facts) => patternProblems(code, 'ambiguous-word', facts) }
