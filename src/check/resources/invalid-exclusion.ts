// Reports exclusions that do not compare stored values, or ranges of one ordered type, or whose condition reads other records.

import { isAssignable, withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findUnfollowed } from '../unfollowed.ts'

const code = 'resources/invalid-exclusion'

export const check: Check = {
  code,
  run: ({ typing }) => [...typing.domain.resources.values()].flatMap((resource) => checkResource(resource, typing)),
}

const outerVariables = new Map([
  ['now', 'the time'],
  ['settings', 'settings of the operator'],
  ['service', "the service's address"],
])

function checkResource(resource: ResourceInfo, typing: Typing): Diagnostic[] {
  return listSpecifiedEntries(resource.source.slots.exclude).flatMap(({ name, key, value }): Diagnostic[] => {
    const label = `${quoteName(name)} of ${quoteName(resource.name)}`
    const range = slotValueOf(value.overlap)
    if (value.same.state === 'unsaid' && value.overlap.state === 'unsaid') {
      return [
        createDiagnostic(
          'error',
          code,
          `${label} compares nothing`,
          { span: key.span, text: 'which records exclude each other?' },
          {
            reason: 'Without `same` and `overlap`, any two records would exclude each other.',
            help: 'Write in which properties they are equal, in which times they overlap, or both: `{ same: [room], overlap: { from: start, to: end } }`.',
          },
        ),
      ]
    }
    return [
      ...(range === undefined ? [] : checkRange(label, resource, slotValueOf(range.from), slotValueOf(range.to))),
      ...checkCondition(label, resource, value.where.state === 'shown' ? value.where.value : undefined, typing),
    ]
  })
}

function checkRange(label: string, { properties }: ResourceInfo, from: Word | undefined, to: Word | undefined): Diagnostic[] {
  const [startProperty, endProperty] = [from, to].map((word) => word && properties.get(word.text))
  if (from === undefined || to === undefined || startProperty === undefined || endProperty === undefined) return []
  for (const [word, property] of [
    [from, startProperty],
    [to, endProperty],
  ] as const) {
    const reason = explainNotBound(property)
    if (reason !== undefined)
      return [
        createDiagnostic(
          'error',
          code,
          `The range of ${label} cannot be bounded by ${quoteName(word.text)}, which ${reason}`,
          { span: word.node.span, text: 'no bound of a range' },
          { others: [{ span: property.at.span, text: 'declared here' }], help: 'Name a stored number, timestamp, duration or text.' },
        ),
      ]
  }
  const [startType, endType] = [withoutNull(startProperty.type), withoutNull(endProperty.type)]
  if (isAssignable(startType, endType) || isAssignable(endType, startType)) return []
  return [
    createDiagnostic(
      'error',
      code,
      `The range of ${label} begins with ${quoteName(from.text)} and ends with ${quoteName(to.text)}, which are of different types`,
      { span: to.node.span, text: 'of another type' },
      {
        others: [
          { span: startProperty.at.span, text: 'the beginning' },
          { span: endProperty.at.span, text: 'the end' },
        ],
        help: 'Give both the same type.',
      },
    ),
  ]
}

const orderedKinds: ReadonlySet<Type['kind']> = new Set([
  'int',
  'uint',
  'double',
  'decimal',
  'string',
  'timestamp',
  'duration',
  'unknown',
  'dyn',
])

function explainNotBound({ type, secret, inverse, compute }: Property): string | undefined {
  if (inverse !== undefined) return 'is an inverse, which is not stored'
  if (secret) return 'is a secret, which is kept hashed'
  if (compute !== undefined && !compute.stored) return 'is computed when it is read'
  return orderedKinds.has(withoutNull(type).kind) ? undefined : 'has no order'
}

function checkCondition(
  label: string,
  resource: ResourceInfo,
  where: Parameters<Typing['expression']>[0] | undefined,
  typing: Typing,
): Diagnostic[] {
  const expression = where && typing.expression(where)
  const unfollowedRead = expression && findUnfollowed(expression, { resource, typing, outerVariables })
  if (where === undefined || unfollowedRead === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `The condition of ${label} reads ${unfollowedRead.description}`,
      { span: spanWithin(where.node, unfollowedRead.start, unfollowedRead.end), text: 'changes without a write of this record' },
      {
        reason: 'An exclusion is evaluated when its record is written. A change of other data could break it without notice.',
        help: 'Read properties of this record only.',
      },
    ),
  ]
}
