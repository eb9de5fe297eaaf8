// Determines the operations that need a gap to be answered; in doubt, all that could.

import { offeredEvents } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import { isTimedKind } from '../../model/timed.ts'
import { callsIn } from '../reads.ts'
import type { World } from '../world.ts'
import type { Gap } from './gaps.ts'
import { type Touch, calledBehaviours, usesShapes } from './touch.ts'

/** `undefined`: no specified part needs it, so it is not a gap. */
export type Need = readonly Operation[] | 'all' | undefined

export function needOf(world: World, gap: Gap, touches: readonly Touch[], byName: ReadonlyMap<string, Touch>): Need {
  const those = (is: (touch: Touch) => boolean): Operation[] => touches.filter(is).map(({ operation }) => operation)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = gap.path
  switch (gap.part) {
    case 'service':
      if (first === 'behaviours') return those(({ operation }) => calledBehaviours(operation).includes(second))
      if (first === 'functions') return those(({ reads }) => reads().calls.has(second))
      return those(({ reads }) => reads().variables.has(first === 'url' ? 'service' : 'settings'))
    case 'resources':
      return needOfResource(gap, those)
    case 'states':
      return needOfMachine(world, { machine: first, key: second, state: third, kind: fourth, name: fifth }, those)
    case 'endpoints':
      return needOfOperation(gap, byName)
    case 'authentication':
      return needOfAuthentication(world, gap, those)
    case 'events':
      // Operations run without their events, and the document is then incomplete. Streams and feeds need their events.
      return those(({ operation }) => needsOfEvents(operation, first, second))
    case 'errors':
      return needOfErrors(gap, those)
    case 'limits':
      return needOfLimits(gap, those)
    case 'versioning':
      return touches.length === 0 ? [] : 'all'
  }
}

/** Event types and callbacks that show records by a view, or call a function, that has the gap. */
export function emittersThatNeed(world: World, { part, path: [first = '', second = ''] }: Gap): readonly string[] {
  const isCalled = (part === 'resources' && (first === 'views' || first === '$defs')) || (part === 'service' && first === 'functions')
  return isCalled ? emittersCalling(world, second) : []
}

export function emittersCalling(world: World, name: string): readonly string[] {
  const { types, callbacks } = world.model.events.value
  return [...specifiedEntries(types), ...specifiedEntries(callbacks)]
    .filter(({ value }) => callsIn(world, value).has(name))
    .map((emitter) => emitter.name)
}

/** A stream or feed needs its own event types, and the settings of all of its kind. */
function needsOfEvents({ action, slots }: Operation, part: string, name: string): boolean {
  if (action !== 'stream' && action !== 'feed') return false
  if (part === 'types' && name !== '') return offeredEvents(slots).some(({ text }) => text === name)
  return part === 'types' || part === 'envelope' || part === 'source' || (part === 'delivery' && (name === '' || name === action))
}

type Those = (is: (touch: Touch) => boolean) => Operation[]

function needOfResource({ path: [first = '', second = ''] }: Gap, those: Those): Need {
  switch (first) {
    case '$defs':
      return those((touch) => usesShapes(touch) || touch.reads().calls.has(second))
    case 'views':
      return those(({ reads }) => reads().calls.has(second))
    case 'records':
      return those(({ reads }) => reads().resources.has(second))
    case 'fixtures':
      return []
    default:
      return those(({ reads }) => reads().resources.has(first) || reads().calls.has(first))
  }
}

type InMachine = { readonly machine: string; readonly key: string; readonly state: string; readonly kind: string; readonly name: string }

/** Operations that run a transition need its keys; those that write a record in a state need that state's keys. */
function needOfMachine(world: World, { machine, key, state, kind, name }: InMachine, those: Those): Need {
  const resource = machine.split('.')[0]!
  if (kind === 'on' && name !== '') return those(({ transitions }) => transitions.has(`${resource}.${name}`))
  if (isTimedKind(kind)) return those(({ entered }) => entered.has(`${resource}.${state}`))
  if (key === 'initial') return those(({ facts }) => facts.creates.includes(resource))
  const known = world.domain.resources.has(resource)
  return known ? those(({ reads }) => reads().resources.has(resource)) : []
}

/** Only lists need `order` and `page`. */
function needOfOperation({ path: [name = '', key = ''], state }: Gap, byName: ReadonlyMap<string, Touch>): Need {
  const touch = byName.get(name)
  if (touch === undefined) return undefined
  const { operation } = touch
  if (
    state === 'unsaid' &&
    ((key === 'order' && operation.action !== 'list') || (key === 'page' && operation.action !== 'list' && operation.action !== 'feed'))
  )
    return undefined
  return [operation]
}

function needOfAuthentication(world: World, { path: [first = '', second = '', third = ''], state }: Gap, those: Those): Need {
  const own = (touch: Touch): boolean => touch.operation.slots.security.state === 'unsaid'
  switch (first) {
    case 'schemes': {
      if (second !== '') return those(({ schemes }) => schemes.has(second))
      const declared = slotValue(world.model.authentication.value.security)
      const operations = those(({ schemes }) => schemes.size > 0)
      return state === 'unsaid' && operations.length === 0 && declared !== undefined ? undefined : operations
    }
    case 'security':
      return those(own)
    case 'caller':
      return those(({ schemes }) => schemes.size > 0)
    case 'rules':
      return second === '' ? 'all' : those(({ reads }) => reads().resources.has(second) && third !== undefined)
    case 'callers':
      return []
    default:
      return 'all'
  }
}

function needOfErrors({ path: [first = '', entry = '', key = ''] }: Gap, those: Those): Need {
  const operationsAnswering = (is: (name: string) => boolean): Operation[] =>
    those(({ facts: { points } }) => points.some(({ answer }) => answer.kind === 'entry' && is(answer.entry.name)))
  switch (first) {
    case 'catalogue':
      if (entry === '') return those(({ facts: { points } }) => points.some(({ answer }) => answer.kind === 'gap'))
      return key === 'on' ? [] : operationsAnswering((name) => name === entry)
    case 'precedence':
      return those(({ facts: { undetermined } }) => undetermined.length > 0)
    default:
      return operationsAnswering(() => true)
  }
}

function needOfLimits({ path: [first = '', second = ''] }: Gap, those: Those): Need {
  switch (first) {
    case 'rates':
    case 'quotas':
      return second === ''
        ? 'all'
        : those(({ facts: { points } }) =>
            points.some(({ condition, name }) => (condition === 'rate-limited' || condition === 'quota-exceeded') && name === second),
          )
    case 'sizes':
      return second === 'page'
        ? those(({ operation }) => operation.action === 'list' || operation.action === 'feed')
        : those(({ hasBody }) => hasBody)
    case 'retention':
      return second === 'idempotency' ? those(({ operation }) => slotValue(operation.slots.idempotency)?.kind === 'key') : []
    default:
      return 'all'
  }
}
