// Reports code in the wrong place: code that runs before needs a waiting request; code that runs after returns nothing and ends in an
// outcome.

import { advise, paste, quoteEntry, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listBehaviourCalls } from './calls.ts'

const code = 'service/waiting-call'

export const check: Check = {
  code,
  run({ model }) {
    const behaviours = listSpecifiedEntries(model.service.value.behaviours)
    const runningBefore = new Set(behaviours.filter(({ value }) => slotValueOf(value.when) === 'before').map(({ name }) => name))
    return [
      ...listBehaviourCalls(model)
        .filter(({ word, isAwaited }) => !isAwaited && runningBefore.has(word.text))
        .map(({ word }) =>
          createDiagnostic(
            'error',
            code,
            `\`${word.text}\` runs before the transaction, and is called inside of one`,
            { span: word.node.span, text: 'nothing waits here' },
            {
              reason: 'Nothing waits while a transaction is open, and a timer has no request that could be refused.',
              help: advise`Call it in an endpoint, by \`call\` or in a step of \`do\`. Or let it run after the commit:${paste(`${word.text}:\n  when: after\n  onDone: [ … ]`)}`,
            },
          ),
        ),
      ...behaviours
        .filter(({ name }) => runningBefore.has(name))
        .flatMap(({ value: { onDone, onError } }): Diagnostic[] =>
          [['onDone', onDone] as const, ['onError', onError] as const].flatMap(([key, slot]) =>
            slot.state !== 'shown'
              ? []
              : [
                  createDiagnostic(
                    'error',
                    code,
                    `\`${key}\` has no meaning for code that runs before`,
                    { span: slot.at.span, text: 'never receives a request' },
                    {
                      reason: 'The operation that waits for code that runs before answers with its result or refusal.',
                      help: advise`${remove('Leave it out')}, or write ${quoteEntry('when: after')}.`,
                    },
                  ),
                ],
          ),
        ),
    ]
  },
}
