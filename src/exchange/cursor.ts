// Cursors: the position after a page's last item, opaque, tamper-evident, and valid only for their own list.

import { hash } from 'node:crypto'
import { type Json, printJson } from '../base/json.ts'
import { seal, unseal } from './seal.ts'

/** The query that a cursor belongs to. A cursor grants nothing: every request with it is authorised as before. */
export type CursorUse = {
  readonly operation: string
  readonly filter: Json
  readonly sort: readonly string[]
  /** The tenant whose records are listed, if the service has tenants. */
  readonly tenant?: string
  readonly version?: string
}

export type CursorSecret = {
  /** From the operator, so that cursors outlive a restart; otherwise new at each start. */
  readonly key: Uint8Array
  /** Identifies the history of records that positions refer to; positions of another epoch are invalid. */
  readonly epoch: string
}

export type DecodedCursor =
  | { readonly kind: 'position'; readonly position: readonly Json[] }
  /** Changed by the client, made for another list, or not a cursor. */
  | { readonly kind: 'foreign' }
  /** The cursor is valid, but its data was deleted. */
  | { readonly kind: 'expired' }

/** `position`: the sort values and the key of the page's last item, each as JSON text; `use` is the result of `useHash`. */
export function encodeCursor(position: readonly string[], use: string, { epoch, key }: CursorSecret): string {
  return seal(`[${JSON.stringify(epoch)},"${use}"${position.map((text) => `,${text}`).join('')}]`, key)
}

export function decodeCursor(text: string, use: CursorUse, secret: CursorSecret): DecodedCursor {
  const content = unseal(text, secret.key)
  if (content === undefined) return { kind: 'foreign' }
  const [epoch, useText, ...position] = content
  if (useText !== useHash(use)) return { kind: 'foreign' }
  return epoch === secret.epoch ? { kind: 'position', position } : { kind: 'expired' }
}

/** Characters of base64url. */
export function useHash({ operation, filter, sort, version, tenant }: CursorUse): string {
  return hash(
    'sha256',
    printJson([operation, filter, [...sort], version ?? null, ...(tenant === undefined ? [] : [tenant])]),
    'base64url',
  ).slice(0, 16)
}
