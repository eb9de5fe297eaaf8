// Reports `$ref` to anything but a resource or a shape of `$defs`.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName, reportUnknownResource } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listSchemasOf } from '../schemas.ts'

export const check: Check = {
  code: 'resources/unknown-reference',
  run({ model, typing }) {
    const targets = new Set([
      ...typing.domain.resources.keys(),
      ...listSpecifiedEntries(model.resources.value.$defs).map(({ name }) => name),
    ])
    return [...listSchemasOf(model)].flatMap(({ keywords }) => {
      const reference = slotValueOf(keywords.$ref)
      if (reference === undefined || targets.has(reference.text)) return []
      // The form of references in JSON Schema and OpenAPI.
      const last = /^#\/.*\/([^/]+)$/.exec(reference.text)?.[1]
      if (last !== undefined && targets.has(last)) {
        return [
          createDiagnostic(
            'error',
            'resources/unknown-reference',
            `${quoteName(reference.text)} is not a resource or shape`,
            { span: reference.node.span, text: 'a pointer' },
            {
              reason: 'A `$ref` gives the name of a resource, or of a shape of `$defs`, not a path through the document.',
              help: advise`Write${paste(`$ref: ${last}`)}`,
            },
          ),
        ]
      }
      return [reportUnknownResource('resources/unknown-reference', 'resource or shape', reference.text, reference.node.span, targets)]
    })
  },
}
