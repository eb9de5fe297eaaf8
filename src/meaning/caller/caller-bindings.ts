// The names that every expression of a transaction sees: the caller, who is anonymous until authentication, and the common names.

import type { Bindings, Value } from '../../cel/value.ts'
import type { StoreFailure } from '../../exchange/store-failure.ts'
import type { CallerIdentity } from './caller.ts'

export class CallerBindings implements Bindings {
  readonly #makeOuter: () => Bindings
  #outer: Bindings | undefined
  #identity: CallerIdentity = anonymous
  #pendingFailure: StoreFailure | undefined

  /** `makeOuter` returns the names besides the caller's; many transactions evaluate no expression, and then need none. */
  constructor(makeOuter: () => Bindings) {
    this.#makeOuter = makeOuter
  }

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
        return (this.#outer ??= this.#makeOuter()).get(name)
    }
  }

  has(name: string): boolean {
    return name === 'caller' || name === 'claims' || name === 'credential' || (this.#outer ??= this.#makeOuter()).has(name)
  }
}

const anonymous: CallerIdentity = { caller: null, claims: null, credential: null }
