// References of a request that an answer follows: a reference to a record that the caller may not read counts as dangling.

import { deriveProgramOutcome } from '../../fact/conditions/effect.ts'
import { collectDisclosures } from '../../fact/disclosures.ts'
import { listSentReferences } from '../../fact/effects/operation.ts'
import type { Follow } from '../../fact/reading.ts'
import { makeOperationContext as factsOf } from '../../fact/operation-context.ts'
import { getHiddenData } from '../../fact/hidden-data.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import type { Operation } from '../../model/model.ts'

const followsByOperation = new WeakMap<Operation, readonly Follow[]>()

/** References to resources with hidden records; a written reference is authorised at the write. */
export function listFollowedReferences(modelIndex: ModelIndex, operation: Operation): readonly Follow[] {
  return followsByOperation.getOrInsertComputed(operation, () => {
    const hiddenData = getHiddenData(modelIndex)
    if (hiddenData === undefined) return []
    const context = factsOf(modelIndex, operation)
    const written = new Set(listSentReferences(context).map(({ path }) => path))
    const { resources: disclosed } = collectDisclosures(modelIndex.domain).ofPlace({ kind: 'operation', operation })
    return deriveProgramOutcome(context)
      .refusals.flatMap(({ condition, follows = [] }) => (condition === 'dangling' ? follows : []))
      .filter(({ path, resource }) => hiddenData.resources.has(resource) && !disclosed.has(resource) && !written.has(path))
  })
}
