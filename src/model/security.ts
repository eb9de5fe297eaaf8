// Who must be known to call an operation: its own requirements where it says any, and otherwise the service's.

import type { Authentication, Scheme } from './authentication.ts'
import type { Model, Operation } from './model.ts'
import { type Slot, shown } from './slot.ts'

export function securityOf({ authentication }: Pick<Model, 'authentication'>, { slots }: Pick<Operation, 'slots'>): Authentication['security'] {
  return slots.security.state === 'unsaid' ? authentication.value.security : slots.security
}

/** `{}` beside the schemes, no requirement at all, or `none`: whoever wants. */
export function letsAnybodyIn(security: Slot<readonly (readonly unknown[])[]>): boolean {
  const said = shown(security)
  // A requirement that cannot be read is one all the same.
  if (said?.length === 0 && security.state === 'shown' && security.at.kind === 'list' && security.at.items.length > 0) return false
  return security.state === 'none' || (said !== undefined && (said.length === 0 || said.some((requirement) => requirement.length === 0)))
}

/** Whether a scheme's credential is a token that says who calls, and is signed. */
export function bringsTokens(scheme: Scheme): boolean {
  switch (shown(scheme.type)) {
    case 'oauth2': case 'openIdConnect':
      return true
    case 'http': case 'apiKey': case undefined:
      return shown(scheme.bearerFormat)?.text === 'JWT'
  }
}
