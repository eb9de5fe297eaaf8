// A view that nothing sends and no view extends.

import { unused } from '../../diagnostic/voice.ts'
import { each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/unused-view'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    // What is not shown may use it.
    if (model.endpoints.state === 'not shown' || model.events.state === 'not shown') return []
    const views = each(model.resources.value.views)
    const used = new Set(views.flatMap(({ value }) => (shown(value.allOf) ?? []).map(({ text }) => text)))
    // By what looks like a call: an expression with a mistake uses what it names all the same.
    for (const { slot } of typing.slots) for (const [, name] of slot.text.matchAll(/([A-Za-z_]\w*)\s*\(/g)) used.add(name!)
    return views.filter(({ name, key }) => !used.has(name) && key.span.source.convention === undefined).map(({ name, key }) => unused(code, 'a view', name, key.span))
  },
}
