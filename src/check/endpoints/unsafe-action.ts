// Reports writing actions of safe methods (RFC 9110, section 9.2.1), which caches and crawlers may repeat.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unsafe-action'
/** The writing actions, each with its usual method. */
const usualMethods = new Map([
  ['create', 'POST'],
  ['update', 'PATCH'],
  ['replace', 'PUT'],
  ['put', 'PUT'],
  ['delete', 'DELETE'],
  ['transition', 'POST'],
])

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations
      .filter((operation) => isSafe(operation.method) && isWriting(operation))
      .map(({ name, method, action, key, path }) =>
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} changes records, but ${quoteName(method)} must not change anything`,
          { span: key.span, text: `does ${quoteName(action ?? 'do')}` },
          {
            reason: 'Clients, caches and crawlers repeat safe methods on their own (RFC 9110, section 9.2.1).',
            help: advise`Use another method, for example${paste(`${usualMethods.get(action ?? '') ?? 'POST'} ${path}:`)}`,
          },
        ),
      ),
}

function isWriting({ action, slots }: Operation): boolean {
  if (action !== 'do') return usualMethods.has(action ?? '')
  return (slotValueOf(slots.do) ?? []).some((step) =>
    [step.create, step.update, step.delete, step.transition].some(({ state }) => state === 'shown'),
  )
}
