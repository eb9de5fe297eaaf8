// Reports an index that the key, a unique or a longer index serves as well.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { joinWithAnd } from '../../diagnostic/voice.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isOwn, reportUnused } from '../unused.ts'

const code = 'resources/unused-index'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) => [...typing.domain.resources.values()].flatMap(ofResource),
}

function ofResource({ name, key, uniques, indexes }: ResourceInfo): Diagnostic[] {
  return indexes.flatMap(({ members, at }, place) => {
    const begins = (other: readonly string[]): boolean => members.every((member, index) => other[index] === member)
    const longer = indexes.some(
      (other, index) => index !== place && begins(other.members) && (other.members.length > members.length || index < place),
    )
    const served = begins(key)
      ? 'the key'
      : uniques.some((unique) => begins(unique.members))
        ? 'a unique'
        : longer
          ? 'another index'
          : undefined
    return served === undefined || !isOwn(at.span)
      ? []
      : [
          reportUnused(
            code,
            `${served} of ${name} begins with ${joinWithAnd(members)} already`.replace(/^./, (first) => first.toUpperCase()),
            at.span,
            'Remove it: it would be kept up to date for nothing.',
          ),
        ]
  })
}
