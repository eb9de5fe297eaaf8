// An operation with its resolved declarations: its resource, look-ups, body, and the reads of its expressions.

import type { Mutable } from '../base/mutable.ts'
import { type ActionName, isOnRecord } from '../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { type ExpressionText, type Named, type Origin, type Slot, listSpecifiedEntries, originOf, slotValueOf } from '../model/slot.ts'
import type { Behaviour } from '../model/service.ts'
import type { Input, ResourceInfo } from '../typing/domain.ts'
import { listKeyMembersInPath } from '../typing/key-in-path.ts'
import { mayRefuse } from '../typing/input-type.ts'
import { listInputTargets } from '../typing/input-targets.ts'
import type { Point, PointAnswer } from './fact.ts'
import type { InputBindings, Follow, ExpressionReads } from './reading.ts'
import { listDecidingLookUps } from './disclosures.ts'
import { type TemplateLeaf, listTemplateExpressions } from './template.ts'
import { type Transition, type ModelIndex, isKey } from './model-index.ts'

/**
 * A point without its answer: the values that it reads and provides, its order, and the references of the input that its expression
 * follows.
 */
export type RawPoint = Omit<Point, 'answer'> & {
  readonly reads: readonly string[]
  readonly provides: readonly string[]
  readonly preferredBefore?: readonly string[]
  readonly follows?: readonly Follow[]
}

/** A point's needs for its expression. */
export type ExpressionNeeds = { readonly reads: readonly string[]; readonly follows: readonly Follow[] }

export type OperationContext = {
  readonly modelIndex: ModelIndex
  readonly operation: Operation
  readonly action?: ActionName
  /** The resource of the action. */
  readonly resource?: ResourceInfo
  /** The possible transitions: one, or with `to` all of a machine. */
  readonly transitions: readonly Transition[]
  /** Code that it runs itself: by `call`, or in steps of `do`. */
  readonly behaviours: readonly CalledBehaviour[]
  readonly input: Input
  /** The origin of the body's declaration. */
  readonly body?: Origin
  readonly lookups: readonly LookupFacts[]
  /** The look-up of the action's one record; also of `put`, which may find none. */
  readonly record?: LookupFacts
}

export type CalledBehaviour = { readonly name: string; readonly slots: Behaviour; readonly origin: Origin }

export type LookupFacts = {
  /** `this`, or the name under `with`. */
  readonly name: string
  readonly resource: ResourceInfo
  /** The properties by which it is found; true if they are the key rather than another unique. */
  readonly members: readonly string[]
  readonly isByKey: boolean
  readonly needs: ExpressionNeeds
  readonly origin: Origin
  /** True if it finds records that the caller may not read. */
  readonly decides: boolean
}

const cache = new WeakMap<ModelIndex, Map<Operation, OperationContext>>()

/** Cached, one context for each operation. */
export function makeOperationContext(modelIndex: ModelIndex, operation: Operation): OperationContext {
  return cache.getOrInsertComputed(modelIndex, () => new Map()).getOrInsertComputed(operation, () => createContext(modelIndex, operation))
}

function createContext(modelIndex: ModelIndex, operation: Operation): OperationContext {
  const { action, slots } = operation
  const transitions = listPossibleTransitions(modelIndex, operation)
  const resource = modelIndex.domain.resources.get(resourceNameOf(operation) ?? '')
  const behaviours = listBehaviours(modelIndex, operation)
  const input = modelIndex.typing.input(operation)
  const body = findBodyOrigin(operation, transitions, action === 'call' ? behaviours[0] : undefined)
  const contextWithoutLookups: OperationContext = {
    modelIndex,
    operation,
    transitions,
    behaviours,
    input,
    lookups: [],
    ...(action === undefined ? {} : { action }),
    ...(resource === undefined ? {} : { resource }),
    ...(body === undefined ? {} : { body }),
  }
  const lookups = listSpecifiedEntries(slots.with).flatMap(({ name, key, value }) => {
    const target = modelIndex.domain.resources.get(slotValueOf(value.find)?.text ?? '')
    if (target === undefined) return []
    return [
      {
        ...deriveLookUpFacts(contextWithoutLookups, name, target, slotValueOf(value.by) ?? [], originOf(key)),
        decides: listDecidingLookUps(operation).has(name),
      },
    ]
  })
  const withLookups = { ...contextWithoutLookups, lookups }
  if (resource === undefined || !isOnRecord(action)) return withLookups
  return { ...withLookups, record: recordLookup(withLookups, resource) }
}

function listPossibleTransitions(modelIndex: ModelIndex, { action, subject, slots }: Operation): Transition[] {
  if (action !== 'transition' || subject === undefined) return []
  const transition = modelIndex.transitions.get(subject.text)
  if (slots.to.state !== 'shown') return transition === undefined ? [] : [transition]
  const machine = modelIndex.machine.get(subject.text)
  return (machine?.transitions ?? []).map(({ name }) => ({ resource: machine!.machine.resource, name, machines: [machine!] }))
}

function listBehaviours(modelIndex: ModelIndex, { action, subject, slots }: Operation): readonly CalledBehaviour[] {
  const calledNames = action === 'call' ? [subject?.text] : (slotValueOf(slots.do) ?? []).map(({ call }) => slotValueOf(call)?.text)
  return listSpecifiedEntries(modelIndex.model.service.value.behaviours)
    .filter(({ name }) => calledNames.includes(name))
    .map(({ name, value, key }) => ({ name, slots: value, origin: originOf(key) }))
}

/** A body comes from `body`, or from the `input` of a transition or behaviour that the operation does not map. */
function findBodyOrigin(
  { slots }: Operation,
  transitions: readonly Transition[],
  behaviour: CalledBehaviour | undefined,
): Origin | undefined {
  if (slots.body.state === 'shown') return originOf(slots.body.at)
  if (slots.body.state !== 'unsaid' || slots.input.state === 'shown') return undefined
  const inputs: (Slot<unknown> | undefined)[] = [
    behaviour?.slots.input,
    ...transitions.flatMap(({ name, machines }) =>
      machines.flatMap(({ edges }) => edges.flatMap((edge) => (edge.kind === 'on' && edge.name === name ? [edge.candidate.input] : []))),
    ),
  ]
  const declared = inputs.find((slot) => slot?.state === 'shown')
  return declared?.state === 'shown' ? originOf(declared.at) : undefined
}

function recordLookup(operationContext: OperationContext, resource: ResourceInfo): LookupFacts {
  const { slots, key } = operationContext.operation
  if (slots.by.state === 'shown') return deriveLookUpFacts(operationContext, 'this', resource, slots.by.value, originOf(slots.by.at))
  const pathMembers = listKeyMembersInPath(resource, operationContext.input)
  const members = pathMembers.length > 0 ? pathMembers : resource.key
  return {
    name: 'this',
    resource,
    members,
    isByKey: members === resource.key,
    needs: { reads: ['input.path'], follows: [] },
    origin: originOf(key),
    decides: false,
  }
}

function deriveLookUpFacts(
  operationContext: OperationContext,
  name: string,
  resource: ResourceInfo,
  by: readonly Named<ExpressionText>[],
  origin: Origin,
): LookupFacts {
  const expressions = by.flatMap(({ slot }) => (slot.state === 'shown' ? [slot.value] : []))
  const members = by.map((member) => member.name)
  return {
    name,
    resource,
    members,
    isByKey: isKey(resource, members),
    needs: computeNeeds(operationContext, ...expressions),
    origin,
    decides: false,
  }
}

/** The values that a value is made from: a parsed body comes from bytes. */
const prerequisites: { readonly [value: string]: readonly string[] } = { 'input.body': ['value', 'bytes'], value: ['bytes'] }

/** The needs of the operation's own expressions. */
export function computeNeeds(operationContext: OperationContext, ...expressions: readonly ExpressionText[]): ExpressionNeeds {
  const readings = withLets(
    operationContext,
    expressions.map((expression) => operationContext.modelIndex.readsOf(expression)),
  )
  return {
    reads: [...new Set(readings.flatMap((reading) => listValues(operationContext, reading)))],
    follows: readings.flatMap(({ follows }) => follows),
  }
}

/** Adds the reads of `let` names that are used; each may use those above it. */
function withLets(
  { modelIndex, operation }: Pick<OperationContext, 'modelIndex' | 'operation'>,
  readings: readonly ExpressionReads[],
): readonly ExpressionReads[] {
  const allReadings = [...readings]
  for (const { name, value } of listSpecifiedEntries(operation.slots.let).toReversed()) {
    if (allReadings.some(({ variables }) => variables.has(name))) allReadings.push(modelIndex.readsOf(value))
  }
  return allReadings
}

/** The input values that the names of `let` may hold. */
export function letBindings({ modelIndex, operation }: Pick<OperationContext, 'modelIndex' | 'operation'>): InputBindings {
  const bindings = new Map<string, readonly string[]>()
  for (const { name, value } of listSpecifiedEntries(operation.slots.let))
    bindings.set(name, modelIndex.readsOf(value, new Map(bindings)).flows)
  return bindings
}

/** The read rules of a transition's expression, whose `input` is the body or the operation's mapping of it. */
export function needsOfTransition(operationContext: OperationContext, expression: ExpressionText): ExpressionNeeds {
  const reading = operationContext.modelIndex.readsOf(expression)
  const recordReads = listValues(operationContext, { ...reading, input: new Set() })
  if (reading.input.size === 0) return { reads: recordReads, follows: [] }
  const mappedInput = slotValueOf(operationContext.operation.slots.input)
  if (mappedInput === undefined) {
    const follows = reading.follows.map(({ path, resource }) => ({ path: path === '' ? 'body' : `body.${path}`, resource }))
    return { reads: [...recordReads, 'input.body', 'value', 'bytes'], follows }
  }
  const leaves = listTemplateExpressions(mappedInput)
  const follows = reading.follows.flatMap((follow) => mapFollow(operationContext, leaves, follow))
  return { reads: [...recordReads, ...computeNeeds(operationContext, ...leaves.map(({ expression: leaf }) => leaf)).reads], follows }
}

/** A path of the mapped input, as the paths of the request that its leaf takes it from. */
function mapFollow({ modelIndex }: OperationContext, leaves: readonly TemplateLeaf[], { path, resource }: Follow): Follow[] {
  return leaves.flatMap((leaf) => {
    if (leaf.path !== path && !path.startsWith(`${leaf.path}.`)) return []
    return modelIndex.readsOf(leaf.expression).flows.map((flow) => ({ path: flow + path.slice(leaf.path.length), resource }))
  })
}

/** The values that an expression of the operation reads, as points provide them. */
function listValues(operationContext: OperationContext, reading: ExpressionReads): string[] {
  const values = new Set<string>()
  const { variables, input } = reading
  const add = (value: string): void => {
    for (const each of [value, ...(prerequisites[value] ?? [])]) values.add(each)
  }
  if (variables.has('caller') || variables.has('claims') || variables.has('credential')) add('caller')
  if (variables.has('this') || variables.has('old')) addRecord(operationContext, 'this', add)
  for (const { name } of operationContext.lookups) if (variables.has(name)) addRecord(operationContext, name, add)
  const members = input.has('*') ? ['path', 'query', 'headers', 'body'] : input
  for (const member of members) add(`input.${member}`)
  return [...values]
}

/** Adds a record and the reads of its look-up: even a look-up that cannot refuse needs its values. */
function addRecord({ record, lookups }: OperationContext, name: string, add: (value: string) => void): void {
  const lookup = name === 'this' ? record : lookups.find((each) => each.name === name)
  if (lookup === undefined) return add('input.body')
  add(`record ${name}`)
  for (const value of lookup.needs.reads) add(value)
}

/** The values of all records that the operation looks up. */
export function recordValues({ record, lookups }: OperationContext): string[] {
  const allLookups = [...lookups, ...(record === undefined ? [] : [record])]
  return allLookups.flatMap(({ name, needs }) => [`record ${name}`, ...needs.reads])
}

export function point(
  stage: Point['stage'],
  condition: Point['condition'],
  words: { readonly subject?: string | undefined; readonly name?: string | undefined },
  values: { readonly reads?: readonly string[]; readonly provides?: readonly string[]; readonly follows?: readonly Follow[] },
  because: readonly Origin[],
): RawPoint {
  const { subject, name } = words
  const { reads = noValues, provides = noValues, follows } = values
  // Assigning members is faster than spreading: there are about twenty points for each of thousands of operations.
  const rawPoint: Mutable<RawPoint> = { condition, stage, reads: reads.length < 2 ? reads : [...new Set(reads)], provides, because }
  if (subject !== undefined) rawPoint.subject = subject
  if (name !== undefined) rawPoint.name = name
  if (follows !== undefined && follows.length > 0) rawPoint.follows = follows
  return rawPoint
}

const noValues: readonly string[] = []

/** The point without the data that only ordering needs. */
export function withAnswer({ condition, subject, name, failing, stage, because }: RawPoint, answer: PointAnswer): Point {
  if (failing !== undefined) return { condition, ...(name === undefined ? {} : { name }), failing, stage, answer, because }
  if (subject === undefined) return name === undefined ? { condition, stage, answer, because } : { condition, name, stage, answer, because }
  return name === undefined ? { condition, subject, stage, answer, because } : { condition, subject, name, stage, answer, because }
}

/** Refusals of values that the operation passes to a transition or behaviour, if only the value decides. */
export function inputRefusals({
  modelIndex,
  operation,
  input: { body },
}: OperationContext): { readonly condition: 'invalid'; readonly name: string; readonly because: readonly Origin[] }[] {
  const declared = [operation.slots.input, operation.slots.body].find((slot) => slot.state === 'shown')
  const type = operation.slots.input.state === 'shown' ? modelIndex.typing.inputTypeOf(operation.slots.input.value) : body?.type
  if (declared === undefined || type === undefined) return []
  const canRefuse = listInputTargets(operation, modelIndex.domain).some(
    ({ inputType }) => inputType !== undefined && mayRefuse(inputType, type),
  )
  return canRefuse ? [{ condition: 'invalid', name: 'input', because: [originOf(declared.at)] }] : []
}
