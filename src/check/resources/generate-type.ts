// Reports `generate` on a property of another type.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { slotValue } from '../../model/slot.ts'
import { generateOf } from '../../typing/schema-of.ts'
import type { Check } from '../check.ts'
import { schemasOf } from '../schemas.ts'

const code = 'resources/generate-type'

/** The type checker reports values of CEL expressions. */
const generatedTypes = {
  uuidv7: { types: ['string'], formats: [undefined, 'uuid'], words: 'a UUID', write: 'type: string, format: uuid' },
  uuidv4: { types: ['string'], formats: [undefined, 'uuid'], words: 'a UUID', write: 'type: string, format: uuid' },
  sequence: { types: ['integer', 'number'], formats: [undefined, 'int32', 'int64', 'double'], words: 'an integer', write: 'type: integer' },
  now: { types: ['string'], formats: ['date-time'], words: 'a timestamp', write: 'type: string, format: date-time' },
  'now-on-update': { types: ['string'], formats: ['date-time'], words: 'a timestamp', write: 'type: string, format: date-time' },
} as const

export const check: Check = {
  code,
  run: ({ model }) => [...schemasOf(model)].flatMap(ofSchema),
}

function ofSchema({ keywords }: SchemaNode): Diagnostic[] {
  const generate = slotValue(keywords.generate)
  const types = slotValue(keywords.type)
  if (generate === undefined || types === undefined) return []
  const { kind } = generateOf(generate)
  if (kind === 'expression') return []
  const { types: fitting, formats, words, write } = generatedTypes[kind]
  const format = slotValue(keywords.format)?.text
  const fits =
    types.some((type) => (fitting as readonly string[]).includes(type)) && (formats as readonly (string | undefined)[]).includes(format)
  if (fits) return []
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(`generate: ${kind}`)} makes ${words}, which the type does not take`,
      { span: generate.node.span, text: `makes ${words}` },
      {
        help: `Give it the type of what is made:\n\n${write.replace(', ', '\n')}`,
      },
    ),
  ]
}
