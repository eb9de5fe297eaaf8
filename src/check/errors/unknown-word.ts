// The words after a condition name a subject or a name that it can have.

import type { Check } from '../check.ts'
import { patternProblems } from './pattern.ts'

const code = 'errors/unknown-word'

export const check: Check = { code, run: (facts) => patternProblems(code, 'unknown-word', facts) }
