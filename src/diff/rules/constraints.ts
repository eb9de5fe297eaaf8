// Rules for what a resource requires of its records: required and unique fields, exclusions, invariants, undeclared members.

import { type Json, isJsonArray } from '../../base/json.ts'
import { flipMotion } from '../law.ts'
import {
  type DiffFinding,
  type DiffRule,
  compareSets,
  makeEntriesRule,
  printFact,
  makeFinding,
  makeKeysRule,
  makeMotions,
  toObject,
  makeCertainRule,
  readResponses,
  rule,
  sentRequests,
  storedRecords,
  withFormerNames,
} from '../rule.ts'
import { formerPropertyOf, isStoredProperty, makeUseMotions, operationsOf, propertyOf, findFormerResource, useOf } from './edit-uses.ts'
import { diffConditions } from './effects.ts'
import { formerProperties } from './properties.ts'

/** Compares the required fields, one by one. */
export const required: DiffRule = rule((edit) => {
  const [resource] = edit.path as [string]
  const renamed = new Map([...formerProperties(edit)].map(([newName, before]) => [before, newName]))
  const [a, b] = [
    listOf(edit.a).map((name) => (renamed.has(name) && !listOf(edit.b).includes(name) ? renamed.get(name)! : name)),
    listOf(edit.b),
  ]
  const changed = [...b.filter((name) => !a.includes(name)), ...a.filter((name) => !b.includes(name))]
  return changed.flatMap((name): DiffFinding[] => {
    const [before, after] = [formerPropertyOf(edit, resource, name), propertyOf(edit.new, resource, name)]
    // A new or removed field is judged at its own line.
    if (before === undefined || after === undefined || before.required === after.required) return []
    const way = after.required ? 'narrower' : 'wider'
    const use = useOf(edit, `${resource}.${name}`, `${resource}.${name}`)
    const isFilled = after.default !== undefined || !after.writable
    // If no request writes the value, records without it may never occur.
    const read = way === 'wider' && use.acceptedIn.length === 0 && !edit.new.isElsewhere ? 'unknown' : way
    const motions = makeUseMotions(use, {
      sent: isFilled ? 'same' : way,
      read: isFilled && !edit.new.isElsewhere ? 'same' : read,
      ...(isStoredProperty(after) ? { stored: way } : {}),
    })
    return [{ path: [...edit.path, name], old: before.required, new: after.required, motions, operations: operationsOf(use) }]
  })
})

export function listOf(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.map(String) : []
}

const uniqueSets = (value: Json | undefined): readonly string[] =>
  (isJsonArray(value) ? value : Object.values(toObject(value))).map((set) => JSON.stringify(set))

/** A uniqueness constraint: it refuses some requests, and readers rely on it. */
export const unique: DiffRule = rule((edit) => {
  const way = compareSets([...uniqueSets(edit.a)], [...uniqueSets(edit.b)], 'none')
  // More sets allow fewer records. For a set that only has a new name, part 7's comparison finds the answer.
  const wayOfRecords = way === 'same' ? 'unknown' : flipMotion(way)
  return [
    makeFinding(edit, [
      ...makeMotions(wayOfRecords, sentRequests, readResponses),
      ...(wayOfRecords === 'wider' ? [] : makeMotions('unknown', storedRecords)),
    ]),
  ]
})

export const invariant: DiffRule = rule((edit) =>
  diffConditions(edit, (way) => [
    ...makeMotions(way, sentRequests, readResponses),
    ...(way === 'wider' ? [] : makeMotions('unknown', storedRecords)),
  ]),
)

/** Undeclared members of a request: dropped if the key is left out, refused, or kept in a property. */
export const undeclaredMembers: DiffRule = rule((edit) => {
  const { acceptedIn, shownIn } = edit.old.uses.resource(findFormerResource(edit.path[0]!, edit.old, edit.new))
  const [wasClosed, isClosed] = [printFact(edit.a) === 'false', printFact(edit.b) === 'false']
  const way = wasClosed === isClosed ? 'unknown' : isClosed ? 'narrower' : 'wider'
  const readWay = [edit.a, edit.b].every((value) => value === undefined || printFact(value) === 'false') ? 'same' : 'unknown'
  return [
    makeFinding(edit, [
      ...(acceptedIn.length > 0 ? makeMotions(way, sentRequests) : []),
      ...(shownIn.length > 0 ? makeMotions(readWay, readResponses) : []),
    ]),
  ]
})

/** Records that exclude each other. */
export const exclude: DiffRule = makeEntriesRule(
  makeKeysRule({
    same: withFormerNames(makeCertainRule(sentRequests, readResponses, storedRecords)),
    overlap: makeCertainRule(sentRequests, readResponses, storedRecords),
    where: makeCertainRule(sentRequests, readResponses, storedRecords),
  }),
  {
    added: rule((edit) => [
      makeFinding(edit, [...makeMotions('narrower', sentRequests, readResponses), ...makeMotions('unknown', storedRecords)]),
    ]),
    removed: rule((edit) => [makeFinding(edit, makeMotions('wider', sentRequests, readResponses))]),
  },
)
