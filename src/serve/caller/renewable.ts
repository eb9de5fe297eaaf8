// Reloads callers' secrets while the service runs: the former secrets stay valid until the next reload.

import type { Credential } from '../../exchange/credential.ts'
import type { CallerChecks } from './callers.ts'

/** `exchange`: replaces the secrets. The previous secrets remain valid, earlier secrets do not. */
export function makeRenewable(first: CallerChecks): { readonly callers: CallerChecks; readonly exchange: (next: CallerChecks) => void } {
  let now = first
  let before: CallerChecks | undefined
  return {
    callers: {
      doubts: first.doubts,
      present(operation, request) {
        const credentials = now.present(operation, request)
        if (before === undefined || credentials === undefined) return credentials
        const former = before.present(operation, request)
        if (credentials instanceof Promise || former instanceof Promise)
          return Promise.all([credentials, former]).then(([a, b]) => verifyWithEither(a, b))
        return verifyWithEither(credentials, former)
      },
      readsBody: (operation) => now.readsBody(operation),
      issue: (scheme, subject, at) => now.issue(scheme, subject, at),
    },
    exchange(next) {
      before = now
      now = next
    },
  }
}

/** A credential that only the former secrets verify is still valid. */
function verifyWithEither(
  now: ReadonlyMap<string, Credential>,
  before: ReadonlyMap<string, Credential> | undefined,
): ReadonlyMap<string, Credential> {
  if (before === undefined) return now
  return new Map(
    [...now].map(([name, credentials]) => [name, credentials.kind === 'invalid' ? (before.get(name) ?? credentials) : credentials]),
  )
}
