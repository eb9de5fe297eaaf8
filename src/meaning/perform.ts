// Runs the action of an operation, and returns the names that its response reads.

import type { Value } from '../cel/value.ts'
import { valueOfTemplate } from '../exchange/context.ts'
import { internal } from '../exchange/refusal.ts'
import { valueOf } from '../exchange/value-json.ts'
import { keyFromRequest } from '../fact/effects/from-request.ts'
import { shown } from '../model/slot.ts'
import type { Property } from '../typing/domain.ts'
import { type Names, contextOf } from './transaction-context.ts'
import { callCode } from './code/code.ts'
import { listRecords } from './reading/list.ts'
import { present } from './record/find.ts'
import type { RequestState } from './request-state.ts'
import type { Row } from './store.ts'
import { refuseFirst } from './writing/ask.ts'
import { changesOfRequest, fromOf, wholeOf } from './writing/changes.ts'
import { addDraft, createRecord, runEffects, updateRecord } from './writing/effects.ts'
import { askedTransition } from './writing/operation-transition.ts'
import { removeRecord } from './writing/remove.ts'
import { make } from './writing/transition.ts'
import type { Changes, From } from './writing/write.ts'

export function perform(situation: RequestState): Names {
  const { operation, act } = situation
  switch (operation.action) {
    case 'answer':
    case 'stream':
      return situation.names()
    case 'read':
      situation.record()
      return situation.names()
    case 'list':
      return new Map([...situation.names(), ...Object.entries(listRecords(situation))])
    case 'create': {
      const draft = act.drafts?.make(operation, act, () => situation.names())
      return draft === undefined ? create(situation, changesOfRequest(situation, situation.names()), fromOf(situation)) : nameWritten(situation, addDraft(act, draft), null)
    }
    case 'update':
      return update(situation, situation.record())
    case 'replace':
      return replace(situation, situation.record())
    case 'put':
      return putRecord(situation)
    case 'delete':
      return erase(situation)
    case 'transition':
      return transition(situation)
    case 'do': {
      const steps = shown(operation.slots.do) ?? []
      act.steps = new Set(steps)
      return runEffects(act, steps, situation.names())
    }
    case 'call':
      return call(situation)
    case undefined:
      return internal(`\`${operation.name}\` cannot be run here: it has no action`)
  }
}

/** What the code gave, under the name `result`. */
function call(situation: RequestState): Names {
  const { operation, act } = situation
  const names = situation.names()
  const mapped = shown(operation.slots.input)
  const given = mapped === undefined ? (situation.body() ?? new Map<string, Value>()) : (valueOfTemplate(mapped, contextOf(act, names)) ?? null)
  return new Map([...names, ['result', callCode(act, operation.subject?.text ?? '', given)]])
}

/** The record as it then is, and as it was before; null where there was none. */
function nameWritten(situation: RequestState, row: Row, old: Row | null): Names {
  const { keys } = situation.act.service
  return new Map(situation.showsRow ? undefined : situation.names()).set('this', keys.recordOfRow(row)).set('old', old === null ? null : keys.recordOfRow(old, 'then'))
}

function create(situation: RequestState, changes: Changes, from: From): Names {
  const row = createRecord(situation.act, situation.resource!.name, changes, from)
  return nameWritten(situation, row, null)
}

function update(situation: RequestState, row: Row): Names {
  updateRecord(situation.act, row, ofExisting(situation, changesOfRequest(situation, situation.names(), row.values)), fromOf(situation))
  return nameWritten(situation, row, row)
}

function replace(situation: RequestState, row: Row): Names {
  const { act, resource } = situation
  const usual = (property: Property): Value | undefined => property.default && valueOf(property.default.value, property.type, act.service.keys)
  updateRecord(act, row, wholeOf(resource!, ofExisting(situation, changesOfRequest(situation, situation.names())), usual), besides(situation))
  return nameWritten(situation, row, row)
}

/** An immutable property is written only on creation; in later requests it is dropped. */
function ofExisting({ resource }: RequestState, changes: Changes): Changes {
  return new Map([...changes].filter(([name]) => resource?.properties.get(name)?.immutable !== true))
}

/** By the client's key: creates the record if it does not exist. */
function putRecord(situation: RequestState): Names {
  const row = situation.recordIfAny()
  if (row !== undefined) return replace(situation, present(row, row.resource))
  return create(situation, new Map([...changesOfRequest(situation, situation.names()), ...situation.wanted()]), ofNew(situation))
}

/** Its key comes from the request too. */
function ofNew(situation: RequestState): From {
  const from = besides(situation)
  return { ...from, fromRequest: new Set([...from.fromRequest, ...keyFromRequest(situation.act.service.world, situation.operation, situation.resource)]) }
}

/** Of a write that fills in more than the request sends. */
function besides(situation: RequestState): From {
  return { ...fromOf(situation), settled: new Set() }
}

/** With `idempotency: natural` what is absent is deleted already. */
function erase(situation: RequestState): Names {
  const { operation, act } = situation
  const natural = shown(operation.slots.idempotency)?.kind === 'natural'
  const row = natural ? situation.recordIfAny() : situation.record()
  if (row === undefined || row.deleted !== undefined) return situation.names()
  const names = situation.names()
  removeRecord(act, row)
  const record = act.service.keys.recordOfRow(row, 'then')
  return new Map(names).set('this', record).set('old', record)
}

function transition(situation: RequestState): Names {
  const { act } = situation
  const { row, name, given, ways, refusals, stays } = askedTransition(situation)
  refuseFirst(refusals)
  if (stays === true) return update(situation, row)
  const names = situation.names()
  make(act, row, ways, name, { ...given, also: { changes: changesOfRequest(situation, names, row.values), from: fromOf(situation) } }, runEffects)
  const now = act.tx.row(row.resource, row.key)
  const record = now === undefined || now.deleted !== undefined ? act.service.keys.recordOfRow(row, 'then') : act.service.keys.recordOfRow(now)
  return new Map(names).set('this', record).set('old', act.service.keys.recordOfRow(row, 'then'))
}
