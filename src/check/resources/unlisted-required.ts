// Reports required names of a shape that are not members: requests would need them, but their values would be dropped.

import { nearest } from '../../base/nearest.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithOr, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { rootsOf } from '../schemas.ts'

const code = 'resources/unlisted-required'

export const check: Check = {
  code,
  run: ({ model }) =>
    [...rootsOf(model)].flatMap((root) => [...standaloneSchemas(root)]).flatMap(({ keywords }) => {
      const listed = slotValue(keywords.properties)
      const others = [
        keywords.allOf,
        keywords.anyOf,
        keywords.oneOf,
        keywords.$ref,
        keywords.patternProperties,
        keywords.additionalProperties,
      ]
      if (listed === undefined || others.some(({ state }) => state !== 'unsaid')) return []
      const known = new Set(listed.map(({ name }) => name))
      return (slotValue(keywords.required) ?? [])
        .filter(({ text }) => !known.has(text))
        .map(({ text, node }) => reportUnlisted(text, node.span, [...known]))
    }),
}

function reportUnlisted(name: string, span: Span, known: readonly string[]): Diagnostic {
  const near = nearest(name, known)
  return diagnostic('error', code, `${quoteName(name)} is required, and not among the properties`, { span, text: 'not listed' }, {
    reason: 'A member that is not listed is accepted and dropped, so requiring it has no purpose.',
    help: near.length > 0 ? `Did you mean ${joinWithOr(near)}?` : `List it under \`properties\`, beside ${joinWithAnd(known)}.`,
  })
}

/** Schemas that stand alone: in a composition, a part may require what another part lists. */
function* standaloneSchemas(schema: SchemaNode): Generator<SchemaNode> {
  yield schema
  const { keywords } = schema
  for (const { value } of specifiedEntries(keywords.properties)) yield* standaloneSchemas(value)
  for (const inner of [slotValue(keywords.items), ...(slotValue(keywords.prefixItems) ?? [])])
    if (inner !== undefined) yield * standaloneSchemas(inner)
}
