// When a pattern names a point, and how narrowly it does.

import type { ConditionPattern, Point } from './fact.ts'

/** What matching asks of a point. */
export type Matchable = Pick<Point, 'condition' | 'subject' | 'name'>

/** `Order` names every `Order.member`; all else must be equal. */
export function matchesPoint(pattern: ConditionPattern, point: Matchable, operationId: string | undefined): boolean {
  if (pattern.condition !== point.condition) return false
  if (pattern.at !== undefined && pattern.at !== operationId) return false
  if (pattern.name !== undefined && pattern.name !== point.name) return false
  return pattern.subject === undefined || pattern.subject === point.subject || (point.subject?.startsWith(`${pattern.subject}.`) ?? false)
}

/** Endpoint beats name beats member beats resource beats nothing. */
export function rank(pattern: ConditionPattern): number {
  const subject = pattern.subject === undefined ? 0 : pattern.subject.includes('.') ? 2 : 1
  return (pattern.at === undefined ? 0 : 8) + (pattern.name === undefined ? 0 : 4) + subject
}
