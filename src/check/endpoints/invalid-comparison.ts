// `filter`, `sort` and `order` name properties whose values can be compared.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { withoutNull } from '../../cel/fits.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { subjectOf } from './subject.ts'

const code = 'endpoints/invalid-comparison'

export const check: Check = { code, run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => ofOperation(operation, facts)) }

function ofOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const resource = operation.action === 'list' ? subjectOf(operation, typing.domain) : undefined
  if (resource === undefined) return []
  const { filters } = typing.input(operation)
  return (['filter', 'sort', 'order'] as const).flatMap((key) =>
    (shown(operation.slots[key]) ?? []).flatMap(({ text, node }): Diagnostic[] => {
      const name = text.replace(/^-/, '')
      const property = resource.properties.get(name)
      if (property === undefined || isOpen(property) || (key === 'filter' ? filters.has(name) : isOrdered(property))) return []
      return [diagnostic('error', code, `${quoteName(`${resource.name}.${name}`)} stands in \`${key}\`, and ${whyNot(property, key === 'filter' ? 'operator' : 'order')}`, { span: node.span, text: key === 'filter' ? 'cannot be filtered by' : 'has no order' }, {
        others: [{ span: property.at.span, text: 'declared here' }],
        help: 'Take it out, or name a property with a value that can be compared.',
      })]
    }))
}

function isOpen({ type }: Property): boolean {
  const { kind } = withoutNull(type)
  return kind === 'unknown' || kind === 'dyn'
}

const ordered = new Set(['bool', 'int', 'uint', 'double', 'decimal', 'string', 'enum', 'timestamp', 'duration', 'record'])

function isOrdered({ type, secret, inverse }: Property): boolean {
  return !secret && inverse === undefined && ordered.has(withoutNull(type).kind)
}

function whyNot({ type, secret, inverse }: Property, lacks: 'operator' | 'order'): string {
  if (secret) return 'a secret is compared with nothing'
  if (inverse !== undefined) return 'an inverse is no value but records of another resource'
  return withoutNull(type).kind === 'list' ? `such a list has no ${lacks}` : `such a value has no ${lacks}`
}
