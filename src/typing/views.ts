// Resolves the representations of records: the views of part 2, and the default view of each resource.

import type { Model } from '../model/model.ts'
import type { View } from '../model/resources.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain, ResourceInfo, ViewInfo, ViewMember } from './domain.ts'
import { containsSecret } from '../cel/secret.ts'
import { isSensitive } from '../schema/is-sensitive.ts'

export function resolveViews(
  model: Model,
  resources: ReadonlyMap<string, ResourceInfo>,
  shapes: Domain['shapes'],
): ReadonlyMap<string, ViewInfo> {
  const views = new Map<string, ViewInfo>()
  for (const resource of resources.values()) {
    views.set(resource.name, { name: resource.name, resource: resource.name, members: listDefaultMembers(resource, shapes) })
  }
  const sources = new Map(listSpecifiedEntries(model.resources.value.views).map(({ name, value }) => [name, value]))
  // A view that extends itself, directly or indirectly, gets no members from that; the check of views reports it.
  const visiting = new Set<string>()
  const find = (name: string): ViewInfo | undefined => {
    const source = sources.get(name)
    if (views.has(name) || source === undefined || visiting.has(name)) return views.get(name)
    visiting.add(name)
    const extended = listExtendedViews(source).flatMap((each) => find(each) ?? [])
    const resource = resources.get(slotValueOf(source.of)?.text ?? extended[0]?.resource ?? '')
    if (resource !== undefined)
      views.set(name, { name, resource: resource.name, source, members: listViewMembers(source, extended, resource) })
    return views.get(name)
  }
  for (const name of sources.keys()) find(name)
  return views
}

/** The names of the extended views; the default view, under its resource's name, if the view only omits members. */
export function listExtendedViews({ allOf, except, of }: View): readonly string[] {
  const declared = slotValueOf(allOf)
  if (declared !== undefined) return declared.map(({ text }) => text)
  const resource = slotValueOf(of)
  return slotValueOf(except) === undefined || resource === undefined ? [] : [resource.text]
}

/** All readable properties except inverses and confidential ones: only a view or an answer that names a sensitive property shows it. */
function listDefaultMembers(resource: ResourceInfo, shapes: Domain['shapes']): ViewMember[] {
  const readable = [...resource.properties.values()].filter((property) => {
    const isWriteOnly = property.source !== undefined && slotValueOf(property.source.keywords.writeOnly) === true
    const isConfidential = containsSecret(property.type) || property.sensitive || isSensitive(property.schema, shapes)
    return !isConfidential && property.inverse === undefined && !isWriteOnly
  })
  return readable.map(({ name }) => takeMember(resource, name))
}

/** A redeclared name replaces the inherited member in its place. */
function listViewMembers(view: View, extended: readonly ViewInfo[], resource: ResourceInfo): ViewMember[] {
  const members = new Map<string, ViewMember>()
  for (const member of extended.flatMap((each) => each.members)) members.set(member.name, member)
  for (const { text } of slotValueOf(view.except) ?? []) members.delete(text)
  for (const { text } of slotValueOf(view.take) ?? []) {
    if (resource.properties.has(text)) members.set(text, takeMember(resource, text))
  }
  for (const { name, value } of listSpecifiedEntries(view.properties)) members.set(name, { kind: 'template', name, template: value })
  return [...members.values()]
}

function takeMember({ keeper }: ResourceInfo, name: string): ViewMember {
  return name === keeper?.name ? { kind: 'take', name, spreads: true } : { kind: 'take', name }
}

/** True if the members of a representation depend on the record. */
export function isSpread({ members }: ViewInfo): boolean {
  return members.some((member) => member.kind === 'take' && member.spreads === true)
}
