// Reports keys that refer to records whose keys lead back.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportCycle } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import { findCycles } from '../cycles.ts'
import type { Check } from '../check.ts'

const code = 'resources/key-cycle'

export const check: Check = {
  code,
  run({
    typing: {
      domain: { resources },
    },
  }) {
    const leads = (name: string): { to: string; at: Diagnostic['primary']['span'] }[] => {
      const resource = resources.get(name)
      return (resource === undefined ? [] : (slotValueOf(resource.source.slots.key) ?? [])).flatMap(({ text, node }) => {
        const reference = resource?.properties.get(text)?.reference
        return reference === undefined || !resources.has(reference.resource) ? [] : [{ to: reference.resource, at: node.span }]
      })
    }
    return findCycles([...resources.keys()], leads).map((steps) => reportCycle(code, 'its key', steps))
  },
}
