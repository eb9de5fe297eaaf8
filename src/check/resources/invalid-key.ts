// Reports keys and uniques that are not stored values, or that can be null.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Word } from '../../model/slot.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Check } from '../check.ts'

const code = 'resources/invalid-key'

type Use = 'key' | 'unique' | 'exclude'

export const check: Check = { code, run: ({ typing }) => [...typing.domain.resources.values()].flatMap(checkResource) }

function checkResource(resource: ResourceInfo): Diagnostic[] {
  const { key, unique, exclude } = resource.source.slots
  const uniqueWords = (slotValueOf(unique) ?? []).flatMap((set) => ('slot' in set ? [...(slotValueOf(set.slot) ?? [])] : [...set]))
  return [
    ...checkMembers(resource, slotValueOf(key) ?? [], 'key'),
    ...checkMembers(resource, uniqueWords, 'unique'),
    ...checkMembers(
      resource,
      listSpecifiedEntries(exclude).flatMap(({ value }) => [...(slotValueOf(value.same) ?? [])]),
      'exclude',
    ),
  ]
}

function checkMembers({ name, properties }: ResourceInfo, words: readonly Word[], use: Use): Diagnostic[] {
  return words.flatMap(({ text, node }): Diagnostic[] => {
    const property = properties.get(text)
    const reason = property && explainNotIdentifying(property, use)
    if (property === undefined || reason === undefined) return []
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(`${name}.${text}`)} ${reason}, so it cannot identify a record`,
        { span: node.span, text: use === 'key' ? 'the key' : use },
        {
          others: [{ span: property.at.span, text: 'declared here' }],
          help: 'Name properties that hold one stored value each.',
        },
      ),
    ]
  })
}

/** A cyclic key has an unknown type; another check reports it. */
function explainNotIdentifying({ type, schema, nullable, secret, inverse, compute }: Property, use: Use): string | undefined {
  if (inverse !== undefined) return 'is an inverse, which is not stored'
  if (secret) return 'is a secret, which is kept hashed'
  if (compute !== undefined && !compute.stored) return 'is computed when it is read'
  if (use === 'key' && nullable && schema !== true) return 'can be null'
  const { kind } = withoutNull(type)
  if (kind === 'list') return 'is a list'
  return kind === 'object' || kind === 'map' ? 'is an object' : undefined
}
