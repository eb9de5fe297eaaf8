// The credential that a request presents for each scheme of its operation, verified first.

import type { Json } from '../base/json.ts'

export type Credential =
  | { readonly kind: 'missing' }
  /** No credential of the scheme, or a wrong one. */
  | { readonly kind: 'invalid' }
  /** An expired credential. */
  | { readonly kind: 'expired' }
  /** A credential that cannot be verified because its issuer is unreachable; the reason goes to the operator. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | {
      readonly kind: 'valid'
      readonly claims?: { readonly [name: string]: Json }
      /** The key itself, if the scheme's records or the document tell whose key it is. */
      readonly credential?: string
      readonly scopes: readonly string[]
      /** Whether one of these secrets, of the sender, has signed the request. */
      readonly verifySignature?: (secrets: readonly string[]) => 'valid' | 'missing' | 'invalid' | 'expired'
      /** The place of the credential, if several schemes of the operation read it: another scheme may recognise the caller. */
      readonly place?: string
    }
