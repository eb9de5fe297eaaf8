// Reports transitions, and machines of `to`, that the resource lacks.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unknown-transition'

export const check: Check = {
  code,
  run({ model, machines }) {
    if (model.states.state === 'not shown') return []
    const transitionNames = machines.flatMap(({ machine, transitions }) => transitions.map(({ name }) => `${machine.resource}.${name}`))
    const machineNames = machines.map(({ machine }) => machine.name)
    return model.endpoints.value.operations.flatMap(({ action, subject, slots }) => {
      if (action !== 'transition' || subject === undefined) return []
      const namesMachine = slots.to.state === 'shown'
      const knownNames = namesMachine ? machineNames : transitionNames
      return knownNames.includes(subject.text)
        ? []
        : [reportUnknownName(code, namesMachine ? 'machine' : 'transition', subject.text, subject.node.span, knownNames)]
    })
  },
}
