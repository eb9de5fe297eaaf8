// The request state of one exchange; each value that a check may read is computed once, on first use.

import type { Json } from '../base/json.ts'
import type { RecordValue, Value } from '../cel/value.ts'
import { buildChosenOutput } from '../exchange/chosen-output.ts'
import { unlessExpressionFails, evaluateExpression } from '../exchange/context.ts'
import type { ParameterPlace } from '../exchange/decode.ts'
import type { Exchange, Trace } from '../exchange/exchange.ts'
import type { ListRequest } from '../exchange/list-request.ts'
import { findAcceptedMedia } from '../exchange/negotiate.ts'
import { listKeyLookUps } from '../fact/key-look-ups.ts'
import type { AppliedRule } from '../fact/rule-points.ts'
import { convertJsonToValue } from '../exchange/value-json.ts'
import { type UpgradedBody, findBodyTree, upgradeBody } from '../exchange/version/convert.ts'
import { isOnRecord } from '../model/endpoints.ts'
import type { Operation } from '../model/model.ts'
import type { Template } from '../model/slot.ts'
import type { Input, ResourceInfo } from '../typing/domain.ts'
import { jsonPatchType } from '../typing/input-body.ts'
import { unlessRefused, tryCompute, type AttemptResult } from './attempt.ts'
import { type NamedExpression, listVariablesRead } from './prepared-operation.ts'
import type { OperationSubject } from './service.ts'
import { parseContent, refuseInvalid } from './request-content.ts'
import { type TransactionContext, type Names, makeContext } from './transaction-context.ts'
import type { ReadValues } from './read-values.ts'
import { addLets } from './request-lets.ts'
import { findRecord, findRow, present, refuseMissing } from './record/find.ts'
import { listDecidingLookUps } from '../fact/disclosures.ts'
import { findVisible } from './caller/visibility.ts'
import { listLongFields } from './limits/sizes.ts'
import { sendsField } from './sent-fields.ts'
import type { Row } from './store.ts'
import { InputValue } from './input-value.ts'
import { mergePatchOf } from './writing/json-patch.ts'

/**
 * A value that cannot be computed throws the refusal of its own condition. Checks run in the order of the facts, so no other refusal
 * can occur first.
 */
export class RequestState {
  readonly transaction: TransactionContext
  readonly exchange: Exchange
  readonly operation: Operation
  readonly declared: Input
  /** The resource of the action. */
  readonly resource: ResourceInfo | undefined
  /** Records that the list lacks because an expression failed for them. */
  leftOut: Trace['leftOut']
  readonly subject: OperationSubject
  /** Absent until the first computation. */
  #attempts: Map<string, AttemptResult> | undefined
  /** The rows of `with`. */
  #lookups: Map<string, AttemptResult> | undefined
  /** Look-ups of `with` from whose records the request reads only the key. */
  #keyLookups: Map<string, AttemptResult> | undefined
  #names: Names | undefined
  /** The request's variables in expressions: each part is decoded once, so its value stays stable. */
  #variables: Value | undefined
  /** True if the response is printed from the written row and reads no other variable. */
  answersFromRow = false

  constructor(transaction: TransactionContext, exchange: Exchange) {
    const { operation } = exchange
    this.subject = transaction.service.subject(operation)
    const { declared, resource } = this.subject
    this.transaction = transaction
    this.exchange = exchange
    this.operation = operation
    this.declared = declared
    this.resource = resource
  }

  /** The body's JSON; undefined without a body, or if the operation declares none. */
  json(): Json | undefined {
    return this.once('json', () =>
      this.declared.body === undefined ? undefined : parseContent(this.transaction.service, this.exchange, this.subject),
    )
  }

  /** The body's JSON; for a JSON Patch, the merge patch with the same effect on the record. */
  content(): Json | undefined {
    const { declared, exchange, resource, transaction } = this
    const { body } = declared
    const json = this.json()
    if (
      json === undefined ||
      resource === undefined ||
      body?.jsonPatch !== true ||
      findAcceptedMedia(exchange.headers.get('content-type'), body.media) !== jsonPatchType
    )
      return json
    return this.once('patch', () => {
      const { document, failures } = mergePatchOf(transaction, this.record(), resource, body, json)
      return failures === undefined ? document : refuseInvalid('patch', failures)
    })
  }

  parameters(place: ParameterPlace): ReadonlyMap<string, Value> {
    const { service } = this.transaction
    const { decoder } = this.subject
    if (!decoder.reads(place)) return noParameters
    return this.once(place, () => {
      const decoded = decoder.parameters(place, this.exchange, service.keys)
      return decoded.failures === undefined ? decoded.value : refuseInvalid(place, decoded.failures)
    })
  }

  /** The body as decoded JSON of the newest version; undefined if the operation declares none. Refuses an invalid one. */
  decodedBody(): Json | undefined {
    if (this.declared.body === undefined) return undefined
    return this.once('body', () => {
      const { service } = this.transaction
      const content = this.content()
      const upgraded = content === undefined || this.exchange.requestedVersion === undefined ? undefined : this.#upgrade(content)
      const json = upgraded === undefined ? content : upgraded.value
      const decoded = this.subject.decoder.body(json)
      const limit = service.sizes.field
      const longFields = limit === undefined ? [] : listLongFields(json, limit)
      const upgradeFailures = upgraded?.failures ?? []
      if (decoded.failures === undefined && longFields.length === 0 && upgradeFailures.length === 0) return decoded.value
      const fieldFailures = [...(decoded.failures ?? []), ...longFields]
      // A failed conversion from an older version is reported in that version's terms, and only once.
      return refuseInvalid('body', [...upgradeFailures, ...fieldFailures.filter(({ pointer }) => !upgraded?.at.includes(pointer ?? ''))])
    })
  }

  /** The body as a value of expressions. */
  body(): Value | undefined {
    const json = this.decodedBody()
    if (json === undefined || this.declared.body === undefined) return undefined
    const { type } = this.declared.body
    return this.once('value', () => convertJsonToValue(json, type, this.transaction.service.keys))
  }

  /** True if the request sends a field, at this path of the body, or filters or sorts by it. */
  sends(field: NonNullable<AppliedRule['field']>): boolean {
    return sendsField(this, field)
  }

  /** The body as the newest version would have sent it. */
  newestBody(): Json | undefined {
    const content = this.content()
    const upgraded = content === undefined ? undefined : this.#upgrade(content)
    return upgraded === undefined ? content : upgraded.value
  }

  /** Converts content to the newest version; undefined if the request's version has the same form. */
  #upgrade(content: Json): UpgradedBody | undefined {
    const tree = findBodyTree(this.exchange)
    return tree && upgradeBody(tree, content, this.declared.body?.patch !== true)
  }

  /** The list's parameters. */
  list(): ListRequest {
    return this.once('list', () => {
      const decoded = this.transaction.service.list(this.operation)(this.exchange, this.transaction.service.keys)
      return decoded.failures === undefined ? decoded.value : refuseInvalid('query', decoded.failures)
    })
  }

  /** The output with the members that the request selects; undefined if it selects none. */
  output(): Template | undefined {
    return this.declared.fields === undefined
      ? undefined
      : this.once('fields', () => {
          const { service } = this.transaction
          const decoded = this.subject.decoder.fields(this.exchange)
          return decoded.failures === undefined
            ? buildChosenOutput(service.facts.typing, this.operation, decoded.value)
            : refuseInvalid('query', decoded.failures)
        })
  }

  lookup(name: string): Row {
    return attemptOnce((this.#lookups ??= new Map()), name, () => this.#findLookup(name))
  }

  #findLookup(name: string): Row {
    const { info, values } = this.#prepareLookup(name)
    const row = values && findRow(this.transaction, info, values)
    return present(listDecidingLookUps(this.operation).has(name) ? row : findVisible(this.transaction, row), info.name, name)
  }

  /** The record of a look-up, without its row if the operation reads only its key. */
  lookupRecord(name: string): RecordValue {
    const { service } = this.transaction
    if (!listKeyLookUps(service.modelIndex, this.operation).has(name)) return service.keys.recordOfRow(this.lookup(name))
    return attemptOnce((this.#keyLookups ??= new Map()), name, () => {
      const { info, values } = this.#prepareLookup(name)
      return (values && findRecord(this.transaction, info, values)) ?? refuseMissing(info.name, name)
    })
  }

  #prepareLookup(name: string): { readonly info: ResourceInfo; readonly values: ReadonlyMap<string, Value> | undefined } {
    const { resource, by } = this.subject.prepared.lookups.get(name) ?? { resource: '', by: [] }
    return { info: this.transaction.service.resource(resource), values: unlessExpressionFails(() => this.#evaluateAll(by)) }
  }

  /** The record of a look-up or of the action as the request names it, which may not exist; undefined if it is not found by its key. */
  recordByKey(name: string): RecordValue | undefined {
    const { info, values } = name === 'this' ? { info: this.resource, values: this.keyValues() } : this.#prepareLookup(name)
    if (info === undefined || values === undefined || values.size !== info.key.length || !info.key.every((member) => values.has(member)))
      return undefined
    return this.transaction.service.keys.recordOf(
      info.name,
      info.key.map((member) => values.get(member)!),
    )
  }

  /** The record of the action. */
  record(): Row {
    return present(this.recordIfAny(), this.resource?.name ?? '')
  }

  findRecord(name: string): void {
    if (name !== 'this') this.lookupRecord(name)
    else this.recordIfAny()
  }

  /**
   * The record as the caller finds it. Undefined is possible for `put`, and for `delete` with `idempotency: natural`; so is a
   * soft-deleted record.
   */
  recordIfAny(): Row | undefined {
    return this.once('record', () =>
      this.resource === undefined ? undefined : findVisible(this.transaction, this.#findRecord(this.resource)),
    )
  }

  /** The current names of expressions, without records that cannot be found. `read` limits the result to these names. */
  names(read?: ReadonlySet<string>): Names {
    if (read === undefined && this.#names !== undefined) return this.#names
    const names = new Map<string, Value>()
    names.set('input', this.input())
    for (const name of this.subject.prepared.lookups.keys()) {
      const record = read?.has(name) === false ? undefined : unlessRefused(() => this.lookupRecord(name))
      if (record !== undefined) names.set(name, record)
    }
    const row = read?.has('this') === false || !isOnRecord(this.operation.action) ? undefined : unlessRefused(() => this.record())
    if (row !== undefined) names.set('this', this.transaction.service.keys.recordOfRow(row))
    if (this.operation.action === 'put' && read?.has('old') !== false) this.#bindFormerRecord(names)
    if (read !== undefined) return names
    addLets(this, this.subject.prepared.lets, names)
    return (this.#names = names)
  }

  /** Binds `old` of a `put`: the record as it was, or null. A deleted one is refused before expressions read it. */
  #bindFormerRecord(names: Map<string, Value>): void {
    const found = unlessRefused(() => ({ row: this.recordIfAny() }))
    if (found !== undefined) names.set('old', found.row === undefined ? null : this.transaction.service.keys.recordOfRow(found.row, 'then'))
  }

  /** True if the values that expressions read are available, neither refused nor missing. */
  hasValues({ readsCaller, input, names }: ReadValues): boolean {
    if (readsCaller && this.transaction.callerRefusal !== undefined) return false
    if (input.some((place) => 'refused' in tryCompute(() => (place === 'body' ? this.body() : this.parameters(place))))) return false
    return names.every((name) => this.names().has(name))
  }

  /** The variable `input`, without the parts that are refused. */
  input(): Value {
    return (this.#variables ??= this.#makeInput())
  }

  #makeInput(): Value {
    const input = new InputValue()
    const { decoder } = this.subject
    for (const [name, place] of placesByName) {
      const values = decoder.reads(place) ? unlessRefused(() => this.parameters(place)) : noParameters
      if (values !== undefined) input.set(name, values)
    }
    if (unlessRefused(() => this.decodedBody()) !== undefined) input.setBody(() => this.body()!)
    return input
  }

  #findRecord(info: ResourceInfo): Row | undefined {
    const keyValues = this.identity()
    return keyValues === undefined || keyValues.size === 0 ? undefined : findRow(this.transaction, info, keyValues)
  }

  /** The values that find the record; undefined if they cannot be computed, so that no record has them. A `put` would create one, and fails. */
  identity(): ReadonlyMap<string, Value> | undefined {
    return this.operation.action === 'put' ? this.keyValues() : unlessExpressionFails(() => this.keyValues())
  }

  /** The values that find the record: `by`, or path parameters named like the key or a unique. */
  keyValues(): ReadonlyMap<string, Value> {
    const { by } = this.operation.slots
    if (by.state === 'shown') return this.#evaluateAll(this.subject.prepared.by)
    const members = this.resource === undefined ? [] : this.subject.prepared.members(this.resource, this.declared)
    const path = members.length > 0 ? this.parameters('path') : noParameters
    const values = new Map<string, Value>()
    for (const member of members) values.set(member, path.get(member) ?? null)
    return values
  }

  #evaluateAll(by: readonly NamedExpression[]): ReadonlyMap<string, Value> {
    const read = listVariablesRead(by, this.transaction.service.modelIndex)
    const context = makeContext(this.transaction, this.names(read))
    const values = new Map<string, Value>()
    for (const { name, value } of by) values.set(name, evaluateExpression(value, context))
    return values
  }

  /** A result or refusal stays stable. */
  once<T>(name: string, compute: () => T): T {
    return attemptOnce((this.#attempts ??= new Map()), name, compute)
  }
}

/** The names of parameters in expressions. */
const placesByName: readonly (readonly [name: string, place: ParameterPlace])[] = [
  ['path', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
]

const noParameters: ReadonlyMap<string, Value> = new Map()

function attemptOnce<T>(attempts: Map<string, AttemptResult>, name: string, compute: () => T): T {
  let attempted = attempts.get(name)
  if (attempted === undefined) attempts.set(name, (attempted = tryCompute(compute)))
  if ('refused' in attempted) throw attempted.refused
  return attempted.value as T
}
