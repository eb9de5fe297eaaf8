// Calls code that part 1 declares, outside of any transaction, and checks its result against the document.

import { type Json, printCanonical } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { toNaturalValue } from '../../cel/values/natural.ts'
import { type Refusal, failInternally, refuse } from '../../exchange/refusal.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import { slotValueOf } from '../../model/slot.ts'
import { runsAfterCommit } from '../../typing/behaviour.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { listTenants } from '../caller/tenancy.ts'
import type { BehaviourOutcome } from './behaviours.ts'
import { decodeInput } from './decode-input.ts'

/** The result of a run as declared; anything else is `internal`, and reported. */
export type BehaviourResult = { readonly result: Value } | { readonly refusal: Refusal }

/** Calls a behaviour: either before any write, with its result, or after the commit, without a result. */
export function callCode(transaction: TransactionContext, name: string, argument: Value): Value {
  if (!runsAfterCommit(name, transaction.service.facts.typing.domain)) return runBefore(transaction, name, argument)
  transaction.tx.queueJob({
    behaviour: name,
    input: makeCodeInput(transaction, name, argument),
    tenants: listTenants(transaction.service, transaction.tx),
    due: transaction.now,
    attempts: 0,
  })
  transaction.service.queue.noteFilled()
  return null
}

function runBefore(transaction: TransactionContext, name: string, argument: Value): Value {
  const { service, prepared } = transaction
  const input = makeCodeInput(transaction, name, argument)
  if (prepared === undefined) return failInternally(`\`${name}\` cannot run here: this caller does not wait`)
  const result = checkOutcome(
    transaction,
    name,
    prepared.resultOf(`call ${name} ${printCanonical(input)}`, () => service.environment.code.run(name, input)),
  )
  return 'result' in result ? result.result : refuse(result.refusal)
}

function makeCodeInput({ service }: TransactionContext, name: string, argument: Value): Json {
  const json = convertValueToJson(argument, service.keys)
  const declared = service.behaviour(name).input
  if (declared === undefined) return json
  const decoded = decodeInput(declared, json)
  return decoded.refusal === undefined ? decoded.json : refuse(decoded.refusal)
}

export function checkOutcome({ service }: TransactionContext, name: string, outcome: BehaviourOutcome): BehaviourResult {
  const { slots, output, type } = service.behaviour(name)
  switch (outcome.kind) {
    case 'done': {
      if (output === undefined) return { result: null }
      const decoded = output.decode(outcome.output)
      if (decoded.failures === undefined)
        return { result: type === undefined ? toNaturalValue(decoded.value) : convertJsonToValue(decoded.value, type, service.keys) }
      return reportBrokenBehaviour(
        `\`${name}\` returned a value that its output schema refuses (${decoded.failures.map(({ keyword }) => keyword).join(', ')})`,
      )
    }
    case 'failed': {
      const isDeclared = (slotValueOf(slots.failures) ?? []).some(({ text }) => text === outcome.name)
      if (!isDeclared) return reportBrokenBehaviour(`\`${name}\` failed with \`${outcome.name}\`, which it does not declare`)
      return {
        refusal: { condition: 'fail', subject: name, name: outcome.name, details: new Map([['data', toNaturalValue(outcome.data)]]) },
      }
    }
    case 'late':
      if (slots.timeout.state !== 'shown')
        return reportBrokenBehaviour(`\`${name}\` took longer than the operator limit of ${outcome.limit} ms`)
      return { refusal: { condition: 'timeout', subject: name, details: new Map([['limit', { kind: 'duration', ms: outcome.limit }]]) } }
    case 'broken':
      return reportBrokenBehaviour(outcome.report)
  }
}

function reportBrokenBehaviour(report: string): BehaviourResult {
  return { refusal: { condition: 'internal', report } }
}
