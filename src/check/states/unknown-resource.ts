// Reports machines of resources that part 2 lacks.

import { reportUnknownResource } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'states/unknown-resource'

export const check: Check = {
  code,
  run({ model, typing }) {
    const { resources } = typing.domain
    if (model.resources.state === 'not shown') return []
    return model.states.value.machines.flatMap(({ resource, key }) =>
      resources.has(resource) ? [] : [reportUnknownResource(code, 'resource', resource, key.span, resources.keys())],
    )
  },
}
