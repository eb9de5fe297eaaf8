// Moves `dangling` to the first read through a reference of the input: the record must exist by then, and be readable if `unreadable:
// forbidden` distinguishes the two.

import { type Origin, originOf, slotValueOf } from '../model/slot.ts'
import { listSentReferences } from './effects/operation.ts'
import type { Follow } from './reading.ts'
import { ruleOf } from './rules.ts'
import { type RawPoint, type OperationContext, point } from './operation-context.ts'

/** Points come in standard order; those of the stage `effect` come after all points that may read through a reference. */
export function hoistDangling(operationContext: OperationContext, points: readonly RawPoint[]): readonly RawPoint[] {
  if (points.every(({ follows }) => follows === undefined)) return points
  const referencesByPath = new Map(listSentReferences(operationContext).map(({ path, reference }) => [path, reference]))
  const hoisted = new Set<string>()
  const result: RawPoint[] = []
  const isForbiddenAnswer = slotValueOf(operationContext.modelIndex.model.authentication.value.unreadable) === 'forbidden'
  const describeFollow = (
    { path, resource }: Follow,
    because: readonly Origin[],
  ): { subject: string; value: string; resource: string; because: readonly Origin[] } => {
    const reference = referencesByPath.get(path)
    const value = `record ${path.replace(/^body\./, '')}`
    if (reference === undefined) return { subject: resource, value, resource, because }
    return { subject: `${reference.resource}.${reference.path}`, value, resource, because: [originOf(reference.at), ...because] }
  }
  for (const { follows = [], ...each } of points) {
    const followed = follows.map((follow) => describeFollow(follow, each.because))
    if (each.stage === 'effect' && each.condition === 'dangling') {
      const subject = followed[0]?.subject ?? each.subject
      if (subject === undefined || !hoisted.has(subject)) result.push({ ...each, ...(subject === undefined ? {} : { subject }) })
      continue
    }
    for (const { subject, value, resource, because } of followed) {
      if (hoisted.has(subject)) continue
      hoisted.add(subject)
      result.push(
        point(each.stage, 'dangling', { subject }, { reads: ['claim', 'input.body', 'value', 'bytes'], provides: [value] }, because),
      )
      const rule = isForbiddenAnswer && ruleOf(operationContext.modelIndex, resource, 'read')
      if (
        rule === false ||
        rule.kind === 'allowed' ||
        points.some((other) => other.stage !== 'effect' && isReadRefusal(other, resource)) ||
        result.some((other) => isReadRefusal(other, resource))
      )
        continue
      result.push(
        point(
          each.stage,
          'forbidden',
          { subject: resource, name: 'read' },
          { reads: ['caller', 'claim', 'input.body', 'value', 'bytes'], provides: [value] },
          rule.because,
        ),
      )
    }
    result.push(followed.length === 0 ? each : { ...each, reads: [...each.reads, ...followed.map(({ value }) => value)] })
  }
  return result
}

function isReadRefusal({ condition, subject, name }: RawPoint, resource: string): boolean {
  return condition === 'forbidden' && subject === resource && name === 'read'
}
