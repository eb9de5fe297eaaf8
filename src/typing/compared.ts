// The type of an undeclared path parameter: the type of the property with its name, or of the property that an expression compares it with.

import { parse } from '../cel/parse.ts'
import { type Syntax, listSyntaxParts } from '../cel/syntax.ts'
import type { Lookup } from '../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain, Property, ResourceInfo } from './domain.ts'

/** Resources of names: of `this`, of `with`, and of names that a macro binds. */
type Records = ReadonlyMap<string, ResourceInfo>

/** The properties that path parameters are compared with, by the parameter's name; the first one found counts. */
export function mapComparedProperties(operation: Operation, domain: Domain): ReadonlyMap<string, Property> {
  const properties = new Map<string, Property>()
  const add = (parameter: string, property: Property | undefined): void => {
    if (property !== undefined) properties.getOrInsert(parameter, property)
  }
  const { slots } = operation
  const resource = domain.resources.get(resourceNameOf(operation) ?? '')
  const records = new Map<string, ResourceInfo>(resource === undefined ? [] : [['this', resource]])
  for (const { name, value } of listSpecifiedEntries(slots.with)) {
    const target = domain.resources.get(slotValueOf(value.find)?.text ?? '')
    if (target === undefined) continue
    readBy(value.by, target, add)
    records.set(name, target)
  }
  if (resource !== undefined) {
    readBy(slots.by, resource, add)
    if (slots.by.state === 'unsaid') for (const name of listIdentityNames(resource)) add(name, resource.properties.get(name))
  }
  const conditions = [slotValueOf(slots.where), ...listSpecifiedEntries(slots.require).map(({ value }) => value)]
  for (const text of conditions) if (text !== undefined) readCondition(text, records, domain, add)
  return properties
}

type AddProperty = (parameter: string, property: Property | undefined) => void

function readBy(by: Lookup['by'], resource: ResourceInfo, add: AddProperty): void {
  for (const { name, value } of listSpecifiedEntries(by)) {
    const parameter = findParameterName(parse(value.text).syntax)
    if (parameter !== undefined) add(parameter, resource.properties.get(name))
  }
}

/** Names of a key's members, and of properties that are unique by themselves. */
function listIdentityNames({ key, uniques }: ResourceInfo): readonly string[] {
  return [...key, ...uniques.flatMap(({ members }) => (members.length === 1 ? members : []))]
}

/** The name in `input.path.NAME` or `input.path["NAME"]`. */
function findParameterName(syntax: Syntax | undefined): string | undefined {
  const member = findSelectedMember(syntax)
  const section = findSelectedMember(member?.operand)
  return section?.name === 'path' && section.operand.kind === 'name' && section.operand.name === 'input' ? member?.name : undefined
}

function findSelectedMember(syntax: Syntax | undefined): { readonly operand: Syntax; readonly name: string } | undefined {
  if (syntax?.kind === 'select') return { operand: syntax.operand, name: syntax.member }
  if (syntax?.kind !== 'index' || syntax.index.kind !== 'literal' || typeof syntax.index.value !== 'string') return undefined
  return { operand: syntax.operand, name: syntax.index.value }
}

function readCondition(text: ExpressionText, records: Records, domain: Domain, add: AddProperty): void {
  const { syntax } = parse(text.text)
  if (syntax !== undefined) addComparedProperties(syntax, records, domain, add)
}

function addComparedProperties(syntax: Syntax, records: Records, domain: Domain, add: AddProperty): void {
  if (syntax.kind === 'binary' && syntax.operator === '==') {
    for (const [side, other] of [
      [syntax.left, syntax.right],
      [syntax.right, syntax.left],
    ] as const) {
      const parameter = findParameterName(side)
      if (parameter !== undefined) add(parameter, findPropertyAt(other, records, domain))
    }
  }
  const innerRecords = syntax.kind === 'call' ? bindRecord(syntax, records, domain) : records
  for (const part of listSyntaxParts(syntax)) addComparedProperties(part, innerRecords, domain, add)
}

/** `Follow.exists(f, …)` binds `f` to a record of `Follow`. */
function bindRecord({ target, arguments: [bound] }: Extract<Syntax, { kind: 'call' }>, records: Records, domain: Domain): Records {
  if (target?.kind !== 'name' || bound?.kind !== 'name') return records
  const resource = domain.resources.get(target.name)
  return resource === undefined ? records : new Map([...records, [bound.name, resource]])
}

/** The property at the end of `this.order.id`. */
function findPropertyAt(syntax: Syntax, records: Records, domain: Domain): Property | undefined {
  if (syntax.kind !== 'select') return undefined
  return findRecordAt(syntax.operand, records, domain)?.properties.get(syntax.member)
}

function findRecordAt(syntax: Syntax, records: Records, domain: Domain): ResourceInfo | undefined {
  if (syntax.kind === 'name') return records.get(syntax.name)
  const { reference } = findPropertyAt(syntax, records, domain) ?? {}
  return reference === undefined || reference.many ? undefined : domain.resources.get(reference.resource)
}

/** True if an expression reads the request; false for an expression with a mistake. */
export function readsInput({ text }: ExpressionText): boolean {
  const { syntax } = parse(text)
  return syntax !== undefined && mentions(syntax, 'input')
}

function mentions(syntax: Syntax, name: string): boolean {
  return (syntax.kind === 'name' && syntax.name === name) || listSyntaxParts(syntax).some((part) => mentions(part, name))
}
