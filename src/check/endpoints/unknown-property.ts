// `filter`, `sort`, `order`, `set`, `by` and the fields of a `body` name properties of the resource.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName, unknownName } from '../../diagnostic/voice.ts'
import type { Body } from '../../model/endpoints.ts'
import { type Word, each, shown } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { type DeclaredIdentity, identitiesOf } from './subject.ts'

const code = 'endpoints/unknown-property'

export const check: Check = {
  code,
  run({ model, typing }) {
    return model.endpoints.value.operations.flatMap((operation): Diagnostic[] => {
      const { resources } = typing.domain
      const resource = resources.get(operation.subject?.text.split('.')[0] ?? '')
      const own = resource === undefined ? [] : named(operation).flatMap((word) => unknown(code, resource, word))
      return [...own, ...identitiesOf(operation, typing.domain).flatMap((identity) => unknownIn(code, identity))]
    })
  },
}

/** A resource whose properties are not shown may have any. */
function unknown(code: string, { name, properties, type }: ResourceInfo, { text, node }: Word): Diagnostic[] {
  const bare = text.replace(/^-/, '')
  const [, sorted = '', direction] = /^(\S+)\s+(asc|desc)$/i.exec(bare) ?? []
  if (properties.has(sorted)) {
    const written = direction?.toLowerCase() === 'desc' ? `-${sorted}` : sorted
    return [diagnostic('error', code, `${quoteName(bare)} is no property of ${name}`, { span: node.span, text: `no property of ${name} has this name` }, {
      help: `What descends has a \`-\` before it, all else ascends: ${quoteName(written)}`,
    })]
  }
  return properties.has(bare) || type.open === true ? [] : [unknownName(code, `property of ${name}`, bare, node.span, properties.keys())]
}

/** The names under `by`. */
export function unknownIn(code: string, { resource, by }: DeclaredIdentity): Diagnostic[] {
  return (shown(by) ?? []).flatMap(({ name, key }) => unknown(code, resource, { text: name, node: key }))
}

function named({ slots }: Operation): Word[] {
  const body = shown(slots.body)
  const lists = [slots.filter, slots.sort, slots.order].flatMap((slot) => [...(shown(slot) ?? [])])
  const written = each(slots.set).map(({ key }) => ({ text: key.text, node: key }))
  return [...lists, ...(body === undefined ? [] : bodyFields(body)), ...written]
}

/** Fields that a body takes from the resource, at any depth of its envelope. */
export function bodyFields(body: Body): readonly Word[] {
  switch (body.kind) {
    case 'fields':
      return body.fields
    case 'schema':
      return []
    case 'envelope':
      return body.members.flatMap(({ slot }) => bodyFields(shown(slot) ?? { kind: 'fields', fields: [], node: body.node }))
  }
}
