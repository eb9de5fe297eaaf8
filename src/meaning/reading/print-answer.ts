// Decides for which reads and lists the store prints the complete response.

import type { Condition, Point } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, slotValueOf } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import type { Store } from '../store.ts'
import { isPlainReading } from './printable.ts'
import { printList } from './print-list.ts'
import { type ReadPrinter, printRead } from './print-read.ts'

/**
 * Conditions that the printing statement checks itself: it finds no row. A list checks before it prints that its `where` can be
 * computed.
 */
const checkedByPrinting: ReadonlySet<Condition> = new Set<Condition>([
  'not-found',
  'gone',
  'cursor-expired',
  'precondition-required',
  'precondition-failed',
])

/** Returns undefined if rows must be read. `laterPoints` holds the points after the look-up of the record or list. */
export function compilePrinter(
  service: Interpreter,
  store: Store,
  operation: Operation,
  laterPoints: readonly Point[],
): ReadPrinter | undefined {
  const isCheckedByPrinting = ({ condition, stage, name }: Point): boolean =>
    (name === undefined && checkedByPrinting.has(condition)) ||
    (condition === 'forbidden' && stage === 'permission') ||
    (condition === 'invalid' && name === 'where')
  if (store.printing === undefined || !isPlainReading(service, operation) || !laterPoints.every(isCheckedByPrinting)) return undefined
  const print = operation.action === 'list' ? printList : printRead
  const defaultPrinter = print(service, store, operation, slotValueOf(operation.slots.output))
  if (defaultPrinter === undefined || service.facts.typing.input(operation).fields === undefined) return defaultPrinter
  const printersByOutput = new WeakMap<Template, ReadPrinter | 'none'>()
  const findPrinter = (requestState: RequestState): ReadPrinter | undefined => {
    const output = requestState.output()
    const printer =
      output === undefined
        ? defaultPrinter
        : printersByOutput.getOrInsertComputed(output, () => print(service, store, operation, output) ?? 'none')
    return printer === 'none' ? undefined : printer
  }
  return {
    answer: (requestState) => findPrinter(requestState)?.answer(requestState),
    queries: (requestState) => findPrinter(requestState)?.queries?.(requestState) ?? [],
  }
}
