// The credential that a request carries for a scheme: in `Authorization`, a header, the query or a cookie.

import type { Fields } from '../../exchange/exchange.ts'
import type { Scheme } from '../../model/authentication.ts'
import { slotValueOf } from '../../model/slot.ts'

export type Carrier = {
  readonly method: string
  readonly headers: Fields
  readonly query: readonly (readonly [string, string])[]
  /** The credential as the request contains it. */
  readonly body: Uint8Array
}

/** Builds the function that extracts a scheme's credential; it returns undefined if the request has none. */
export function createCredentialReader(scheme: Scheme): (request: Carrier) => string | undefined {
  switch (slotValueOf(scheme.type)) {
    case 'http':
    case 'oauth2':
    case 'openIdConnect':
    case undefined: {
      const authScheme = (slotValueOf(scheme.scheme)?.text ?? 'Bearer').toLowerCase()
      return (request) => readAuthorization(authScheme, request)
    }
    case 'apiKey':
      return makeKeyReader(scheme)
  }
}

function makeKeyReader(scheme: Scheme): (request: Carrier) => string | undefined {
  const name = slotValueOf(scheme.name)?.text ?? ''
  const field = name.toLowerCase()
  switch (slotValueOf(scheme.in)) {
    case 'header':
      return ({ headers }) => headers.get(field)
    case 'query':
      return ({ query }) => findOnlyValue(query.filter(([each]) => each === name).map(([, value]) => value))
    case 'cookie':
      return ({ headers }) => readCookie(headers.get('cookie'), name)
    case undefined:
      return () => undefined
  }
}

/** Two credentials are ambiguous, so both count as invalid. */
function findOnlyValue(values: readonly string[]): string | undefined {
  return values.length > 1 ? '' : values[0]
}

/** The place that the scheme reads: schemes with one place receive the same credential. */
export function printCredentialPlace(scheme: Scheme): string {
  const name = slotValueOf(scheme.name)?.text ?? ''
  if (slotValueOf(scheme.type) !== 'apiKey') return 'header authorization'
  return slotValueOf(scheme.in) === 'header' ? `header ${name.toLowerCase()}` : `${slotValueOf(scheme.in)} ${name}`
}

/** RFC 9110, section 11.4: a scheme word, here in lower case because it ignores case, and the text after it. */
function readAuthorization(authScheme: string, { headers }: Carrier): string | undefined {
  const value = headers.get('authorization')
  const space = value?.indexOf(' ') ?? -1
  if (value === undefined) return undefined
  const schemeName = space < 0 ? value : value.slice(0, space)
  return schemeName.toLowerCase() === authScheme ? value.slice(schemeName.length).trim() : undefined
}

/** RFC 6265, section 4.2.1; quotes around a value are removed. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const cookieValues = (header?.split(';') ?? []).flatMap((pair) => {
    const equals = pair.indexOf('=')
    return equals >= 0 && pair.slice(0, equals).trim() === name
      ? [
          pair
            .slice(equals + 1)
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ]
      : []
  })
  return findOnlyValue(cookieValues)
}
