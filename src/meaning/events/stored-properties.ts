// The data that an event stores besides its payload: its tenant, and the properties that a read rule needs later.

import { ruleOf } from '../../fact/rules.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import { offeredEvents } from '../../model/endpoints.ts'
import { slotValue } from '../../model/slot.ts'

/** By resource. Empty if no tenant and no read rule (of a stream or a webhook with this type) needs the record. */
export function rememberedOf(modelIndex: ModelIndex, type: string, resources: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const isStreamed = modelIndex.model.endpoints.value.operations.some(({ slots }) => offeredEvents(slots).some(({ text }) => text === type))
  const webhooks = slotValue(slotValue(modelIndex.model.events.value.delivery)?.webhooks ?? { state: 'unsaid' })
  const isAsked = isStreamed || webhooks?.as.state === 'shown'
  return new Map([...new Set(resources)].flatMap((resource): [string, readonly string[]][] => {
    const rule = isAsked ? ruleOf(modelIndex, resource, 'read') : undefined
    const tenant = modelIndex.domain.resources.get(resource)?.tenant.map(({ property }) => property) ?? []
    const own = [...new Set([...tenant, ...(rule?.kind === 'conditional' ? namesRead(modelIndex, resource, rule.expression) : [])])]
    return own.length === 0 ? [] : [[resource, own]]
  }))
}

/** The stored properties of `this` that an expression reads, directly or through computed ones, and the key. */
function namesRead(modelIndex: ModelIndex, resource: string, text: Parameters<ModelIndex['reading']>[0]): readonly string[] {
  const info = modelIndex.domain.resources.get(resource)
  if (info === undefined) return []
  const found = new Set<string>()
  const add = (names: ReadonlySet<string>): void => {
    for (const name of names.has('*') ? info.properties.keys() : names) {
      const property = info.properties.get(name)
      if (property === undefined || found.has(name) || property.secret) continue
      found.add(name)
      if (property.compute !== undefined) add(modelIndex.reading(property.compute.expression).own)
    }
  }
  add(modelIndex.reading(text).own)
  if (found.size > 0) for (const name of info.key) found.add(name)
  return [...found]
}
