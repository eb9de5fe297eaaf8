// Determines the requirements of an operation: its own, or those of the service.

import type { Authentication, Scheme } from './authentication.ts'
import type { Model, Operation } from './model.ts'
import { type Slot, slotValueOf } from './slot.ts'

export function securityOf(
  { authentication }: Pick<Model, 'authentication'>,
  { slots }: Pick<Operation, 'slots'>,
): Authentication['security'] {
  return slots.security.state === 'unsaid' ? authentication.value.security : slots.security
}

/** True for `{}` beside schemes, an empty requirement, or `none`: any caller is allowed. */
export function admitsAnonymous(security: Slot<readonly (readonly unknown[])[]>): boolean {
  const declared = slotValueOf(security)
  // An unreadable requirement still counts as a requirement.
  if (declared?.length === 0 && security.state === 'shown' && security.at.kind === 'list' && security.at.items.length > 0) return false
  return (
    security.state === 'none' ||
    (declared !== undefined && (declared.length === 0 || declared.some((requirement) => requirement.length === 0)))
  )
}

/** True if a scheme's credential is a signed token that identifies the caller. */
export function usesTokens(scheme: Scheme): boolean {
  switch (slotValueOf(scheme.type)) {
    case 'oauth2':
    case 'openIdConnect':
      return true
    case 'http':
    case 'apiKey':
    case undefined:
      return slotValueOf(scheme.bearerFormat)?.text === 'JWT'
  }
}

/** True if a credential can change an operation's answer. */
export function readsCredentials(model: Model, operation: Operation): boolean {
  return (
    model.authentication.state === 'shown' &&
    (slotValueOf(securityOf(model, operation)) ?? []).some((requirement) => requirement.length > 0)
  )
}
