// Which reads and lists are answered with what a store prints, so that nothing of them has to become a value.

import type { Condition, Point } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import type { Service } from '../service.ts'
import type { Store } from '../store.ts'
import { isPlainReading } from './fit.ts'
import { printedList } from './printed-list.ts'
import { type Printed, printedRead } from './printed-read.ts'

/** What a printed answer asks by the very statement that prints it, or cannot meet. */
const askedByPrinting: ReadonlySet<Condition> = new Set<Condition>(['not-found', 'gone', 'cursor-expired', 'precondition-required', 'precondition-failed'])

/** `late` are the points that stand after the record or the list is looked for. */
export function printedOf(service: Service, store: Store, operation: Operation, late: readonly Point[]): Printed | undefined {
  const isAsked = ({ condition, stage, name }: Point): boolean => (name === undefined && askedByPrinting.has(condition)) || (condition === 'forbidden' && stage === 'permission')
  if (store.printing === undefined || !isPlainReading(service, operation) || !late.every(isAsked)) return undefined
  return operation.action === 'list' ? printedList(service, store, operation) : printedRead(service, store, operation)
}
