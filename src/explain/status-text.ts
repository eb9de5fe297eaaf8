// Prints the status of an answer.

import { parse } from '../cel/parse.ts'
import type { Syntax } from '../cel/syntax.ts'
import type { PointAnswer } from '../fact/fact.ts'
import { slotValueOf } from '../model/slot.ts'

/** The status of a response; all possible values if computed; `?` if unspecified. */
export function printStatus(answer: PointAnswer): string {
  if (answer.kind === 'http') return String(answer.status)
  if (answer.kind === 'gap') return '?'
  const status = slotValueOf(answer.entry.slots.status)
  if (status === undefined) return '?'
  return /^\d{3}$/.test(status.text) ? status.text : printStatuses(status.text)
}

/** `422 or 400` for `x ? 422 : 400`; `computed` for other expressions. */
function printStatuses(expression: string): string {
  const statuses = [...new Set(listResults(parse(expression).syntax))]
  return statuses.length === 0 || statuses.includes(undefined) ? 'computed' : statuses.join(' or ')
}

function listResults(syntax: Syntax | undefined): (string | undefined)[] {
  if (syntax?.kind === 'conditional') return [...listResults(syntax.then), ...listResults(syntax.otherwise)]
  return syntax?.kind === 'literal' && typeof syntax.value === 'bigint' ? [String(syntax.value)] : [undefined]
}
