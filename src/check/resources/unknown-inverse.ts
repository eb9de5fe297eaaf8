// Reports `inverse` of a property that is not a reference to this resource.

import { joinWithOr, createDiagnostic } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/unknown-inverse'

export const check: Check = {
  code,
  run({ typing }) {
    const { resources } = typing.domain
    const references = [...resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].flatMap((each) =>
        each.reference === undefined ? [] : [{ to: each.reference.resource, name: `${name}.${each.name}` }],
      ),
    )
    const referencesByTarget = Map.groupBy(references, ({ to }) => to)
    return [...resources.values()].flatMap(({ name, source }) =>
      listSpecifiedEntries(source.slots.properties).flatMap(({ value }) => {
        const inverse = slotValueOf(value.keywords.inverse)
        if (inverse === undefined) return []
        const references = (referencesByTarget.get(name) ?? []).map((reference) => reference.name)
        if (references.includes(inverse.text) || isUnknown(inverse.text, typing.domain)) return []
        return [
          createDiagnostic(
            'error',
            code,
            `\`${inverse.text}\` is not a reference to \`${name}\``,
            { span: inverse.node.span, text: `leads to no ${name}` },
            {
              reason: `An inverse is the way back of a reference: the records whose reference is this ${name}.`,
              help:
                references.length === 0
                  ? `No property refers to \`${name}\` yet.`
                  : `Properties that refer to \`${name}\`: ${joinWithOr(references)}.`,
            },
          ),
        ]
      }),
    )
  },
}

/** An unknown reference is reported at its place. */
function isUnknown(name: string, { resources, shapes }: Domain): boolean {
  const [resource = '', property = ''] = name.split('.')
  const source = resources.get(resource)?.properties.get(property)?.source
  const items = source === undefined ? undefined : slotValueOf(source.keywords.items)
  return [source, items].some((schema) => {
    const target = schema === undefined ? undefined : slotValueOf(schema.keywords.$ref)?.text
    return target !== undefined && !resources.has(target) && !shapes.has(target)
  })
}
