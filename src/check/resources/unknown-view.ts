// Reports extended views that part 2 lacks; a resource's name is its default view.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/unknown-view'

export const check: Check = {
  code,
  run({ model }) {
    const views = listSpecifiedEntries(model.resources.value.views)
    const viewNames = new Set([...views.map(({ name }) => name), ...model.resources.value.resources.map(({ name }) => name)])
    return views.flatMap(({ value }) =>
      (slotValueOf(value.allOf) ?? []).flatMap(({ text, node }) =>
        viewNames.has(text) ? [] : [reportUnknownName(code, 'view', text, node.span, viewNames)],
      ),
    )
  },
}
