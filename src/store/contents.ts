// All that a store keeps, on its way to a store of another kind, and the digests by which both sides are compared.

import { hash } from 'node:crypto'
import type { Outline } from './migration/outline.ts'
import type { SqlValue } from './sql/database.ts'

/** As of one moment, while no process serves the store. */
export type StoreContents = {
  /** The store, as messages call it. */
  readonly name: string
  readonly outline: Outline
  /** Foreign keys as SQL, by table. */
  readonly references: ReadonlyMap<string, readonly string[]>
  /** One table per resource, then the store's own tables except its named values. Events are in order. */
  readonly tables: readonly TableContents[]
  /** The store's named values. */
  readonly values: ReadonlyMap<string, string>
  close(): void
}

export type TableContents = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: () => Iterable<readonly SqlValue[]>
}

/** The rows of one table on both sides. */
export type CopiedTable = { readonly name: string; readonly from: TableDigest; readonly to: TableDigest }

/** `digest`: the sum of the SHA-256 of all rows, as 64 hexadecimal digits: the same for the same rows in any order. */
export type TableDigest = { readonly rows: number; readonly digest: string }

export class Digest {
  #rows = 0
  #sum = 0n

  add(row: readonly SqlValue[]): void {
    this.#rows++
    this.#sum += BigInt(`0x${hash('sha256', JSON.stringify(row.map(readTagged)))}`)
  }

  get result(): TableDigest {
    return { rows: this.#rows, digest: BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0') }
  }
}

/** No two values of different types have the same text. */
function readTagged(value: SqlValue): string | null {
  if (value === null) return null
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'bigint') return `i${value}`
  return typeof value === 'number' ? `d${rowNumberText(value)}` : `b${value.toHex()}`
}

/** With the sign of zero. */
export function rowNumberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
