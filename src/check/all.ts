// All checks: each of the list, and those that are alike except for the part or the kind of mistake, which one file makes.

import type { Check } from './check.ts'
import { expressionChecks } from './expressions.ts'
import { gaps } from './gaps.ts'
import * as list from './list.ts'
import { scenarioChecks } from './scenarios.ts'

export const checks: readonly Check[] = [...Object.values(list), ...gaps, ...expressionChecks, ...scenarioChecks]
