// The interpreter's data for a document and its environment; equal for all exchanges.

import { type NeededChanges, findNeededChanges } from './changes/causes.ts'
import type { Clock, Randomness } from '../base/clock.ts'
import type { Json } from '../base/json.ts'
import type { TurnLimit } from '../base/turn.ts'
import type { Value } from '../cel/value.ts'
import { evaluate } from '../cel/evaluate.ts'
import type { CursorSecret } from '../exchange/cursor.ts'
import { type DecodeHooks, type InputDecoder, makeInputDecoder } from '../exchange/decode.ts'
import { type PreparedOperation, prepareOperation } from './prepared-operation.ts'
import { type ListDecoder, listDecoder } from '../exchange/list-request.ts'
import { noRecordsHost, decodeSettings } from '../exchange/names.ts'
import { isOfType } from '../exchange/of-type.ts'
import { refuseComputedValue } from '../exchange/refusal.ts'
import { convertValueToJson, convertJsonToValue } from '../exchange/value-json.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import { listObjectMembersRead } from '../fact/generated-reads.ts'
import { type ModelIndex, indexModel } from '../fact/model-index.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import { type Decoder, compileSchema } from '../schema/validate.ts'
import { definitionsOf } from '../typing/definitions.ts'
import type { Generate, Input, Property, ResourceInfo } from '../typing/domain.ts'
import { isOpenSomewhere } from '../typing/proof.ts'
import { findTransitionInput, findTransition } from '../typing/transition.ts'
import { Admissions } from './events/admissions.ts'
import { Commits } from './events/commits.ts'
import { printEdition } from './reading/edition.ts'
import { type CallbackPlan, makeCallbackPlans } from './delivery/plan.ts'
import { Queue } from './jobs/queue.ts'
import { type EventTypeInfo, listEventTypes } from './events/emitted.ts'
import { type Choose, generateValue } from './record/generate.ts'
import type { TypedDecoder } from './code/decode-input.ts'
import { type RecordKeys, makeRecordKeys } from './record/keys.ts'
import { type BehaviourInfo, type BehaviourRunner, makeBehaviourInfo } from './code/behaviours.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Secrets } from './record/secrets.ts'

/** The outside dependencies of the interpreter. */
export type Environment = {
  readonly clock: Clock
  readonly randomness: Randomness
  /** Chooses values that the service may choose freely; by default it generates keys, times and numbers. */
  readonly choose?: Choose
  /** The settings: values from the operator by name, as JSON that fits their schemas. */
  readonly settings: ReadonlyMap<string, Json>
  readonly cursors: CursorSecret
  readonly secrets: Secrets
  /** Issues tokens of the schemes of part 5; `now` in milliseconds since 1970. */
  readonly tokens: { issue(scheme: string, subject: string, now: number): string }
  /** Counts requests against the rates and quotas of part 8. */
  readonly limiter: Limiter
  /** The longest time that a request may hold the event loop; unlimited if undefined. */
  readonly turn?: TurnLimit | undefined
  /** The deepest nesting of arrays and objects in a body. */
  readonly depth: number
  /** Runs the behaviours of part 1. */
  readonly code: BehaviourRunner
  /** True if the operator keeps an audit log, for which all changes are recorded. */
  readonly audits: boolean
}

export type OperationSubject = {
  readonly declared: Input
  readonly resource: ResourceInfo | undefined
  readonly decoder: InputDecoder
  readonly prepared: PreparedOperation
}

/** The limits of `sizes` in part 8: bytes, levels, bytes and records; undefined without a limit. */
type SizeLimits = { readonly [size in 'body' | 'depth' | 'field' | 'page']: number | undefined }

export type Interpreter = {
  readonly facts: Facts
  readonly modelIndex: ModelIndex
  readonly environment: Environment
  readonly keys: RecordKeys
  readonly settings: Value
  /**
   * Identifies the store and the document's schema of records and views. A record's version identifies its content only within an edition.
   */
  readonly edition: string
  /** True if a resource has tenants. */
  readonly hasTenants: boolean
  /** True if part 5 has schemes. */
  readonly hasSchemes: boolean
  readonly eventTypes: readonly EventTypeInfo[]
  readonly callbacks: readonly CallbackPlan[]
  /** The changes to record for the causes of part 6 and for the audit log. */
  readonly neededChanges: NeededChanges | 'all'
  readonly commits: Commits
  /** The records on which the admission of open streams depends. */
  readonly admissions: Admissions
  /** Notifies workers about queued code. */
  readonly queue: Queue
  /** Idempotency keys that requests of this process have claimed or are claiming, by the name of the claim. */
  readonly keysInUse: Map<string, { readonly prepared: object; readonly isClaimed: boolean }>
  resource(name: string): ResourceInfo
  behaviour(name: string): BehaviourInfo
  /** The input of a transition such as `Order.place`; undefined if it has none. */
  transitionInput(transition: string): TypedDecoder | undefined
  operation(operation: Operation): OperationFacts
  readonly sizes: SizeLimits
  /** The input of an operation with its decoder, its resource, and what its slots compute. */
  subject(operation: Operation): OperationSubject
  list(operation: Operation): ListDecoder
  /** The value after `normalize`, before validation. */
  normalizeValue(text: ExpressionText, json: Json): Json
  /** Converts the claims of a scheme's tokens; undefined if their shape is unspecified. */
  claims(scheme: string): ((claims: Json) => Value | undefined) | undefined
  /** The decoder for stored values of a property. */
  storedDecoder(property: Property): Decoder
}

export function createInterpreter(facts: Facts, environment: Environment): Interpreter {
  const { typing } = facts
  const { domain } = typing
  const keys = makeRecordKeys(domain)
  const definitions = definitionsOf(domain)
  const settings = decodeSettings(facts, environment.settings)
  const run = createEvaluator(facts, environment, settings)
  const normalizeValue = makeNormalizer(facts, keys, run)
  const modelIndex = indexModel(facts.model, typing)
  const hooks: DecodeHooks = {
    definitions,
    generate: makeGenerator(facts, environment, { keys, run, definitions }),
    generatedFrom: (schema) => listMembersReadByGenerate(modelIndex, schema.generate as Generate),
    normalize: ({ normalize }, json) => normalizeValue(normalize as ExpressionText, json),
  }
  const operations = new Map(facts.operations.map((each) => [each.operation, each]))
  const subjects = new Map<Operation, OperationSubject>()
  const lists = new Map<Operation, ListDecoder>()
  const properties = new Map<Property, Decoder>()
  const claims = makeClaimsDecoders(facts, keys, definitions)
  const behaviours = new Map<string, BehaviourInfo>()
  const transitionInputs = new Map<string, TypedDecoder | undefined>()
  const eventTypes = listEventTypes(modelIndex, facts.missing)
  const callbacks = makeCallbackPlans(facts)
  const findResource = (name: string): ResourceInfo => domain.resources.get(name) ?? failMissing(name)
  let edition: string | undefined
  return {
    facts,
    environment,
    keys,
    settings,
    resource: findResource,
    normalizeValue,
    get edition() {
      return (edition ??= printEdition(facts, environment.cursors.epoch))
    },
    hasTenants: [...domain.resources.values()].some(({ tenant }) => tenant.length > 0),
    hasSchemes: listSpecifiedEntries(facts.model.authentication.value.schemes).length > 0,
    modelIndex,
    eventTypes,
    callbacks,
    neededChanges: environment.audits ? 'all' : findNeededChanges([...eventTypes, ...callbacks].flatMap(({ causes }) => causes)),
    commits: new Commits(),
    admissions: new Admissions(),
    queue: new Queue(),
    keysInUse: new Map(),
    transitionInput: (transition) =>
      transitionInputs.getOrInsertComputed(transition, () => makeTransitionDecoder(transition, domain, hooks)),
    behaviour: (name) => behaviours.getOrInsertComputed(name, () => makeBehaviourInfo(name, domain)),
    claims: (scheme) => claims.get(scheme),
    operation: (operation) => present(operations.get(operation), operation.name),
    subject: (operation) =>
      subjects.getOrInsertComputed(operation, () => {
        const declared = typing.input(operation)
        const resource = domain.resources.get(resourceNameOf(operation) ?? '')
        return { declared, resource, decoder: makeInputDecoder(operation, declared, hooks), prepared: prepareOperation(operation) }
      }),
    sizes: readSizeLimits(facts),
    list: (operation) =>
      lists.getOrInsertComputed(operation, () =>
        listDecoder(
          operation,
          operation.action === 'feed' ? undefined : findResource(operation.subject?.text ?? ''),
          typing.input(operation),
          hooks,
        ),
      ),
    storedDecoder: (property) =>
      properties.getOrInsertComputed(property, () =>
        compileSchema(property.schema, { definitions, generate: hooks.generate, generatedFrom: hooks.generatedFrom, readOnly: 'keep' }),
      ),
  }
}

function readSizeLimits({ model }: Facts): SizeLimits {
  const sizes = slotValueOf(model.limits.value.sizes)
  const limitOf = (size: keyof SizeLimits): number | undefined => sizes && slotValueOf(sizes[size])
  return { body: limitOf('body'), depth: limitOf('depth'), field: limitOf('field'), page: limitOf('page') }
}

function makeTransitionDecoder(name: string, domain: Facts['typing']['domain'], hooks: DecodeHooks): TypedDecoder | undefined {
  const transition = findTransition(name, domain)
  const specified = transition && findTransitionInput(transition, domain)
  return specified && { decoder: compileSchema(specified.schema, { ...hooks, readOnly: 'keep' }), type: specified.type }
}

/** A decoder for each scheme's claims; it returns undefined for claims that the scheme's schema refuses. */
function makeClaimsDecoders(
  { typing, model }: Facts,
  keys: RecordKeys,
  definitions: ReadonlyMap<string, Schema>,
): ReadonlyMap<string, (claims: Json) => Value | undefined> {
  return new Map(
    listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => {
      const specified = slotValueOf(value.claimsSet)
      if (specified === undefined) return []
      const { schema, type } = typing.schema(specified)
      const decoder = compileSchema(schema, { definitions })
      const decode = (json: Json): Value | undefined => {
        const decoded = decoder.decode(json)
        return decoded.failures === undefined ? convertJsonToValue(decoded.value, type, keys) : undefined
      }
      // A verified token has the same claims in each request that presents it.
      const decodedClaims = new WeakMap<object, { readonly value: Value | undefined }>()
      return [
        [
          name,
          (json: Json) =>
            typeof json === 'object' && json !== null
              ? decodedClaims.getOrInsertComputed(json, () => ({ value: decode(json) })).value
              : decode(json),
        ] as const,
      ]
    }),
  )
}

/** Evaluates expressions that read no records: the time, the settings, the value itself. */
type EvaluateWithoutRecords = (text: ExpressionText, names: readonly (readonly [string, Value])[]) => Value

function createEvaluator({ typing }: Facts, { clock }: Environment, settings: Value): EvaluateWithoutRecords {
  return (text, names) => {
    const expression = present(typing.expression(text), text.text)
    return evaluate(expression, new Map([['now', { kind: 'timestamp', ms: clock.now() }], ['settings', settings], ...names]), noRecordsHost)
  }
}

/** A value of another JSON type is left unchanged; the schema then reports the mismatch. */
function makeNormalizer({ typing }: Facts, keys: RecordKeys, run: EvaluateWithoutRecords): Interpreter['normalizeValue'] {
  return (text, json) => {
    const type = typing.scope(text)?.variables.get('value')
    if (type === undefined || json === null || !isOfType(json, type)) return json
    return convertValueToJson(run(text, [['value', convertJsonToValue(json, type, keys)]]), keys)
  }
}

type GeneratorContext = {
  readonly keys: RecordKeys
  readonly run: EvaluateWithoutRecords
  readonly definitions: ReadonlyMap<string, Schema>
}

/** Generates values during decoding; `this` is the enclosing object. */
function makeGenerator(
  { typing }: Facts,
  { clock, randomness, choose }: Environment,
  { keys, run, definitions }: GeneratorContext,
): NonNullable<DecodeHooks['generate']> {
  const decoders = new WeakMap<SchemaObject, Decoder>()
  return (schema, object) => {
    const rule = schema.generate as Generate
    if (rule.kind !== 'expression') {
      const generated = generateValue(rule.kind, clock.now(), randomness)
      return convertValueToJson(choose?.({ kind: rule.kind }, generated) ?? generated, keys)
    }
    const type = typing.scope(rule.expression)?.variables.get('this') ?? { kind: 'dyn' }
    const json = convertValueToJson(run(rule.expression, [['this', convertJsonToValue(object, type, keys)]]), keys)
    const expression = typing.expression(rule.expression)
    if (expression === undefined || !isOpenSomewhere(expression)) return json
    const { value, failures } = decoders
      .getOrInsertComputed(schema, () => compileSchema(schema, { definitions, readOnly: 'keep' }))
      .decode(json)
    return failures === undefined
      ? value
      : refuseComputedValue(
          `\`${rule.expression.text}\` generates a value that its schema refuses (${failures.map(({ keyword }) => keyword).join(', ')})`,
        )
  }
}

function listMembersReadByGenerate(modelIndex: ModelIndex, generate: Generate): ReadonlySet<string> {
  return generate.kind === 'expression' ? listObjectMembersRead(modelIndex, generate.expression) : none
}

const none: ReadonlySet<string> = new Set()

function present<T>(value: T | undefined, name: string): T {
  return value ?? failMissing(name)
}

function failMissing(name: string): never {
  throw new Error(`${name} is not in the document`)
}
