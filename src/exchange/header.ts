// Builds header fields of responses from text slots.

import type { TemplateText } from '../model/slot.ts'
import { type Context, evaluateOptionalText } from './context.ts'
import { downgradeAddresses } from './version/address.ts'
import type { RequestedVersion } from './version/requested-version.ts'

/** Header fields that contain addresses. */
const addresses = new Set(['location', 'content-location', 'link'])

/** Undefined if the header is left out: its text is one expression without a value. */
export function computeHeader(name: string, text: TemplateText, context: Context): string | undefined {
  const fieldText = evaluateOptionalText(text, context, chooseEncoder(name))
  if (fieldText === undefined) return undefined
  return convertHeader(name, toFieldValue(fieldText), context.requestedVersion)
}

/** Converts the addresses of a header field to the version of the request. */
export function convertHeader(name: string, value: string, requestedVersion: RequestedVersion | undefined): string {
  return requestedVersion === undefined || !isAddress(name) ? value : downgradeAddresses(name, value, requestedVersion)
}

/** A printer for header templates; the literal pieces are encoded once. */
export function makeHeaderPrinter<T>(name: string, pieces: readonly (string | ((source: T) => string))[]): (of: T) => string {
  const encode = chooseEncoder(name)
  return (source) => {
    let text = ''
    for (const piece of pieces) text += typeof piece === 'string' ? piece : encode(piece(source), text)
    return toFieldValue(text)
  }
}

function isAddress(name: string): boolean {
  return addresses.has(name.toLowerCase())
}

function chooseEncoder(name: string): typeof encodeInAddress {
  if (name.toLowerCase() === 'link') return encodeInLink
  return isAddress(name) ? encodeInAddress : (value) => value
}

/** RFC 8288, section 3: in `Link` an address is between `<` and `>`; outside of them are parameters, or whole links. */
function encodeInLink(value: string, before: string): string {
  return before.lastIndexOf('<') > before.lastIndexOf('>') ? encodeInAddress(value, before) : value
}

/** Texts without characters to encode (RFC 3986, section 2.3), as most keys are. */
const isUnreserved = /^[A-Za-z0-9\-._~]*$/

/**
 * Characters that `encodeURIComponent` encodes and that a path segment may contain (RFC 3986, section 3.3); not `,` and `;`, which
 * divide fields.
 */
const pathCharacters = /%(?:24|26|2B|3A|3D|40)/g
/** In a query or fragment (sections 3.4 and 3.5) `&`, `=` and `+` divide members, so those are left encoded. */
const queryCharacters = /%(?:24|2F|3A|3F|40)/g

/**
 * Percent-encodes a value (RFC 3986, section 2.1) after the text `before` it, as one path segment or a part of one. A value at the start
 * may be a whole address; only characters that no address can contain are encoded in it.
 */
function encodeInAddress(value: string, before: string): string {
  if (isUnreserved.test(value)) return value
  const text = value.toWellFormed()
  if (before === '') return encodeURI(text).replaceAll('%25', '%')
  // The last of several addresses in one field.
  const address = before.slice(before.lastIndexOf('<') + 1)
  return encodeURIComponent(text).replace(/[?#]/.test(address) ? queryCharacters : pathCharacters, decodeURIComponent)
}

/**
 * RFC 9110, section 5.5: a line end would begin another field, so it becomes a space, as recipients must read it. Text beyond ASCII is
 * sent as UTF-8 bytes, each as one character.
 */
function toFieldValue(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim()
  // oxlint-disable-next-line no-control-regex -- these are the characters that a field must not hold
  const line = text.replaceAll(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ').trim()
  return Buffer.from(line, 'utf8').toString('latin1')
}
