// Reports `generate` on a property of another type.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { slotValueOf } from '../../model/slot.ts'
import { numberFormats, textFormats } from '../../schema/format.ts'
import { generateOf } from '../../typing/schema-of.ts'
import type { Check } from '../check.ts'
import { listSchemasOf } from '../schemas.ts'

const code = 'resources/generate-type'

/** The type checker reports values of CEL expressions. */
const generatedTypes = {
  uuidv7: { types: ['string'], formats: [undefined, 'uuid'], typeName: 'a UUID', example: 'type: string, format: uuid' },
  uuidv4: { types: ['string'], formats: [undefined, 'uuid'], typeName: 'a UUID', example: 'type: string, format: uuid' },
  sequence: {
    types: ['integer', 'number'],
    formats: [undefined, 'int32', 'int64', 'double'],
    typeName: 'an integer',
    example: 'type: integer',
  },
  now: { types: ['string'], formats: ['date-time'], typeName: 'a timestamp', example: 'type: string, format: date-time' },
  'now-on-update': { types: ['string'], formats: ['date-time'], typeName: 'a timestamp', example: 'type: string, format: date-time' },
} as const

export const check: Check = {
  code,
  run: ({ model }) => [...listSchemasOf(model)].flatMap(checkSchema),
}

function checkSchema({ keywords }: SchemaNode): Diagnostic[] {
  const generate = slotValueOf(keywords.generate)
  const types = slotValueOf(keywords.type)
  if (generate === undefined || types === undefined) return []
  const { kind } = generateOf(generate)
  if (kind === 'expression') return []
  const { types: allowedTypes, formats: allowedFormats, typeName, example } = generatedTypes[kind]
  const format = slotValueOf(keywords.format)?.text
  const isUnknownFormat = format !== undefined && !textFormats.has(format) && !numberFormats.has(format)
  const isAllowed =
    types.some((type) => (allowedTypes as readonly string[]).includes(type)) &&
    // Another check reports an unknown format.
    (isUnknownFormat || (allowedFormats as readonly (string | undefined)[]).includes(format))
  if (isAllowed) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(`generate: ${kind}`)} makes ${typeName}, which the type does not take`,
      { span: generate.node.span, text: `makes ${typeName}` },
      {
        help: advise`Give it the type of what is made:${paste(`${example.replace(', ', '\n')}`)}`,
      },
    ),
  ]
}
