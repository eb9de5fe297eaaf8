// Reports transitions that no operation, effect, timer or code triggers.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { type Model, resourceNameOf } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import type { Check } from '../check.ts'
import { listMachineEffects } from './candidates.ts'

const code = 'states/unused-transition'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, operations, machines }) {
    const usedTransitions = new Set(operations.flatMap(({ transitions }) => transitions))
    // Transitions by timers and code count, too.
    for (const { transition } of listCompletionEffects({ model })) usedTransitions.add(slotValueOf(transition)?.text ?? '')
    for (const { machine } of machines)
      for (const { transition } of listMachineEffects(machine)) usedTransitions.add(slotValueOf(transition)?.text ?? '')
    const machinesOfTo = new Set(
      model.endpoints.value.operations.flatMap(({ action, subject, slots }) =>
        action === 'transition' && slots.to.state === 'shown' && subject !== undefined ? [subject.text] : [],
      ),
    )
    if (model.endpoints.state === 'not shown') return []
    return machines.flatMap(({ machine, transitions }) =>
      transitions
        .filter(({ name }) => !usedTransitions.has(`${machine.resource}.${name}`) && !machinesOfTo.has(machine.name))
        .map(({ name }) => {
          const key = listSpecifiedEntries(machine.slots.states)
            .flatMap(({ value }) => slotValueOf(value.on) ?? [])
            .find((each) => each.name === name)!.key
          return createDiagnostic(
            'warning',
            code,
            `\`${machine.resource}.${name}\` is a transition that nothing makes`,
            { span: key.span, text: 'no operation, effect or timer fires it' },
            {
              help: advise`Add an endpoint for it, for example${paste(`POST ${findRecordPath(model, machine.resource) ?? '/…'}/${name}:\n  transition: ${machine.resource}.${name}`, 'endpoints')}`,
            },
          )
        }),
    )
  },
}

/** The path to one record of the resource, if the document has one. */
function findRecordPath({ endpoints }: Model, resource: string): string | undefined {
  return endpoints.value.operations.find(
    (operation) => isOnRecord(operation.action) && operation.action !== 'transition' && resourceNameOf(operation) === resource,
  )?.path
}
