// The rules of part 2, by its keys.

import { type Json, isJsonArray } from '../../base/json.ts'
import {
  type DocumentEdit,
  type DiffRule,
  makeEntriesRule,
  equalFacts,
  printFact,
  makeFinding,
  makeInvisibleRule,
  makeKeysRule,
  makeMotions,
  toObject,
  makeCertainRule,
  outcomes,
  readResponses,
  rule,
  sentRequests,
  storedRecords,
  makeUnknownRule,
  withFormerNames,
} from '../rule.ts'
import { exclude, invariant, required, undeclaredMembers, unique } from './constraints.ts'
import { useOf } from './edit-uses.ts'
import { reportAddedProperty, formerProperties, isDeleted, property, reportRemovedProperty, renamedProperty } from './properties.ts'
import { diffUses } from './schemas.ts'
import { view } from './views.ts'

const resource: DiffRule = makeKeysRule({
  // Another server's key only follows from its paths.
  key: withFormerNames(
    rule((edit) => [
      makeFinding(edit, makeMotions(edit.new.isElsewhere ? 'unknown' : 'other', sentRequests, readResponses, storedRecords)),
    ]),
  ),
  properties: makeEntriesRule(
    property,
    {
      added: rule((edit) => [reportAddedProperty(edit)]),
      removed: rule((edit) => [reportRemovedProperty(edit)]),
      renamed: renamedProperty,
    },
    formerProperties,
  ),
  required,
  unique: withFormerNames(unique),
  exclude,
  index: makeInvisibleRule('Only how quickly records are found.'),
  invariant,
  softDelete: rule((edit) => [
    isDeleted(edit, edit.path[0]!)
      ? makeFinding(edit, makeMotions('other', outcomes, readResponses))
      : makeFinding(edit, [], { note: 'Nothing deletes its records.' }),
  ]),
  tenant: makeCertainRule(outcomes, readResponses, storedRecords),
  plural: makeInvisibleRule('Conventions make paths of it: those are compared themselves.'),
  additionalProperties: undeclaredMembers,
  $renamedFrom: makeInvisibleRule('It tells `migrate` what the data was called.'),
})

/** A shape at its declaration, for all its uses. */
const shape: DiffRule = rule((edit) => {
  const name = edit.path[1]!
  return diffUses(edit, useOf(edit, name, name, 'shape'), { isOpen: edit.old.open.has(name) })
})

/** Initial records: requests find them, or no longer find them. */
const rows: DiffRule = rule((edit) => [
  makeFinding(edit, makeMotions(doesOnlyAddRows(edit) ? 'unknown' : 'other', outcomes, readResponses), {
    note: 'Records that exist from the start.',
  }),
])

function doesOnlyAddRows({ a, b }: DocumentEdit): boolean {
  return isJsonArray(a) && isJsonArray(b) && a.every((row) => b.some((each) => equalFacts(row, each)))
}

export const resourcesRules: { readonly [key: string]: DiffRule } = {
  $defs: makeEntriesRule(shape, { added: makeInvisibleRule(), removed: makeInvisibleRule('The changes are listed where it was used.') }),
  views: makeEntriesRule(
    view,
    { added: makeInvisibleRule(), removed: makeInvisibleRule('The changes are listed where it was shown.') },
    ({ new: newEdition }) => newEdition.viewsBefore ?? new Map(),
  ),
  records: makeEntriesRule(rows, { added: makeUnknownRule(outcomes, readResponses), removed: rows }),
  fixtures: makeInvisibleRule('They exist in scenarios only.'),
}

export const resourceEntries: DiffRule = makeEntriesRule(
  rule((edit) => resource.judge(edit), resource.inner!),
  {
    added: rule((edit) => [makeFinding({ ...edit, b: summariseResource(edit.b) }, makeMotions('wider', storedRecords))]),
    removed: rule((edit) => [
      makeFinding({ ...edit, a: summariseResource(edit.a) }, makeMotions('unknown', storedRecords), {
        note: 'Its stored values are lost.',
      }),
    ]),
    renamed: rule((edit) => [makeFinding(edit, makeMotions('same', storedRecords), { note: `It was called \`${printFact(edit.a)}\`.` })]),
  },
  ({ new: newEdition }) =>
    new Map([...newEdition.renames.resources].flatMap(([name, former]) => (former[0] === undefined ? [] : [[name, former[0]] as const]))),
)

/** For the summary of a whole resource, its fields are enough. */
function summariseResource(resource: Json | undefined): Json {
  return Object.keys(toObject(toObject(resource)['properties']))
}
