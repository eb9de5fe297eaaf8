// The whole content of a store, to copy it to another kind of store, and the digests that compare both sides.

import { hash } from 'node:crypto'
import type { Outline } from './migration/outline.ts'
import type { SqlValue } from './sql/database.ts'

/** A consistent snapshot, while no process serves the store. */
export type StoreContents = {
  /** The store's name in messages. */
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

/** One table on both sides. */
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

/** Values of different types never have the same text. */
function readTagged(value: SqlValue): string | null {
  if (value === null) return null
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'bigint') return `i${value}`
  return typeof value === 'number' ? `d${printRowNumber(value)}` : `b${value.toHex()}`
}

/** Keeps the sign of zero. */
export function printRowNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
