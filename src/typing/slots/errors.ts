// Walks the slots of part 7: the texts of each entry see the common names of its conditions.

import type { Scope } from '../../cel/type.ts'
import type { CatalogueEntry } from '../../model/errors.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { makeConditionScope } from '../condition-scope.ts'
import { parseCondition } from '../condition.ts'
import { makeAnyErrorType, makeErrorType, failureType } from '../error-type.ts'
import { listDeclaredTexts, listExtensionMembers, mergeMembers } from '../entry-members.ts'
import { deferScope, refusedRequestType, mistakenType } from '../scope.ts'
import { type SlotWalk, walkExpression, walkTemplate, walkText, walkTexts } from './walk.ts'

export function walkErrors(walk: SlotWalk): void {
  const { body, messages, catalogue } = walk.domain.model.errors.value
  const entries = listSpecifiedEntries(catalogue).map(({ value }) => value)
  const alwaysNames = [['request', refusedRequestType] as const, ...walk.scopes.always]
  const serviceBody = slotValueOf(body)
  if (serviceBody !== undefined) {
    walkTemplate(
      serviceBody,
      { role: 'errors.body', scope: walk.scopes.scopeWith([['error', makeAnyErrorType(mergeMembers(entries))], ...alwaysNames]) },
      walk,
    )
  }
  walkTexts(messages, { role: 'errors.messages', scope: walk.scopes.scopeWith([['error', failureType], ...alwaysNames]) }, walk)
  for (const entry of entries) walkEntry(entry, walk)
}

function walkEntry(entry: CatalogueEntry, walk: SlotWalk): void {
  const scope = deferScope(() => makeEntryScope(entry, walk))
  walkExpression(entry.status, { role: 'errors.status', scope }, walk, { kind: 'int' })
  for (const slot of [entry.type, entry.title, entry.detail]) walkText(slot, { role: 'errors.text', scope }, walk)
  for (const { value } of listSpecifiedEntries({ state: 'shown', value: entry.extensions, at: entry.node })) {
    if (value.kind === 'text') walk.visit({ role: 'errors.text', slot: value.value, scope })
  }
  walkTexts(entry.headers, { role: 'errors.headers', scope }, walk)
  const body = slotValueOf(entry.body)
  if (body !== undefined) walkTemplate(body, { role: 'errors.body', scope }, walk)
}

function makeEntryScope(entry: CatalogueEntry, walk: SlotWalk): Scope {
  const alwaysNames = [['request', refusedRequestType] as const, ...walk.scopes.always]
  const conditions = (slotValueOf(entry.on) ?? []).map(({ text: pattern }) => parseCondition(pattern, walk.domain))
  const knownConditions = conditions.filter((condition) => condition !== undefined)
  if (knownConditions.length === 0 || knownConditions.length < conditions.length) {
    // If the entry's conditions are unknown, any of these names may exist.
    return walk.scopes.scopeWith([
      ...['error', 'this', 'input', 'caller', 'claims'].map((name) => [name, mistakenType] as const),
      ...alwaysNames,
    ])
  }
  const { members, names, missingReasons } = makeConditionScope(knownConditions, walk)
  const error = makeErrorType([...members, ...listDeclaredTexts(entry), ...listExtensionMembers(entry)])
  return walk.scopes.scopeWith([['error', error], ...names, ...alwaysNames], missingReasons)
}
