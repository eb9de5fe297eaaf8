// Rules of part 4 about whole operations: which are served, and at which addresses.

import type { Json } from '../../base/json.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Edition } from '../edition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  makeEntriesRule,
  printFact,
  makeFinding,
  makeKeysRule,
  makeMotions,
  rule,
  sentRequests,
} from '../rule.ts'
import { operationRules } from './endpoints.ts'

const factsOf = ({ compiled }: Edition, name: string): OperationFacts | undefined =>
  compiled.facts.operations.find(({ operation }) => operation.name === name && operation.until === undefined)

/** Operations by their addresses: a removed or moved operation is missed. */
const removedOperation: DiffRule = rule((edit) => [
  makeFinding(
    { ...edit, a: summariseOperation(edit.old, edit.path[0]!) },
    isServed(edit.old, edit.path[0]!) ? makeMotions('narrower', sentRequests) : [],
    isServed(edit.old, edit.path[0]!) ? {} : { note: 'It was incomplete, and so not served; --elsewhere compares it anyway.' },
  ),
])
const addedOperation: DiffRule = rule((edit) => [
  makeFinding({ ...edit, b: summariseOperation(edit.new, edit.path[0]!) }, makeMotions('wider', sentRequests)),
])

function summariseOperation({ operations }: Edition, name: string): Json | undefined {
  const operation = operations.get(name)
  return operation && [operation.action, operation.subject?.text].filter((word) => word !== undefined).join(': ')
}

const isServed = (edition: Edition, name: string): boolean => {
  const facts = factsOf(edition, name)
  return facts !== undefined && (edition.isElsewhere || facts.complete)
}

/** The operation's own keys, which determine whether it is served. */
const operation: DiffRule = rule((edit) => {
  const [before, after] = [edit.a, edit.b]
  const name = edit.path[0]!
  const formerName = nameBefore(edit, name)
  const [wasServed, isServedNow] = [isServed(edit.old, formerName), isServed(edit.new, name)]
  if (!wasServed)
    return [
      makeFinding({ ...edit, a: undefined, b: undefined }, isServedNow ? makeMotions('wider', sentRequests) : [], {
        note: isServedNow
          ? 'It is complete now, and served.'
          : 'It is incomplete, and so not served, in the old edition; --elsewhere compares it anyway.',
      }),
    ]
  if (!isServedNow)
    return [
      makeFinding({ ...edit, a: undefined, b: undefined }, makeMotions('narrower', sentRequests), {
        note: 'It is now incomplete, and so not served.',
      }),
    ]
  return makeKeysRule(operationRules).judge({ ...edit, a: before, b: after })
}, operationRules)

function nameBefore(edit: DocumentEdit, name: string): string {
  return edit.old.operations.has(name) ? name : (findFormerAddresses(edit).get(name) ?? name)
}

/** Different parameter names make no difference; a different address of the same `operationId` is a new address. */
export function findFormerAddresses({ old, new: newEdition }: Pick<DocumentEdit, 'old' | 'new'>): ReadonlyMap<string, string> {
  const shapes = new Map([...old.operations.values()].map((operation) => [replaceParameters(operation.name), operation.name]))
  const ids = new Map(
    [...old.operations.values()].flatMap((operation) =>
      operation.slots.operationId.state === 'shown' ? [[operation.id, operation.name] as const] : [],
    ),
  )
  const changes = slotValueOf(newEdition.compiled.model.versioning.value.changes) ?? []
  const renamed = new Map(
    changes.flatMap(({ slot }) =>
      (slotValueOf(slot) ?? []).flatMap(({ renameEndpoint }) =>
        (slotValueOf(renameEndpoint) ?? []).flatMap(({ name, slot: to }) => (to.state === 'shown' ? [[to.value.text, name] as const] : [])),
      ),
    ),
  )
  return new Map(
    [...newEdition.operations.values()].flatMap((operation): (readonly [string, string])[] => {
      const { name, id } = operation
      if (old.operations.has(name)) return []
      const before =
        shapes.get(replaceParameters(name)) ??
        renamed.get(name) ??
        (operation.slots.operationId.state === 'shown' ? ids.get(id) : undefined)
      return before === undefined || !old.operations.has(before) || newEdition.operations.has(before) ? [] : [[name, before]]
    }),
  )
}

function replaceParameters(name: string): string {
  return name.replaceAll(/\{[^}]*\}/g, '{}')
}

const changedAddress: DiffRule = rule((edit) =>
  replaceParameters(printFact(edit.a)) === replaceParameters(printFact(edit.b))
    ? [makeFinding(edit, [], { note: 'Only a parameter of the path is called otherwise.' })]
    : [makeFinding(edit, makeMotions('other', sentRequests), { note: `It was \`${printFact(edit.a)}\`.` })],
)

export const operationEntries: DiffRule = makeEntriesRule(
  operation,
  { added: addedOperation, removed: removedOperation, renamed: changedAddress },
  findFormerAddresses,
)

/** Finds operations without changes of their own that a change elsewhere affects. */
export function diffServedOperations(old: Edition, newEdition: Edition): DiffFinding[] {
  return [...newEdition.operations.keys()].flatMap((name): DiffFinding[] => {
    if (!old.operations.has(name)) return []
    const [wasServed, isServedNow] = [isServed(old, name), isServed(newEdition, name)]
    return wasServed === isServedNow
      ? []
      : [
          {
            path: [name],
            motions: makeMotions(isServedNow ? 'wider' : 'narrower', sentRequests),
            note: isServedNow ? 'It is complete now, and served.' : 'It is now incomplete, and so not served.',
          },
        ]
  })
}
