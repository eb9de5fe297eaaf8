// Reports `always` whose guard reads other data: only a write of the record triggers it.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listForeignReads } from '../foreign.ts'
import { listCandidates } from './candidates.ts'

const code = 'states/untriggered-always'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.states.value.machines.flatMap((machine) =>
      [...listCandidates(machine)]
        .filter(({ kind }) => kind === 'always')
        .flatMap(({ candidate }) => listSpecifiedEntries(candidate.guard))
        .flatMap(({ name, value }): Diagnostic[] => {
          const expression = typing.expression(value)
          if (expression === undefined) return []
          const otherRecords = listForeignReads(expression, typing.domain)
          const clockRead = reads(expression).variables.find((variable) => variable.name === 'now')
          const firstRead = otherRecords[0] ?? clockRead
          if (firstRead === undefined) return []
          const cause =
            otherRecords.length > 0
              ? `a write of ${joinWithAnd([...new Set(otherRecords.map(({ resource }) => resource))])}`
              : 'time passes'
          return [
            createDiagnostic(
              'warning',
              code,
              `${quoteName(name)} of ${quoteName(machine.name)} is not evaluated again after ${cause}`,
              { span: spanWithin(value.node, firstRead.start, firstRead.end), text: 'does not trigger it' },
              {
                reason: '`always` is evaluated when its own record is written. Changes elsewhere do not trigger it.',
                help:
                  otherRecords.length > 0
                    ? `Let those writes also change this record by an effect, or trigger a transition of ${machine.resource}.`
                    : 'Use `after`, which runs when a time has passed.',
              },
            ),
          ]
        }),
    ),
}
