// Finds references from records of one tenant to records that several tenants share.

import type { TenantMember } from '../typing/domain.ts'

/** True if records of several tenants may refer to a record: their resource has more tenant properties than its own. */
export function isReferredFromOtherTenants(resourceTenant: readonly TenantMember[], referrer: readonly TenantMember[]): boolean {
  return referrer.some(({ from }) => !resourceTenant.some((member) => member.from === from))
}
