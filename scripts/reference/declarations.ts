// Generates the tables of the members of declarations that conventions can read, from their types.

import { typeText } from '../../src/cel/type-text.ts'
import { type DeclaredKind, type MemberOf, declarationMembers } from '../../src/convention/kinds.ts'

export function declarationTable(kind: string): string {
  if (!Object.hasOwn(declarationMembers, kind)) throw new Error(`There is no kind of declaration ${kind}`)
  const members = Object.entries<MemberOf>(declarationMembers[kind as DeclaredKind])
  const rows = members.map(
    ([name, { type, optional, about }]) => `| \`.${name}\` | ${typeText(type)}${optional ? ', optional' : ''} | ${about} |`,
  )
  return ['| member | type | |', '| --- | --- | --- |', ...rows].join('\n')
}
