// The members that entries of part 7 give to `error`: their texts, and extension members (RFC 9457).

import type { Member, Type } from '../cel/type.ts'
import type { CatalogueEntry } from '../model/errors.ts'
import { isAbsent } from '../model/slot.ts'
import { makeErrorType } from './error-type.ts'
import { joinAll } from './join.ts'
import { makeOptionalMember, textType } from './scope.ts'
import { typeJson } from './type-of.ts'

type NamedMember = readonly [string, Type | Member]

const textMembers = ['title', 'detail'] as const

/** Texts that the entry declares; a text that is `not shown` counts as declared. */
export function listDeclaredTexts(entry: CatalogueEntry): readonly NamedMember[] {
  return textMembers.filter((name) => !isAbsent(entry[name])).map((name) => [name, textType])
}

/** Extension members, by name. */
export function listExtensionMembers(entry: CatalogueEntry): ReadonlyMap<string, Type> {
  const members = new Map<string, Type>()
  for (const { name, slot } of entry.extensions) {
    if (slot.state === 'shown') members.set(name, slot.value.kind === 'text' ? textType : typeJson(slot.value.value.value))
    else members.set(name, { kind: 'unknown' })
  }
  return members
}

/** The members of any error for the service's own body: a member that some entries lack may be absent. */
export function mergeMembers(entries: readonly CatalogueEntry[]): readonly NamedMember[] {
  return joinMembers(entries).map(({ name, type, isInAll }) => [name, isInAll ? type : makeOptionalMember(type)])
}

/** `error` in `onError`: it has the members of the entry that answers the refusal, if there is one. */
export function makeReactionErrorType(entries: readonly CatalogueEntry[], more: readonly NamedMember[] = []): Type {
  return makeErrorType([...joinMembers(entries).map(({ name, type }): NamedMember => [name, makeOptionalMember(type)]), ...more])
}

function joinMembers(
  entries: readonly CatalogueEntry[],
): readonly { readonly name: string; readonly type: Type; readonly isInAll: boolean }[] {
  const membersByEntry = entries.map(
    (entry) =>
      new Map<string, Type>([
        ...textMembers.filter((name) => entry[name].state === 'shown').map((name) => [name, textType] as const),
        ...listExtensionMembers(entry),
      ]),
  )
  const names = new Set(membersByEntry.flatMap((each) => [...each.keys()]))
  return [...names].map((name) => {
    const types = membersByEntry.flatMap((each) => each.get(name) ?? [])
    return { name, type: joinAll(types), isInAll: types.length === membersByEntry.length }
  })
}
