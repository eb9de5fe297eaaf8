// The header fields of a request as operations read them.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Fields } from '../exchange/exchange.ts'

/** Node joins repeated fields as RFC 9110, section 5.3 says; `set-cookie` is a response's. */
export class RequestFields implements Fields {
  readonly #headers: IncomingHttpHeaders

  /** `host`: the target's own, where it has one. */
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

/** Bytes beyond ASCII are UTF-8 where they can be, as those of answers are; else one character each, as node reads them. */
function decode(text: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text)) return text
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
