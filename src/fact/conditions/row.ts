// A stage of an operation: the table of what can be met in it, and the derivation of the places where it is.

import type { ActionName } from '../../model/endpoints.ts'
import type { Condition, Point } from '../fact.ts'
import type { RawPoint, OperationContext } from '../operation-context.ts'

export type DerivationRow = {
  readonly condition: Condition
  readonly actions: readonly ActionName[] | 'all'
  /** The declarations that make it possible, in words of the document's keys. */
  readonly when: string
}

export type StageTable = {
  readonly stage: Point['stage']
  /** In the order in which they are met. */
  readonly rows: readonly DerivationRow[]
  derive(operationContext: OperationContext): RawPoint[]
}
