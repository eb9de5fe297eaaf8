// Reads part 2: resources with their fields, shapes, views, and initial records.

import { type Help, advise, paste, quoteEntry } from '../diagnostic/help.ts'
import { type MapNode, findEntryOf } from '../document/node.ts'
import { printQuoted } from '../document/quote.ts'
import { disclosesIn } from './discloses.ts'
import { listOf, mapOf, oneOrMany, record } from './maps.ts'
import { choice, conditionsOf, withHelp, withMapHelp } from './shape-combinators.ts'
import { boolean, data, expression, name, plainText } from './scalars.ts'
import { schema } from './schema.ts'
import { type Read, documentation, key, misplacedKey, requiredKey } from './shape.ts'
import { membersShown } from './template.ts'

const member = name('the name of a property')
const members = oneOrMany('a property, or a list of them', member, true)
/** Sets of properties, listed or by name. */
const setsOf = (shape: typeof members) =>
  choice('a list of properties or of lists of them, or a map of named ones', {
    list: listOf('a list of sets of properties', shape),
    map: mapOf('a map of sets of properties', shape),
  })

/** SQL's partial unique index is an exclusion without `overlap`. */
function suggestExclusion(map: MapNode): string | Help | undefined {
  const where = findEntryOf(map, 'where')?.value
  const names = map.entries.map(({ value }) => value).find((value) => value.kind === 'list')
  const same = names?.items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : [])) ?? ['PROPERTY']
  const condition = where?.kind === 'scalar' ? printQuoted(where.text, { flow: true, indent: '' }, 'expression') : 'CONDITION'
  return where === undefined
    ? undefined
    : advise`Write a unique among some records as an exclusion:${paste(`exclude: { a-name: { same: [${same.join(', ')}], where: ${condition} } }`)}`
}

const exclusionKeys = {
  same: key(members, 'none: all records', 'Properties in which the records are equal.'),
  overlap: key(
    record('a range', {
      from: requiredKey(member, 'The property where it begins; null: without a beginning.'),
      to: requiredKey(member, 'The property where it ends, which is not part of it; null: without an end.'),
    }),
    'none',
    'A range in which the records overlap.',
  ),
  where: key(expression, 'none: all records', 'Only records for which this holds exclude each other.'),
  description: documentation(plainText, 'Why.'),
}

export const resourceKeys = {
  key: key(members, 'a gap', 'The property or properties that identify a record.'),
  properties: key(mapOf('a map of properties', schema, '{ type: string }'), 'a gap', 'Its fields.'),
  required: key(listOf('a list of properties', member), 'none', 'Fields that every stored record has.'),
  unique: key(
    withHelp(setsOf(withMapHelp(members, suggestExclusion)), ({ text }) =>
      /^[A-Za-z_]\w*$/.test(text) && text !== 'true' ? `A list of one is written \`[${text}]\`.` : undefined,
    ),
    'none',
    'Sets of fields that no two records share.',
  ),
  exclude: key(
    mapOf('a map of named exclusions', record('an exclusion', exclusionKeys)),
    'none',
    'No two records are equal in these properties and overlap in this range.',
  ),
  overlap: misplacedKey(
    'The range of an exclusion.',
    advise`Write an exclusion: ${quoteEntry('exclude: { a-name: { same: [PROPERTY], overlap: { from: START, to: END } } }')}.`,
  ),
  index: key(setsOf(members), 'none', 'Sets of fields to find records by quickly.'),
  invariant: key(conditionsOf(expression), 'none', 'Conditions on every written record.'),
  softDelete: key(boolean, 'false', 'A deleted record is kept and answers `gone`.'),
  tenant: key(
    mapOf('a map of a property to an expression', expression),
    'none',
    'The property that keeps tenants apart, and where a request gets it from.',
  ),
  plural: key(name('a plural'), 'the regular English plural, where there is one', 'Its plural, where conventions make paths.'),
  additionalProperties: key(
    name('`false`, or the name of a property'),
    'accepted and dropped',
    'Undeclared members: refused, or kept there.',
  ),
  title: documentation(plainText, 'Its name for people.'),
  description: documentation(plainText, 'What it is.'),
  $renamedFrom: key(name('the name it had'), 'none', 'Its former name, so that the data stays.'),
}

const viewKeys = {
  of: key(name('the name of a resource'), 'a gap, unless it extends a view', 'The resource of its records.'),
  properties: key(membersShown('a map of properties'), 'none', 'Its members, each an expression over `this`.'),
  take: key(listOf('a list of properties', member), 'none', 'Properties as they are.'),
  allOf: key(
    listOf('a list of views', name('the name of a view or resource')),
    'none',
    'Views that it extends; a resource is its default view.',
  ),
  except: key(
    listOf('a list of members', member),
    'none',
    'Members of the extended views, or else of the default view, that it leaves out.',
  ),
  discloses: disclosesIn('the view shows'),
  description: documentation(plainText, 'Its purpose.'),
}

const list = listOf('a list of records', data)
const about = 'A YAML, JSON or CSV file beside the document.'

const rowsOfOne = choice('a list of records, or `{ file: NAME }`', {
  list,
  map: record('records from a file', { file: requiredKey(name('a file name'), about) }),
})

const rows = choice('a list of records, `{ file: NAME }`, or records by a setting', {
  list,
  map: record('records from a file, or by a setting', {
    file: key(name('a file name'), 'none', about),
    setting: key(name('the name of a setting'), 'none', 'A setting of part 1 that differs between environments: an `enum`, or a boolean.'),
    by: key(
      mapOf('a map of records by what the setting is', rowsOfOne),
      'none',
      'With `setting`: the records for each possible value, or `none`.',
    ),
  }),
})

/** Keys of part 2 that are not resources. */
export const resourcesKeys = {
  $defs: key(mapOf('a map of shapes', schema), 'none', 'Shapes that properties, bodies and inputs refer to.'),
  views: key(mapOf('a map of views', record('a view', viewKeys)), 'none', 'Representations of records.'),
  records: key(mapOf('a map of records by resource', rows), 'none', 'Records that exist from the start.'),
  fixtures: key(mapOf('a map of records by resource', rows), 'none', 'Records that exist in scenarios only.'),
}

export const resource = record('a resource', resourceKeys)

export type Resource = Read<typeof resourceKeys>
export type View = Read<typeof viewKeys>
export type Resources = Read<typeof resourcesKeys>
