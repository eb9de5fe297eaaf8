// Determines how an action finds its record without `by`: path parameters with the names of an identity.

import type { Input, ResourceInfo } from './domain.ts'

/** The key, or else the first unique, of which the path names every member; empty if there is none. */
export function listKeyMembersInPath({ type }: ResourceInfo, { path }: Pick<Input, 'path'>): readonly string[] {
  return type.uniques.find((members) => members.every((member) => path.has(member))) ?? []
}
