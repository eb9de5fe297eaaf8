// Finds the operations whose changes another one may wait for: they write records that it is about, or records beside these.

import type { OperationFacts } from '../../fact/fact.ts'
import { resourceNameOf } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

/** The operations that write what `facts` may read. */
export function listWriters(
  facts: OperationFacts,
  operations: readonly OperationFacts[],
  resources: ReadonlyMap<string, ResourceInfo>,
): readonly OperationFacts[] {
  const own = new Set(
    [resourceNameOf(facts.operation) ?? '', ...facts.points.map(({ subject = '' }) => subject.split('.')[0]!)].filter((name) =>
      resources.has(name),
    ),
  )
  const refersTo = (name: string, other: string): boolean =>
    [...resources.get(name)!.properties.values()].some(({ reference }) => reference?.resource === other)
  const read = new Set(
    [...resources.keys()].filter((name) => own.has(name) || [...own].some((each) => refersTo(name, each) || refersTo(each, name))),
  )
  return operations.filter(
    (each) => each !== facts && [...each.creates, ...each.writes.map((name) => name.split('.')[0]!)].some((name) => read.has(name)),
  )
}
