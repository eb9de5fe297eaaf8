// Decides whether a pattern names a point, and how specific the pattern is.

import { coversFailing, rankFailing } from './failing.ts'
import type { ConditionPattern, Point } from './fact.ts'

/** The fields of a point that matching needs. */
export type Matchable = Pick<Point, 'condition' | 'subject' | 'name' | 'failing'>

/** `Order` names every `Order.member`; all other words must be equal. */
export function matchesPoint(pattern: ConditionPattern, point: Matchable, operationId: string | undefined): boolean {
  if (pattern.condition !== point.condition) return false
  if (pattern.at !== undefined && pattern.at !== operationId) return false
  if (pattern.name !== undefined && pattern.name !== point.name) return false
  if (!coversFailing(pattern.failing, point.failing)) return false
  return pattern.subject === undefined || pattern.subject === point.subject || (point.subject?.startsWith(`${pattern.subject}.`) ?? false)
}

/** From most to least specific: endpoint, keyword, member (longer path first), name, member of a resource, resource, nothing. */
export function computeSpecificity({ subject, name, failing, at }: ConditionPattern): number {
  const ofSubject = subject?.includes('.') === true ? 2 : 1
  return (
    (at === undefined ? 0 : 128) +
    (failing === undefined ? 0 : rankFailing(failing) * 8) +
    (name === undefined ? 0 : 4) +
    (subject === undefined ? 0 : ofSubject)
  )
}

/** A point or a pattern, as part 7 writes it: `guard Order.place has-lines`, `invalid body.email required`. */
export function printConditionWords({ condition, subject, name, failing, at }: Matchable & Pick<ConditionPattern, 'at'>): string {
  const place = failing?.member === undefined ? name : `${name}.${failing.member}`
  return [condition, subject, place, failing?.keyword, ...(at === undefined ? [] : ['at', at])]
    .filter((word) => word !== undefined)
    .join(' ')
}
