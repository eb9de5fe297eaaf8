// Walks the slots of part 7: the texts of each entry see the common names of its conditions.

import type { Member, Scope, Type } from '../../cel/type.ts'
import type { CatalogueEntry } from '../../model/errors.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import { conditionScope } from '../condition-scope.ts'
import { parseCondition } from '../condition.ts'
import { anyErrorType, errorType, failureType } from '../error-type.ts'
import { joinAll } from '../join.ts'
import { optionalMember, refusedRequestType, textType, mistakenType } from '../scope.ts'
import { jsonType } from '../type-of.ts'
import { type SlotWalk, walkExpression, walkTemplate, walkText, walkTexts } from './walk.ts'

export function walkErrors(walk: SlotWalk): void {
  const { body, messages, catalogue } = walk.domain.model.errors.value
  const entries = specifiedEntries(catalogue).map(({ value }) => value)
  const alwaysNames = [['request', refusedRequestType] as const, ...walk.scopes.always]
  const serviceBody = slotValue(body)
  if (serviceBody !== undefined) {
    walkTemplate(
      serviceBody,
      { role: 'errors.body', scope: walk.scopes.scopeWith([['error', anyErrorType(membersOfAll(entries))], ...alwaysNames]) },
      walk,
    )
  }
  walkTexts(messages, { role: 'errors.messages', scope: walk.scopes.scopeWith([['error', failureType], ...alwaysNames]) }, walk)
  for (const entry of entries) walkEntry(entry, walk)
}

function walkEntry(entry: CatalogueEntry, walk: SlotWalk): void {
  const scope = entryScope(entry, walk)
  walkExpression(entry.status, { role: 'errors.status', scope }, walk, { kind: 'int' })
  for (const slot of [entry.type, entry.title, entry.detail]) walkText(slot, { role: 'errors.text', scope }, walk)
  for (const { value } of specifiedEntries({ state: 'shown', value: entry.extensions, at: entry.node })) {
    if (value.kind === 'text') walk.visit({ role: 'errors.text', slot: value.value, scope })
  }
  walkTexts(entry.headers, { role: 'errors.headers', scope }, walk)
  const body = slotValue(entry.body)
  if (body !== undefined) walkTemplate(body, { role: 'errors.body', scope }, walk)
}

function entryScope(entry: CatalogueEntry, walk: SlotWalk): Scope {
  const alwaysNames = [['request', refusedRequestType] as const, ...walk.scopes.always]
  const conditions = (slotValue(entry.on) ?? []).map(({ text: pattern }) => parseCondition(pattern, walk.domain))
  const knownConditions = conditions.filter((condition) => condition !== undefined)
  if (knownConditions.length === 0 || knownConditions.length < conditions.length) {
    // If the entry's conditions are unknown, any of these names may exist.
    return walk.scopes.scopeWith([
      ...['error', 'this', 'input', 'caller', 'claims'].map((name) => [name, mistakenType] as const),
      ...alwaysNames,
    ])
  }
  const { members, names, missingReasons } = conditionScope(knownConditions, walk)
  const declared = textMembers
    .filter((name) => entry[name].state !== 'unsaid' && entry[name].state !== 'none')
    .map((name) => [name, textType] as const)
  return walk.scopes.scopeWith(
    [['error', errorType([...members, ...declared, ...extensions(entry)])], ...names, ...alwaysNames],
    missingReasons,
  )
}

const textMembers = ['title', 'detail'] as const

/** RFC 9457's extension members, by name. */
function extensions(entry: CatalogueEntry): ReadonlyMap<string, Type> {
  const members = new Map<string, Type>()
  for (const { name, slot } of entry.extensions) {
    if (slot.state === 'shown') members.set(name, slot.value.kind === 'text' ? textType : jsonType(slot.value.value.value))
    else members.set(name, { kind: 'unknown' })
  }
  return members
}

/** The members of any error for the service's own body: a member that some entries lack may be absent. */
function membersOfAll(entries: readonly CatalogueEntry[]): (readonly [string, Type | Member])[] {
  const membersByEntry = entries.map(
    (entry) =>
      new Map<string, Type>([
        ...textMembers.filter((name) => entry[name].state === 'shown').map((name) => [name, textType] as const),
        ...extensions(entry),
      ]),
  )
  const names = new Set(membersByEntry.flatMap((each) => [...each.keys()]))
  return [...names].map((name) => {
    const types = membersByEntry.flatMap((each) => each.get(name) ?? [])
    const type = joinAll(types)
    return [name, types.length === membersByEntry.length ? type : optionalMember(type)] as const
  })
}
