// Reports transitions out of a final state, which has none in SCXML.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { timedKinds } from '../../model/timed.ts'
import type { Check } from '../check.ts'

const code = 'states/conflicting-final'
const transitionKeys = ['on', 'always', ...timedKinds] as const

export const check: Check = {
  code,
  run: ({ model }) =>
    model.states.value.machines.flatMap((machine) =>
      listSpecifiedEntries(machine.slots.states).flatMap(({ name, key, value }): Diagnostic[] => {
        const { type } = value
        if (type.state !== 'shown') return []
        return transitionKeys.flatMap((transitionKey) => {
          const slot = value[transitionKey]
          const declared: readonly unknown[] | undefined = slotValueOf<readonly unknown[]>(slot)
          if (slot.state !== 'shown' || declared === undefined || declared.length === 0) return []
          return [
            createDiagnostic(
              'error',
              code,
              `${quoteName(name)} of ${quoteName(machine.name)} is final, and ${quoteName(transitionKey)} leads on from it`,
              { span: key.span, text: `has ${quoteName(transitionKey)}` },
              {
                others: [{ span: type.at.span, text: 'nothing leads out of it' }],
                help: advise`${remove('Remove `type: final`', 'type')}, or ${remove(quoteName(transitionKey), transitionKey)}.`,
              },
            ),
          ]
        })
      }),
    ),
}
