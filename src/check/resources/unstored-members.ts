// Reports `additionalProperties` of a resource that names no property which can keep undeclared members.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/unstored-members'

export const check: Check = {
  code,
  run: ({ typing }) =>
    Array.from(typing.domain.resources.values(), ({ name, source, keeper, properties }): Diagnostic[] => {
      const word = slotValueOf(source.slots.additionalProperties)
      if (word === undefined || word.text === 'false' || keeper !== undefined || source.slots.properties.state !== 'shown') return []
      const message = properties.has(word.text)
        ? `${quoteName(`${name}.${word.text}`)} cannot keep the undeclared members of a request`
        : `${quoteName(name)} would accept members that it does not list, but stores only its properties`
      return [
        createDiagnostic(
          'error',
          code,
          message,
          { span: word.node.span, text: properties.has(word.text) ? 'not a map that requests write' : 'kept nowhere' },
          {
            reason: 'A record has only its properties. Undeclared members are kept in one of them, which is a map.',
            help: advise`Declare a property for them, and name it:${paste('properties:\n  more: { type: object, maxProperties: 20, additionalProperties: { type: string, maxLength: 200 } }\nadditionalProperties: more')}`,
          },
        ),
      ]
    }).flat(),
}
