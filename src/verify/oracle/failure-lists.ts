// Finds where error bodies list the failures of a request.

import type { Compiled } from '../../compile/compile.ts'
import { slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'

/** Members of error bodies that list the failures of a request. */
export function collectFailureLists({ model }: Compiled): ReadonlySet<string> {
  const errors = model.errors.value
  const bodies = [slotValueOf(errors.body), ...listSpecifiedEntries(errors.catalogue).map(({ value }) => slotValueOf(value.body))]
  return new Set(
    bodies.flatMap((body) =>
      body?.kind !== 'map'
        ? []
        : body.entries.flatMap(({ name, value }) => (value.kind === 'expression' && value.text.trim() === 'error.errors' ? [name] : [])),
    ),
  )
}
