// The value of `request` in expressions: its id, method and address, and its header fields without credentials.

import type { Expression } from '../cel/expression.ts'
import { reads } from '../cel/reads.ts'
import type { Value } from '../cel/value.ts'
import type { Facts } from '../fact/fact.ts'
import { each, shown } from '../model/slot.ts'
import type { Fields } from './exchange.ts'

type RequestData = { readonly id: string; readonly method: string; readonly address: string; readonly headers?: Fields }

/** Header names are in lower case. Without an expression of the document that reads them, the fields are omitted. */
export function makeRequestValue(facts: Facts, { id, method, address, headers }: RequestData): Value {
  const { isRead, credentials } = usesOf(facts)
  const own = [['id', id], ['method', method], ['address', address]] as const
  if (!isRead) return new Map<string, Value>(own)
  const fields = new Map([...(headers?.entries() ?? [])].filter(([name]) => !credentials.has(name)))
  return new Map<string, Value>([...own, ['headers', fields]])
}

type Uses = { readonly isRead: boolean; readonly credentials: ReadonlySet<string> }

const known = new WeakMap<Facts, Uses>()

function usesOf(facts: Facts): Uses {
  return known.getOrInsertComputed(facts, () => ({ isRead: readsHeaders(facts), credentials: credentialHeaders(facts) }))
}

/** Headers in which callers prove who they are: RFC 9110, section 11.6.2, cookies (RFC 6265), and the keys of part 5. */
function credentialHeaders({ model }: Facts): ReadonlySet<string> {
  const keys = each(model.authentication.value.schemes).flatMap(({ value }) => (shown(value.in) === 'header' ? (shown(value.name)?.text ?? []) : []))
  return new Set(['authorization', 'proxy-authorization', 'cookie', ...keys.map((name) => name.toLowerCase())])
}

function readsHeaders({ typing }: Facts): boolean {
  const readsThem = (expression: Expression | undefined): boolean =>
    expression !== undefined && reads(expression).variables.some(({ name, path: [member] }) => name === 'request' && (member === undefined || member === 'headers'))
  return typing.slots.some(({ slot }) =>
    slot.kind === 'expression' ? readsThem(typing.expression(slot)) : (typing.text(slot) ?? []).some((piece) => piece.kind === 'expression' && readsThem(piece.expression)))
}
