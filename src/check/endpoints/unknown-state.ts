// Reports states in `in` that no machine of the resource has.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportUnknownName } from '../../diagnostic/voice.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/unknown-state'

export const check: Check = {
  code,
  run({ model, typing, machines }) {
    const machinesByResource = Map.groupBy(machines, ({ machine }) => machine.resource)
    return model.endpoints.value.operations.flatMap((operation): Diagnostic[] => {
      const resource = findSubjectResource(operation, typing.domain)
      const words = slotValueOf(operation.slots.in)
      if (resource === undefined || words === undefined || !isOnRecord(operation.action) || model.states.state === 'not shown') return []
      const resourceMachines = machinesByResource.get(resource.name) ?? []
      // Machines whose states are not shown may have any.
      if (resourceMachines.some((machine) => machine.states.length === 0)) return []
      const stateNames = resourceMachines.flatMap((machine) => machine.states)
      return words.flatMap(({ text, node }) =>
        stateNames.includes(text) ? [] : [reportUnknownName(code, `state of ${resource.name}`, text, node.span, stateNames)],
      )
    })
  },
}
