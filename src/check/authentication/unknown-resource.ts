// Reports `rules` and look-ups of resources that part 2 lacks.

import { reportUnknownResource } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listLookUps } from './look-ups.ts'

const code = 'authentication/unknown-resource'

export const check: Check = {
  code,
  run({ model, typing }) {
    if (model.resources.state === 'not shown') return []
    const { resources } = typing.domain
    const words = [
      ...(slotValueOf(model.authentication.value.rules) ?? []).map(({ name, key }) => ({ text: name, node: key })),
      ...listLookUps(model).flatMap(({ find }) => slotValueOf(find) ?? []),
    ]
    return words.flatMap(({ text, node }) =>
      resources.has(text) ? [] : [reportUnknownResource(code, 'resource', text, node.span, resources.keys())],
    )
  },
}
