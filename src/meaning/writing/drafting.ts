// Compiles how a request becomes a new record of a resource: the source of each property.

import { type Json, type JsonObject, isJsonObject } from '../../base/json.ts'
import { printTimestamp } from '../../base/time.ts'
import { uuidv4, uuidv7 } from '../../base/uuid.ts'
import type { Bindings, Value } from '../../cel/value.ts'
import { findReadPath } from '../../exchange/reads.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import { hasRestrictedRecords } from '../../fact/rules.ts'
import type { OperationSlots } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { isGenerated } from '../../schema/is-generated.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { Draft, makeDraftForm } from '../record/draft.ts'
import type { Interpreter } from '../service.ts'
import { findDangling, holdsRecords } from './write-checks.ts'
import { readMemberAt } from './changes.ts'
import { orderGenerated } from './generate-order.ts'
import { listNamesSentAlike } from './already-decoded.ts'
import { computeSetValue } from './set-values.ts'
import { toStoredValue } from './stored-value.ts'
import { evaluateGenerated, isGeneratedInStoredForm } from './generated-values.ts'
import { recomputeDraft } from './recompute.ts'
import { fromDocument } from './write.ts'

/** The input of a draft: the request and its decoded body, the transaction, and the names that expressions read. */
export type DraftInput = {
  readonly request: { decodedBody(): Json | undefined; input(): Value }
  readonly body: Json | undefined
  readonly transaction: TransactionContext
  readonly names: () => Bindings
}

/** Returns undefined if the record must be created property by property instead. */
export type MakeDraft = (input: DraftInput) => Draft | undefined

/** Returns null for no value, and undefined if the record must be created property by property. */
type Source = (input: DraftInput) => Json | undefined

/** The inputs of a new record's properties: fields of the body, and `set`. */
export type SentFields = { readonly body: Schema | undefined; readonly fields: Paths; readonly set: ReadonlyMap<string, Template> }
type Paths = ReadonlyMap<string, readonly string[]>

/** `from` tells whether the body's fields are written, or only the values of `set`. */
export function findSentFields(
  { facts: { typing } }: Interpreter,
  operation: Operation,
  set: OperationSlots['set'],
  from: 'body' | 'set',
): SentFields {
  const { body } = typing.input(operation)
  const setSlots = new Map(listSpecifiedEntries(set).map(({ name, value }) => [name, value]))
  const writes = from === 'set' ? [] : (body?.writes ?? [])
  return {
    body: body?.schema,
    fields: new Map(writes.flatMap(({ property, path }) => (setSlots.has(property) ? [] : [[property, path] as const]))),
    set: setSlots,
  }
}

/** Undefined if creating a record needs more than decoding each property by itself. */
export function compileDraft(service: Interpreter, info: ResourceInfo, sent: SentFields): MakeDraft | undefined {
  const form = makeDraftForm(info, service.keys)
  if (info.tenant.length > 0 || info.exclusions.length > 0 || !form.properties.every((property) => isDraftable(service, property)))
    return undefined
  const storedInBody = findSourcesInBody(service, info, sent)
  const sources = form.properties.map((property) => findSource(service, info, property, sent, storedInBody.get(property.name)))
  if (!sources.every((source) => source !== undefined)) return undefined
  const isComputedLast = form.properties.map((property) => dependsOnOthers(property, sent))
  if (form.properties.some(({ name }, place) => isComputedLast[place]! && info.key.includes(name))) return undefined
  const isRequired = form.properties.map(
    ({ name, required, nullable }, place) => !isComputedLast[place]! && (info.key.includes(name) || (required && !nullable)),
  )
  const referenceProperties = form.properties.filter((property) => property.reference?.many !== false && holdsRecords(property))
  const needsCompletion = isComputedLast.includes(true) || referenceProperties.length > 0
  return (input) => {
    const json: (Json | undefined)[] = []
    for (let place = 0; place < sources.length; place++) {
      const value = isComputedLast[place]! ? null : sources[place]!(input)
      if (value === undefined || (value === null && isRequired[place]!)) return undefined
      json.push(value ?? undefined)
    }
    const draft = new Draft(form, json)
    return needsCompletion ? complete(input.transaction, info, draft, referenceProperties, sent) : draft
  }
}

/** True if it is computed after all values that it may read are known. */
function dependsOnOthers({ name, generate, compute }: Property, { fields, set }: SentFields): boolean {
  return compute !== undefined || (generate?.kind === 'expression' && !fields.has(name) && !set.has(name))
}

/** Adds computed properties; undefined if a reference dangles. */
function complete(
  transaction: TransactionContext,
  info: ResourceInfo,
  initialDraft: Draft,
  referenceProperties: readonly Property[],
  sent: SentFields,
): Draft | undefined {
  let draft = initialDraft
  for (const property of orderGenerated(transaction.service.modelIndex, info)) {
    if (property.generate?.kind !== 'expression' || !dependsOnOthers(property, sent)) continue
    draft = draft.with(
      new Map([
        [
          property.name,
          toStoredValue(transaction, info, property, evaluateGenerated(transaction, property.name, property.generate.expression, draft)),
        ],
      ]),
    )
  }
  draft = recomputeDraft(transaction, info, draft)
  return referenceProperties.every(
    (property) => findDangling(transaction, info, property, draft.values.get(property.name), fromDocument) === undefined,
  )
    ? draft
    : undefined
}

/** True unless it is a record reference that the table itself checks and that every caller may read. */
function isDraftable({ modelIndex }: Interpreter, property: Property): boolean {
  const { reference, secret } = property
  if (reference?.many !== false)
    return (
      !secret &&
      (!holdsRecords(property) || [...modelIndex.domain.resources.keys()].every((name) => !hasRestrictedRecords(modelIndex.model, name)))
    )
  const target = modelIndex.domain.resources.get(reference.resource)
  const [key, ...more] = target?.key ?? []
  const keyProperty = key === undefined ? undefined : target?.properties.get(key)
  return (
    target !== undefined &&
    keyProperty !== undefined &&
    more.length === 0 &&
    keyProperty.reference === undefined &&
    !keyProperty.fold &&
    target.tenant.length === 0 &&
    slotValueOf(target.source.slots.softDelete) !== true &&
    !hasRestrictedRecords(modelIndex.model, target.name)
  )
}

/** The properties that the body contains in stored form. */
function findSourcesInBody(service: Interpreter, info: ResourceInfo, { body, fields, set }: SentFields): ReadonlyMap<string, Source> {
  if (body === undefined) return new Map()
  const paths = new Map(fields)
  for (const [name, template] of set) {
    const path = findReadPath(template, service.facts.typing, ['input', 'body'])
    if (path !== undefined) paths.set(name, path)
  }
  const alike = [...listNamesSentAlike(service, info, body, paths)].filter((name) => info.properties.get(name)!.normalize === undefined)
  return new Map(alike.map((name) => [name, ({ body: sentBody }: DraftInput) => readJsonAt(sentBody, paths.get(name)!)]))
}

/** `storedInBody`: the value of the body in its stored form. */
function findSource(
  service: Interpreter,
  info: ResourceInfo,
  property: Property,
  { fields, set }: SentFields,
  storedInBody: Source | undefined,
): Source | undefined {
  const template = set.get(property.name)
  if (template?.kind === 'literal') return makeConstantSource(service, info, property, template.value)
  if (template !== undefined)
    return (
      storedInBody ??
      makeStoredSource(service, info, property, ({ names, transaction }) =>
        computeSetValue(transaction, property.name, template, makeContext(transaction, names())),
      )
    )
  const initial = makeInitialSource(service, info, property)
  const path = fields.get(property.name)
  if (path === undefined || initial === undefined) return initial
  const source =
    storedInBody ?? makeStoredSource(service, info, property, ({ request }) => readMemberAt(request.input(), ['body', ...path]))
  return (input) => (readJsonAt(input.body, path) === undefined ? initial(input) : source(input))
}

/** A value in the property's stored form. */
function makeStoredSource(
  service: Interpreter,
  info: ResourceInfo,
  property: Property,
  valueOf: (input: DraftInput) => Value | undefined,
): Source {
  return (input) => convertValueToJson(toStoredValue(input.transaction, info, property, valueOf(input)) ?? null, service.keys)
}

function readJsonAt(body: Json | undefined, path: readonly string[]): Json | undefined {
  let current: Json | undefined = body
  for (const name of path) current = isJsonObject(current) && Object.hasOwn(current, name) ? (current as JsonObject)[name] : undefined
  return current
}

const readNull: Source = () => null

/** The stored form of a constant value, decoded in advance. */
function makeConstantSource(service: Interpreter, info: ResourceInfo, property: Property, json: Json): Source | undefined {
  if (json === null) return readNull
  if (isGenerated(property.schema, definitionsOf(service.facts.typing.domain)))
    return makeStoredSource(service, info, property, () => convertJsonToValue(json, property.type, service.keys))
  const stored = property.normalize === undefined ? service.storedDecoder(property).decode(json) : undefined
  return stored === undefined || stored.failures !== undefined ? undefined : () => stored.value
}

function makeInitialSource(service: Interpreter, info: ResourceInfo, property: Property): Source | undefined {
  const { machine, generate, compute } = property
  if (compute !== undefined) return readNull
  const { randomness } = service.environment
  if (machine !== undefined) {
    const state = slotValueOf(machine.slots.initial)?.text
    return state === undefined ? undefined : () => state
  }
  const makeGeneratedSource = (of: Source): Source | undefined => (isGeneratedInStoredForm(property) ? of : undefined)
  switch (generate?.kind) {
    case 'uuidv7':
      return makeGeneratedSource(({ transaction: { now } }) => uuidv7({ now: () => now }, randomness))
    case 'uuidv4':
      return makeGeneratedSource(() => uuidv4(randomness))
    case 'now':
    case 'now-on-update':
      return makeGeneratedSource(({ transaction: { now } }) => printTimestamp(now))
    case 'sequence':
      // The store rejects a number that another record holds already, and the request runs again without drafts.
      return makeStoredSource(service, info, property, ({ transaction }) => transaction.tx.nextNumber(`${info.name}.${property.name}`))
    case 'expression':
      return readNull
    case undefined:
  }
  return property.default === undefined ? readNull : makeConstantSource(service, info, property, property.default.value)
}
