// Finds the kind of a field whose description names none: by its name, or by the resource that it speaks of.

import { normaliseSpelling } from '../../names.ts'
import { readFieldText } from './field-type.ts'
import type { FieldReading, KnownTypes } from './known-types.ts'
import type { Resource } from '../resource.ts'
import { isNamedKind, findKindInName } from './kind-tests.ts'
import type { Words } from '../words.ts'

/** `text`: the whole description, for words about the resource with the name of the field. */
export function chooseKindByName(
  name: string,
  text: string,
  resource: Resource,
  { cells, left }: FieldReading,
  known: KnownTypes,
  words: Words,
): string {
  const label = name.replaceAll('_', ' ')
  if (isNamedKind(label, words) && !left.some((clause) => words.requirement.test(clause))) {
    const { type } = readFieldText(findKindInName(label), known).cells
    if (type !== '') return type
  }
  const usual = known.general.get(name.toLowerCase())
  const general = usual === undefined ? '' : readFieldText(usual, known).cells.type
  if (general !== '') return general
  if (known.idsAreTexts === true && !resource.isShape && isKeyName(name, resource.name)) return 'text'
  const named = known.named(name)
  const hasSameName = named?.name.toLowerCase() === normaliseSpelling(name)
  if (hasSameName && named?.isShape === true) return named.name
  // "The room that is booked" is a reference: the field has the name of a resource, and its text names it too, or says only whether it must be there.
  if (
    hasSameName &&
    named?.isShape === false &&
    named.name !== resource.name &&
    (cells.must !== '' ||
      cells.rules.size > 0 ||
      left.every((clause) => words.personThat.test(clause)) ||
      new RegExp(`\\b${label} (?!s\\b)\\p{L}`, 'iu').test(text))
  )
    return `→ ${named.name}`
  if (left[0] !== undefined && words.nameOf.test(left[0])) return 'text'
  // `shift_id` with nothing but facts about its presence and changes.
  const [, owner] = /^(.+?)(?:_id|(?<=\p{Ll})I[dD])$/u.exec(name) ?? []
  const owned = owner === undefined ? undefined : known.named(owner)
  if (
    owned?.isShape === false &&
    owned.name.toLowerCase() === normaliseSpelling(owner!) &&
    owned.name !== resource.name &&
    (cells.must !== '' || cells.rules.size > 0)
  )
    return `→ ${owned.name}`
  const related = findRelatedThing(left, known, words)
  return related === undefined ? '' : `→ ${related}`
}

/** "the member who borrows": the resource in the first clause, as written. */
function findRelatedThing([first = '']: readonly string[], known: KnownTypes, words: Words): string | undefined {
  const word = words.requirement.test(first) ? undefined : words.thingThat.exec(first)?.[1]
  const found = word === undefined ? undefined : known.named(word)
  return found?.isShape === false && found.name.toLowerCase() === word!.toLowerCase().replaceAll(' ', '') ? found.name : undefined
}

/** True for `id`, and `room_id` of a room. */
export function isKeyName(field: string, resource: string): boolean {
  const plain = normaliseSpelling(field)
  return plain === 'id' || plain === `${resource.toLowerCase()}id`
}
