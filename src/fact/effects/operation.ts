// The writes of an operation, as a program: its own write first, then the consequences.

import { type Origin, specifiedEntries, originOf, slotValue } from '../../model/slot.ts'
import { outcomesOf } from '../../model/effect-action.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { boundByLet } from '../../typing/passthrough.ts'
import { rulesOfStep } from '../rule-points.ts'
import { isHiding, isWithheld } from '../rules.ts'
import type { Follow } from '../reading.ts'
import { type OperationContext, inputRefusals, letBindings } from '../operation-context.ts'
import { expressionsIn } from '../template.ts'
import { type Reference, leftFrom } from '../world.ts'
import { programsOfEffects } from './effect.ts'
import { setByTransition } from './from-request.ts'
import { unreadableSteps } from './unreadable.ts'
import { type InputSource, setRefusals } from './set-refusals.ts'
import type { MetRefusal, Program, ProgramStep, Programs } from './program.ts'
import { readSet, writeSteps } from './writes.ts'

export function programsOfOperation(operationContext: OperationContext): Programs {
  const { action, operation, world } = operationContext
  if (action !== 'do') return { whole: programOf(operationContext), items: [] }
  const all = slotValue(operation.slots.do) ?? []
  const programs = programsOfEffects(world, all, true, requestOf(operationContext), letBindings(operationContext))
  const ofSteps = (isItem: boolean): Program => {
    const steps = all.filter((step) => (outcomesOf(step) !== undefined) === isItem)
    return [
      ...stepRefusals(operationContext, steps),
      ...failures(operationContext, steps),
      ...all.flatMap((step, index) => (steps.includes(step) ? programs[index]! : [])),
    ]
  }
  return { whole: [...ofSteps(false), ...looksInto(operationContext)], items: ofSteps(true) }
}

function programOf(operationContext: OperationContext): Program {
  const { action, resource } = operationContext
  switch (action) {
    case 'create':
    case 'update':
    case 'replace':
    case 'put':
      return resource === undefined
        ? []
        : [...hidden(operationContext), ...ownWrite(operationContext, resource), ...looksInto(operationContext)]
    case 'delete':
      return resource === undefined
        ? []
        : [
            { kind: 'go', to: { kind: 'deleted', resource: resource.name }, at: operationContext.operation.key.span },
            ...looksInto(operationContext),
          ]
    case 'transition':
      return [
        ...hidden(operationContext),
        ...ownStep(operationContext),
        ...transitionProgram(operationContext),
        ...looksInto(operationContext),
      ]
    case 'call':
      return [...inputRefusals(operationContext).map(meet), ...failures(operationContext), ...looksInto(operationContext)]
    case 'do':
    case 'list':
    case 'read':
    case 'stream':
    case 'feed':
    case 'answer':
    case undefined:
      return looksInto(operationContext)
  }
}

/** References of the request, and the property that each is written to. */
export function sentReferences({ world, resource, input, operation }: OperationContext): { path: string; reference: Reference }[] {
  if (resource === undefined) return []
  const bindings = letBindings({ world, operation })
  const all = world.references.get(resource.name) ?? []
  const sent = (input.body?.writes ?? []).flatMap(({ property, path }) =>
    all
      .filter((reference) => reference.property === property)
      .map((reference) => ({ path: ['body', ...path].join('.') + reference.path.slice(property.length), reference })),
  )
  const set = (slotValue(operation.slots.set) ?? []).flatMap(({ name, slot }) => {
    const leaves = slot.state === 'shown' ? expressionsIn(slot.value, name) : []
    return leaves.flatMap(({ path, expression }) =>
      all.flatMap((reference) => {
        const left = leftFrom(reference, path)
        return left === undefined ? [] : world.reading(expression, bindings).flows.map((flow) => ({ path: flow + left, reference }))
      }),
    )
  })
  return [...sent, ...set]
}

/** A `put` creates a record with the key from the request, which may contain references. */
function keyReferences({ world, action, resource }: OperationContext): readonly Reference[] {
  return action === 'put' && resource !== undefined
    ? (world.references.get(resource.name) ?? []).filter(({ property }) => resource.key.includes(property))
    : []
}

function ownWrite(operationContext: OperationContext, resource: ResourceInfo): ProgramStep[] {
  const { world, action, operation, input } = operationContext
  const set = readSet(world, resource, slotValue(operation.slots.set), true, letBindings(operationContext))
  const bodied = (input.body?.writes ?? []).map(({ property }) => property)
  const named = [...new Set([...bodied, ...set.properties])].filter((name) =>
    isWritten(resource, name, action === 'create' || action === 'put'),
  )
  const creates = action === 'create' || action === 'put'
  const keyed = keyReferences(operationContext)
  const references = (world.references.get(resource.name) ?? []).filter(
    (reference) => bodied.includes(reference.property) || set.references.includes(reference) || keyed.includes(reference),
  )
  const write = {
    kind: creates ? 'create' as const : 'update' as const,
    resource, properties: named, whole: action !== 'update' && action !== 'transition', references,
    tolerates: tolerance(operationContext, resource, named),
    set: slotValue(operation.slots.set),
    lets: new Map(specifiedEntries(operation.slots.let).map(({ name, value }) => [name, value])),
    because: [originOf(operation.key)],
  }
  return [
    ...setRefusals(world, resource, slotValue(operation.slots.set), requestOf(operationContext)),
    ...writeSteps(world, write),
    ...(creates ? [{ kind: 'go', to: { kind: 'created', resource: resource.name }, at: operation.key.span } as const] : []),
    ...(action === 'create' ? [] : [{ kind: 'go', to: { kind: 'written', resource: resource.name }, at: operation.key.span } as const]),
  ]
}

function requestOf({ world: { typing }, operation, input }: OperationContext): InputSource {
  return { kind: 'request', input, bound: boundByLet(operation, typing) }
}

/** The operation's own changes to the record, in the write of the transition. */
function ownStep(operationContext: OperationContext): ProgramStep[] {
  const { resource, operation, input } = operationContext
  const writes = (input.body?.writes ?? []).length > 0 || (slotValue(operation.slots.set) ?? []).length > 0
  return resource !== undefined && writes ? ownWrite(operationContext, resource) : []
}

/** An immutable property is written only on creation, a machine's field never. */
function isWritten(resource: ResourceInfo, name: string, creates: boolean): boolean {
  const property = resource.properties.get(name)
  return property === undefined || (property.machine === undefined && (creates || !property.immutable))
}

/**
 * Uniqueness constraints that cannot fail: for `put`, the key that it is found by; for `natural`, a unique that includes all determined
 * values. A record that the caller may not read still occupies them, unless the `put` is refused for it.
 */
function tolerance(
  { world, action, operation }: OperationContext,
  resource: ResourceInfo,
  named: readonly string[],
): (members: readonly string[]) => boolean {
  const natural = action === 'create' && slotValue(operation.slots.idempotency)?.kind === 'natural'
  const hides = isHiding(world.model, resource.name)
  const isTold = slotValue(world.model.authentication.value.unreadable) === 'forbidden'
  const isCompared = natural && !hides && !named.some((name) => isWithheld(world.model, resource.name, name))
  return (members) =>
    (action === 'put' && members === resource.key && (!hides || isTold)) || (isCompared && named.every((name) => members.includes(name)))
}

function hidden(operationContext: OperationContext): ProgramStep[] {
  const { world, transitions } = operationContext
  return unreadableSteps(world, [
    ...sentReferences(operationContext).map(({ reference }) => reference),
    ...keyReferences(operationContext),
    ...transitions.flatMap((transition) => setByTransition(world, transition)),
  ])
}

function transitionProgram({ world, transitions, operation }: OperationContext): ProgramStep[] {
  const mapped = slotValue(operation.slots.input)
  const client = mapped === undefined || expressionsIn(mapped).some(({ expression }) => world.reading(expression).flows.length > 0)
  return transitions.map(({ resource, name }) => ({
    kind: 'go',
    to: { kind: 'transition', name: `${resource}.${name}`, client, sent: mapped === undefined },
    at: operation.key.span,
  }))
}

/** Failures of code that runs before the commit; later code has no caller to answer. */
function failures({ behaviours }: OperationContext, steps?: readonly Effect[]): ProgramStep[] {
  return behaviours
    .filter(({ name, slots }) => slotValue(slots.when) !== 'after' && steps?.some(({ call }) => slotValue(call)?.text === name) !== false)
    .flatMap(({ name, slots }) =>
      (slotValue(slots.failures) ?? []).map(({ text, node }) =>
        meet({ condition: 'fail', subject: name, name: text, because: [originOf(node)] }),
      ),
    )
}

/** The rules of steps that read more than the caller; they are evaluated at the step. */
function stepRefusals({ world }: OperationContext, steps: readonly Effect[]): ProgramStep[] {
  return steps.flatMap((step) =>
    rulesOfStep(world, step).flatMap(({ subject, name, rule }): ProgramStep[] =>
      rule.kind === 'asked' && !rule.early
        ? [meet({ condition: 'forbidden', subject, ...(name === undefined ? {} : { name }), because: rule.because })]
        : [],
    ),
  )
}

/** References in the input that a write or response dereferences. */
function looksInto({ world, operation }: OperationContext): ProgramStep[] {
  const { set, output, headers, status, input } = operation.slots
  const templates = [output, input, ...(slotValue(set) ?? []).map(({ slot }) => slot)]
  const lets = specifiedEntries(operation.slots.let).map(({ value }) => value)
  const expressions = [
    ...lets,
    ...templates.flatMap((slot) => (slot.state === 'shown' ? expressionsIn(slot.value).map(({ expression }) => expression) : [])),
  ]
  const declared = slotValue(status)
  const texts = specifiedEntries(headers).flatMap(({ value }) => world.readingOfText(value))
  const readings = [
    ...[...expressions, ...(declared === undefined ? [] : [declared])].map((expression) => world.reading(expression)),
    ...texts,
  ]
  const because: Origin[] = [originOf(operation.key)]
  const follows = readings.flatMap((reading) => reading.follows)
  const dangling = follows.map((follow: Follow) => meet({ condition: 'dangling', subject: follow.resource, because, follows: [follow] }))
  return [...dangling, ...unreadableSteps(world, follows.map(({ resource }) => ({ target: resource })))]
}

function meet(met: MetRefusal): ProgramStep {
  return { kind: 'meet', met }
}
