// After 410 a destination gets nothing more until its address or its record changes.

import type { Store, Transaction } from '../store.ts'
import type { Delivery } from './deliveries.ts'

/** Identifies the address, and the version of the record that is the destination. Deliveries go on once it differs. */
export function printStop(tx: Pick<Transaction, 'row'>, url: string, to: Addressee): string {
  const row = to === undefined ? undefined : tx.row(to.resource, to.key)
  return row === undefined ? url : `${row.version} ${url}`
}

/** True if the destination answered 410 at this address, and nothing changed since. */
export function isStopped(
  store: Pick<Store, 'deliveries'>,
  tx: Pick<Transaction, 'row'>,
  destination: string,
  url: string,
  to: Addressee,
): boolean {
  const stop = store.deliveries.givenUp(destination)
  return stop !== undefined && stop === printStop(tx, url, to)
}

/** The record that is the destination, if it is one. */
type Addressee = Extract<Delivery['content'], { readonly kind: 'event' }>['to']

export function findAddressee({ content }: Pick<Delivery, 'content'>): Addressee {
  return content.kind === 'event' ? content.to : undefined
}
