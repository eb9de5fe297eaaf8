// Reports errors with the status of a success, which clients, caches and proxies would misread.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { EntryFacts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'
import { listStatusResults } from '../status.ts'
import { findUsualStatus } from './usual-status.ts'

const code = 'errors/success-status'

export const check: Check = {
  code,
  run: ({ entries, typing }) =>
    entries.flatMap((entry) => {
      if (entry.key.span.source.convention !== undefined) return []
      return listStatusResults(entry.slots.status, typing).flatMap(({ status, span }) => {
        if (status === undefined || status < 200n || status > 299n || (status === 204n && isDesiredResult(entry))) return []
        const condition = entry.patterns[0]?.condition
        return [
          createDiagnostic(
            'warning',
            code,
            `${quoteName(entry.name)} answers an error with ${status}, a status of success`,
            { span, text: 'a success' },
            {
              reason:
                'Clients, caches and proxies conclude from the status that the request succeeded (RFC 9110, section 15.3), but it was refused.',
              ...(condition === undefined
                ? {}
                : { help: advise`Give it a status from 400 on, for example${paste(`status: ${findUsualStatus(condition)}`)}` }),
            },
          ),
        ]
      })
    }),
}

/** For `DELETE`, a missing record is the requested result. */
function isDesiredResult({ patterns }: EntryFacts): boolean {
  return patterns.every(({ condition }) => condition === 'not-found' || condition === 'gone')
}
