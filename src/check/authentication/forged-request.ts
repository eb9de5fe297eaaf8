// Reports operations that a cookie admits without an origin check: browsers send cookies with requests from any page.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Scheme } from '../../model/authentication.ts'
import { isSafe } from '../../model/methods.ts'
import type { Model } from '../../model/model.ts'
import { securityOf } from '../../model/security.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/forged-request'

export const check: Check = {
  code,
  run: ({ model }) =>
    listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => checkScheme(model, name, value)),
}

function checkScheme(model: Model, name: string, { in: place, origin }: Scheme): Diagnostic[] {
  if (place.state !== 'shown' || place.value !== 'cookie' || origin.state !== 'unsaid') return []
  const operation = model.endpoints.value.operations.find(
    (each) => !isSafe(each.method) && (slotValueOf(securityOf(model, each)) ?? []).flat().some((required) => required.name === name),
  )
  if (operation === undefined) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `Any page can use the cookie of ${quoteName(name)} to change something`,
      { span: place.at.span, text: 'browsers send it for requests of any page' },
      {
        others: [{ span: operation.key.span, text: 'changes something' }],
        reason: "Another website can send a form or a script request here, and the browser adds its user's cookie.",
        help: advise`Accept it only from pages of the service and of \`origins\`:${paste('origin: same')}`,
      },
    ),
  ]
}
