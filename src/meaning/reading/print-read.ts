// Answers a `read` by one statement that finds the record and prints the body.

import type { Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import { makeEntityTag, makeVersionsTag } from '../../exchange/etag.ts'
import type { Answer } from '../../exchange/exchange.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, listSpecifiedEntries } from '../../model/slot.ts'
import { listKeyMembersInPath } from '../../typing/key-in-path.ts'
import { makeContext } from '../transaction-context.ts'
import { callerlessContext } from '../caller/callerless.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import type { Store } from '../store.ts'
import { isTaggedByVersions, makeTagSuffix } from './conditional.ts'
import { findRulesOfReading } from './printable.ts'
import type { QueryMaker } from './list.ts'
import { makeFixedAnswer, convertTextToVersion } from './fixed-answer.ts'
import { makeRecordView } from './record-view.ts'
import { answerQueryContext } from './response-context.ts'

export type ReadPrinter = {
  /** Answers after all earlier checks passed. Returns undefined if rows must be read, for example to find out why no record was found. */
  answer(requestState: RequestState): Answer | undefined
  /** The queries of the answer, where they are several. */
  queries?(requestState: RequestState): readonly QueryMaker[]
}

/** Returns undefined if the store cannot print the body. */
export function printRead(service: Interpreter, store: Store, operation: Operation, output: Template | undefined): ReadPrinter | undefined {
  const {
    facts: { typing },
  } = service
  const info = service.resource(operation.subject!.text)
  const rules = findRulesOfReading(service, operation)
  const members =
    operation.slots.by.state === 'shown'
      ? listSpecifiedEntries(operation.slots.by).map(({ name }) => name)
      : listKeyMembersInPath(info, typing.input(operation))
  const record = output && makeRecordView(service, operation, 'this', { kind: 'template', template: output })
  const makeResponse = makeFixedAnswer(service, operation)
  if (rules === undefined || record === undefined || makeResponse === undefined || members.length === 0) return undefined
  const printRecord = store.printing?.forRecord(info.name, members, rules.ofRecord, record)
  if (printRecord === undefined) return undefined

  const isTagged = operation.slots.conditional.state === 'shown'
  const byVersions = isTagged && isTaggedByVersions(service, operation)
  // A computation may read further records, whose versions are unknown here.
  if (byVersions && printRecord.computes) return undefined
  const { early } = rules
  // The names of `with`, but not `this`, which would read the row.
  const lookUpNames = new Set(listSpecifiedEntries(operation.slots.with).map(({ name }) => name))
  const isCallerless = rules.ofRecord.length === 0 && printRecord.isSelfContained

  const print = (requestState: RequestState): Answer | undefined => {
    const { transaction, exchange } = requestState
    if (early !== undefined && !holds(early, makeContext(transaction, nothing))) return undefined
    const keyValues = requestState.identity()
    if (keyValues === undefined) return undefined
    const values = members.map((member) => keyValues.get(member) ?? null)
    const printed = printRecord.print(
      values,
      isCallerless ? callerlessContext : answerQueryContext(transaction, operation, requestState.names(lookUpNames)),
    )
    if (printed === undefined) return undefined
    const { requestedVersion } = exchange
    const text = convertTextToVersion(operation, requestedVersion, printed.text)
    if (!isTagged) return makeResponse(exchange, text, undefined)
    const tag = byVersions
      ? makeVersionsTag(service.edition, printed.versions, makeTagSuffix(operation, requestedVersion))
      : makeEntityTag(text)
    return makeResponse(exchange, text, tag)
  }
  return { answer: print }
}

const nothing: ReadonlyMap<string, Value> = new Map()
