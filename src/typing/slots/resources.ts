// Walks the slots of part 2: the sources of properties, the invariants of records, the members of views.

import type { Expression } from '../../cel/expression.ts'
import { withNullType, withoutNull } from '../../cel/fits.ts'
import type { Member, Type } from '../../cel/type.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { findOptionalName } from '../../model/template.ts'
import { type ExpressionText, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo, ViewInfo } from '../domain.ts'
import { makeTypingNamesIn } from '../resolve.ts'
import { mistakenType } from '../scope.ts'
import { generateOf } from '../schema-of.ts'
import { containsSecret } from '../../cel/secret.ts'
import { typeRaw, typeOf } from '../type-of.ts'
import { listExtendedViews } from '../views.ts'
import {
  type SlotWalk,
  checkOptional,
  listCallerNames,
  walkConditions,
  walkExpression,
  makeMemberType,
  findRecordType,
  walkTemplate,
} from './walk.ts'

export function walkResources(walk: SlotWalk): void {
  walkViews(walk)
  for (const resource of walk.domain.resources.values()) {
    const scope = walk.scopes.scopeWith([['this', findRecordType(resource)], ...walk.scopes.always])
    for (const property of resource.properties.values()) walkProperty(property, scope, walk)
    walkConditions(resource.source.slots.invariant, { role: 'resources.invariant', scope }, walk)
    for (const { value } of listSpecifiedEntries(resource.source.slots.exclude))
      walkExpression(value.where, { role: 'resources.exclude', scope }, walk, { kind: 'bool' })
    walkTenant(resource, walk)
  }
  for (const { name, source } of walk.domain.shapes.values())
    walkValue(source, makeTypingNamesIn(walk.domain).shape(name, 'input') ?? mistakenType, walk)
}

/** A view that is called before its declaration is walked has an unknown type. */
function walkViews(walk: SlotWalk): void {
  for (const { name, resource, members } of walk.domain.views.values()) {
    const resultMembers = walk.scopes.viewMembers(name)
    for (const member of members)
      resultMembers?.set(member.name, typeTakenMember(walk.domain.resources.get(resource)?.properties.get(member.name), member.kind))
  }
  for (const view of walk.domain.views.values()) walkView(view, walk)
}

function typeTakenMember(property: Property | undefined, kind: 'take' | 'template'): Member {
  if (kind === 'template' || property === undefined) return { type: mistakenType }
  const isOptional = property.type.kind === 'nullable' && !property.nullable
  return isOptional ? { type: withoutNull(property.type), optional: true } : { type: property.type }
}

/** Inherited leaves are checked where they are declared. */
function walkView({ name, resource, source, members }: ViewInfo, walk: SlotWalk): void {
  const { scopes, domain, callers } = walk
  const events = domain.model.events
  const isUsedInEvents = events.state === 'shown' && (events.value.types.state === 'shown' || events.value.callbacks.state === 'shown')
  const caller = callers.ofAnyOperation(isUsedInEvents || callers.hasAnonymousOperations)
  const scope = scopes.scopeWith([['this', findRecordType(domain.resources.get(resource))], ...listCallerNames(caller), ...scopes.always])
  const viewMembers = scopes.viewMembers(name)
  const ownMembers = new Map<string, Member>()
  for (const { name: member, key, value } of source === undefined ? [] : listSpecifiedEntries(source.properties)) {
    const type = walkTemplate(value, { role: 'resources.view', scope }, walk, key)
    if (findOptionalName(key) !== undefined) checkOptional(member, type, key, undefined, walk)
    ownMembers.set(member, makeMemberType(type))
  }
  for (const takenMember of source === undefined ? [] : (slotValueOf(source.take) ?? [])) walkTakenMember(takenMember, resource, walk)
  for (const { kind, name: member } of members) {
    if (kind === 'template') viewMembers?.set(member, ownMembers.get(member) ?? inheritMember(member, source, walk))
  }
}

function walkTakenMember({ text, node }: Word, resource: string, walk: SlotWalk): void {
  const type = walk.domain.resources.get(resource)?.properties.get(text)?.type
  if (type === undefined || !containsSecret(type)) return
  const message = `\`${text}\` holds a secret, which only \`verify\` takes`
  walk.report({ slot: { kind: 'expression', text, node }, kind: 'secret', message, start: 0, end: text.length })
}

function inheritMember(member: string, source: ViewInfo['source'], walk: SlotWalk): Member {
  const views = source === undefined ? [] : listExtendedViews(source)
  return (
    views.map((name) => walk.scopes.viewMembers(name)?.get(member)).findLast((member) => member !== undefined) ?? { type: mistakenType }
  )
}

type Scope = ReturnType<SlotWalk['scopes']['scopeWith']>

function walkProperty(property: Property, scope: Scope, walk: SlotWalk): void {
  const { type, source, generate, compute, normalize } = property
  if (generate?.kind === 'expression') walk.visit({ role: 'resources.generate', slot: generate.expression, scope, expected: type })
  if (compute !== undefined) walk.visit({ role: 'resources.compute', slot: compute.expression, scope, expected: type })
  if (normalize !== undefined && source !== undefined) walkNormalize(normalize, source, type.kind === 'nullable', walk)
  if (source !== undefined) walkNested(source, type, walk)
}

/** `normalize` runs before the value is decoded, so on any text; null and other JSON types stay unchanged. */
function walkNormalize(slot: ExpressionText, source: SchemaNode, canBeNull: boolean, walk: SlotWalk): Expression | undefined {
  const value = typeRaw(source, makeTypingNamesIn(walk.domain))
  return walk.visit({
    role: 'resources.normalize',
    slot,
    scope: walk.scopes.scopeWith([['value', value]]),
    expected: canBeNull ? withNullType(value) : value,
  })
}

/** `generate` and `normalize` at any depth of a schema that describes a value of a type. */
export function walkValue(node: SchemaNode, type: Type, walk: SlotWalk): void {
  const normalize = slotValueOf(node.keywords.normalize)
  if (normalize !== undefined) walkNormalize(normalize, node, type.kind === 'nullable', walk)
  walkNested(node, type, walk)
}

/** The members; `objectType` is the type of the object that the schema describes. */
function walkSchema(node: SchemaNode, objectType: Type, walk: SlotWalk): void {
  const names = makeTypingNamesIn(walk.domain)
  const scope = walk.scopes.scopeWith([['this', objectType], ...walk.scopes.always])
  for (const { name, value } of listSpecifiedEntries(node.keywords.properties)) {
    const { keywords } = value
    const type = typeOf(value, names)
    const isRequired = slotValueOf(node.keywords.required)?.some(({ text }) => text === name) ?? false
    const generate = slotValueOf(keywords.generate)
    if (generate !== undefined && generateOf(generate).kind === 'expression') {
      walk.visit({ role: 'resources.generate', slot: generate, scope, expected: isRequired ? type : withNullType(type) })
    }
    const normalize = slotValueOf(keywords.normalize)
    if (normalize !== undefined) walkNormalize(normalize, value, type.kind === 'nullable' || !isRequired, walk)
    walkNested(value, type, walk)
  }
  walkAlternatives(node, objectType, walk)
}

function walkNested(node: SchemaNode, type: Type, walk: SlotWalk): void {
  if (node.keywords.properties.state === 'shown') walkSchema(node, withoutNull(type), walk)
  else walkAlternatives(node, type, walk)
  const items = slotValueOf(node.keywords.items)
  const list = withoutNull(type)
  if (items !== undefined) walkValue(items, list.kind === 'list' ? list.element : mistakenType, walk)
}

function walkAlternatives({ keywords }: SchemaNode, type: Type, walk: SlotWalk): void {
  for (const part of [keywords.allOf, keywords.anyOf, keywords.oneOf].flatMap((slot) => slotValueOf(slot) ?? []))
    walkValue(part, type, walk)
}

/** A caller without a tenant has none, so a path through a nullable reference ends in null. */
function walkTenant({ source, properties }: ResourceInfo, walk: SlotWalk): void {
  const { scopes, callers } = walk
  const scope = scopes.scopeWith([...listCallerNames(callers.ofAnyOperation(true)), ...scopes.always])
  const throughNull = new Set(['caller', 'claims'])
  for (const { name, value } of listSpecifiedEntries(source.slots.tenant)) {
    const type = properties.get(name)?.type
    walk.visit({
      role: 'resources.tenant',
      slot: value,
      scope,
      throughNull,
      ...(type === undefined ? {} : { expected: withNullType(withoutNull(type)) }),
    })
  }
}
