// The slots of part 4 in evaluation order: look-ups, conditions, writes, response.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { withNullType } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import { type ActionName, listOfferedEvents } from '../../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { findWaitRead, listWaitingFor } from '../../model/find-wait.ts'
import type { ResourceInfo } from '../domain.ts'
import { findInput } from '../input.ts'
import { type MissingReasons, type TypedNames, integerType, requestType, textType, mistakenType } from '../scope.ts'
import { intersectInputTypes } from '../input-type.ts'
import { listInputTargets } from '../input-targets.ts'
import { findTransition } from '../transition.ts'
import { walkEffects } from './effects.ts'
import {
  type SlotWalk,
  listCallerNames,
  walkConditions,
  walkExpression,
  walkIdentity,
  findRecordType,
  walkSets,
  listUnaffectedTests,
  walkTemplate,
  walkTexts,
} from './walk.ts'
import { typeRecordAfter } from './answer-names.ts'
import { makeEventType } from './event-type.ts'

export function walkEndpoints(walk: SlotWalk): void {
  for (const operation of walk.domain.model.endpoints.value.operations) walkOperation(operation, walk)
}

/** The resource of the action's record or records. */
export function findOperationResource(operation: Operation, walk: Pick<SlotWalk, 'domain'>): ResourceInfo | undefined {
  return walk.domain.resources.get(resourceNameOf(operation) ?? '')
}

function walkOperation(operation: Operation, walk: SlotWalk): void {
  const { slots, action } = operation
  const resource = findOperationResource(operation, walk)
  const preceding = walkBefore(operation, resource, walk)
  const place = { scope: preceding.scope, operation }
  const required = walkConditions(slots.require, { ...place, role: 'endpoints.require' }, walk)
  const requiredPlace = { ...place, assumed: required }
  walkSets(slots.set, resource, { ...requiredPlace, role: 'endpoints.set' }, walk)
  walkExpression(slots.to, { ...requiredPlace, role: 'endpoints.to' }, walk, withNullType(textType))
  const input = slotValueOf(slots.input)
  if (input !== undefined)
    walk.inputTypes.set(
      input,
      walkTemplate(input, { ...requiredPlace, role: 'endpoints.input' }, walk, undefined, findExpectedInput(operation, walk)),
    )
  const idempotency = slotValueOf(slots.idempotency)
  if (idempotency?.kind === 'key') walkExpression(idempotency.scope, { ...requiredPlace, role: 'endpoints.idempotency' }, walk)
  if (action === 'list' || action === 'stream' || action === 'feed') walkList(operation, resource, requiredPlace, walk)
  const finalScope = action === 'do' ? walkEffects(slotValueOf(slots.do) ?? [], requiredPlace, walk) : preceding.scope
  walkAnswer(operation, resource, finalScope, required, walk)
}

/** The scope before the action: the request, the caller, the records of `with` in order, and the record itself. */
function walkBefore(operation: Operation, resource: ResourceInfo | undefined, walk: SlotWalk): { readonly scope: Scope } {
  const { slots, action } = operation
  const { scopes, callers, domain } = walk
  let scope = scopes.scopeWith([
    ['input', findInput(domain, operation).type],
    ...listCallerNames(callers.callerOf(operation)),
    ...scopes.always,
    ['request', requestType],
  ])
  for (const { name, value } of listSpecifiedEntries(slots.with)) {
    const target = domain.resources.get(slotValueOf(value.find)?.text ?? '')
    walkIdentity(value.by, target, { scope, operation, role: 'endpoints.with' }, walk)
    scope = scopes.extendScope(scope, [[name, findRecordType(target)]])
  }
  walkIdentity(slots.by, resource, { scope, operation, role: 'endpoints.by' }, walk)
  scope = scopes.extendScope(scope, typeRecordBefore(action, resource), explainMissingRecords(action, resource?.name ?? 'NAME'))
  for (const { name, value } of listSpecifiedEntries(slots.let)) {
    const expression = walk.visit({ role: 'endpoints.let', slot: value, scope, operation })
    scope = scopes.extendScope(scope, [[name, expression?.type ?? mistakenType]])
  }
  return { scope }
}

function explainMissingRecords(action: ActionName | undefined, resource: string): MissingReasons | undefined {
  switch (action) {
    case 'create':
      return { this: '`this` does not exist yet: the record is created from the values written here' }
    case 'put':
      return { this: '`this` does not exist yet; the record before the request, if there was one, is `old`' }
    case 'list':
      return {
        this: `\`this\` is one record, and a list has many: in its answer they are \`items\`, as in \`items.map(x, ${resource}(x))\``,
      }
    case 'do':
      return {
        this: '`this` is the record of one action, and `do` has several: read a record by its name in `with`, or by the `as` of an earlier step',
      }
    default:
      return undefined
  }
}

/** The record that the action finds; for `put` it may not exist yet, and `old` is the former record. */
function typeRecordBefore(action: ActionName | undefined, resource: ResourceInfo | undefined): TypedNames {
  switch (action) {
    case undefined:
      return [
        ['this', mistakenType],
        ['old', mistakenType],
      ]
    case 'read':
    case 'update':
    case 'replace':
    case 'delete':
    case 'transition':
      return [['this', findRecordType(resource)]]
    case 'put':
      return [['old', withNullType(findRecordType(resource))]]
    case 'list':
    case 'create':
    case 'stream':
    case 'feed':
    case 'answer':
    case 'call':
    case 'do':
      return []
  }
}

/** A list evaluates its filter for each record, a stream or feed for each event. */
function walkList(operation: Operation, resource: ResourceInfo | undefined, place: Place, walk: SlotWalk): void {
  const { slots, action } = operation
  const isList = action === 'list'
  const itemNames: TypedNames = isList ? [['this', findRecordType(resource)]] : [['event', typeStreamedEvent(operation, walk)]]
  const itemPlace = {
    ...place,
    scope: walk.scopes.extendScope(place.scope, itemNames),
    ...(isList && resource !== undefined ? { rows: resource.name } : {}),
  }
  walkExpression(slots.where, { ...itemPlace, role: isList ? 'endpoints.where' : 'endpoints.stream' }, walk, { kind: 'bool' })
  const page = slotValueOf(slots.page)
  if (page === undefined) return
  const pagePlace = { ...place, role: 'endpoints.page' } as const
  walkExpression(page.size, pagePlace, walk, integerType)
  walkExpression(page.offset, pagePlace, walk, integerType)
  walkExpression(page.cursor, pagePlace, walk, withNullType(textType))
}

type Place = { readonly scope: Scope; readonly operation: Operation; readonly assumed: readonly Expression[] }

/** The input type of a behaviour or transition, if the operation maps its input. */
function findExpectedInput(operation: Operation, walk: SlotWalk): Type | undefined {
  return intersectInputTypes(listInputTargets(operation, walk.domain).flatMap(({ inputType }) => inputType ?? []))
}

function walkAnswer(
  operation: Operation,
  resource: ResourceInfo | undefined,
  finalScope: Scope,
  required: readonly Expression[],
  walk: SlotWalk,
): void {
  const { slots } = operation
  const written = listWrittenProperties(operation, resource, walk)
  const scope = walk.scopes.extendScope(finalScope, typeRecordAfter(operation, resource, walk))
  const place = { scope, operation, assumed: listUnaffectedTests([...required, ...listGuards(operation, walk)], written) }
  walkExpression(slots.status, { ...place, role: 'endpoints.status' }, walk, integerType)
  walkTexts(slots.headers, { ...place, role: 'endpoints.headers' }, walk)
  const cache = slotValueOf(slots.cache)
  const control = cache === undefined || 'kind' in cache ? cache : slotValueOf(cache.control)
  if (control !== undefined) walk.visit({ ...place, role: 'endpoints.cache', slot: control })
  walkWaitPath(operation, place, walk)
  walkWaitsFor(operation, place, walk)
  const touch = slotValueOf(slots.touch)
  if (touch !== undefined) walkExpression(touch.record, { ...place, role: 'endpoints.touch' }, walk)
  const output = slotValueOf(slots.output)
  if (output !== undefined) walkTemplate(output, { ...place, role: 'endpoints.output' }, walk)
}

/** The path parameters of the read that answers after a wait. */
function walkWaitPath(operation: Operation, place: Place, walk: SlotWalk): void {
  const wait = slotValueOf(operation.slots.wait)
  if (wait === undefined) return
  const read = findWaitRead(operation, walk.domain.model.endpoints.value.operations)
  const parameters = read && findInput(walk.domain, read).path
  for (const { name, value } of listSpecifiedEntries(wait.path)) {
    const expected = parameters?.get(name)?.type
    walk.visit({ ...place, role: 'endpoints.path', slot: value, ...(expected === undefined ? {} : { expected }) })
  }
}

/** The conditions of waits that end with the answer of this read, which have its names. */
function walkWaitsFor(read: Operation, place: Place, walk: SlotWalk): void {
  const { operations } = walk.domain.model.endpoints.value
  for (const waiting of listWaitingFor(read, operations)) {
    const wait = slotValueOf(waiting.slots.wait)
    if (wait !== undefined) walkExpression(wait.until, { ...place, role: 'endpoints.until' }, walk, { kind: 'bool' })
  }
}

/** If only one transition is possible, its guards hold, too; conditions on its own `input` are excluded. */
function listGuards({ action, subject }: Operation, walk: SlotWalk): readonly Expression[] {
  const transition = action === 'transition' ? findTransition(subject?.text ?? '', walk.domain) : undefined
  const [only, ...more] = transition?.candidates ?? []
  if (only === undefined || more.length > 0) return []
  return (walk.guards.get(only) ?? []).filter((guard) => reads(guard).variables.every(({ name }) => name !== 'input'))
}

/** Properties that may have changed since `require` tested them. */
function listWrittenProperties(operation: Operation, resource: ResourceInfo | undefined, walk: SlotWalk): ReadonlySet<string> {
  const { body } = findInput(walk.domain, operation)
  const ownProperties = [
    ...listSpecifiedEntries(operation.slots.set).map(({ name }) => name),
    ...(body?.writes ?? []).map(({ property }) => property),
  ]
  const { writes } = walk.reachAnalysis.reachOf(operation)
  return new Set([...writes, ...(resource === undefined ? [] : ownProperties.map((name) => `${resource.name}.${name}`))])
}

/** The events of a stream in the form of CloudEvents; `data` has the common type of all its event types. */
function typeStreamedEvent({ slots }: Operation, walk: SlotWalk): Type {
  return makeEventType(
    listOfferedEvents(slots).map(({ text }) => text),
    walk,
  )
}
