// Reports a `touch` whose record or property cannot be touched.

import { advise, paste, quoteWordsWithOr } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownProperty } from '../../diagnostic/voice.ts'
import { isTouchTime, findTouchedResource } from '../../fact/touched.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/invalid-touch'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, typing)),
}

function checkOperation({ slots }: Operation, typing: Typing): Diagnostic[] {
  const touch = slotValueOf(slots.touch)
  const record = touch && slotValueOf(touch.record)
  const word = touch && slotValueOf(touch.property)
  const type = record && typing.expression(record)?.type
  if (record === undefined || word === undefined || type === undefined || type.kind === 'unknown') return []
  const resource = findTouchedResource(record, typing)
  if (resource === undefined)
    return [
      createDiagnostic(
        'error',
        code,
        '`touch` needs a record, but this is not one',
        { span: record.node.span, text: 'not a record' },
        { help: 'Name one: `caller`, `this`, or a record of `with`.' },
      ),
    ]
  const property = resource.properties.get(word.text)
  if (property === undefined)
    return resource.type.open === true
      ? []
      : [reportUnknownProperty(code, resource.name, word.text, word.node.span, resource.properties.keys())]
  if (isTouchTime(property)) return []
  const timeProperties = [...resource.properties.values()].filter(isTouchTime).map(({ name }) => name)
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(`${resource.name}.${word.text}`)} cannot hold the time of a touch`,
      { span: word.node.span, text: 'not a time that can be written' },
      {
        help:
          timeProperties.length > 0
            ? advise`Name one that can: ${quoteWordsWithOr(timeProperties)}.`
            : advise`Declare a property for it, and name that:${paste("lastUsedAt: { type: [string, 'null'], format: date-time, readOnly: true }")}`,
      },
    ),
  ]
}
