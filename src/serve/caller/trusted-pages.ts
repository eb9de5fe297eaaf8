// Checks the origin of requests with cookies: browsers send cookies for every page and name the page's origin in `Origin`.

import type { Authentication, Scheme } from '../../model/authentication.ts'
import { isSafe } from '../../model/methods.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Carrier } from './credential.ts'

/** Pages whose requests are trusted like the service's own. */
export type TrustedPages = {
  readonly origins: ReadonlySet<string>
  /** The service's own origin, if the document declares it. */
  readonly ownOrigin: string | undefined
}

/** Only named origins: permission for all pages to call does not extend to calls with a user's cookie. */
export function createTrustedPages({ origins }: Authentication, url: string | undefined): TrustedPages {
  const named =
    slotValueOf(origins)
      ?.map(({ text }) => text)
      .filter((text) => text !== '*') ?? []
  return { origins: new Set(named), ownOrigin: url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined }
}

/**
 * True if a scheme accepts a credential from such a request. A changing request without an origin comes from no current browser, or
 * hides its origin: its credential is refused (Fetch standard, `Origin` header).
 */
export function comesFromTrustedPage(scheme: Scheme, { method, headers }: Carrier, { origins, ownOrigin }: TrustedPages): boolean {
  if (slotValueOf(scheme.origin) === undefined || isSafe(method)) return true
  const origin = headers.get('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  if (origins.has(origin)) return true
  return ownOrigin === undefined ? new URL(origin).host === headers.get('host') : origin === ownOrigin
}
