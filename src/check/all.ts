// All checks: those of the list, and those that one file creates for several parts or kinds of mistake.

import type { Check } from './check.ts'
import { expressionChecks } from './expressions.ts'
import { gaps } from './gaps.ts'
import * as list from './list.ts'
import { scenarioChecks } from './scenarios.ts'

export const checks: readonly Check[] = [...Object.values(list), ...gaps, ...expressionChecks, ...scenarioChecks]
