// The request state of one exchange; each value that a check may read is computed once, on first use.

import { type Json, type JsonObject, isJsonObject } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import { equalValues } from '../cel/values/equality.ts'
import { hiddenValue, unlessHidden } from '../cel/values/hidden.ts'
import { chosenIn } from '../exchange/chosen-output.ts'
import { valueOfExpression } from '../exchange/context.ts'
import type { ParameterPlace } from '../exchange/decode.ts'
import type { Exchange, Trace } from '../exchange/exchange.ts'
import type { ListRequest } from '../exchange/list-request.ts'
import { acceptedMedia } from '../exchange/negotiate.ts'
import type { AppliedRule } from '../fact/rule-points.ts'
import { valueOf } from '../exchange/value-json.ts'
import { type Raised, bringUp } from '../exchange/version/convert.ts'
import { isOnRecord } from '../model/endpoints.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type Template, specifiedEntries } from '../model/slot.ts'
import type { Input, ResourceInfo } from '../typing/domain.ts'
import { jsonPatchType } from '../typing/input-body.ts'
import { attempt, tryCompute, type Attempted } from './attempt.ts'
import { type NamedExpression, type PreparedOperation, preparedOperation, variablesRead } from './prepared-operation.ts'
import { parseContent, refuseInvalid } from './request-content.ts'
import { type TransactionContext, type Names, contextOf } from './transaction-context.ts'
import type { ReadValues } from './read-values.ts'
import { findRow, present } from './record/find.ts'
import { decidingLookUps } from '../fact/disclosures.ts'
import { findVisible as foundByCaller } from './caller/visibility.ts'
import { longFields, sizeLimit } from './limits/sizes.ts'
import { shownLets } from './reading/lets.ts'
import { shownContext } from './reading/response-context.ts'
import type { Row } from './store.ts'
import type { FastInput } from './fast-input.ts'
import { mergePatchOf } from './writing/json-patch.ts'

type Path = readonly string[]

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
  readonly #prepared: PreparedOperation
  readonly #attempts = new Map<string, Attempted>()
  #names: Names | undefined
  /** The request's variables in expressions: each part is decoded once, so its value stays stable. */
  #known: Value | undefined
  readonly #take: ((exchange: Exchange) => FastInput | undefined) | undefined
  #fastInput: FastInput | 'nothing' | undefined
  /** True if the response is printed from the written row and reads no other variable. */
  showsRow = false

  /** `take` decodes the input on the fast path. */
  constructor(transaction: TransactionContext, exchange: Exchange, take?: (exchange: Exchange) => FastInput | undefined) {
    const { operation } = exchange
    const { declared, resource } = transaction.service.subject(operation)
    this.transaction = transaction
    this.exchange = exchange
    this.operation = operation
    this.declared = declared
    this.#prepared = preparedOperation(operation)
    this.#take = take
    this.resource = resource
  }

  /** The body's JSON; undefined without a body, or if the operation declares none. */
  json(): Json | undefined {
    return this.once('json', () => (this.declared.body === undefined ? undefined : parseContent(this.transaction.service, this.exchange, this.declared)))
  }

  /** The body's JSON; for a JSON Patch, the merge patch with the same effect on the record. */
  content(): Json | undefined {
    const { declared, exchange, resource, transaction } = this
    const { body } = declared
    const json = this.json()
    if (json === undefined || resource === undefined || body?.jsonPatch !== true || acceptedMedia(exchange.headers.get('content-type'), body.media) !== jsonPatchType)
      return json
    return this.once('patch', () => {
      const { document, failures } = mergePatchOf(transaction, this.record(), resource, body, json)
      return failures === undefined ? document : refuseInvalid('patch', failures)
    })
  }

  /** Refuses a body that cannot be read. */
  refuseUnreadable(): void {
    if (this.taken === undefined) this.json()
  }

  parameters(place: ParameterPlace): ReadonlyMap<string, Value> {
    return this.taken?.parameters(place) ?? this.once(place, () => {
      const { keys } = this.transaction.service
      const decoded = this.transaction.service.input(this.operation).parameters(place, this.exchange, keys)
      return decoded.failures === undefined ? decoded.value : refuseInvalid(place, decoded.failures)
    })
  }

  body(): Value | undefined {
    return this.taken !== undefined ? this.taken.value() : this.once('body', () => {
      const { service } = this.transaction
      const raised = this.#newest(this.content())
      const json = raised?.value
      const decoded = service.input(this.operation).body(json, service.keys)
      const limit = sizeLimit(service, 'field')
      const own = [...(decoded.failures ?? []), ...(limit === undefined ? [] : longFields(json, limit))]
      // A failed conversion from an older version is reported in that version's terms, and only once.
      const failures =
        raised === undefined || raised.failures.length === 0 ? own : [...raised.failures, ...own.filter(({ pointer }) => !raised.at.includes(pointer ?? ''))]
      return failures.length === 0 ? decoded.value : refuseInvalid('body', failures)
    })
  }

  /** True if the request sends a field, at this path of the body, or chooses by it. */
  sends({ property, sent, permission }: NonNullable<AppliedRule['field']>): boolean {
    if (permission !== undefined) return !this.#sends(sent as Path) && this.#takesAway(property, permission)
    if (sent === 'filter') return this.list().filters.some((filter) => filter.property === property)
    if (sent === 'sort')
      return this.exchange.query.some(
        ([name, text]) => name === this.declared.sort?.parameter.name && text.split(',').some((word) => word.replace(/^-/, '') === property),
      )
    return this.#sends(sent)
  }

  #sends(path: Path): boolean {
    return (
      path.length > 0 &&
      path.reduce<Json | undefined>((json, name) => (isJsonObject(json) ? (json as JsonObject)[name] : undefined), this.#newest(this.content())?.value) !== undefined
    )
  }

  /** True if a `put` or `replace` without a field changes its value; to a caller who may not read it, the refusal must not reveal that. */
  #takesAway(name: string, right: 'update' | 'read'): boolean {
    const { keys } = this.transaction.service
    const row = this.recordIfAny()
    const property = this.resource?.properties.get(name)
    if (row === undefined || property === undefined) return false
    const usual = property.default && valueOf(property.default.value, property.type, keys)
    return right === 'read' || !equalValues(row.values.get(name) ?? null, usual ?? null)
  }

  /** The body as the newest version would have sent it. */
  #newest(json: Json | undefined): Raised | undefined {
    if (json === undefined) return undefined
    const tree = this.exchange.spoken?.version.conversions.get(this.operation)?.body
    return tree === undefined ? { value: json, failures: [], at: [] } : bringUp(tree, json, this.declared.body?.patch !== true)
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
    return this.declared.fields === undefined ? undefined : this.once('fields', () => {
      const { service } = this.transaction
      const decoded = service.input(this.operation).fields(this.exchange)
      return decoded.failures === undefined ? chosenIn(service.facts.typing, this.operation, decoded.value) : refuseInvalid('query', decoded.failures)
    })
  }

  lookup(name: string): Row {
    return this.once(`with ${name}`, () => {
      const { resource, by } = this.#prepared.lookups.get(name) ?? { resource: '', by: [] }
      const info = this.transaction.service.resource(resource)
      const row = findRow(this.transaction, info, this.#valuesOf(by))
      return present(decidingLookUps(this.operation).has(name) ? row : foundByCaller(this.transaction, row), info.name, name)
    })
  }

  /** The record of the action. */
  record(): Row {
    return present(this.recordIfAny(), this.resource?.name ?? '')
  }

  find(name: string): void {
    if (name !== 'this') this.lookup(name)
    else this.recordIfAny()
  }

  /**
   * The record as the caller finds it. Undefined is possible for `put`, and for `delete` with `idempotency: natural`; so is a
   * soft-deleted record.
   */
  recordIfAny(): Row | undefined {
    return this.once('record', () => (this.resource === undefined ? undefined : foundByCaller(this.transaction, this.#findRecord(this.resource))))
  }

  /** The current names of expressions, without records that cannot be found. `read` limits the result to these names. */
  names(read?: ReadonlySet<string>): Names {
    if (read === undefined && this.#names !== undefined) return this.#names
    const known = new Map<string, Value>([['input', this.#input()]])
    for (const name of this.#prepared.lookups.keys()) {
      const row = read?.has(name) === false ? undefined : attempt(() => this.lookup(name))
      if (row !== undefined) known.set(name, this.transaction.service.keys.recordOfRow(row))
    }
    const row = read?.has('this') === false || !isOnRecord(this.operation.action) ? undefined : attempt(() => this.record())
    if (row !== undefined) known.set('this', this.transaction.service.keys.recordOfRow(row))
    if (read !== undefined) return known
    this.#addLets(known)
    return (this.#names = known)
  }

  /** True if the values that expressions read are available, neither refused nor missing. */
  knows({ isOfCaller, input, names }: ReadValues): boolean {
    if (isOfCaller && this.transaction.unknown !== undefined) return false
    if (input.some((place) => 'refused' in tryCompute(() => (place === 'body' ? this.body() : this.parameters(place))))) return false
    return names.every((name) => this.names().has(name))
  }

  /** A name whose inputs were refused stays undefined. */
  #addLets(known: Map<string, Value>): void {
    for (const { name, value } of this.#prepared.lets) {
      const result = attempt(() => this.#let(name, value, known))
      if (result !== undefined) known.set(name, result)
    }
  }

  /** Evaluates the names of `let`: refuses if one reads through a reference of the request to a record that does not exist. */
  askLets(): void {
    const { let: lets } = this.operation.slots
    if (lets.state !== 'shown') return
    const known = this.names()
    for (const { name, value } of specifiedEntries(lets)) {
      const attempt = known.has(name) ? undefined : tryCompute(() => this.#let(name, value, known))
      if (attempt !== undefined && 'refused' in attempt && attempt.refused.refusal.condition === 'dangling') throw attempt.refused
    }
  }

  #let(name: string, value: ExpressionText, known: Names): Value {
    return this.once(`let ${name}`, () => this.#valueOfLet(name, value, known))
  }

  /** Evaluates with the caller's permissions if a response expression reads the name. */
  #valueOfLet(name: string, value: ExpressionText, known: Names): Value {
    if (!shownLets(this.transaction.service, this.operation).has(name)) return valueOfExpression(value, contextOf(this.transaction, known))
    const result = unlessHidden(() => valueOfExpression(value, shownContext(this.transaction, this.operation, known)))
    return result === undefined ? hiddenValue : result
  }

  #input(): Value {
    return this.taken?.input() ?? (this.#known ??= this.#makeInput())
  }

  /** The input as the fast path decodes it. */
  get taken(): FastInput | undefined {
    this.#fastInput ??= this.#take?.(this.exchange) ?? 'nothing'
    return this.#fastInput === 'nothing' ? undefined : this.#fastInput
  }

  #makeInput(): Value {
    const input = new Map<string, Value>()
    const add = (name: string, value: Value | undefined): void => {
      if (value !== undefined) input.set(name, value)
    }
    add('path', attempt(() => this.parameters('path')))
    add('query', attempt(() => this.parameters('query')))
    add('headers', attempt(() => this.parameters('header')))
    add('body', attempt(() => this.body()))
    return input
  }

  #findRecord(info: ResourceInfo): Row | undefined {
    const wanted = this.keyValues()
    return wanted.size === 0 ? undefined : findRow(this.transaction, info, wanted)
  }

  /** The values that find the record: `by`, or path parameters named like the key or a unique. */
  keyValues(): ReadonlyMap<string, Value> {
    const { by } = this.operation.slots
    if (by.state === 'shown') return this.#valuesOf(this.#prepared.by)
    const members = this.resource === undefined ? [] : this.#prepared.members(this.resource, this.declared)
    const path = members.length > 0 ? this.parameters('path') : new Map<string, Value>()
    return new Map(members.map((member) => [member, path.get(member) ?? null]))
  }

  #valuesOf(by: readonly NamedExpression[]): ReadonlyMap<string, Value> {
    const read = variablesRead(by, this.transaction.service.world)
    const context = contextOf(this.transaction, this.names(read))
    return new Map(by.map(({ name, value }) => [name, valueOfExpression(value, context)]))
  }

  /** A result or refusal stays stable. */
  once<T>(name: string, compute: () => T): T {
    const found = this.#attempts.getOrInsertComputed(name, () => tryCompute(compute))
    if ('refused' in found) throw found.refused
    return found.value as T
  }
}
