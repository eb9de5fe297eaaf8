// A stage of an operation: the table of its conditions, and the derivation of their points.

import type { ActionName } from '../../model/endpoints.ts'
import type { Condition, Point } from '../fact.ts'
import type { RawPoint, OperationContext } from '../operation-context.ts'

export type DerivationRow = {
  readonly condition: Condition
  readonly actions: readonly ActionName[] | 'all'
  /** The declarations that make it possible, by their keys in the document. */
  readonly when: string
}

export type StageTable = {
  readonly stage: Point['stage']
  /** In the order of evaluation. */
  readonly rows: readonly DerivationRow[]
  derive(operationContext: OperationContext): RawPoint[]
}
