// Reports properties in `filter`, `sort`, `order`, `set`, `by` and `body` that the resource lacks.

import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownProperty, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Body } from '../../model/endpoints.ts'
import { filterWords, readRootProperty } from '../../model/filters.ts'
import { type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { sortWords } from '../../model/sorts.ts'
import type { Operation } from '../../model/model.ts'
import type { Domain, ResourceInfo } from '../../typing/domain.ts'
import { resolveComparison } from '../../typing/filters.ts'
import type { Check } from '../check.ts'
import { type DeclaredIdentity, listOperationIdentities } from './subject.ts'

const code = 'endpoints/unknown-property'

export const check: Check = {
  code,
  run({ model, typing }) {
    return model.endpoints.value.operations.flatMap((operation): Diagnostic[] => {
      const { resources } = typing.domain
      const resource = resources.get(operation.subject?.text.split('.')[0] ?? '')
      const resourceDiagnostics =
        resource === undefined
          ? []
          : [
              ...filterWords(operation.slots).flatMap((word) => reportUnknownFilter(resource, word, typing.domain)),
              ...listWords(operation).flatMap((word) => reportUnknown(code, resource, word)),
            ]
      return [
        ...resourceDiagnostics,
        ...listOperationIdentities(operation, typing.domain).flatMap((identity) => reportUnknownIdentity(code, identity)),
      ]
    })
  },
}

/** A resource whose properties are not shown may have any. */
function reportUnknown(code: string, { name, properties, type }: ResourceInfo, { text, node }: Word): Diagnostic[] {
  const bare = text.replace(/^-/, '')
  const [, sorted = '', direction] = /^(\S+)\s+(asc|desc)$/i.exec(bare) ?? []
  if (properties.has(sorted)) {
    const suggestion = direction?.toLowerCase() === 'desc' ? `-${sorted}` : sorted
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(bare)} is not a property of ${name}`,
        { span: node.span, text: `no property of ${name} has this name` },
        {
          help: `The order is ascending, or descending with a \`-\` before the name: ${quoteName(suggestion)}`,
        },
      ),
    ]
  }
  return properties.has(bare) || type.open === true ? [] : [reportUnknownProperty(code, name, bare, node.span, properties.keys())]
}

/** `address.city`: a member of an object, or of the objects in a list. */
function reportUnknownFilter(resource: ResourceInfo, word: Word, domain: Domain): Diagnostic[] {
  const root = readRootProperty(word.text)
  if (root === word.text || !resource.properties.has(root))
    return reportUnknown(code, resource, root === word.text ? word : { ...word, text: root })
  const members = listMembers(resource.properties.get(root)!.type)
  if (resolveComparison(word.text, resource, domain) !== 'unknown' || members === undefined) return []
  return [
    reportUnknownName(
      code,
      `member of ${quoteName(`${resource.name}.${root}`)}`,
      word.text,
      word.node.span,
      members.map((name) => `${root}.${name}`),
    ),
  ]
}

/** Undefined for a value that may have any members. */
function listMembers(type: Type): readonly string[] | undefined {
  const name = withoutNull(type)
  switch (name.kind) {
    case 'list':
      return listMembers(name.element)
    case 'object':
      return [...name.members.keys()]
    case 'dyn':
    case 'unknown':
      return undefined
    default:
      return []
  }
}

/** The names under `by`. */
export function reportUnknownIdentity(code: string, { resource, by }: DeclaredIdentity): Diagnostic[] {
  return (slotValueOf(by) ?? []).flatMap(({ name, key }) => reportUnknown(code, resource, { text: name, node: key }))
}

function listWords({ slots }: Operation): Word[] {
  const body = slotValueOf(slots.body)
  const lists = [...sortWords(slots), ...(slotValueOf(slots.order) ?? [])]
  const written = listSpecifiedEntries(slots.set).map(({ key }) => ({ text: key.text, node: key }))
  return [...lists, ...(body === undefined ? [] : listBodyFields(body)), ...written]
}

/** Fields that a body takes from the resource, at any depth of its envelope. */
export function listBodyFields(body: Body): readonly Word[] {
  switch (body.kind) {
    case 'fields':
      return body.fields
    case 'schema':
      return []
    case 'envelope':
      return body.members.flatMap(({ slot }) => listBodyFields(slotValueOf(slot) ?? { kind: 'fields', fields: [], node: body.node }))
  }
}
