// Orders the properties that expressions generate: each comes after those that its expression reads.

import { expressionsOfPart } from '../../fact/expressions.ts'
import type { World } from '../../fact/world.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'

const orders = new WeakMap<ResourceInfo, readonly Property[]>()

export function generatedInOrder(world: World, info: ResourceInfo): readonly Property[] {
  return orders.getOrInsertComputed(info, () => sortGenerated(world, info))
}

/** Depth first, in the order of the document. `compute-circle` refuses documents with a circle. */
function sortGenerated(world: World, info: ResourceInfo): readonly Property[] {
  const sorted: Property[] = []
  const seen = new Set<object>()
  const visit = (part: object): void => {
    if (seen.has(part)) return
    seen.add(part)
    const { expressions, texts } = expressionsOfPart(part)
    for (const { members, calls } of [...expressions.map((text) => world.reading(text)), ...texts.flatMap((text) => world.readingOfText(text))]) {
      for (const member of members) visitMember(member)
      for (const name of calls) visitView(name)
    }
  }
  const visitMember = (member: string): void => {
    const [resource, name] = member.split('.') as [string, string]
    const property = resource === info.name || resource === '*' ? info.properties.get(name) : undefined
    if (property !== undefined) visitProperty(property)
  }
  const visitView = (name: string): void => {
    const view = world.domain.views.get(name)
    if (view?.resource !== info.name) return
    for (const member of view.members) {
      if (member.kind === 'take') visitMember(`${info.name}.${member.name}`)
      else visit(member.template)
    }
  }
  const visitProperty = (property: Property): void => {
    const { compute, generate } = property
    if (compute !== undefined) visit(compute.expression)
    if (generate?.kind !== 'expression' || seen.has(property)) return
    seen.add(property)
    visit(generate.expression)
    sorted.push(property)
  }
  for (const property of info.properties.values()) if (property.generate?.kind === 'expression') visitProperty(property)
  return sorted
}
