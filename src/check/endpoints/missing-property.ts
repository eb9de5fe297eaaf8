// Reports a required property without a source when a record is created or replaced: the body, `set`, `generate`, `default` or the path.

import { type Help, advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { suggestGenerator } from '../gap-help.ts'
import { listMachineSets } from '../states/writes.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/missing-property'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const { action, slots, subject } = operation
  const { body } = typing.input(operation)
  // Without a body, a request contains no field.
  const mayBeEmpty = body?.nullable === true
  const isReplace = action === 'replace'
  const resource = action === 'create' || action === 'put' || isReplace ? findSubjectResource(operation, typing.domain) : undefined
  const isUnspecified = [slots.body, slots.set, slots.by].some(({ state }) => state === 'gap' || state === 'wrong')
  if (resource === undefined || subject === undefined || isUnspecified || !isSpecified(resource)) return []
  const sourcedNames = new Set([
    ...(mayBeEmpty ? [] : (body?.writes ?? [])).map(({ property }) => property),
    ...(slotValueOf(slots.set) ?? []).map(({ name }) => name),
    ...(action === 'put' ? [...(slotValueOf(slots.by) ?? []).map(({ name }) => name), ...typing.input(operation).path.keys()] : []),
    ...listServiceWrittenNames(resource),
  ])
  const missing = [...resource.properties.values()].filter(
    (property) => needsValue(property) && !sourcedNames.has(property.name) && !(isReplace && keepsValue(property, resource)),
  )
  if (missing.length === 0) return []
  const names = missing.map(({ name }) => name)
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(operation.name)} ${isReplace ? 'leaves' : 'creates'} ${withArticle(resource.name)} without ${joinWithAnd(names)}, which ${names.length === 1 ? 'is' : 'are'} required`,
      { span: subject.node.span, text: 'lacks what is required' },
      {
        others: missing.map(({ at }) => ({ span: at.span, text: 'required, and nothing gives it a value' })),
        reason: printReason(mayBeEmpty, isReplace),
        help: writeHelp(missing, resource, mayBeEmpty, isReplace),
      },
    ),
  ]
}

function writeHelp(missing: readonly Property[], resource: ResourceInfo, mayBeEmpty: boolean, isReplace: boolean): string | Help {
  const sets = missing.map(({ name }) => `${name}: ${isReplace ? `this.${name}` : '…'}`).join(', ')
  const write = (verb: string): Help => advise`${verb}, for example${paste(`set: { ${sets} }`)}`
  const generated = missing.map((property) => ({
    name: property.name,
    generator: suggestGenerator(property, resource.key.includes(property.name)),
  }))
  if (isReplace || generated.some(({ generator }) => generator === undefined))
    return write(mayBeEmpty ? 'Write it' : 'Take it from the body, or write it')
  const properties = generated.map(({ name, generator }) => `${name}: { generate: ${generator} }`).join(', ')
  return advise`If the service makes it, say so in part 2:${paste(`${resource.name}: { properties: { ${properties} } }`, 'resources')}\n\nor ${write(mayBeEmpty ? 'write it' : 'take it from the body, or write it')}`
}

function printReason(mayBeEmpty: boolean, isReplace: boolean): string {
  if (mayBeEmpty) return 'A request without a body has none of its fields, and would be refused.'
  return isReplace
    ? '`replace` removes each value that the request does not give, so every request would be refused.'
    : 'Every request would be refused, regardless of its content.'
}

/** Replacing a record keeps its key and the properties that are written only on creation. */
function keepsValue({ name, writable, immutable }: Property, { key }: ResourceInfo): boolean {
  return !writable || immutable || key.includes(name)
}

/** If the required properties are not shown, none is missing. */
function isSpecified({ type, source }: ResourceInfo): boolean {
  return (
    type.open !== true &&
    source.slots.required.state !== 'gap' &&
    source.slots.required.state !== 'wrong' &&
    source.slots.tenant.state !== 'wrong'
  )
}

/** Properties that the service writes itself: initial states, their effects, and the tenant. */
function listServiceWrittenNames({ machines, source }: ResourceInfo): string[] {
  const stateWrites = machines.flatMap((machine) =>
    listMachineSets(machine).flatMap((set) => (slotValueOf(set) ?? []).map(({ name }) => name)),
  )
  return [...stateWrites, ...(slotValueOf(source.slots.tenant) ?? []).map(({ name }) => name)]
}

function needsValue({ required, nullable, source, generate, compute, default: fallback, machine, inverse }: Property): boolean {
  const isUnspecified = [source?.keywords.generate, source?.keywords.compute].some(
    (slot) => slot?.state === 'wrong' || slot?.state === 'gap',
  )
  return required && !nullable && !isUnspecified && [generate, compute, fallback, machine, inverse].every((origin) => origin === undefined)
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`
}
