// Types the names that only an answer has: the record after the action, the page, the result of code.

import { withNullType } from '../../cel/fits.ts'
import type { Member, Type } from '../../cel/type.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../domain.ts'
import { runsAfterCommit, findBehaviourOutput } from '../behaviour.ts'
import { type TypedNames, dynamicType, integerType, makeObjectType, textType, mistakenType } from '../scope.ts'
import { type SlotWalk, findRecordType } from './walk.ts'

/** The additional names of the answer: the record after and before the effect, the page, the result of code. */
export function typeRecordAfter(operation: Operation, resource: ResourceInfo | undefined, walk: SlotWalk): TypedNames {
  const { action, slots, subject } = operation
  const current = findRecordType(resource)
  const isNatural = slotValueOf(slots.idempotency)?.kind === 'natural'
  switch (action) {
    // An action that is not shown, or has a mistake, may have any of these names.
    case undefined:
      return ['this', 'old', 'items', 'page', 'result'].map((name) => [name, mistakenType])
    case 'read':
      return [['this', current]]
    case 'create':
      return [
        ['this', current],
        ['old', withNullType(current)],
      ]
    case 'update':
    case 'replace':
    case 'transition':
      return [
        ['this', current],
        ['old', current],
      ]
    case 'put':
      return [
        ['this', current],
        ['old', withNullType(current)],
      ]
    case 'delete':
      // The last state of the record; where deleting a missing record succeeds, there may be none.
      return isNatural
        ? [
            ['this', withNullType(current)],
            ['old', withNullType(current)],
          ]
        : [
            ['this', current],
            ['old', current],
          ]
    case 'list':
      return [
        ['items', { kind: 'list', element: current }],
        ['page', makePageType(operation, walk)],
      ]
    case 'feed':
      return [
        ['items', { kind: 'list', element: dynamicType }],
        ['page', feedPageType],
      ]
    case 'call':
      // Code that runs after the commit has not run yet.
      if (runsAfterCommit(subject?.text ?? '', walk.domain)) return []
      return [['result', findBehaviourOutput(subject?.text ?? '', walk.domain)?.type ?? mistakenType]]
    case 'stream':
    case 'answer':
    case 'do':
      return []
  }
}

/** `next`: the position after the events of this page, always present. `more`: another request would get events now. */
const feedPageType: Type = makeObjectType({ next: textType, more: { kind: 'bool' }, size: integerType }, 'page')

/**
 * `next` and `prev` are the cursors to send, or null if there is no such page. `total` is counted only if it is read; `position` is the
 * start of a stream that follows the list.
 */
function makePageType({ slots }: Operation, walk: SlotWalk): Type {
  const page = slotValueOf(slots.page)
  const style = page === undefined ? undefined : slotValueOf(page.style)
  const commonMembers = { total: integerType, position: makePositionMember(walk) }
  if (slots.page.state === 'wrong' || slots.page.state === 'gap' || (page !== undefined && style === undefined)) return mistakenType
  if (style === 'cursor') return makeObjectType({ next: withNullType(textType), size: integerType, ...commonMembers }, 'page')
  if (style === 'offset')
    return makeObjectType(
      { next: withNullType(integerType), prev: withNullType(integerType), offset: integerType, size: integerType, ...commonMembers },
      'page',
    )
  return makeObjectType(commonMembers, 'page')
}

function makePositionMember({ domain }: SlotWalk): Member {
  const { state, value } = domain.model.events
  const delivery = slotValueOf(value.delivery)
  if (state === 'not shown' || value.delivery.state === 'gap' || delivery?.stream.state === 'shown' || delivery?.feed.state === 'shown')
    return { type: textType }
  return { type: textType, refused: '`position` is where a stream or feed begins that follows the list, and part 6 has neither' }
}
