// Types names that represent several alternatives: for a rule, the inputs of all operations that evaluate it; for an event, the records of
// all resources that cause it.

import type { Help } from '../diagnostic/help.ts'
import type { Member, Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import type { Domain, ResourceInfo } from './domain.ts'
import { findInput } from './input.ts'
import { joinAll } from './join.ts'

/** `remedy`: what to do about a member that only one operation has. */
export function typeSharedInput(operations: readonly Operation[], domain: Domain, remedy?: (operation: Operation) => string | Help): Type {
  // An endpoint that an older version restores may share a name with a current one.
  const owners = operations.map((operation) => ({
    who: operation.until === undefined ? operation.name : `${operation.name} (before ${operation.until})`,
    member: findInput(domain, operation),
    ...(remedy === undefined ? {} : { remedy: remedy(operation) }),
  }))
  return shareMembers(owners, (name) => `\`${name}\``)
}

export function typeSharedRecord(resources: readonly (ResourceInfo | undefined)[]): Type {
  const [first, ...rest] = new Set(resources)
  if (first === undefined || rest.includes(undefined)) return { kind: 'unknown' }
  if (rest.length === 0) return { kind: 'record', resource: first.name }
  const all = [first, ...rest].filter((resource) => resource !== undefined)
  return shareMembers(
    all.map(({ name, type }) => ({ who: name, member: { type: { kind: 'object', members: type.members } } })),
    (name) => name,
  )
}

type Owner = { readonly who: string; readonly member: Member; readonly remedy?: string | Help }

/** Spells an owner for a message. */
type Spell = (who: string) => string

/** Compares objects member by member, so that each member's owners are known; other types are joined. */
function shareMembers(owners: readonly Owner[], spell: Spell): Type {
  if (owners.length === 0) return { kind: 'object', members: new Map() }
  const types = [...new Set(owners.map(({ member }) => member.type))]
  if (types.length === 1 || !types.every((type) => type.kind === 'object' && type.name === undefined)) return joinAll(types)
  const ownersByName = new Map<string, Owner[]>()
  for (const {
    member: { type },
    ...owner
  } of owners) {
    for (const [name, member] of type.kind === 'object' ? type.members : []) {
      ownersByName.getOrInsertComputed(name, () => []).push({ ...owner, member })
    }
  }
  return {
    kind: 'object',
    members: new Map(Array.from(ownersByName, ([name, havingOwners]) => [name, shareMember(name, havingOwners, owners, spell)])),
  }
}

/** An expression may not read a member that only some owners have. */
function shareMember(name: string, havingOwners: readonly Owner[], owners: readonly Owner[], spell: Spell): Member {
  const type = shareMembers(havingOwners, spell)
  const refusedMember = havingOwners.find(({ member }) => member.refused !== undefined)?.member
  const refusal = refusedMember?.refused
  if (havingOwners.length === owners.length) {
    const isOptional = havingOwners.some(({ member }) => member.optional)
    return {
      type,
      ...(isOptional ? { optional: true } : {}),
      ...(refusal === undefined ? {} : { refused: refusal }),
      ...(refusedMember?.remedy === undefined ? {} : { remedy: refusedMember.remedy }),
    }
  }
  const havingNames = new Set(havingOwners.map(({ who }) => who))
  const lackingOwner = owners.find(({ who }) => !havingNames.has(who))
  const help = refusedMember?.remedy ?? havingOwners[0]!.remedy
  return {
    type,
    ...(help === undefined ? {} : { remedy: help }),
    refused:
      refusal ??
      `\`${name}\` is not always there: ${spell(havingOwners[0]!.who)} has it, and ${lackingOwner === undefined ? 'another' : spell(lackingOwner.who)} has not`,
  }
}
