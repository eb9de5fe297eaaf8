// Reports views, `records` and `fixtures` that name a resource that part 2 lacks.

import { reportUnknownResource } from '../../diagnostic/voice.ts'
import { type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/unknown-resource'

export const check: Check = {
  code,
  run({ model, typing }) {
    const { views, records, fixtures } = model.resources.value
    const { resources } = typing.domain
    const words: Word[] = [
      ...listSpecifiedEntries(views).flatMap(({ value }) => slotValueOf(value.of) ?? []),
      ...[records, fixtures].flatMap((slot) => listSpecifiedEntries(slot).map(({ name, key }) => ({ text: name, node: key }))),
    ]
    return words.flatMap(({ text, node }) =>
      resources.has(text) ? [] : [reportUnknownResource(code, 'resource', text, node.span, resources.keys())],
    )
  },
}
