// Finds the operations that create what another one needs, in an order in which each finds its own needs.

import type { OperationFacts } from '../../fact/fact.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

/** The creations of the records that `operation` looks up or refers to, and before each those that it needs itself. */
export function listCreationsBefore(
  operation: OperationFacts,
  operations: readonly OperationFacts[],
  resources: ReadonlyMap<string, ResourceInfo>,
  exists: (resource: string) => boolean,
): readonly Operation[] {
  const walk: Operation[] = []
  const visited = new Set<string>()
  const visit = (facts: OperationFacts): void => {
    for (const resource of listNeededResources(facts, resources)) {
      if (visited.has(resource) || exists(resource)) continue
      visited.add(resource)
      const creation = operations.find((each) => each.operation.action === 'create' && resourceNameOf(each.operation) === resource)
      if (creation === undefined || creation === facts) continue
      visit(creation)
      walk.push(creation.operation)
    }
  }
  visit(operation)
  return walk
}

/** The resources that its refusals name: of records that it may not find, and of references that may not exist. */
function listNeededResources({ points }: OperationFacts, resources: ReadonlyMap<string, ResourceInfo>): readonly string[] {
  const needed = points.flatMap(({ condition, subject = '' }) => {
    if (condition === 'not-found') return [subject]
    const [resource = '', property = ''] = subject.split('.')
    return condition === 'dangling' ? [resources.get(resource)?.properties.get(property)?.reference?.resource ?? ''] : []
  })
  return [...new Set(needed.filter((name) => name !== ''))]
}
