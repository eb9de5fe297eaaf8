// Reads the signature of a message: Standard Webhooks, or an HMAC over its bytes in any header.

import { advise, paste } from '../diagnostic/help.ts'
import type { Node } from '../document/node.ts'
import { record } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { expression, name, oneOfWords, scalarShape } from './scalars.ts'
import { type Read, type Shape, key, reportExpected, toReading } from './shape.ts'
import { type Slot, type Word, slotValueOf } from './slot.ts'

export const hmacAlgorithms = ['hmac-sha256', 'hmac-sha512', 'hmac-sha1'] as const
export type HmacAlgorithm = (typeof hmacAlgorithms)[number]

/** Text with placeholders in braces: at least one of `required`, and no others except `allowed`. */
function textWithPlaceholders(words: string, required: readonly string[], allowed: readonly string[], example: string): Shape<string> {
  return scalarShape(words, { type: 'string' }, (scalar, reader) => {
    const placeholders = Array.from(scalar.text.matchAll(/\{([^{}]*)\}/g), ([, placeholder]) => placeholder!)
    const isValid =
      placeholders.filter((placeholder) => required.includes(placeholder)).length === 1 &&
      placeholders.every((placeholder) => required.includes(placeholder) || allowed.includes(placeholder)) &&
      new Set(placeholders).size === placeholders.length
    return isValid ? toReading(scalar.text) : reportExpected(words, scalar, reader, advise`For example${paste(example)}`)
  })
}

/** Keys of signed requests; their scheme names the header. */
export const requestSignatureKeys = {
  value: key(
    textWithPlaceholders(
      'text with `{hex}` or `{base64}`, and perhaps `{timestamp}`',
      ['hex', 'base64'],
      ['timestamp'],
      "value: 'sha256={hex}'",
    ),
    '`{hex}`',
    'What the header says.',
  ),
  content: key(
    textWithPlaceholders('text with `{body}`, and perhaps `{timestamp}`', ['body'], ['timestamp'], "content: '{timestamp}.{body}'"),
    '`{body}`',
    'What is signed.',
  ),
  timestamp: key(name('the name of a header'), 'none', 'The header that carries the time, in seconds since 1970.'),
  algorithm: key(oneOfWords(...hmacAlgorithms), 'hmac-sha256', 'The algorithm; the key is the secret as text.'),
}

/** Keys of a scheme: the secret is the operator's, or in the sender's record. */
export const schemeSignatureKeys = {
  ...requestSignatureKeys,
  secret: key(
    expression,
    "the scheme's `secret`",
    'The secrets of the sender, one or a list, in the record that `find` looks up, which is `caller`.',
  ),
}

export const signatureKeys = {
  header: key(name('the name of a header'), 'a gap', 'The header that carries the signature.'),
  ...requestSignatureKeys,
}

/** `hmac`: its own header and content. */
export type Signature =
  | { readonly kind: 'standard-webhooks'; readonly node: Node }
  | ({ readonly kind: 'hmac' } & Read<typeof signatureKeys>)

export const signature: Shape<Signature> = choice('`standard-webhooks`, or a map with `header`', {
  scalar: refine(oneOfWords('standard-webhooks'), (kind, node) => toReading<Signature>({ kind, node })),
  map: refine(record('a signature', signatureKeys), (slots, node, reader) => {
    const signsTime = slotValueOf(slots.content)?.includes('{timestamp}') === true
    const sendsTime = slotValueOf(slots.value)?.includes('{timestamp}') === true || slots.timestamp.state !== 'unsaid'
    if (!signsTime || sendsTime) return toReading<Signature>({ kind: 'hmac', ...slots })
    return reportExpected(
      'a header for the time that is signed',
      node,
      reader,
      advise`Send the time too, for example${paste('timestamp: X-Timestamp')}`,
    )
  }),
})

/** An HMAC signature with all its defaults. */
export type HmacForm = {
  readonly header: string
  readonly value: string
  readonly content: string
  readonly timestamp: string | undefined
  readonly algorithm: HmacAlgorithm
}

/** A signature with its defaults. */
export type SignatureForm = { readonly kind: 'standard-webhooks' } | ({ readonly kind: 'hmac' } & HmacForm)

/** Undefined if a part of it is a gap. */
export function makeSignatureForm(declared: Signature): SignatureForm | undefined {
  if (declared.kind === 'standard-webhooks') return declared
  const form = makeHmacForm(declared)
  return form && { kind: 'hmac', ...form }
}

function makeHmacForm(declared: Extract<Signature, { kind: 'hmac' }>): HmacForm | undefined {
  return makeForm(slotValueOf(declared.header)?.text, declared)
}

/** The signature form of a scheme whose key is a signature; undefined for other schemes, and if a part of it is a gap. */
export function makeRequestSignatureForm({
  signature: declared,
  name: header,
}: {
  readonly signature: Slot<Read<typeof requestSignatureKeys>>
  readonly name: Slot<Word>
}): HmacForm | undefined {
  return declared.state === 'shown' ? makeForm(slotValueOf(header)?.text, declared.value) : undefined
}

/** True if the sender's record contains the secret that verifies the signature. */
export function isSignedBySender({ signature: declared }: { readonly signature: Slot<Read<typeof schemeSignatureKeys>> }): boolean {
  return slotValueOf(declared)?.secret.state === 'shown'
}

function makeForm(
  header: string | undefined,
  { value, content, timestamp, algorithm }: Read<typeof requestSignatureKeys>,
): HmacForm | undefined {
  const isOpen = [value, content, timestamp, algorithm].some(({ state }) => state === 'gap')
  return header === undefined || isOpen
    ? undefined
    : {
        header,
        value: slotValueOf(value) ?? '{hex}',
        content: slotValueOf(content) ?? '{body}',
        timestamp: slotValueOf(timestamp)?.text,
        algorithm: slotValueOf(algorithm) ?? 'hmac-sha256',
      }
}
