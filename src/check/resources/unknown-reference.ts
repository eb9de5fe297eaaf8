// A `$ref` names a resource or a shape of `$defs`, and nothing else.

import { unknownName } from '../../diagnostic/voice.ts'
import { each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { schemasOf } from '../schemas.ts'

export const check: Check = {
  code: 'resources/unknown-reference',
  run({ model, typing }) {
    const known = new Set([...typing.domain.resources.keys(), ...each(model.resources.value.$defs).map(({ name }) => name)])
    return [...schemasOf(model)].flatMap(({ keywords }) => {
      const reference = shown(keywords.$ref)
      if (reference === undefined || known.has(reference.text)) return []
      return [unknownName('resources/unknown-reference', 'resource or shape', reference.text, reference.node.span, known)]
    })
  },
}
