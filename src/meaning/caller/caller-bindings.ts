// The variables that describe the caller: anonymous until authentication.

import type { Bindings, Value } from '../../cel/value.ts'
import type { StoreFailure } from '../../exchange/store-failure.ts'
import type { CallerIdentity } from './caller.ts'

export class CallerBindings implements Bindings {
  #identity: CallerIdentity = anonymous
  #pendingFailure: StoreFailure | undefined

  /** Expressions about the caller fail with this until the caller is known. */
  failWith(failure: StoreFailure): void {
    this.#pendingFailure = failure
  }

  /** A token's claims are known before its caller is identified. */
  setClaims(claims: Value): void {
    this.#identity = { ...anonymous, claims }
  }

  setIdentity(identity: CallerIdentity): void {
    this.#identity = identity
  }

  get(name: string): Value | undefined {
    if (this.#pendingFailure !== undefined && (name === 'caller' || name === 'credential')) throw this.#pendingFailure
    switch (name) {
      case 'caller':
        return this.#identity.caller
      case 'claims':
        return this.#identity.claims
      case 'credential':
        return this.#identity.credential
      default:
        return undefined
    }
  }

  has(name: string): boolean {
    return name === 'caller' || name === 'claims' || name === 'credential'
  }
}

const anonymous: CallerIdentity = { caller: null, claims: null, credential: null }
