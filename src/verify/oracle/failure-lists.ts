// Finds where error bodies list the failures of a request.

import type { Compiled } from '../../compile/compile.ts'
import { slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'

/** `failures`: items as the service has them. `mapped`: what the document makes of each. */
export type FailureListKind = 'failures' | 'mapped'

/** Members of error bodies that list the failures of a request, in any order. */
export function collectFailureLists({ model }: Compiled): ReadonlyMap<string, FailureListKind> {
  const errors = model.errors.value
  const bodies = [slotValueOf(errors.body), ...listSpecifiedEntries(errors.catalogue).map(({ value }) => slotValueOf(value.body))]
  return new Map(
    bodies.flatMap((body) =>
      body?.kind !== 'map'
        ? []
        : body.entries.flatMap(({ name, value }) => {
            const kind = value.kind === 'expression' ? findKind(value.text.trim()) : undefined
            return kind === undefined ? [] : [[name, kind] as const]
          }),
    ),
  )
}

function findKind(expression: string): FailureListKind | undefined {
  if (expression === 'error.errors') return 'failures'
  return /^error\.errors\s*\.\s*(map|filter)\(/.test(expression) ? 'mapped' : undefined
}
