// Reports invariants that read records of other resources: a write there would not evaluate them.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listForeignReads } from '../foreign.ts'

const code = 'resources/foreign-invariant'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap(({ name: resource, source }) =>
      listSpecifiedEntries(source.slots.invariant).flatMap(({ name, value }): Diagnostic[] => {
        const expression = typing.expression(value)
        const [foreignRead] = expression === undefined ? [] : listForeignReads(expression, typing.domain)
        if (foreignRead === undefined) return []
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(name)} of ${quoteName(resource)} reads records of ${foreignRead.resource}`,
            { span: spanWithin(value.node, foreignRead.start, foreignRead.end), text: 'not of this record' },
            {
              reason:
                'An invariant is evaluated when its own record is written. A write to another record could violate it without notice.',
              help: 'Ask it where it can be broken: as a guard of the transition, or under `require` of the operation.',
            },
          ),
        ]
      }),
    ),
}
