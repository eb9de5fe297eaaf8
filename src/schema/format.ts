// The formats of the dialect, as assertions: the texts and numbers that each admits, and the canonical spelling of some.

import { isIpv4, isIpv6 } from '../base/address.ts'
import { isZoneName } from '../base/calendar.ts'
import { isUuid } from '../base/uuid.ts'
import { parseDuration, printDuration } from '../base/duration.ts'
import { parseDecimal } from '../base/decimal.ts'
import { compileClientPattern, compilePattern } from '../base/pattern.ts'
import { isTime, normaliseTimestamp, parseDate } from '../base/time.ts'
import { parsePointer } from './failure.ts'

/** A format of strings: returns the canonical spelling, or undefined for an invalid text. */
export type TextFormat = (text: string) => string | undefined

const asIs =
  (test: (text: string) => boolean): TextFormat =>
  (text) =>
    test(text) ? text : undefined

/** Formats of strings by name. `password`, and `decimal` of numbers, only affect how a value is stored or shown. */
export const textFormats: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['date-time', normaliseTimestamp],
  ['date', asIs((text) => parseDate(text) !== undefined)],
  ['time', asIs(isTime)],
  ['duration', normaliseDuration],
  ['email', asIs(isEmail)],
  ['hostname', asIs(isHostname)],
  ['ipv4', asIs(isIpv4)],
  ['ipv6', asIs(isIpv6)],
  ['uri', asIs((text) => isUriReference(text) && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text))],
  ['uri-reference', asIs(isUriReference)],
  ['uuid', (text) => (isUuid(text) ? text.toLowerCase() : undefined)],
  ['regex', asIs((text) => compileClientPattern(text, compilePattern).problem === undefined)],
  ['time-zone', asIs(isZoneName)],
  ['json-pointer', asIs((text) => parsePointer(text) !== undefined)],
  ['decimal', asIs((text) => /^-?\d+(\.\d+)?$/.test(text) && parseDecimal(text) !== undefined)],
  ['byte', asIs((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text))],
  ['password', asIs(() => true)],
])

/** Formats of numbers: `decimal` is exact, the others have bounds. Every number is a `double`. */
export const numberFormats: ReadonlyMap<string, { readonly least?: bigint; readonly greatest?: bigint }> = new Map([
  ['int32', { least: -(2n ** 31n), greatest: 2n ** 31n - 1n }],
  ['int64', { least: -(2n ** 63n), greatest: 2n ** 63n - 1n }],
  ['decimal', {}],
  ['double', {}],
])

/** RFC 3339, appendix A, has no sign; ISO 8601's months and years are not lengths of time. */
function normaliseDuration(text: string): string | undefined {
  const ms = text.startsWith('-') ? undefined : parseDuration(text)
  return typeof ms === 'number' ? printDuration(ms) : undefined
}

/** RFC 5321's Mailbox, in ASCII and without comments: a dot-string or quoted string, at a host or an address literal. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (at < 1 || local.length > 64 || text.length > 254) return false
  const dotString = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
  const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
  if (!dotString.test(local) && !quoted.test(local)) return false
  if (!domain.startsWith('[')) return isHostname(domain)
  const literal = domain.slice(1, -1)
  return domain.endsWith(']') && (/^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal))
}

/** RFC 1123 names: labels of letters, digits and inner hyphens. */
function isHostname(text: string): boolean {
  if (text.length > 253) return false
  return text.split('.').every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))
}

const pathCharacter = String.raw`(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`
const queryOrFragment = new RegExp(String.raw`^(?:${pathCharacter}|[/?])*$`)
const pathOnly = new RegExp(String.raw`^(?:${pathCharacter}|/)*$`)

/** RFC 3986's URI-reference, part by part (the split is that of its appendix B). */
function isUriReference(text: string): boolean {
  const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text)
  if (parts === null) return false
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false
  if (scheme === undefined && text.startsWith(':')) return false
  if (authority !== undefined && !isAuthority(authority)) return false
  return pathOnly.test(path) && queryOrFragment.test(query) && queryOrFragment.test(fragment)
}

function isAuthority(text: string): boolean {
  const parts = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*)(?::([0-9]*))?$/.exec(text)
  if (parts === null) return false
  const [, user = '', host = ''] = parts
  const named = /^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/
  if (!/^(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*$/.test(user)) return false
  if (!host.startsWith('[')) return named.test(host)
  const literal = host.slice(1, -1)
  return isIpv6(literal) || /^v[0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/i.test(literal)
}
