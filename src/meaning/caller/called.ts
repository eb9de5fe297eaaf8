// The names under which expressions see who calls: nobody, until it is known.

import type { Bindings, Value } from '../../cel/value.ts'
import type { Identity } from './caller.ts'

export class Called implements Bindings {
  #identity: Identity = nobody

  /** The claims are known before the caller whose they are. */
  says(claims: Value): void {
    this.#identity = { ...nobody, claims }
  }

  is(identity: Identity): void {
    this.#identity = identity
  }

  get(name: string): Value | undefined {
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

const nobody: Identity = { caller: null, claims: null, credential: null }
