// Where records of one tenant refer to what others have too.

import type { TenantMember } from '../typing/domain.ts'

/** Whether a record may be referred to by records of several tenants: they are kept apart by more than it is. */
export function isHeldElsewhere(own: readonly TenantMember[], referrer: readonly TenantMember[]): boolean {
  return referrer.some(({ from }) => !own.some((member) => member.from === from))
}
