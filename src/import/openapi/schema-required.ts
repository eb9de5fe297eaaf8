// Converts `required` of a schema, which may name members that other schemas list.

import { type DraftEntry, draftEntry, list } from '../draft.ts'
import { readFields } from './fields.ts'
import { type At, listItems, findMember, listMembers, readTextsAt } from './spec.ts'
import type { ImportContext } from './work.ts'

/** If a schema lists all allowed members, only those can be required. */
export function draftRequired(at: At, of: At, work: ImportContext): DraftEntry[] {
  const unlisted = listUnlisted(of)
  for (const each of unlisted) work.leftOut.add(`That \`${each}\` is required, which no schema lists`, at.pointer)
  const names = [...new Set([...readTextsAt(of, 'required').filter((each) => !unlisted.includes(each)), ...listRequiredByParts(of, work)])]
  return names.length === 0 ? [] : [draftEntry('required', list(names))]
}

/** The required members that a schema with a list of its members does not list. */
function listUnlisted(of: At): string[] {
  const listed = new Set(listMembers(findMember(of, 'properties')).map(([name]) => name))
  const isOpen =
    listed.size === 0 ||
    ['allOf', 'anyOf', 'oneOf', 'patternProperties', 'additionalProperties'].some((each) => findMember(of, each).value !== undefined)
  return isOpen ? [] : [...new Set(readTextsAt(of, 'required'))].filter((each) => !listed.has(each))
}

/** The members that one schema of `allOf` requires and another lists. */
export function listRequiredByParts(of: At, { spec }: ImportContext): string[] {
  const parts = listItems(findMember(of, 'allOf')).map((each) => spec.follow(each))
  const listed = parts.some((each) => listUnlisted(each).length > 0) ? readFields(of, spec)?.properties : undefined
  return listed === undefined ? [] : [...new Set(parts.flatMap(listUnlisted))].filter((each) => listed.has(each))
}
