// Orders the properties that expressions generate: each comes after those that its expression reads.

import { listPropertiesRead } from '../../fact/generated-reads.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import type { ExpressionText } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'

const orders = new WeakMap<ResourceInfo, readonly Property[]>()

export function orderGenerated(modelIndex: ModelIndex, info: ResourceInfo): readonly Property[] {
  return orders.getOrInsertComputed(info, () => sortGenerated(modelIndex, info))
}

/** Depth first, in the order of the document. `compute-cycle` refuses documents with a cycle. */
function sortGenerated(modelIndex: ModelIndex, info: ResourceInfo): readonly Property[] {
  const sorted: Property[] = []
  const seen = new Set<Property>()
  const follow = (text: ExpressionText): void => {
    for (const member of listPropertiesRead(modelIndex, text)) {
      const [resource, name] = member.split('.') as [string, string]
      const property = resource === info.name || resource === '*' ? info.properties.get(name) : undefined
      if (property !== undefined) visit(property)
    }
  }
  const visit = (property: Property): void => {
    if (seen.has(property)) return
    seen.add(property)
    const { compute, generate } = property
    if (compute !== undefined) follow(compute.expression)
    if (generate?.kind !== 'expression') return
    follow(generate.expression)
    sorted.push(property)
  }
  for (const property of info.properties.values()) if (property.generate?.kind === 'expression') visit(property)
  return sorted
}
