// The slots of part 4, in the order in which an operation asks them: what is looked up, what must hold, what is written, what is answered.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { orNull } from '../../cel/fits.ts'
import type { Member, Scope, Type } from '../../cel/type.ts'
import type { ActionName } from '../../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { each, shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../domain.ts'
import { isLater, outputOfBehaviour } from '../behaviour.ts'
import { inputOf } from '../input.ts'
import { type Elsewhere, type Names, dyn, int, object, optional, requestType, string, timestamp, unknown } from '../scope.ts'
import { expectedBy } from '../taken.ts'
import { takersOf } from '../takers.ts'
import { transitionNamed } from '../transition.ts'
import { walkEffects } from './effects.ts'
import { type Walk, callerNames, conditions, expression, identity, record, sets, stillTrue, template, texts } from './walk.ts'

export function walkEndpoints(walk: Walk): void {
  for (const operation of walk.domain.model.endpoints.value.operations) walkOperation(operation, walk)
}

/** The resource of the record, or records, that the action is about. */
export function resourceOf(operation: Operation, walk: Pick<Walk, 'domain'>): ResourceInfo | undefined {
  return walk.domain.resources.get(resourceNameOf(operation) ?? '')
}

function walkOperation(operation: Operation, walk: Walk): void {
  const { slots, action } = operation
  const resource = resourceOf(operation, walk)
  const asked = walkBefore(operation, resource, walk)
  const place = { scope: asked.scope, operation }
  const required = conditions(slots.require, { ...place, role: 'endpoints.require' }, walk)
  const tested = { ...place, assumed: required }
  sets(slots.set, resource, { ...tested, role: 'endpoints.set' }, walk)
  expression(slots.to, { ...tested, role: 'endpoints.to' }, walk, string)
  const input = shown(slots.input)
  if (input !== undefined) walk.given.set(input, template(input, { ...tested, role: 'endpoints.input' }, walk, undefined, expectedInput(operation, walk)))
  const idempotency = shown(slots.idempotency)
  if (idempotency?.kind === 'key') expression(idempotency.scope, { ...tested, role: 'endpoints.idempotency' }, walk)
  if (action === 'list' || action === 'stream') walkList(operation, resource, tested, walk)
  const done = action === 'do' ? walkEffects(shown(slots.do) ?? [], tested, walk) : asked.scope
  walkAnswer(operation, resource, done, required, walk)
}

/** What is known before the action: the request, the caller, the records of `with` one after the other, and the record itself. */
function walkBefore(operation: Operation, resource: ResourceInfo | undefined, walk: Walk): { readonly scope: Scope } {
  const { slots, action } = operation
  const { scopes, callers, domain } = walk
  let scope = scopes.with([
    ['input', inputOf(domain, operation).type], ...callerNames(callers.of(operation)), ...scopes.always, ['request', requestType],
  ])
  for (const { name, value } of each(slots.with)) {
    const target = domain.resources.get(shown(value.find)?.text ?? '')
    identity(value.by, target, { scope, operation, role: 'endpoints.with' }, walk)
    scope = scopes.more(scope, [[name, record(target)]])
  }
  identity(slots.by, resource, { scope, operation, role: 'endpoints.by' }, walk)
  scope = scopes.more(scope, recordBefore(action, resource), notYet[action ?? 'do'])
  for (const { name, value } of each(slots.let)) {
    const made = walk.visit({ role: 'endpoints.let', slot: value, scope, operation })
    scope = scopes.more(scope, [[name, made?.type ?? unknown]])
  }
  return { scope }
}

const notYet: { readonly [action: string]: Elsewhere } = {
  create: { this: '`this` is not there yet: the record is made of what is asked and written here' },
  put: { this: '`this` is not there yet: what there was before, if anything, is `old`' },
  list: { this: '`this` is one record, and a list has many: in its answer they are `items`' },
}

/** The record that is found; of `put` there may be none yet, and `old` is what it was. */
function recordBefore(action: ActionName | undefined, resource: ResourceInfo | undefined): Names {
  switch (action) {
    case undefined:
      return [['this', unknown], ['old', unknown]]
    case 'read': case 'update': case 'replace': case 'delete': case 'transition':
      return [['this', record(resource)]]
    case 'put':
      return [['old', orNull(record(resource))]]
    case 'list': case 'create': case 'stream': case 'answer': case 'call': case 'do':
      return []
  }
}

/** A list asks each record, a stream each event. */
function walkList(operation: Operation, resource: ResourceInfo | undefined, place: Place, walk: Walk): void {
  const { slots, action } = operation
  const isList = action === 'list'
  const row: Names = isList ? [['this', record(resource)]] : [['event', streamedEvent(operation, walk)]]
  const asked = { ...place, scope: walk.scopes.more(place.scope, row), ...(isList && resource !== undefined ? { rows: resource.name } : {}) }
  expression(slots.where, { ...asked, role: isList ? 'endpoints.where' : 'endpoints.stream' }, walk, { kind: 'bool' })
  const page = shown(slots.page)
  if (page === undefined) return
  const inPage = { ...place, role: 'endpoints.page' } as const
  expression(page.size, inPage, walk, int)
  expression(page.offset, inPage, walk, int)
  expression(page.cursor, inPage, walk, orNull(string))
}

type Place = { readonly scope: Scope; readonly operation: Operation; readonly assumed: readonly Expression[] }

/** What code or a transition takes, where the operation says what it is given. */
function expectedInput(operation: Operation, walk: Walk): Type | undefined {
  return expectedBy(takersOf(operation, walk.domain).flatMap(({ taken }) => taken ?? []))
}

function walkAnswer(operation: Operation, resource: ResourceInfo | undefined, done: Scope, required: readonly Expression[], walk: Walk): void {
  const { slots } = operation
  const written = writtenBy(operation, resource, walk)
  const scope = walk.scopes.more(done, recordAfter(operation, resource, walk))
  const place = { scope, operation, assumed: stillTrue([...required, ...guardsOf(operation, walk)], written) }
  expression(slots.status, { ...place, role: 'endpoints.status' }, walk, int)
  texts(slots.headers, { ...place, role: 'endpoints.headers' }, walk)
  const cache = shown(slots.cache)
  const control = cache === undefined || 'kind' in cache ? cache : shown(cache.control)
  if (control !== undefined) walk.visit({ ...place, role: 'endpoints.cache', slot: control })
  const output = shown(slots.output)
  if (output !== undefined) template(output, { ...place, role: 'endpoints.output' }, walk)
}

/** Of a transition that can be made in one way only, its guards have been asked too; what they say of their own `input` is left out. */
function guardsOf({ action, subject }: Operation, walk: Walk): readonly Expression[] {
  const transition = action === 'transition' ? transitionNamed(subject?.text ?? '', walk.domain) : undefined
  const [only, ...more] = transition?.candidates ?? []
  if (only === undefined || more.length > 0) return []
  return (walk.guards.get(only) ?? []).filter((guard) => reads(guard).variables.every(({ name }) => name !== 'input'))
}

/** Properties that may have changed since `require` tested them. */
function writtenBy(operation: Operation, resource: ResourceInfo | undefined, walk: Walk): ReadonlySet<string> {
  const { body } = inputOf(walk.domain, operation)
  const own = [...each(operation.slots.set).map(({ name }) => name), ...(body?.writes ?? []).map(({ property }) => property)]
  const { writes } = walk.reaches.of(operation)
  return new Set([...writes, ...(resource === undefined ? [] : own.map((name) => `${resource.name}.${name}`))])
}

/** What the answer sees besides: the record after the effect and before it, the page, what code gave back. */
function recordAfter(operation: Operation, resource: ResourceInfo | undefined, walk: Walk): Names {
  const { action, slots, subject } = operation
  const now = record(resource)
  const isNatural = shown(slots.idempotency)?.kind === 'natural'
  switch (action) {
    // An action that is not shown, or was reported, may bring any of the names.
    case undefined:
      return ['this', 'old', 'items', 'page', 'result'].map((name) => [name, unknown])
    case 'read':
      return [['this', now]]
    case 'create':
      return [['this', now], ['old', orNull(now)]]
    case 'update': case 'replace': case 'transition':
      return [['this', now], ['old', now]]
    case 'put':
      return [['this', now], ['old', orNull(now)]]
    case 'delete':
      // The record as it was last; where deleting what is not there succeeds, there may be none.
      return isNatural ? [['this', orNull(now)], ['old', orNull(now)]] : [['this', now], ['old', now]]
    case 'list':
      return [['items', { kind: 'list', element: now }], ['page', pageType(operation, walk)]]
    case 'call':
      // What runs after has not run yet.
      if (isLater(subject?.text ?? '', walk.domain)) return []
      return [['result', outputOfBehaviour(subject?.text ?? '', walk.domain)?.type ?? unknown]]
    case 'stream': case 'answer': case 'do':
      return []
  }
}

/**
 * `next` and `prev` are what the client sends to get there, and null where there is no such page. `total` is counted only
 * where it is read; `position` is where a stream that follows the list begins.
 */
function pageType({ slots }: Operation, walk: Walk): Type {
  const page = shown(slots.page)
  const style = page === undefined ? undefined : shown(page.style)
  const everywhere = { total: int, position: positionMember(walk) }
  if (slots.page.state === 'wrong' || slots.page.state === 'hole' || (page !== undefined && style === undefined)) return unknown
  if (style === 'cursor') return object({ next: orNull(string), size: int, ...everywhere }, 'page')
  if (style === 'offset') return object({ next: orNull(int), prev: orNull(int), offset: int, size: int, ...everywhere }, 'page')
  return object(everywhere, 'page')
}

function positionMember({ domain }: Walk): Member {
  const { state, value } = domain.model.events
  const delivery = shown(value.delivery)
  if (state === 'not shown' || value.delivery.state === 'hole' || delivery?.stream.state === 'shown') return { type: string }
  return { type: string, refused: '`position` is where a stream begins that follows the list, and part 6 has no stream' }
}

/** The events of a stream as CloudEvents has them; `data` is what all of its types carry. */
function streamedEvent({ slots }: Operation, walk: Walk): Type {
  return eventType((shown(slots.stream) ?? []).map(({ text }) => text), walk)
}

export function eventType(names: readonly string[], walk: Walk): Type {
  const data = names.map((name) => walk.eventData.get(name) ?? unknown)
  return object({
    id: string, source: string, type: names.length > 0 ? { kind: 'enum', values: names } : string, time: timestamp,
    subject: optional(string), partitionkey: optional(string), dataschema: optional(string), data: data.length === 1 ? data[0]! : dyn,
  }, 'event')
}
