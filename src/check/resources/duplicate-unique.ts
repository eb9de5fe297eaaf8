// Reports a unique with the same properties as the key or another unique.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { joinWithAnd } from '../../diagnostic/voice.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'resources/duplicate-unique'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) => [...typing.domain.resources.values()].flatMap(checkUniques),
}

function checkUniques({ name, key, uniques }: ResourceInfo): Diagnostic[] {
  return uniques.flatMap(({ members, at }, index): Diagnostic[] => {
    const hasSameMembers = (other: readonly string[]): boolean =>
      other.length === members.length && other.every((each) => members.includes(each))
    const isKey = hasSameMembers(key)
    if ((!isKey && !uniques.slice(0, index).some((other) => hasSameMembers(other.members))) || !isAuthored(at.span)) return []
    return [
      reportUnused(
        code,
        `No two records of ${name} have the same ${joinWithAnd(members)} anyway`,
        at.span,
        isKey ? advise`${remove('Remove it')}: the key is unique.` : advise`${remove('Remove it')}: it is declared unique already.`,
      ),
    ]
  })
}
