// Reports `additionalProperties` of resources: no property stores unlisted members.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'resources/unstored-members'

export const check: Check = {
  code,
  run: ({ model }) => model.resources.value.resources.flatMap(({ name, slots: { additionalProperties: slot } }): Diagnostic[] => {
    if (slot.state !== 'shown' || slot.value.always === false) return []
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(name)} would take members that it does not list, and keeps only its properties`,
        { span: slot.at.span, text: 'kept nowhere' },
        {
          reason: 'A record has only its properties. Other members of a request would be accepted and lost.',
          help: 'Take the line away: members that are not listed are dropped. `false` refuses them. What may hold anything is a property of its own:\n\nmore: { type: object, maxProperties: 20, additionalProperties: { type: string, maxLength: 200 } }',
        },
      ),
    ]
  }),
}
