// Reports `filter`, `sort` and `order` by properties whose values have no such comparison.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { withoutNull } from '../../cel/fits.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { filterWords, listSelectionWords, readRootProperty } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import type { Word } from '../../model/slot.ts'
import type { Property } from '../../typing/domain.ts'
import { type Uncomparable, resolveComparison } from '../../typing/filters.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/invalid-comparison'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const resource = operation.action === 'list' ? findSubjectResource(operation, typing.domain) : undefined
  if (resource === undefined) return []
  const filterDiagnostics = filterWords(operation.slots).flatMap(({ text, node }): Diagnostic[] => {
    const property = resource.properties.get(readRootProperty(text))
    const comparison = resolveComparison(text, resource, typing.domain)
    // Another check reports unknown names, and another one `writeOnly` properties.
    if (
      property === undefined ||
      isOpen(property) ||
      typeof comparison === 'object' ||
      comparison === 'unknown' ||
      comparison === 'write-only'
    )
      return []
    return [diagnose(resource.name, text, 'filter', reasons[comparison], property, node)]
  })
  const orderDiagnostics = (['sort', 'order'] as const).flatMap((key) =>
    listSelectionWords(operation.slots, key).flatMap(({ text, node }): Diagnostic[] => {
      const name = text.replace(/^-/, '')
      const property = resource.properties.get(name)
      return property === undefined || isOpen(property) || isOrdered(property)
        ? []
        : [diagnose(resource.name, name, key, explainNotOrdered(property), property, node)]
    }),
  )
  return [...filterDiagnostics, ...orderDiagnostics]
}

const reasons: Readonly<Record<Exclude<Uncomparable, 'unknown' | 'write-only'>, string>> = {
  secret: 'a secret cannot be compared',
  inverse: 'an inverse is not a value but records of another resource',
  list: 'such a list has no operator',
  value: 'such a value has no operator',
}

function diagnose(
  resource: string,
  name: string,
  key: 'filter' | 'sort' | 'order',
  reason: string,
  property: Property,
  { span }: Word['node'],
): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `\`${key}\` names ${quoteName(`${resource}.${name}`)}, but ${reason}`,
    { span, text: key === 'filter' ? 'cannot be filtered by' : 'has no order' },
    {
      others: [{ span: property.at.span, text: 'declared here' }],
      help: advise`${remove('Remove it')}, or name a property with a comparable value.`,
    },
  )
}

function isOpen({ type }: Property): boolean {
  const { kind } = withoutNull(type)
  return kind === 'unknown' || kind === 'dyn'
}

const orderedKinds = new Set(['bool', 'int', 'uint', 'double', 'decimal', 'string', 'enum', 'timestamp', 'duration', 'record'])

function isOrdered({ type, secret, inverse }: Property): boolean {
  return !secret && inverse === undefined && orderedKinds.has(withoutNull(type).kind)
}

function explainNotOrdered({ type, secret, inverse }: Property): string {
  if (secret) return reasons.secret
  if (inverse !== undefined) return reasons.inverse
  return withoutNull(type).kind === 'list' ? 'such a list has no order' : 'such a value has no order'
}
