// Looks for successes of operations: after those that write what they read, and by repeating sequences that came close, with other values.

import type { OperationFacts } from '../../fact/fact.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { listCreationsBefore } from './prerequisites.ts'
import type { SearchEntry } from './search-entry.ts'

type Walk = readonly Operation[]

/** The search's part in it. */
export type SuccessSearch = {
  readonly begin: SearchEntry
  readonly operations: readonly OperationFacts[]
  readonly resources: ReadonlyMap<string, ResourceInfo>
  /** True for an operation without a success, while effort is left. */
  readonly goesOn: (operation: Operation) => boolean
  countSuccesses(): number
  /** The sequence of the operation's first success. */
  entryOf(operation: Operation): SearchEntry | undefined
  /** The operations that create the record which the operation's path names; undefined if no success of such a creation is known. */
  readonly creationOf: (operation: Operation) => Walk | undefined
  /** The sequences on which the operation came closest to a success. */
  readonly closestOf: (operation: Operation) => readonly Walk[]
  /** True if stored values refused the operation after these. */
  readonly isRefusedByValue: (operation: Operation) => boolean
  /** True if the resource has records at the beginning. */
  readonly exists: (resource: string) => boolean
  /** Undefined without callers. */
  pickCaller(): string | undefined
  /** Sends a request of the operation, by `caller` if it has the credential of one; undefined if it is refused. */
  send(entry: SearchEntry, operation: Operation, caller?: string): SearchEntry | undefined
  /** Continues from the sequence later. */
  keep(entry: SearchEntry): void
}

/** How often a sequence that came close to a success is played, each time with other values. */
const attemptsOfWalk = 8

/** The most requests until a step succeeds where another value may lead to a success. */
const triesOfValues = 12

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
        sendUntilGood(search, entry, operation, triesOfValues)
      }
    }
    if (search.countSuccesses() > before) continue
    // The values of the first sequence may prevent the success. Then what is less probable: another caller, or another order.
    for (const isOfValues of [true, false])
      if (search.countSuccesses() === before) for (const facts of operations) repeatWalks(search, facts, isOfValues)
  }
}

/** Repeats the sequences that may lead to a success of the operation, if stored values refused it, or else if they did not. */
function repeatWalks(search: SuccessSearch, facts: OperationFacts, isOfValues: boolean): void {
  const { operation } = facts
  if (!search.goesOn(operation) || (isOfValues && !search.isRefusedByValue(operation))) return
  const walks = isOfValues ? search.closestOf(operation) : listWalks(search, facts)
  for (const walk of walks)
    for (let attempt = 0; attempt < attemptsOfWalk && search.goesOn(operation); attempt++) {
      // Every second sequence is by one caller: another may not find or change its records.
      const caller = !isOfValues && attempt % 2 === 0 ? search.pickCaller() : undefined
      followWalk(search, [...walk, operation], isOfValues ? triesOfValues : 1, caller)
    }
}

/** Sequences after which the operation may succeed with other values than before. */
function listWalks({ creationOf, closestOf, operations, resources, exists }: SuccessSearch, facts: OperationFacts): readonly Walk[] {
  const needed = listCreationsBefore(facts, operations, resources, exists)
  const creation = creationOf(facts.operation)
  return [...(creation === undefined ? [] : [creation]), ...closestOf(facts.operation), ...(needed.length === 0 ? [] : [needed])]
}

function sendUntilGood(
  search: SuccessSearch,
  entry: SearchEntry,
  operation: Operation,
  tries: number,
  caller?: string,
): SearchEntry | undefined {
  for (let left = tries; left > 0; left--) {
    const next = search.send(entry, operation, caller)
    if (next !== undefined) return next
  }
  return undefined
}

/** Plays operations one after the other, each until it succeeds. */
function followWalk(search: SuccessSearch, walk: Walk, tries: number, caller: string | undefined): void {
  let entry = search.begin
  for (const operation of walk) {
    const next = sendUntilGood(search, entry, operation, tries, caller)
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
