// Determines the operations that need a gap to be answered; in doubt, all that could.

import { listOfferedEvents } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { isTimedKind } from '../../model/timed.ts'
import { listCalls } from '../reads.ts'
import type { ModelIndex } from '../model-index.ts'
import type { Gap } from './gaps.ts'
import { mayUseShape } from './shapes.ts'
import { type OperationUsage, listCalledBehaviours } from './usage.ts'

/** `undefined`: no specified part needs it, so it is not a gap. */
export type Need = readonly Operation[] | 'all' | undefined

/** The operations that need the value at any of its paths, in the order of the document. */
export function findNeed(
  modelIndex: ModelIndex,
  gap: Gap,
  usages: readonly OperationUsage[],
  byName: ReadonlyMap<string, OperationUsage>,
): Need {
  const first = findNeedAt(modelIndex, gap, usages, byName)
  if (gap.otherPaths.length === 0) return first
  const all = [first, ...gap.otherPaths.map((path) => findNeedAt(modelIndex, { ...gap, path }, usages, byName))]
  const needed = new Set<Operation>()
  for (const need of all) {
    if (need === 'all') return 'all'
    for (const operation of need ?? []) needed.add(operation)
  }
  return all.every((need) => need === undefined)
    ? undefined
    : usages.map(({ operation }) => operation).filter((operation) => needed.has(operation))
}

function findNeedAt(
  modelIndex: ModelIndex,
  gap: Gap,
  usages: readonly OperationUsage[],
  byName: ReadonlyMap<string, OperationUsage>,
): Need {
  const operationsWith = (needs: (usage: OperationUsage) => boolean): Operation[] => usages.filter(needs).map(({ operation }) => operation)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = gap.path
  switch (gap.part) {
    case 'service':
      if (first === 'behaviours') return operationsWith(({ operation }) => listCalledBehaviours(operation).includes(second))
      if (first === 'functions') return operationsWith(({ reads }) => reads().calls.has(second))
      return operationsWith(({ reads }) => reads().variables.has(first === 'url' ? 'service' : 'settings'))
    case 'resources':
      return findResourceNeed(modelIndex, gap, operationsWith)
    case 'states':
      return findMachineNeed(modelIndex, { machine: first, key: second, state: third, kind: fourth, name: fifth }, operationsWith)
    case 'endpoints':
      return findOperationNeed(gap, byName)
    case 'authentication':
      return findAuthenticationNeed(modelIndex, gap, operationsWith)
    case 'events':
      // Operations run without their events, and the document is then incomplete. Streams and feeds need their events.
      return operationsWith(({ operation }) => needsOfEvents(operation, first, second))
    case 'errors':
      return findErrorsNeed(gap, operationsWith)
    case 'limits':
      return findLimitsNeed(gap, operationsWith)
    case 'versioning':
      return usages.length === 0 ? [] : 'all'
  }
}

/** Event types and callbacks that show records by a view, or call a function, that has the gap. */
export function listEmittersThatNeed(modelIndex: ModelIndex, { part, path, otherPaths }: Gap): readonly string[] {
  const names = [path, ...otherPaths].flatMap(([first = '', second = '']) => {
    const isCalled = (part === 'resources' && (first === 'views' || first === '$defs')) || (part === 'service' && first === 'functions')
    return isCalled ? listEmittersCalling(modelIndex, second) : []
  })
  return [...new Set(names)]
}

export function listEmittersCalling(modelIndex: ModelIndex, name: string): readonly string[] {
  const { types, callbacks } = modelIndex.model.events.value
  return [...listSpecifiedEntries(types), ...listSpecifiedEntries(callbacks)]
    .filter(({ value }) => listCalls(modelIndex, value).has(name))
    .map((emitter) => emitter.name)
}

/** A stream or feed needs its own event types, and the settings of all of its kind. */
function needsOfEvents({ action, slots }: Operation, part: string, name: string): boolean {
  if (action !== 'stream' && action !== 'feed') return false
  if (part === 'types' && name !== '') return listOfferedEvents(slots).some(({ text }) => text === name)
  return part === 'types' || part === 'envelope' || part === 'source' || (part === 'delivery' && (name === '' || name === action))
}

type SelectOperations = (needs: (usage: OperationUsage) => boolean) => Operation[]

function findResourceNeed(modelIndex: ModelIndex, { path: [first = '', second = ''] }: Gap, operationsWith: SelectOperations): Need {
  switch (first) {
    case '$defs':
      return operationsWith((usage) => mayUseShape(modelIndex, usage, second))
    case 'views':
      return operationsWith(({ reads }) => reads().calls.has(second))
    case 'records':
      return operationsWith(({ reads }) => reads().resources.has(second))
    case 'fixtures':
      return []
    default:
      return operationsWith(({ reads }) => reads().resources.has(first) || reads().calls.has(first))
  }
}

type MachinePath = { readonly machine: string; readonly key: string; readonly state: string; readonly kind: string; readonly name: string }

/** Operations that run a transition need its keys; those that write a record in a state need that state's keys. */
function findMachineNeed(modelIndex: ModelIndex, { machine, key, state, kind, name }: MachinePath, operationsWith: SelectOperations): Need {
  const resource = machine.split('.')[0]!
  if (kind === 'on' && name !== '') return operationsWith(({ transitions }) => transitions.has(`${resource}.${name}`))
  if (isTimedKind(kind)) return operationsWith(({ entered }) => entered.has(`${resource}.${state}`))
  if (key === 'initial') return operationsWith(({ facts }) => facts.creates.includes(resource))
  const isKnown = modelIndex.domain.resources.has(resource)
  return isKnown ? operationsWith(({ reads }) => reads().resources.has(resource)) : []
}

/** Only lists need `order` and `page`. */
function findOperationNeed({ path: [name = '', key = ''], state }: Gap, byName: ReadonlyMap<string, OperationUsage>): Need {
  const usage = byName.get(name)
  if (usage === undefined) return undefined
  const { operation } = usage
  if (
    state === 'unsaid' &&
    ((key === 'order' && operation.action !== 'list') || (key === 'page' && operation.action !== 'list' && operation.action !== 'feed'))
  )
    return undefined
  return [operation]
}

function findAuthenticationNeed(
  modelIndex: ModelIndex,
  { path: [first = '', second = '', third = ''], state }: Gap,
  operationsWith: SelectOperations,
): Need {
  const usesServiceSecurity = (usage: OperationUsage): boolean => usage.operation.slots.security.state === 'unsaid'
  switch (first) {
    case 'schemes': {
      if (second !== '') return operationsWith(({ schemes }) => schemes.has(second))
      const declared = slotValueOf(modelIndex.model.authentication.value.security)
      const operations = operationsWith(({ schemes }) => schemes.size > 0)
      return state === 'unsaid' && operations.length === 0 && declared !== undefined ? undefined : operations
    }
    case 'security':
      return operationsWith(usesServiceSecurity)
    case 'caller':
      return operationsWith(({ schemes }) => schemes.size > 0)
    case 'rules':
      return second === '' ? 'all' : operationsWith(({ reads }) => reads().resources.has(second) && third !== undefined)
    case 'callers':
      return []
    default:
      return 'all'
  }
}

function findErrorsNeed({ path: [first = '', entry = '', key = ''] }: Gap, operationsWith: SelectOperations): Need {
  const operationsAnswering = (needs: (name: string) => boolean): Operation[] =>
    operationsWith(({ facts: { points } }) => points.some(({ answer }) => answer.kind === 'entry' && needs(answer.entry.name)))
  switch (first) {
    case 'catalogue':
      if (entry === '') return operationsWith(({ facts: { points } }) => points.some(({ answer }) => answer.kind === 'gap'))
      return key === 'on' ? [] : operationsAnswering((name) => name === entry)
    case 'precedence':
      return operationsWith(({ facts: { undetermined } }) => undetermined.length > 0)
    default:
      return operationsAnswering(() => true)
  }
}

function findLimitsNeed({ path: [first = '', second = ''] }: Gap, operationsWith: SelectOperations): Need {
  switch (first) {
    case 'rates':
    case 'quotas':
      return second === ''
        ? 'all'
        : operationsWith(({ facts: { points } }) =>
            points.some(({ condition, name }) => (condition === 'rate-limited' || condition === 'quota-exceeded') && name === second),
          )
    case 'sizes':
      return second === 'page'
        ? operationsWith(({ operation }) => operation.action === 'list' || operation.action === 'feed')
        : operationsWith(({ hasBody }) => hasBody)
    case 'retention':
      return second === 'idempotency' ? operationsWith(({ operation }) => slotValueOf(operation.slots.idempotency)?.kind === 'key') : []
    default:
      return 'all'
  }
}
