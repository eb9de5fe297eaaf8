// The rules of part 2, by its keys.

import { type Json, isJsonArray } from '../../base/json.ts'
import {
  type DocumentEdit,
  type DiffRule,
  eachEntry,
  equalFacts,
  factText,
  makeFinding,
  invisibleChange,
  keys,
  motionsOf,
  objectOf,
  other,
  outcomes,
  readResponses,
  rule,
  sentRequests,
  storedRecords,
  unknownRule,
  withFormerNames,
} from '../rule.ts'
import { exclude, invariant, required, undeclaredMembers, unique } from './constraints.ts'
import { useOf } from './edit-uses.ts'
import { addedProperty, formerProperties, isDeleted, property, removedProperty, renamedProperty } from './properties.ts'
import { usedFindings } from './schemas.ts'
import { view } from './views.ts'

const resource: DiffRule = keys({
  // Another server's key only follows from its paths.
  key: withFormerNames(
    rule((edit) => [makeFinding(edit, motionsOf(edit.new.isElsewhere ? 'unknown' : 'other', sentRequests, readResponses, storedRecords))]),
  ),
  properties: eachEntry(
    property,
    { added: rule((edit) => [addedProperty(edit)]), removed: rule((edit) => [removedProperty(edit)]), renamed: renamedProperty },
    formerProperties,
  ),
  required,
  unique: withFormerNames(unique),
  exclude,
  index: invisibleChange('Only how quickly records are found.'),
  invariant,
  softDelete: rule((edit) => [
    isDeleted(edit, edit.path[0]!)
      ? makeFinding(edit, motionsOf('other', outcomes, readResponses))
      : makeFinding(edit, [], { note: 'Nothing deletes its records.' }),
  ]),
  tenant: other(outcomes, readResponses, storedRecords),
  plural: invisibleChange('Conventions make paths of it: those are compared themselves.'),
  additionalProperties: undeclaredMembers,
  $renamedFrom: invisibleChange('It tells `migrate` what the data was called.'),
})

/** A shape at its declaration, for all its uses. */
const shape: DiffRule = rule((edit) => {
  const name = edit.path[1]!
  return usedFindings(edit, useOf(edit, name, name, 'shape'), { isOpen: edit.old.open.has(name) })
})

/** Initial records: requests find them, or no longer find them. */
const rows: DiffRule = rule((edit) => [
  makeFinding(edit, motionsOf(onlyAddsRows(edit) ? 'unknown' : 'other', outcomes, readResponses), {
    note: 'Records that exist from the start.',
  }),
])

function onlyAddsRows({ a, b }: DocumentEdit): boolean {
  return isJsonArray(a) && isJsonArray(b) && a.every((row) => b.some((each) => equalFacts(row, each)))
}

export const resourcesRules: { readonly [key: string]: DiffRule } = {
  $defs: eachEntry(shape, { added: invisibleChange(), removed: invisibleChange('The changes are listed where it was used.') }),
  views: eachEntry(
    view,
    { added: invisibleChange(), removed: invisibleChange('The changes are listed where it was shown.') },
    ({ new: newEdition }) => newEdition.viewsBefore ?? new Map(),
  ),
  records: eachEntry(rows, { added: unknownRule(outcomes, readResponses), removed: rows }),
  fixtures: invisibleChange('They exist in scenarios only.'),
}

export const resourceEntries: DiffRule = eachEntry(
  rule((edit) => resource.judge(edit), resource.inner!),
  {
    added: rule((edit) => [makeFinding({ ...edit, b: summary(edit.b) }, motionsOf('wider', storedRecords))]),
    removed: rule((edit) => [
      makeFinding({ ...edit, a: summary(edit.a) }, motionsOf('unknown', storedRecords), { note: 'Its stored values are lost.' }),
    ]),
    renamed: rule((edit) => [makeFinding(edit, motionsOf('same', storedRecords), { note: `It was called \`${factText(edit.a)}\`.` })]),
  },
  ({ new: newEdition }) =>
    new Map([...newEdition.renames.resources].flatMap(([name, former]) => (former[0] === undefined ? [] : [[name, former[0]] as const]))),
)

/** For the summary of a whole resource, its fields are enough. */
function summary(resource: Json | undefined): Json {
  return Object.keys(objectOf(objectOf(resource)['properties']))
}
