// What a request presents for each scheme of its operation, checked before anything else is done with it.

import type { Json } from '../base/json.ts'

export type Presented =
  | { readonly kind: 'missing' }
  /** Not a credential of the scheme, or one that is wrong. */
  | { readonly kind: 'invalid' }
  /** One that has ended. */
  | { readonly kind: 'expired' }
  /** One that nobody can tell: whoever issued it cannot be reached, for the reason that the operator is told. */
  | { readonly kind: 'unavailable'; readonly why: string }
  | {
      readonly kind: 'valid'
      readonly claims?: { readonly [name: string]: Json }
      /** The key itself, where the scheme's records or the document say whose it is. */
      readonly credential?: string
      readonly scopes: readonly string[]
      /** Where it was sent, if several schemes of the operation read that place: who is not found by one of them may be by another. */
      readonly place?: string
    }
