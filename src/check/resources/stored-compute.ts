// Reports stored computed properties that read more than their record: no write would update them.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { Property, ResourceInfo, Typing } from '../../typing/domain.ts'
import { findUnstorable } from '../unfollowed.ts'
import type { Check } from '../check.ts'

const code = 'resources/stored-compute'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap((property) =>
        property.compute?.stored === true ? checkProperty(resource, property, typing) : [],
      ),
    ),
}

/** The first read is enough to show the mistake. */
function checkProperty(resource: ResourceInfo, { name, compute }: Property, typing: Typing): Diagnostic[] {
  const { expression: text } = compute!
  const expression = typing.expression(text)
  const unfollowedRead = expression && findUnstorable(expression, { resource, typing }, name)
  if (unfollowedRead === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(`${resource.name}.${name}`)} is stored, and computed from ${unfollowedRead.description}`,
      { span: spanWithin(text.node, unfollowedRead.start, unfollowedRead.end), text: 'changes without a write of this record' },
      {
        reason: 'A stored value is recomputed by the write that changes its record. A change of other data would leave it outdated.',
        help: advise`${remove('Leave out `stored: true`', 'stored')}: it is then computed whenever it is read.`,
      },
    ),
  ]
}
