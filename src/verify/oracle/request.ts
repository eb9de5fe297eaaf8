// A request as it is sent, the observed response, and the expected response.

import { isJsonObject, parseJsonText } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import { slotValueOf } from '../../model/slot.ts'
import { makeVersionSpeller } from '../../serve/version-speller.ts'
import type { Answer } from '../../exchange/exchange.ts'
import { printForm } from '../../exchange/form.ts'
import { isFormMedia } from '../../typing/input-body.ts'
import type { Operation } from '../../model/model.ts'

export type RequestHeader = readonly [name: string, value: string]

export type ServerRequest = {
  readonly method: string
  /** The encoded path and query. */
  readonly target: string
  readonly headers: readonly RequestHeader[]
  readonly body?: string
  /** The caller of part 5 whose credential the request has; absent if anonymous. */
  readonly caller?: string
  /** The version of part 9 that the request uses; absent for the newest. */
  readonly version?: string
  /** Milliseconds by which the server's clock advances before the request. */
  readonly wait?: number
  /** True if it is sent at the same time as the one before it. */
  readonly together?: true
  /** A change to the caller's credential. */
  readonly tampering?: Tampering
}

/**
 * `in the query`: valid, but in the query instead of its header. `named in small letters`: still valid, because the name of a scheme of
 * `Authorization` has no letter case (RFC 9110, section 11.1). `under another scheme`: valid, but no scheme of the document is named so.
 */
export type Tampering = Forgery | 'in the query' | 'named in small letters' | 'under another scheme'

type Forgery = 'changed' | 'unsigned' | 'cut'

/** The headers and parameters that authenticate a caller. */
type CredentialParts = { readonly headers: readonly RequestHeader[]; readonly query: readonly RequestHeader[] }

/** True if the changed credential still identifies the caller. */
export function isStillValid(tampering: Tampering | undefined): boolean {
  return tampering === undefined || tampering === 'named in small letters'
}

/** True if the credential itself is changed. */
export function isForged(tampering: Tampering | undefined): boolean {
  return !isStillValid(tampering) && tampering !== 'in the query' && tampering !== 'under another scheme'
}

/** Forges a credential, moves it to the query, or names its scheme otherwise. */
export function tamperCredential({ headers, query }: CredentialParts, tampering: Tampering): CredentialParts {
  if (tampering === 'in the query') return { headers: [], query: headers.flatMap(queryPairsOf) }
  if (tampering === 'named in small letters')
    return { headers: headers.map(([name, value]) => [name, value.replace(/^[A-Za-z]+(?= )/, (scheme) => scheme.toLowerCase())]), query }
  if (tampering === 'under another scheme')
    return { headers: headers.map(([name, value]) => [name, `${otherScheme} ${value.replace(/^[A-Za-z]+ /, '')}`]), query: [] }
  const forge = (pairs: readonly RequestHeader[]): readonly RequestHeader[] =>
    pairs.map(([name, value]) => [name, tamperValue(value, tampering)])
  return { headers: forge(headers), query: forge(query) }
}

/** A name that is not a registered scheme (RFC 9110, section 16.4). */
export const otherScheme = 'Other'

/** Parameters under which a careless server may accept the credential of a header: its name as frameworks spell it, and that of RFC 6750. */
export function queryPairsOf([name, value]: RequestHeader): readonly RequestHeader[] {
  const [, text = value] = /^[A-Za-z]+ (.*)$/s.exec(value) ?? []
  const capitalised = name.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return [...new Set([name, name.toLowerCase(), capitalised, 'access_token'])].map((each) => [each, text])
}

/** Forges a credential: changes a valid one, removes its signature, or cuts it. */
export function tamper(text: string, tampering: Forgery): string {
  const parts = text.split('.')
  const other = (letter: string | undefined): string => (letter === 'A' ? 'B' : 'A')
  switch (tampering) {
    case 'changed': {
      // Changes a letter in the middle, because the last letters of base64 have unused bits.
      const at = text.length - Math.min(6, Math.max(1, text.length >> 1))
      return text.slice(0, at) + other(text[at]) + text.slice(at + 1)
    }
    case 'unsigned':
      return parts.length === 3 ? `${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts[1]}.` : `${text}${text.slice(-1)}`
    case 'cut':
      return text.slice(0, -2)
  }
}

/** Forges the credential inside a header or parameter. A name with its password is forged as text, because its base64 has several spellings. */
export function tamperValue(value: string, tampering: Forgery): string {
  const basic = /^Basic (.*)$/is.exec(value)?.[1]
  if (basic !== undefined) return `Basic ${Buffer.from(tamper(Buffer.from(basic, 'base64').toString(), tampering)).toString('base64')}`
  const [, scheme = '', text = value] = /^(\S+ )?(.*)$/s.exec(value) ?? []
  return scheme + tamper(text, tampering)
}

/** The observed answer. `sent` and `received` are in milliseconds since 1970, by this machine's clock. */
export type ObservedAnswer = {
  readonly status: number
  readonly headers: readonly RequestHeader[]
  readonly body: string
  readonly sent: number
  readonly received: number
}

/** The document's answer, and the operation that the request reaches, if any. */
export type Expected = Answer & { readonly of?: Operation }

/** The request in the form that is sent: its body encoded, and its version added. */
export function makeSentRequest(compiled: Compiled, request: ServerRequest): ServerRequest {
  const body = encodeBody(request)
  return withVersion(compiled, body === undefined ? request : { ...request, body })
}

/** A sequence keeps the values of a form as JSON, so that its steps can change them. Placeholders of reports stay as they are. */
function encodeBody({ headers, body }: ServerRequest): string | undefined {
  if (body === undefined || !isFormMedia(findHeader(headers, 'content-type'))) return body
  // The placeholder of a number stands without quotes.
  const parsed = parseJsonText(body.replaceAll(/(?<=[:,[])\{\{\w+\}\}/g, '"$&"'), { depth: 200 })
  return 'value' in parsed && isJsonObject(parsed.value) ? printForm(parsed.value).replaceAll(/%7B%7B(\w+)%7D%7D/g, '{{$1}}') : body
}

/** Adds the request's version to its path, a header or the query, as the document declares it. */
function withVersion({ facts, model }: Compiled, request: ServerRequest): ServerRequest {
  const newest = facts.versions.at(-1)
  if (newest === undefined) return request
  const versionParts = makeVersionSpeller(model)(request.version ?? newest.name)
  if (versionParts === undefined) return request
  // If the document pins every caller to the newest version, a request without a version uses that.
  const pinned = slotValueOf(model.versioning.value.pinned)?.text.trim()
  if (request.version === undefined && (pinned === JSON.stringify(newest.name) || pinned === `'${newest.name}'`)) return request
  const { headers, query, prefix = '' } = versionParts
  const extraQuery = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const missingHeaders = headers.filter(([name]) => findHeader(request.headers, name) === undefined)
  return {
    ...request,
    target: `${prefix}${request.target}${extraQuery === '' ? '' : `${request.target.includes('?') ? '&' : '?'}${extraQuery}`}`,
    headers: [...request.headers, ...missingHeaders],
  }
}

/** A request of another client with its version apart, as sequences have it; unchanged if it names none of the document's versions. */
export function separateVersion({ facts, model }: Compiled, request: ServerRequest): ServerRequest {
  const spell = makeVersionSpeller(model)
  for (const { name } of facts.versions) {
    const { headers, query, prefix } = spell(name) ?? { headers: [], query: [] }
    const [path, search = ''] = request.target.split('?') as [string, string?]
    const parameters = new URLSearchParams(search)
    const isNamed =
      prefix === undefined
        ? headers.some(([header, value]) => findHeader(request.headers, header) === value) ||
          query.some(([parameter, value]) => parameters.get(parameter) === value)
        : path === prefix || path.startsWith(`${prefix}/`)
    if (!isNamed) continue
    const rest = search.split('&').filter((pair) => !query.some(([parameter]) => pair.startsWith(`${parameter}=`)))
    const target = `${path.slice(prefix?.length ?? 0)}${rest.join('') === '' ? '' : `?${rest.join('&')}`}`
    return { ...request, target, version: name }
  }
  return request
}

export function findHeader(headers: readonly RequestHeader[], name: string): string | undefined {
  const values = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}
