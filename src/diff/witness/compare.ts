// Decides whether an old client can tell two responses apart.

import { type Json, isJsonObject } from '../../base/json.ts'
import type { ReceivedAnswer } from '../../hurl/evaluate/query.ts'
import { type ServiceAnswer, isRefusal, mediaTypeOf, parseJsonBody } from './answer.ts'
import type { AnswerDifference } from './answer-difference.ts'
import { compareDeliveries, compareStreams } from './compare-events.ts'
import { compareHeaders, compareMedia, findMissingHeader } from './compare-headers.ts'
import { type GeneratedValues, findDifference, isGenerated, shorten, withoutGeneratedValues } from './json-difference.ts'
import { withoutTexts } from './text-members.ts'

/** Refusals caused by existing records. If they vanish, readers meet records that could not exist before. */
const guaranteedConditions: ReadonlySet<string> = new Set(['duplicate', 'invariant'])

/** `texts`: members of refusals that hold a text for people. */
export function compareEditionAnswers(
  oldAnswer: ServiceAnswer,
  newAnswer: ServiceAnswer,
  { generated, texts }: { readonly generated: GeneratedValues; readonly texts: ReadonlySet<string> },
): AnswerDifference {
  const [before, after] = [oldAnswer.received, newAnswer.received]
  if (isRefusal(oldAnswer)) return compareRefusals(oldAnswer, newAnswer, texts)
  if (before.status !== after.status)
    return {
      kind: 'differs',
      side: 'senders',
      says: `the old edition answers ${before.status}, the new one ${after.status}${reasonText(newAnswer)}`,
    }
  return (
    compareHeaders(before, after) ??
    compareBodies(before, after, generated) ??
    compareDeliveries(oldAnswer.deliveries, newAnswer.deliveries, generated) ?? { kind: 'same' }
  )
}

const reasonText = ({ observation }: ServiceAnswer): string => (observation?.condition === undefined ? '' : ` (${observation.condition})`)

function compareRefusals(oldAnswer: ServiceAnswer, newAnswer: ServiceAnswer, texts: ReadonlySet<string>): AnswerDifference {
  const [before, after] = [oldAnswer.received, newAnswer.received]
  if (!isRefusal(newAnswer)) {
    const condition = oldAnswer.observation?.condition?.split(' ')[0] ?? ''
    return guaranteedConditions.has(condition)
      ? {
          kind: 'differs',
          side: 'readers',
          says: `the old edition refuses it for \`${oldAnswer.observation!.condition}\`, the new one accepts it`,
        }
      : { kind: 'wider' }
  }
  const hasOtherCondition = oldAnswer.observation?.condition !== newAnswer.observation?.condition
  const weak = hasOtherCondition ? { weak: true as const } : {}
  if (before.status !== after.status)
    return {
      kind: 'differs',
      side: 'senders',
      says: `the old edition refuses it with ${before.status}${reasonText(oldAnswer)}, the new one with ${after.status}${reasonText(newAnswer)}`,
      ...weak,
    }
  const [oldBody, newBody] = [parseJsonBody(before), parseJsonBody(after)]
  const media = compareMedia(before, after)
  if (media !== undefined) return { ...media, ...weak }
  const missing = findMissingHeader(before, after)
  if (missing !== undefined) return { ...missing, ...weak }
  if (oldBody === undefined || newBody === undefined || hasOtherCondition) {
    const [oldType, newType] = [typeMember(oldBody), typeMember(newBody)]
    return oldType === newType
      ? { kind: 'same' }
      : {
          kind: 'differs',
          side: 'readers',
          says: `the type of the error was ${shorten(oldType ?? null)}, and is ${shorten(newType ?? null)}`,
          ...(typeof oldType === 'string' ? { assert: `jsonpath "$.type" == ${JSON.stringify(oldType)}` } : {}),
          ...weak,
        }
  }
  // Texts for people may differ.
  const difference = findDifference(
    withoutTexts(oldBody, texts),
    withoutTexts(newBody, texts),
    { newByOld: new Map(), oldByNew: new Map() },
    '$',
  )
  return difference === undefined ? { kind: 'same' } : { kind: 'differs', side: 'readers', ...difference, ...weak }
}

function typeMember(json: Json | undefined): Json | undefined {
  return isJsonObject(json) ? (json as { [name: string]: Json })['type'] : undefined
}

function compareBodies(before: ReceivedAnswer, after: ReceivedAnswer, generated: GeneratedValues): AnswerDifference | undefined {
  const [oldBody, newBody] = [parseJsonBody(before), parseJsonBody(after)]
  if (oldBody !== undefined && newBody !== undefined) {
    const difference = findDifference(oldBody, newBody, generated, '$')
    return difference && { kind: 'differs', side: 'readers', ...difference }
  }
  const [text, other] = [before, after].map(({ body }) => new TextDecoder().decode(body)) as [string, string]
  if (/event-stream/.test(mediaTypeOf(before))) return compareStreams(text, other, generated)
  if (withoutGeneratedValues(text) === withoutGeneratedValues(other)) return undefined
  return {
    kind: 'differs',
    side: 'readers',
    says: 'the body differs',
    ...(text.length < 200 && !isGenerated(text) && !/[\n"\\]/.test(text) ? { assert: `body == ${JSON.stringify(text)}` } : {}),
  }
}
