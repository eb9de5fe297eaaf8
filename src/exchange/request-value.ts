// The value of `request` in expressions: its id, method and address, its target and header fields without credentials, and for part 7 its
// body as it came.

import { parseJsonText } from '../base/json.ts'
import { withQuery } from '../base/url-encoded.ts'
import type { Expression } from '../cel/expression.ts'
import { reads } from '../cel/reads.ts'
import type { Value } from '../cel/value.ts'
import { toNaturalValue } from '../cel/values/natural.ts'
import type { Facts } from '../fact/fact.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Fields } from './exchange.ts'

type RequestData = {
  readonly id: string
  readonly method: string
  readonly address: string
  readonly target?: string
  readonly headers?: Fields
  readonly body?: Uint8Array
}

/** Header names are in lower case. Fields and body are omitted if no expression of the document reads them. */
export function makeRequestValue(facts: Facts, { id, method, address, target = '', headers, body }: RequestData): Value {
  const { readsHeaders, readsBody, credentials, queryCredentials } = findUses(facts)
  const value = new Map<string, Value>([
    ['id', id],
    ['method', method],
    ['address', address],
    [
      'target',
      queryCredentials.size === 0
        ? target
        : withQuery(
            target,
            [...queryCredentials].map((name) => [name, []]),
          ),
    ],
  ])
  if (readsHeaders) value.set('headers', new Map([...(headers?.entries() ?? [])].filter(([name]) => !credentials.has(name))))
  if (readsBody) value.set('body', decodeSentBody(body))
  return value
}

/** I-JSON (RFC 7493), as `json.parse` reads it. */
function decodeSentBody(body: Uint8Array | undefined): Value {
  const read = body === undefined || body.length === 0 ? undefined : parseJsonText(new TextDecoder().decode(body), { depth: maxDepth })
  return { kind: 'optional', value: read !== undefined && 'value' in read ? toNaturalValue(read.value) : undefined }
}

const maxDepth = 64

type Uses = {
  readonly readsHeaders: boolean
  readonly readsBody: boolean
  readonly credentials: ReadonlySet<string>
  readonly queryCredentials: ReadonlySet<string>
}

const usesByFacts = new WeakMap<Facts, Uses>()

function findUses(facts: Facts): Uses {
  return usesByFacts.getOrInsertComputed(facts, () => ({
    readsHeaders: readsMember(facts, 'headers'),
    readsBody: readsMember(facts, 'body'),
    // RFC 9110, section 11.6.2, and cookies (RFC 6265).
    credentials: new Set([
      'authorization',
      'proxy-authorization',
      'cookie',
      ...listCredentialNames(facts, 'header').map((name) => name.toLowerCase()),
    ]),
    queryCredentials: new Set(listCredentialNames(facts, 'query')),
  }))
}

/** Headers or parameters that contain the keys of part 5. */
function listCredentialNames({ model }: Facts, place: 'header' | 'query'): string[] {
  return listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ value }) =>
    slotValueOf(value.in) === place ? (slotValueOf(value.name)?.text ?? []) : [],
  )
}

function readsMember({ typing }: Facts, memberName: string): boolean {
  const readsMemberOf = (expression: Expression | undefined): boolean =>
    expression !== undefined &&
    reads(expression).variables.some(({ name, path: [member] }) => name === 'request' && (member === undefined || member === memberName))
  return typing.slots.some(({ slot }) =>
    slot.kind === 'expression'
      ? readsMemberOf(typing.expression(slot))
      : (typing.text(slot) ?? []).some((piece) => piece.kind === 'expression' && readsMemberOf(piece.expression)),
  )
}
