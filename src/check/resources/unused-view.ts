// Reports views that nothing sends and no view extends.

import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/unused-view'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    // A missing part may use it.
    if (model.endpoints.state === 'not shown' || model.events.state === 'not shown') return []
    const views = listSpecifiedEntries(model.resources.value.views)
    const used = new Set(views.flatMap(({ value }) => (slotValueOf(value.allOf) ?? []).map(({ text }) => text)))
    // Matches call syntax, so that a mistaken expression also counts as a use.
    for (const { slot } of typing.slots) for (const [, name] of slot.text.matchAll(/([A-Za-z_]\w*)\s*\(/g)) used.add(name!)
    return views
      .filter(({ name, key }) => !used.has(name) && key.span.source.convention === undefined)
      .map(({ name, key }) => reportUnusedDeclaration(code, 'a view', name, key.span))
  },
}
