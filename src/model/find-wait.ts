// Finds the wait of an operation, and the read that answers after it.

import type { Scalar } from '../document/node.ts'
import type { Operation } from './model.ts'
import { type ExpressionText, type Word, listSpecifiedEntries, slotValueOf } from './slot.ts'

/** A wait whose parts are all specified; `milliseconds` is its longest time. */
export type DeclaredWait = {
  readonly read: Operation
  readonly path: readonly { readonly name: string; readonly key: Scalar; readonly value: ExpressionText }[]
  readonly until: ExpressionText
  readonly milliseconds: number
}

/** The wait of an operation; undefined without one, or if a part of it is a gap or a mistake. */
export function findWait(operation: Operation, operations: readonly Operation[]): DeclaredWait | undefined {
  const declared = slotValueOf(operation.slots.wait)
  if (declared === undefined) return undefined
  const [until, milliseconds] = [slotValueOf(declared.until), slotValueOf(declared.for)]
  const read = findWaitRead(operation, operations)
  if (read === undefined || until === undefined || milliseconds === undefined) return undefined
  return { read, until, milliseconds, path: listSpecifiedEntries(declared.path) }
}

/** The read that `wait` names; undefined if it names none of the service. */
export function findWaitRead(operation: Operation, operations: readonly Operation[]): Operation | undefined {
  const word = findWaitWord(operation)
  return word && operations.find(({ id, action }) => id === word.text && action === 'read')
}

const waitingOperations = new WeakMap<readonly Operation[], ReadonlyMap<Operation | undefined, readonly Operation[]>>()

/** The operations whose waits end with the answer of this read. */
export function listWaitingFor(read: Operation, operations: readonly Operation[]): readonly Operation[] {
  const byRead = waitingOperations.getOrInsertComputed(operations, () =>
    Map.groupBy(
      operations.filter((each) => findWaitWord(each) !== undefined),
      (each) => findWaitRead(each, operations),
    ),
  )
  return byRead.get(read) ?? []
}

/** The name of the read that `wait` names. */
export function findWaitWord({ slots }: Pick<Operation, 'slots'>): Word | undefined {
  const declared = slotValueOf(slots.wait)
  return declared && slotValueOf(declared.read)
}
