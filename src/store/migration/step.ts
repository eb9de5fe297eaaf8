// A migration plan as data: steps, each with the data that it may lose.

import type { Index, ReferenceOutline, TableOutline } from './outline.ts'
import type { PairedColumn, PairedTable } from './pairing.ts'

/**
 * `safe`: loses nothing and runs automatically. `loses`: loses data, if the operator approves. `needs`: blocked; the document or the
 * records must change first.
 */
export type StepVerdict =
  | { readonly safe: true }
  | { readonly safe: false; readonly loses: string }
  | { readonly safe: false; readonly needs: string; readonly help: string }

export type StepKind =
  | 'add-table'
  | 'drop-table'
  | 'rename-table'
  | 'change-key'
  | 'keep-deleted'
  | 'drop-deleted'
  | 'add-column'
  | 'drop-column'
  | 'rename-column'
  | 'change-kind'
  | 'allow-null'
  | 'refuse-null'
  | 'fold-column'
  | 'unfold-column'
  | 'order-column'
  | 'move-states'
  | 'recompute-column'
  | 'add-unique'
  | 'drop-unique'
  | 'add-index'
  | 'drop-index'
  | 'add-reference'
  | 'drop-reference'
  | 'complete-store'

/** `name` is a column, index, reference or machine's field of the table. */
export type MigrationStep = {
  readonly kind: StepKind
  readonly table: string
  readonly name?: string
  readonly from?: string
  readonly to?: string
  /** The number of affected records, if it matters. */
  readonly rows?: number
  /**
   * For migrations while processes of both documents run. `expand`: before the first process of the new document starts; `contract`:
   * after the last process of the earlier one has ended.
   */
  readonly phase?: 'expand' | 'contract'
} & StepVerdict

export type MigrationPlan = { readonly steps: readonly MigrationStep[] }

/** Queries about existing records, answered by the database. */
export type CountQueries = {
  rows(table: TableOutline): number
  /** Rows whose column is not null. */
  countSet(table: TableOutline, column: string): number
  /** Rows that would have null in a column that does not allow it. */
  empty(table: PairedTable, column: PairedColumn): number
  /** Rows whose value changes in the new type, and rows whose value has no equivalent in it. */
  countMisfits(table: PairedTable, column: PairedColumn): { readonly changed: number; readonly lost: number }
  /** The number of rows per value of a former column. */
  census(table: PairedTable, column: PairedColumn): ReadonlyMap<string, number>
  /** Counts values that several rows would share, and describes the first of them. */
  twins(table: PairedTable, index: Index): { readonly rows: number; readonly examples: readonly string[] }
  /** Rows whose reference would dangle. */
  countDangling(table: PairedTable, reference: ReferenceOutline): number
  /** Soft-deleted rows. */
  countDeleted(table: TableOutline): number
}

/** The worst outcome of a plan's steps. */
export function planOutcome({ steps }: MigrationPlan): 'nothing' | 'safe' | 'loses' | 'needs' {
  if (steps.some((step) => 'needs' in step)) return 'needs'
  if (steps.some((step) => 'loses' in step)) return 'loses'
  return steps.length === 0 ? 'nothing' : 'safe'
}

export function stepThatLoses(rows: number, loses: string): StepVerdict {
  return rows === 0 ? { safe: true } : { safe: false, loses }
}

export function stepThatNeeds(rows: number, needs: string, help: string): StepVerdict {
  return rows === 0 ? { safe: true } : { safe: false, needs, help }
}
