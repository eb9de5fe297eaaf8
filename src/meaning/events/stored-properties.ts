// The data that an event stores besides its payload: its tenant, and the properties that a read rule needs later.

import { ruleOf } from '../../fact/rules.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'

/** By resource. Empty if no tenant and no read rule (of a stream or a webhook with this type) needs the record. */
export function listStoredProperties(
  modelIndex: ModelIndex,
  type: string,
  resources: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const isStreamed = modelIndex.model.endpoints.value.operations.some(({ slots }) =>
    listOfferedEvents(slots).some(({ text }) => text === type),
  )
  const webhooks = slotValueOf(slotValueOf(modelIndex.model.events.value.delivery)?.webhooks ?? { state: 'unsaid' })
  const needsRule = isStreamed || webhooks?.as.state === 'shown'
  return new Map(
    [...new Set(resources)].flatMap((resource): [string, readonly string[]][] => {
      const rule = needsRule ? ruleOf(modelIndex, resource, 'read') : undefined
      const tenant = modelIndex.domain.resources.get(resource)?.tenant.map(({ property }) => property) ?? []
      const stored = [
        ...new Set([...tenant, ...(rule?.kind === 'conditional' ? listPropertiesRead(modelIndex, resource, rule.expression) : [])]),
      ]
      return stored.length === 0 ? [] : [[resource, stored]]
    }),
  )
}

/** The stored properties of `this` that an expression reads, directly or through computed ones, and the key. */
function listPropertiesRead(modelIndex: ModelIndex, resource: string, text: Parameters<ModelIndex['readsOf']>[0]): readonly string[] {
  const info = modelIndex.domain.resources.get(resource)
  if (info === undefined) return []
  const stored = new Set<string>()
  const add = (names: ReadonlySet<string>): void => {
    for (const name of names.has('*') ? info.properties.keys() : names) {
      const property = info.properties.get(name)
      if (property === undefined || stored.has(name) || property.secret) continue
      stored.add(name)
      if (property.compute !== undefined) add(modelIndex.readsOf(property.compute.expression).own)
    }
  }
  add(modelIndex.readsOf(text).own)
  if (stored.size > 0) for (const name of info.key) stored.add(name)
  return [...stored]
}
