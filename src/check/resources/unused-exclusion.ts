// Reports exclusions that no two records can break: a range that is always empty, or properties in which records are never equal.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Exclusion, ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isContradiction } from '../expressions/known-condition.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'resources/unused-exclusion'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      resource.exclusions.flatMap((exclusion) => (isAuthored(exclusion.at.span) ? checkExclusion(exclusion, resource, typing) : [])),
    ),
}

function checkExclusion({ name, same, overlap, at }: Exclusion, resource: ResourceInfo, typing: Typing): Diagnostic[] {
  const label = `${quoteName(name)} of ${quoteName(resource.name)}`
  const uniqueMembers = [resource.key, ...resource.uniques.map(({ members }) => members)].find(
    (members) => members.length > 0 && members.every((member) => same.includes(member)),
  )
  if (uniqueMembers !== undefined)
    return [
      reportUnused(
        code,
        `${label} excludes nothing: no two records have the same ${joinWithAnd(uniqueMembers)}`,
        at.span,
        'Name under `same` what several records share, such as what is booked.',
      ),
    ]
  if (overlap === undefined) return []
  const range = `from ${quoteName(overlap.from)} to ${quoteName(overlap.to)}`
  if (overlap.from === overlap.to)
    return [
      reportUnused(
        code,
        `${label} excludes nothing: the range ${range} is empty`,
        at.span,
        'Name the end under `to`, which is not in the range.',
      ),
    ]
  return isAlwaysEmpty(overlap, resource, typing)
    ? [
        reportUnused(
          code,
          `${label} excludes nothing: by the invariants, the range ${range} ends before it begins`,
          at.span,
          advise`Swap them:${paste(`overlap: { from: ${overlap.to}, to: ${overlap.from} }`)}`,
        ),
      ]
    : []
}

/** True if no record that meets the invariants begins before it ends; a bound that is null is none. */
function isAlwaysEmpty({ from, to }: NonNullable<Exclusion['overlap']>, { source }: ResourceInfo, typing: Typing): boolean {
  const invariants = listSpecifiedEntries(source.slots.invariant).flatMap(({ value }) => typing.expression(value) ?? [])
  const bounds = [from, to].map(readMember)
  const areThere = bounds.map((bound) => compare(bound, '!=', { ...place, kind: 'literal', type: { kind: 'null' }, value: null }))
  const known = [...invariants, ...areThere]
  return !isContradiction(known) && isContradiction([...known, compare(bounds[0]!, '<', bounds[1]!)])
}

const place = { start: 0, end: 0 }

function readMember(member: string): Expression {
  const operand: Expression = { ...place, kind: 'variable', type: { kind: 'dyn' }, name: 'this' }
  return { ...place, kind: 'select', type: { kind: 'dyn' }, operand, member, optional: false }
}

function compare(left: Expression, operator: '<' | '!=', right: Expression): Expression {
  return { ...place, kind: 'binary', type: { kind: 'bool' }, operator, left, right }
}
