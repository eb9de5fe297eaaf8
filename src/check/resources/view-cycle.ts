// Reports views that extend themselves.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportCycle } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { findCycles } from '../cycles.ts'
import type { Check } from '../check.ts'

const code = 'resources/view-cycle'

export const check: Check = {
  code,
  run({ model }) {
    const views = new Map(
      listSpecifiedEntries(model.resources.value.views).map(({ name, value }) => [name, slotValueOf(value.allOf) ?? []]),
    )
    const cycles = findCycles([...views.keys()], (name) => (views.get(name) ?? []).map(({ text, node }) => ({ to: text, at: node.span })))
    return cycles.map((steps): Diagnostic => reportCycle(code, 'the views that it extends', steps))
  },
}
