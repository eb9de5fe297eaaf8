// Answers a `read` by one statement that finds the record and prints the body.

import type { Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import { entityTag, tagOfVersions } from '../../exchange/etag.ts'
import type { Answer } from '../../exchange/exchange.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, specifiedEntries } from '../../model/slot.ts'
import { keyMembersIn } from '../../typing/key-in-path.ts'
import { contextOf } from '../transaction-context.ts'
import { callerlessContext } from '../caller/callerless.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import type { Store } from '../store.ts'
import { isTaggedByVersions, variantOf } from './conditional.ts'
import { rulesOfReading } from './printable.ts'
import type { QueryMaker } from './list.ts'
import { fixedAnswer, inVersion } from './fixed-answer.ts'
import { recordViewOf } from './record-view.ts'
import { answerQueryContext } from './response-context.ts'

export type ReadPrinter = {
  /** Answers after all earlier checks passed. Returns undefined if rows must be read, for example to find out why no record was found. */
  answer(requestState: RequestState): Answer | undefined
  /** The queries of the answer, where they are several. */
  queries?(requestState: RequestState): readonly QueryMaker[]
}

/** Returns undefined if the store cannot print the body. */
export function printRead(service: Interpreter, store: Store, operation: Operation, output: Template | undefined): ReadPrinter | undefined {
  const { facts: { typing } } = service
  const info = service.resource(operation.subject!.text)
  const rules = rulesOfReading(service, operation)
  const members = operation.slots.by.state === 'shown' ? specifiedEntries(operation.slots.by).map(({ name }) => name) : keyMembersIn(info, typing.input(operation))
  const record = output && recordViewOf(service, operation, 'this', { kind: 'template', template: output })
  const answer = fixedAnswer(service, operation)
  if (rules === undefined || record === undefined || answer === undefined || members.length === 0) return undefined
  const one = store.printing?.one(info.name, members, rules.ofRecord, record)
  if (one === undefined) return undefined

  const isTagged = operation.slots.conditional.state === 'shown'
  const byVersions = isTagged && isTaggedByVersions(service, operation)
  // A computation may read further records, whose versions are unknown here.
  if (byVersions && one.computes) return undefined
  const { early } = rules
  // The names of `with`, but not `this`, which would read the row.
  const besides = new Set(specifiedEntries(operation.slots.with).map(({ name }) => name))
  const asksNobody = rules.ofRecord.length === 0 && one.isAlone

  const print = (requestState: RequestState): Answer | undefined => {
    const { transaction, exchange } = requestState
    if (early !== undefined && !holds(early, contextOf(transaction, nothing))) return undefined
    const wanted = requestState.keyValues()
    const values = members.map((member) => wanted.get(member) ?? null)
    const read = one.print(values, asksNobody ? callerlessContext : answerQueryContext(transaction, operation, requestState.names(besides)))
    if (read === undefined) return undefined
    const { spoken } = exchange
    const text = inVersion(operation, spoken, read.text)
    return answer(exchange, text, isTagged ? (byVersions ? tagOfVersions(service.edition, read.versions, variantOf(operation, spoken)) : entityTag(text)) : undefined)
  }
  return { answer: print }
}

const nothing: ReadonlyMap<string, Value> = new Map()
