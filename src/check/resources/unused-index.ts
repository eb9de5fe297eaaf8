// Reports an index that the key, a unique or a longer index serves as well.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { joinWithAnd } from '../../diagnostic/voice.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'resources/unused-index'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) => [...typing.domain.resources.values()].flatMap(checkIndexes),
}

function checkIndexes({ name, key, uniques, indexes }: ResourceInfo): Diagnostic[] {
  return indexes.flatMap(({ members, at }, place) => {
    const isPrefixOf = (other: readonly string[]): boolean => members.every((member, index) => other[index] === member)
    const hasLonger = indexes.some(
      (other, index) => index !== place && isPrefixOf(other.members) && (other.members.length > members.length || index < place),
    )
    const betterIndexes = [
      ...(isPrefixOf(key) ? ['the key'] : []),
      ...(uniques.some((unique) => isPrefixOf(unique.members)) ? ['a unique'] : []),
      ...(hasLonger ? ['another index'] : []),
    ]
    const [betterIndex] = betterIndexes
    return betterIndex === undefined || !isAuthored(at.span)
      ? []
      : [
          reportUnused(
            code,
            `${betterIndex} of ${name} begins with ${joinWithAnd(members)} already`.replace(/^./, (first) => first.toUpperCase()),
            at.span,
            advise`${remove('Remove it')}: it would be kept up to date for nothing.`,
          ),
        ]
  })
}
