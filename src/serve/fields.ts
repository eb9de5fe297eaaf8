// The header fields of a request as operations read them.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Fields } from '../exchange/exchange.ts'

/** Node joins repeated fields as RFC 9110, section 5.3 says; `set-cookie` is a response's. */
export class RequestFields implements Fields {
  readonly #headers: IncomingHttpHeaders

  constructor({ headers }: IncomingMessage) {
    this.#headers = headers
  }

  get(name: string): string | undefined {
    const value = Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined
    return typeof value === 'object' ? value.join(', ') : value
  }

  entries(): [string, string][] {
    return Object.keys(this.#headers).map((name) => [name, this.get(name) ?? ''])
  }
}
