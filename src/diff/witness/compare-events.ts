// Compares the events that two services told: by a stream, and by deliveries.

import type { ReceivedDelivery } from '../../scenario/service.ts'
import { parseBody } from './answer.ts'
import type { AnswerDifference } from './answer-difference.ts'
import { type GeneratedValues, type ValueDifference, findDifference } from './json-difference.ts'

/** Server-sent events: their names and data in order; a quiet stream's own lines do not count. */
export function compareStreams(text: string, other: string, generated: GeneratedValues): AnswerDifference | undefined {
  const [before, after] = [parseEvents(text), parseEvents(other)]
  for (const [index, { name, data }] of before.entries()) {
    const newEvent = after[index]
    if (newEvent === undefined || newEvent.name !== name)
      return {
        kind: 'differs',
        side: 'subscribers',
        says: `the stream tells \`${name}\`, and ${newEvent === undefined ? 'nothing' : `\`${newEvent.name}\``} in the new edition`,
        assert: `body contains "event: ${name}"`,
      }
    const difference = compareTexts(data, newEvent.data, generated)
    if (difference !== undefined) return { kind: 'differs', side: 'subscribers', says: `of \`${name}\`, ${difference.says}` }
  }
  return after.length > before.length
    ? { kind: 'differs', side: 'subscribers', says: `the stream tells \`${after[before.length]!.name}\` besides` }
    : undefined
}

function parseEvents(text: string): { readonly name: string; readonly data: string }[] {
  return text.split(/\n\n/).flatMap((block) => {
    const name = /^event: ?(.*)$/m.exec(block)?.[1]
    const data = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line!).join('\n')
    return name === undefined && data === '' ? [] : [{ name: name ?? 'message', data }]
  })
}

export function compareDeliveries(
  before: readonly ReceivedDelivery[],
  after: readonly ReceivedDelivery[],
  generated: GeneratedValues,
): AnswerDifference | undefined {
  const unmatched = [...after]
  for (const delivery of before) {
    const index = unmatched.findIndex(({ name }) => name === delivery.name)
    if (index < 0)
      return { kind: 'differs', side: 'subscribers', says: `\`${delivery.name}\` is no longer delivered`, receive: delivery.name }
    const [other] = unmatched.splice(index, 1)
    if (delivery.method !== other!.method)
      return {
        kind: 'differs',
        side: 'subscribers',
        says: `\`${delivery.name}\` is delivered with ${other!.method} instead of ${delivery.method}`,
      }
    const difference = compareTexts(delivery.body, other!.body, generated)
    if (difference !== undefined) return { kind: 'differs', side: 'subscribers', says: `of \`${delivery.name}\`, ${difference.says}` }
    const missing = delivery.headers.find(([name]) => !other!.headers.some(([each]) => each.toLowerCase() === name.toLowerCase()))
    if (missing !== undefined)
      return { kind: 'differs', side: 'subscribers', says: `of \`${delivery.name}\`, the header ${missing[0]} is missing` }
  }
  return unmatched.length === 0
    ? undefined
    : { kind: 'differs', side: 'subscribers', says: `\`${unmatched[0]!.name}\` is delivered besides` }
}

function compareTexts(oldText: string, newText: string, generated: GeneratedValues): ValueDifference | undefined {
  const [oldBody, newBody] = [parseBody(oldText), parseBody(newText)]
  return oldBody === undefined || newBody === undefined ? undefined : findDifference(oldBody, newBody, generated, '$')
}
