// Reports `always` whose guard reads other data: only a write of the record triggers it.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { specifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { foreignReads } from '../foreign.ts'
import { listCandidates } from './candidates.ts'

const code = 'states/sleeping-always'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.states.value.machines.flatMap((machine) =>
      [...listCandidates(machine)]
        .filter(({ kind }) => kind === 'always')
        .flatMap(({ candidate }) => specifiedEntries(candidate.guard))
        .flatMap(({ name, value }): Diagnostic[] => {
          const expression = typing.expression(value)
          if (expression === undefined) return []
          const others = foreignReads(expression, typing.domain)
          const clock = reads(expression).variables.find((variable) => variable.name === 'now')
          const first = others[0] ?? clock
          if (first === undefined) return []
          const cause = others.length > 0 ? `a write of ${joinWithAnd([...new Set(others.map(({ resource }) => resource))])}` : 'the time'
          return [
            diagnostic(
              'warning',
              code,
              `${quoteName(name)} of ${quoteName(machine.name)} is not asked again by ${cause}`,
              { span: spanWithin(value.node, first.start, first.end), text: 'does not wake it' },
              {
                reason: '`always` is evaluated when its own record is written. Changes elsewhere do not trigger it.',
                help:
                  others.length > 0
                    ? `Let what writes there write this record too, by an effect, or make a transition of ${machine.resource}.`
                    : 'Use `after`, which is made when a time has passed.',
              },
            ),
          ]
        }),
    ),
}
