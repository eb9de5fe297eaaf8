// Reports properties in `filter`, `sort`, `order`, `set`, `by` and `body` that the resource lacks.

import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName, unknownProperty, unknownName } from '../../diagnostic/voice.ts'
import type { Body } from '../../model/endpoints.ts'
import { filterWords, rootOf } from '../../model/filters.ts'
import { type Word, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Domain, ResourceInfo } from '../../typing/domain.ts'
import { comparedBy } from '../../typing/filters.ts'
import type { Check } from '../check.ts'
import { type DeclaredIdentity, identitiesOf } from './subject.ts'

const code = 'endpoints/unknown-property'

export const check: Check = {
  code,
  run({ model, typing }) {
    return model.endpoints.value.operations.flatMap((operation): Diagnostic[] => {
      const { resources } = typing.domain
      const resource = resources.get(operation.subject?.text.split('.')[0] ?? '')
      const own =
        resource === undefined
          ? []
          : [
              ...filterWords(operation.slots).flatMap((word) => unknownFilter(resource, word, typing.domain)),
              ...listNamed(operation).flatMap((word) => unknown(code, resource, word)),
            ]
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
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(bare)} is not a property of ${name}`,
        { span: node.span, text: `no property of ${name} has this name` },
        {
          help: `The order is ascending, or descending with a \`-\` before the name: ${quoteName(written)}`,
        },
      ),
    ]
  }
  return properties.has(bare) || type.open === true ? [] : [unknownProperty(code, name, bare, node.span, properties.keys())]
}

/** `address.city`: a member of an object, or of the objects in a list. */
function unknownFilter(resource: ResourceInfo, word: Word, domain: Domain): Diagnostic[] {
  const root = rootOf(word.text)
  if (root === word.text || !resource.properties.has(root))
    return unknown(code, resource, root === word.text ? word : { ...word, text: root })
  const members = membersOf(resource.properties.get(root)!.type)
  if (comparedBy(word.text, resource, domain) !== 'unknown' || members === undefined) return []
  return [
    unknownName(
      code,
      `member of ${quoteName(`${resource.name}.${root}`)}`,
      word.text,
      word.node.span,
      members.map((name) => `${root}.${name}`),
    ),
  ]
}

/** Undefined for a value that may have any members. */
function membersOf(type: Type): readonly string[] | undefined {
  const bare = withoutNull(type)
  switch (bare.kind) {
    case 'list':
      return membersOf(bare.element)
    case 'object':
      return [...bare.members.keys()]
    case 'dyn': case 'unknown':
      return undefined
    default:
      return []
  }
}

/** The names under `by`. */
export function unknownIn(code: string, { resource, by }: DeclaredIdentity): Diagnostic[] {
  return (slotValue(by) ?? []).flatMap(({ name, key }) => unknown(code, resource, { text: name, node: key }))
}

function listNamed({ slots }: Operation): Word[] {
  const body = slotValue(slots.body)
  const lists = [...(slotValue(slots.sort) ?? []), ...(slotValue(slots.order) ?? [])]
  const written = specifiedEntries(slots.set).map(({ key }) => ({ text: key.text, node: key }))
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
      return body.members.flatMap(({ slot }) => bodyFields(slotValue(slot) ?? { kind: 'fields', fields: [], node: body.node }))
  }
}
