// Reports a key with other values in older versions, if references to it are still sent with the newest values.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Type } from '../../cel/type.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'

const code = 'versioning/key-retyped'

export const check: Check = {
  code,
  run(facts) {
    const { domain } = facts.typing
    const [oldest] = facts.versions
    return [...domain.resources.values()].flatMap(({ name, key, properties }) =>
      key.flatMap((member) => {
        const steps = oldest?.resources.get(name)?.members.get(member)?.steps ?? []
        const references = steps.length === 0 ? [] : listReferences(name, facts)
        if (references.length === 0) return []
        return [
          createDiagnostic(
            'warning',
            code,
            `The key ${quoteName(`${name}.${member}`)} has different values in older versions, but ${joinWithAnd(references)} ${references.length === 1 ? 'has' : 'have'} those of the newest`,
            { span: properties.get(member)!.at.span, text: 'a key that references hold' },
            {
              reason: 'A reference is sent as the key of its record. Older clients would be shown a key that they cannot ask for.',
              help: advise`Change what refers to it as well, for example${paste(`retype: { ${references[0]}: { up: …, down: … } }`)}`,
            },
          ),
        ]
      }),
    )
  },
}

/** Properties, and members of shapes, that hold its key and whose own values do not change. */
function listReferences(resource: string, { typing: { domain }, versions }: Facts): string[] {
  const oldest = versions[0]
  const properties = [...domain.resources.values()].flatMap(({ name, properties: resourceProperties }) =>
    [...resourceProperties.values()]
      .filter(
        (property) =>
          property.inverse === undefined &&
          refersTo(property.type, resource) &&
          (oldest?.resources.get(name)?.members.get(property.name)?.steps ?? []).length === 0,
      )
      .map((property) => `${name}.${property.name}`),
  )
  const members = [...domain.shapes.values()].flatMap(({ name, type }) =>
    type.kind === 'object'
      ? [...type.members].filter(([, { type: memberType }]) => refersTo(memberType, resource)).map(([member]) => `${name}.${member}`)
      : [],
  )
  return [...properties, ...members]
}

function refersTo(type: Type, resource: string): boolean {
  switch (type.kind) {
    case 'record':
      return type.resource === resource
    case 'list':
      return refersTo(type.element, resource)
    case 'nullable':
    case 'optional':
      return refersTo(type.of, resource)
    default:
      return false
  }
}
