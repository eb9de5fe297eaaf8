// Reports extension members of an entry whose names are near to a key that the entry lacks, and that nothing reads.

import { offerNames } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { entryKeys } from '../../model/errors.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'errors/misspelt-key'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const entries = listSpecifiedEntries(facts.model.errors.value.catalogue)
    const misspelt = entries.flatMap(({ name: entry, value }) => {
      const absent = Object.entries(entryKeys).flatMap(([key]) => (value[key as keyof typeof entryKeys].state === 'shown' ? [] : [key]))
      return value.extensions
        .filter(({ key }) => isAuthored(key.span))
        .flatMap(({ name, key }) => {
          const suggestions = findNearest(name, absent)
          return suggestions.length === 0 ? [] : [{ entry, name, key, suggestions }]
        })
    })
    if (misspelt.length === 0) return []
    const membersNamed = listErrorMembers(facts)
    return misspelt
      .filter(({ name }) => !membersNamed.has(name))
      .map(({ entry, name, key, suggestions }): Diagnostic =>
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} is not a key of ${quoteName(entry)}, and nothing reads it`,
          { span: key.span, text: 'an extension member' },
          {
            reason: 'Each other key is an extension member (RFC 9457).',
            help: offerNames(suggestions),
          },
        ),
      )
  },
}

/** Members of `error` that an expression names. */
function listErrorMembers({ typing }: Facts): ReadonlySet<string> {
  return new Set(
    typing.slots.flatMap(({ slot }) =>
      expressionsOf(slot, typing).flatMap((expression) =>
        reads(expression).variables.flatMap(({ name, path: [member] }) => (name === 'error' && member !== undefined ? [member] : [])),
      ),
    ),
  )
}
