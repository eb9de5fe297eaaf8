// Types `event` in the form of CloudEvents.

import type { Type } from '../../cel/type.ts'
import { dynamicType, makeObjectType, makeOptionalMember, textType, timestampType, mistakenType } from '../scope.ts'
import type { SlotWalk } from './walk.ts'

export function makeEventType(names: readonly string[], walk: SlotWalk): Type {
  const data = names.map((name) => walk.eventData.get(name) ?? mistakenType)
  return makeObjectType(
    {
      id: textType,
      source: textType,
      type: names.length > 0 ? { kind: 'enum', values: names } : textType,
      time: timestampType,
      subject: makeOptionalMember(textType),
      partitionkey: makeOptionalMember(textType),
      dataschema: makeOptionalMember(textType),
      data: data.length === 1 ? data[0]! : dynamicType,
    },
    'event',
  )
}
