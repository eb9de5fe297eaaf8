// Looks for successes of operations after those that write what they read.

import type { OperationFacts } from '../../fact/fact.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { SearchEntry } from './search-entry.ts'

/** The search's part in it. */
export type SuccessSearch = {
  readonly begin: SearchEntry
  readonly operations: readonly OperationFacts[]
  readonly resources: ReadonlyMap<string, ResourceInfo>
  /** True for an operation without a success, while effort is left. */
  goesOn(operation: Operation): boolean
  countSuccesses(): number
  /** The sequence of the operation's first success. */
  entryOf(operation: Operation): SearchEntry | undefined
  /** Sequences after which only stored values prevented a success. */
  walksOf(operation: Operation): readonly (readonly Operation[])[]
  /** Sends a request of the operation; undefined if it is refused. */
  send(entry: SearchEntry, operation: Operation): SearchEntry | undefined
  /** Continues from the sequence later. */
  keep(entry: SearchEntry): void
}

/** How often a sequence that came close to a success is played, each time with other values. */
const attemptsOfWalk = 8

/** The most requests until a step of a sequence succeeds. */
const triesOfStep = 12

/** Goes on as long as that gives further successes. */
export function tryAfterWriters(search: SuccessSearch): void {
  const { operations, resources } = search
  const tried = new Set<string>()
  for (let before = -1; before < search.countSuccesses();) {
    before = search.countSuccesses()
    for (const facts of operations) {
      const { operation } = facts
      for (const writer of search.goesOn(operation) ? listWriters(facts, operations, resources) : []) {
        const entry = search.entryOf(writer.operation)
        const name = `${operation.id} ${writer.operation.id}`
        if (entry === undefined || tried.has(name) || !search.goesOn(operation)) continue
        tried.add(name)
        sendUntilGood(search, entry, operation)
      }
    }
    if (search.countSuccesses() > before) continue
    // The values of the first sequence may prevent the success.
    for (const { operation } of operations)
      for (const walk of search.walksOf(operation))
        for (let attempt = 0; attempt < attemptsOfWalk && search.goesOn(operation); attempt++) follow(search, [...walk, operation])
  }
}

function sendUntilGood(search: SuccessSearch, entry: SearchEntry, operation: Operation): SearchEntry | undefined {
  for (let left = triesOfStep; left > 0; left--) {
    const next = search.send(entry, operation)
    if (next !== undefined) return next
  }
  return undefined
}

/** Plays operations one after the other, each until it succeeds. */
function follow(search: SuccessSearch, walk: readonly Operation[]): void {
  let entry = search.begin
  for (const operation of walk) {
    const next = sendUntilGood(search, entry, operation)
    if (next === undefined) return
    entry = next
  }
  search.keep(entry)
}

/** The operations that write what `facts` may read. */
function listWriters(
  facts: OperationFacts,
  operations: readonly OperationFacts[],
  resources: ReadonlyMap<string, ResourceInfo>,
): readonly OperationFacts[] {
  const own = new Set(
    [resourceNameOf(facts.operation) ?? '', ...facts.points.map(({ subject = '' }) => subject.split('.')[0]!)].filter((name) =>
      resources.has(name),
    ),
  )
  const refersTo = (name: string, other: string): boolean =>
    [...resources.get(name)!.properties.values()].some(({ reference }) => reference?.resource === other)
  const read = new Set(
    [...resources.keys()].filter((name) => own.has(name) || [...own].some((each) => refersTo(name, each) || refersTo(each, name))),
  )
  return operations.filter(
    (each) => each !== facts && [...each.creates, ...each.writes.map((name) => name.split('.')[0]!)].some((name) => read.has(name)),
  )
}
