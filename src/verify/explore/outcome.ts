// Names the outcome of a request, to group requests of one operation and to list outcomes that were not reached.

import { isRecord } from '../../exchange/context.ts'
import { convertValueToText } from '../../exchange/value-json.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { bringsCredential } from './credentials.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'

/** `invalid body`, or `ok 200`. */
export function describeOutcome({ trace, status }: Expected): string {
  return trace.condition ?? `ok ${status}`
}

/** The machine states of the request's record before the request. */
export function printStatesBefore(interpreter: OracleInterpreter, operation: Operation, request: ServerRequest): string {
  const resource = resourceNameOf(operation)
  const info = resource === undefined ? undefined : interpreter.compiled.facts.typing.domain.resources.get(resource)
  if (info === undefined || info.machines.length === 0 || !isOnRecord(operation.action)) return ''
  const target = decodeURIComponent(request.target.split('?')[0]!)
  const row = interpreter.rows(info.name).find((each) =>
    info.key.some((name) => {
      const value = each.values.get(name)
      return value !== undefined && target.split('/').includes(convertValueToText(value, interpreter.keys))
    }),
  )
  return row === undefined
    ? ''
    : info.machines.map(({ field }) => convertValueToText(row.values.get(field) ?? null, interpreter.keys)).join(' ')
}

/** The machine states of the records that refer to the request's record: they may keep it from being deleted. */
export function printStatesOfReferrers(interpreter: OracleInterpreter, operation: Operation, request: ServerRequest): string {
  const resource = resourceNameOf(operation)
  if (operation.action !== 'delete' || resource === undefined) return ''
  const parts = decodeURIComponent(request.target.split('?')[0]!).split('/')
  const { resources } = interpreter.compiled.facts.typing.domain
  const states = [...resources.values()].flatMap(({ name, machines }) =>
    machines.length === 0
      ? []
      : interpreter
          .rows(name)
          .filter(({ values }) =>
            [...values.values()].some(
              (value) => isRecord(value) && value.resource === resource && parts.includes(convertValueToText(value, interpreter.keys)),
            ),
          )
          .map(({ values }) => machines.map(({ field }) => convertValueToText(values.get(field) ?? null, interpreter.keys)).join(' ')),
  )
  return [...new Set(states)].sort().join(' and ')
}

/** The key by which a run counts cases: operation, caller, version, state of the record, and outcome. */
export function computeCaseSignature(
  { compiled }: OracleInterpreter,
  operation: Operation,
  request: ServerRequest,
  before: string,
  expected: Expected,
): string {
  const { version } = request
  const tokens = bringsCredential(compiled.model, request) ? 'token' : ''
  // An older version may show each state otherwise, but needs each outcome of one caller only.
  if (version !== undefined) return [operation.id, version, before, describeOutcome(expected)].join(' | ')
  return [
    operation.id,
    request.caller ?? tokens,
    before,
    describeOutcome(expected),
    request.wait === undefined ? '' : `wait ${request.wait}`,
  ].join(' | ')
}

export type ComparableAnswer = Pick<Expected, 'status' | 'headers'> & { readonly body: string }

/** An answer with its body as text. */
export function makeComparableAnswer({ status, headers, body }: Expected): ComparableAnswer {
  return { status, headers, body: body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString() }
}
