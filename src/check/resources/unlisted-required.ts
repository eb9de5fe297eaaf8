// Reports required names of a shape that are not members: requests would need them, but their values would be dropped.

import { offerNames } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listRootSchemas } from '../schemas.ts'

const code = 'resources/unlisted-required'

export const check: Check = {
  code,
  run: ({ model }) =>
    [...listRootSchemas(model)]
      .flatMap((root) => [...walkStandaloneSchemas(root)])
      .flatMap(({ keywords }) => {
        const properties = slotValueOf(keywords.properties)
        const otherKeywords = [
          keywords.allOf,
          keywords.anyOf,
          keywords.oneOf,
          keywords.$ref,
          keywords.patternProperties,
          keywords.additionalProperties,
        ]
        if (properties === undefined || otherKeywords.some(({ state }) => state !== 'unsaid')) return []
        const memberNames = new Set(properties.map(({ name }) => name))
        return (slotValueOf(keywords.required) ?? [])
          .filter(({ text }) => !memberNames.has(text))
          .map(({ text, node }) => reportUnlisted(text, node.span, [...memberNames]))
      }),
}

function reportUnlisted(name: string, span: Span, memberNames: readonly string[]): Diagnostic {
  const suggestions = findNearest(name, memberNames)
  return createDiagnostic(
    'error',
    code,
    `${quoteName(name)} is required, and not among the properties`,
    { span, text: 'not listed' },
    {
      reason: 'A member that is not listed is accepted and dropped, so requiring it has no purpose.',
      help: suggestions.length > 0 ? offerNames(suggestions) : `List it under \`properties\`, beside ${joinWithAnd(memberNames)}.`,
    },
  )
}

/** Schemas outside of compositions: in a composition, a part may require a member that another part lists. */
function* walkStandaloneSchemas(schema: SchemaNode): Generator<SchemaNode> {
  yield schema
  const { keywords } = schema
  for (const { value } of listSpecifiedEntries(keywords.properties)) yield* walkStandaloneSchemas(value)
  for (const inner of [slotValueOf(keywords.items), ...(slotValueOf(keywords.prefixItems) ?? [])])
    if (inner !== undefined) yield* walkStandaloneSchemas(inner)
}
