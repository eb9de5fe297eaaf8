// Prints the requests that a run would send, for `--plan`.

import type { Compiled } from '../../compile/compile.ts'
import type { VerifyPlan } from '../plan.ts'
import { requestText } from './short.ts'

export function planText({ facts }: Compiled, { cases, bases }: VerifyPlan): string {
  const lines = cases.map(({ operation, outcome, steps }, index) =>
    [`${index + 1}. ${operation.name}: ${outcome}`, ...steps.map((step) => `   ${requestText(step)}`)].join('\n'),
  )
  const missing = facts.operations
    .filter(({ operation, complete }) => complete && !bases.some((base) => base.operation === operation))
    .map(({ operation }) => operation.name)
  const rest =
    'Also: bodies that violate one keyword or lie at a bound, the rules of HTTP for each operation, lists with each filter, order and page, and random sequences.'
  return `${lines.join('\n')}\n\n${cases.length} sequences. ${rest}\n${missing.length === 0 ? '' : `No sequence was found that ends in a success of ${missing.join(', ')}.\n`}`
}
