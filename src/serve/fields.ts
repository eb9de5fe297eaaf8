// The header fields of a request as operations read them.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Fields } from '../exchange/exchange.ts'

/** Node joins repeated fields (RFC 9110, section 5.3); `set-cookie` belongs to responses. */
export class RequestFields implements Fields {
  readonly #headers: IncomingHttpHeaders

  /** `host`: from the target, if it contains a host. */
  constructor({ headers }: IncomingMessage, host?: string) {
    this.#headers = host === undefined ? headers : { ...headers, host }
  }

  get(name: string): string | undefined {
    const value = Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined
    return value === undefined ? undefined : decode(typeof value === 'object' ? value.join(', ') : value)
  }

  entries(): [string, string][] {
    return Object.keys(this.#headers).map((name) => [name, this.get(name) ?? ''])
  }
}

/** Bytes beyond ASCII are decoded as UTF-8 if they are valid, otherwise each as one character, as Node reads them. */
function decode(text: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text)) return text
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
