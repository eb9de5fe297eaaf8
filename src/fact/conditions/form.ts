// Refusals by the form of the request: its media types, its size, and unreadable bytes.

import { originOf, slotValueOf } from '../../model/slot.ts'
import { makeStandardOrigin } from '../standard.ts'
import { type RawPoint, type OperationContext, point } from '../operation-context.ts'
import type { StageTable } from './row.ts'

const unsupportedMedia = makeStandardOrigin('RFC 9110, section 15.5.16')
const notAcceptableMedia = makeStandardOrigin('RFC 9110, section 15.5.7')
const invalidJson = makeStandardOrigin('RFC 7493')

export const form: StageTable = {
  stage: 'form',
  rows: [
    { condition: 'unsupported-media', actions: 'all', when: 'a body: `body`, or the `input` of its transition or code' },
    { condition: 'not-acceptable', actions: 'all', when: '`output`, or `stream`' },
    { condition: 'too-large', actions: 'all', when: 'a body, and `limits.sizes` gives its bytes or its levels' },
    { condition: 'malformed', actions: 'all', when: 'a body (bytes that are not I-JSON)' },
  ],
  derive(operationContext) {
    const { body } = operationContext
    const pointsOfBody = (points: (body: NonNullable<OperationContext['body']>) => RawPoint[]): RawPoint[] =>
      body === undefined ? [] : points(body)
    return [
      ...pointsOfBody((origin) => [point('form', 'unsupported-media', {}, { provides: ['bytes'] }, [origin, unsupportedMedia])]),
      ...notAcceptablePoints(operationContext),
      ...pointsOfBody(() => listTooLargePoints(operationContext)),
      ...pointsOfBody((origin) => [point('form', 'malformed', {}, { reads: ['bytes'], provides: ['value'] }, [origin, invalidJson])]),
    ]
  },
}

function notAcceptablePoints({ operation, action }: OperationContext): RawPoint[] {
  const { output } = operation.slots
  const streamOrigin = action === 'stream' ? originOf(operation.key) : undefined
  const because = output.state === 'shown' ? originOf(output.at) : streamOrigin
  return because === undefined ? [] : [point('form', 'not-acceptable', {}, {}, [because, notAcceptableMedia])]
}

function listTooLargePoints({ modelIndex }: OperationContext): RawPoint[] {
  const sizes = slotValueOf(modelIndex.model.limits.value.sizes)
  if (sizes === undefined) return []
  return (['body', 'depth'] as const).flatMap((name) => {
    const slot = sizes[name]
    return slot.state === 'shown' ? [point('form', 'too-large', { name }, { provides: ['bytes'] }, [originOf(slot.at)])] : []
  })
}
