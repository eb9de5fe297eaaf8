// Reads part 9: versions that are served side by side, and the changes between them.

import { advise, remove } from '../diagnostic/help.ts'
import { listOf, mapOf, record } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { data, date, duration, expression, name, plainText, oneOfWords, versionPathShape } from './scalars.ts'
import { type Read, type Shape, documentation, makeEmptySlots, key, requiredKey, misplacedKey, toReading } from './shape.ts'
import type { Data } from './slot.ts'

/** Data in which `none` is not text: older clients then see no value. */
const seen: Shape<Data> = { ...data, literal: false }

const renames = mapOf('a map of old names to new ones', name('the new name'))

const changeKeys = {
  rename: key(renames, 'none', 'Properties, and entries of the catalogue, that have a new name.'),
  add: key(
    mapOf('a map of what is new to what old clients have in its place', seen),
    'none',
    'Properties, values, states and entries of the catalogue that are new.',
  ),
  remove: key(mapOf('a map of what is gone to what old clients see', seen), 'none', 'Properties and values that are gone.'),
  default: key(mapOf('a map of properties to what they were filled with', data), 'none', 'Properties that are filled with something else.'),
  retype: key(
    mapOf(
      'a map of properties',
      record('a change of type', {
        up: requiredKey(expression, 'CEL from the old value, `value`, to the new one.'),
        down: requiredKey(expression, 'CEL from the new value, `value`, to the old one.'),
      }),
    ),
    'none',
    'Properties that have a new type.',
  ),
  renameState: key(mapOf('a map of machines', renames), 'none', 'States that have a new name.'),
  renameEndpoint: key(renames, 'none', 'Endpoints that have a new address.'),
  restore: key(mapOf('a map of endpoints', data), 'none', 'Endpoints that only older versions have.'),
  description: documentation(plainText, 'Why.'),
}

const versionKeys = {
  deprecated: key(date, 'it is not', 'When it became deprecated (RFC 9745).'),
  sunset: key(date, 'it has none', 'When it ends (RFC 8594).'),
  retired: key(date, 'it is served', 'When it stopped being served.'),
  description: documentation(plainText, 'A description.'),
}

/** In `open`, the set of all event types. */
export const openEvents = 'events'

const compatibilityKeys = {
  promise: key(
    oneOfWords('backward', 'full'),
    'none: nothing is promised',
    '`backward`: old clients go on against a new edition; `full`: new ones against an old edition, too.',
  ),
  window: key(duration, 'none', 'How long a version is served at least once it is deprecated.'),
  open: key(listOf('a list of enums, unions and event sets', name('a name')), 'none', 'Elements that may gain values.'),
  rules: misplacedKey(
    'Allowed changes within a version.',
    advise`${remove('Remove it')}: \`promise\` defines what a new edition may change, and \`open\` what may gain values.`,
  ),
}

/** A single word is the promise. */
const compatibility = choice('`backward`, `full`, or a map', {
  scalar: refine(oneOfWords('backward', 'full'), (promise, node) =>
    toReading({
      ...makeEmptySlots(compatibilityKeys, { state: 'unsaid' }, node),
      promise: { state: 'shown' as const, value: promise, at: node },
    }),
  ),
  map: record('compatibility', compatibilityKeys),
})

export const versioningKeys = {
  scheme: key(
    choice('`path`, `query`, `media-type`, or a map', {
      scalar: oneOfWords('path', 'query', 'media-type'),
      map: record('the place of a version', {
        header: key(name('a header'), 'none', 'A request header.'),
        query: key(name('a parameter'), 'none', 'A query parameter.'),
        path: key(versionPathShape, '`/{version}`', 'The segments before the paths of all endpoints, with the version in one of them.'),
      }),
    }),
    'a gap',
    'The place of the version in a request.',
  ),
  value: key(expression, 'the value itself', 'CEL over the text in the request, `value`; gives the version that it names.'),
  accept: key(expression, 'equality', 'For ordered versions: the condition under which a sent version, `version`, means this one.'),
  pinned: key(expression, 'none', 'The version of a request that names none, CEL over `caller`; null is not a version.'),
  current: requiredKey(name('a version'), 'The newest version, which this document describes.'),
  versions: key(
    mapOf('a map of versions', record('a version', versionKeys)),
    'none',
    'The older versions that the service still accepts, or answers as retired.',
  ),
  changes: key(
    mapOf('a map of changes by version', listOf('a list of changes', record('a change', changeKeys))),
    'none',
    'The changes from each version to the next.',
  ),
  compatibility: key(compatibility, 'none', 'Promises to clients of earlier editions.'),
}

export type Versioning = Read<typeof versioningKeys>
export type EditionChange = Read<typeof changeKeys>
