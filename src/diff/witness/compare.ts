// Decides whether an old client can tell two responses apart. Generated values may differ, and new members may be added.

import {
  type Json,
  printCanonical,
  isDecimal,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  createJsonObject,
  parseJsonText,
  printJson,
} from '../../base/json.ts'
import type { ReceivedAnswer } from '../../hurl/evaluate/query.ts'
import type { ReceivedDelivery, Observation } from '../../scenario/service.ts'
import type { Edition } from '../edition.ts'
import type { Side } from '../law.ts'

export type ServiceAnswer = {
  readonly received: ReceivedAnswer
  readonly observation: Observation | undefined
  readonly deliveries: readonly ReceivedDelivery[]
}

/** `wider`: the new edition accepts a refused request, which no old client relies on; the states of the services then differ. */
export type AnswerDifference =
  | { readonly kind: 'same' | 'wider' }
  /** `assert`: a line of Hurl that holds only for the old answer, if the statuses are equal. */
  | {
      readonly kind: 'differs'
      readonly side: Side
      readonly says: string
      readonly assert?: string
      readonly receive?: string
      /** Both refuse, for other reasons. */
      readonly weak?: true
    }

/** Generated values in the old and the new response. */
export type GeneratedValues = { readonly newByOld: Map<string, string>; readonly oldByNew: Map<string, string> }

/** An entry of part 7 may answer a refusal with any status. */
export const isRefusal = ({ received, observation }: ServiceAnswer): boolean =>
  received.status >= 400 || observation?.condition !== undefined

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

/** The list of several failures contains texts for people, which do not count: only its presence does. */
const isListOfFailures = (name: string): boolean => name === 'errors'

function withoutTexts(json: Json, texts: ReadonlySet<string>): Json {
  if (isJsonArray(json)) return json.map((item) => withoutTexts(item, texts))
  if (!isJsonObject(json) || isDecimal(json)) return json
  return createJsonObject(
    Object.entries(json).flatMap(([name, value]): [string, Json][] =>
      texts.has(name) ? [] : [[name, isListOfFailures(name) ? null : withoutTexts(value, texts)]],
    ),
  )
}

const defaultTextMembers = ['title', 'detail', 'message']

/** Members of refusals with a text for people, which may differ. A member that only the old form has is missing, and not another text. */
export function listTextMembers(old: Edition, newEdition: Edition): ReadonlySet<string> {
  const [before, after] = [listMembersWithText(old), listMembersWithText(newEdition)]
  return new Set([...defaultTextMembers, ...before]).difference(before.difference(after))
}

/** The names of members that show what an entry says to people: `reason: error.title`. */
function listMembersWithText({ parts: { errors } }: Edition): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (template: Json, name: string): void => {
    if (isJsonArray(template)) for (const each of template) visit(each, name)
    else if (isJsonObject(template)) for (const [member, each] of Object.entries(template)) visit(each, member.replace(/^\?/, ''))
    else if (typeof template === 'string' && /\berror\.(?:title|detail)\b/.test(template)) names.add(name)
  }
  const { body, catalogue } = isJsonObject(errors) ? (errors as { readonly [name: string]: Json }) : {}
  const bodies = isJsonObject(catalogue)
    ? Object.values(catalogue).map((entry) => (isJsonObject(entry) ? (entry as { readonly [name: string]: Json })['body'] : undefined))
    : []
  for (const each of [body, ...bodies]) if (each !== undefined) visit(each, '')
  return names
}

function findHeader({ headers }: ReceivedAnswer, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

const mediaTypeOf = (received: ReceivedAnswer): string => (findHeader(received, 'content-type') ?? 'no content').replace(/;.*/, '')

/** Headers of HTTP itself, the connection or the time; their values are not compared. */
const incidentalHeaders =
  /^(date|connection|keep-alive|content-length|transfer-encoding|etag|age|x-request-id|retry-after|ratelimit|ratelimit-policy|deprecation|sunset|vary|allow)$/

function findMissingHeader(before: ReceivedAnswer, after: ReceivedAnswer): Extract<AnswerDifference, { kind: 'differs' }> | undefined {
  const names = new Set(after.headers.map(([name]) => name.toLowerCase()))
  const missing = before.headers.find(
    ([name]) =>
      !names.has(name.toLowerCase()) &&
      !/^(connection|keep-alive|content-length|transfer-encoding|date|x-request-id|deprecation|sunset)$/.test(name.toLowerCase()),
  )
  return (
    missing && { kind: 'differs', side: 'readers', says: `the header ${missing[0]} is missing`, assert: `header "${missing[0]}" exists` }
  )
}

function compareMedia(before: ReceivedAnswer, after: ReceivedAnswer): Extract<AnswerDifference, { kind: 'differs' }> | undefined {
  if (mediaTypeOf(before) !== mediaTypeOf(after))
    return {
      kind: 'differs',
      side: 'readers',
      says: `the old edition answers ${mediaTypeOf(before)}, the new one ${mediaTypeOf(after)}`,
      assert: `header "Content-Type" == ${JSON.stringify(findHeader(before, 'content-type') ?? '')}`,
    }
  return undefined
}

function compareHeaders(before: ReceivedAnswer, after: ReceivedAnswer): AnswerDifference | undefined {
  const media = compareMedia(before, after)
  if (media !== undefined) return media
  const missing = findMissingHeader(before, after)
  if (missing !== undefined) return missing
  for (const [name, value] of before.headers) {
    const lower = name.toLowerCase()
    const other = findHeader(after, lower)
    if (incidentalHeaders.test(lower) || other === undefined || withoutGeneratedValues(value) === withoutGeneratedValues(other)) continue
    return {
      kind: 'differs',
      side: 'readers',
      says: `the header ${name} was \`${value}\`, and is \`${other}\``,
      ...(isGenerated(value) ? {} : { assert: `header "${name}" == ${JSON.stringify(value)}` }),
    }
  }
  return undefined
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const opaque = /[A-Za-z0-9_-]{22,}(?:\.[A-Za-z0-9_-]+)*/g

/** Removes generated values. */
function withoutGeneratedValues(text: string): string {
  return text
    .replaceAll(uuid, '*')
    .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, '*')
    .replaceAll(opaque, '*')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '*')
}

const isGenerated = (text: string): boolean => withoutGeneratedValues(text) !== text

export function parseJsonBody({ body, headers }: ReceivedAnswer): Json | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (!/json/i.test(type)) return undefined
  return parseBody(new TextDecoder().decode(body))
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

/** Server-sent events: their names and data in order; a quiet stream's own lines do not count. */
function compareStreams(text: string, other: string, generated: GeneratedValues): AnswerDifference | undefined {
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

function compareDeliveries(
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

function parseBody(text: string): Json | undefined {
  const parsed = parseJsonText(text, { depth: 128 })
  return 'value' in parsed ? parsed.value : undefined
}

function compareTexts(oldText: string, newText: string, generated: GeneratedValues): ValueDifference | undefined {
  const [oldBody, newBody] = [parseBody(oldText), parseBody(newText)]
  return oldBody === undefined || newBody === undefined ? undefined : findDifference(oldBody, newBody, generated, '$')
}

type ValueDifference = { readonly says: string; readonly assert?: string }

/** Finds the first difference of a value; new members do not count. */
function findDifference(oldValue: Json, newValue: Json, generated: GeneratedValues, path: string): ValueDifference | undefined {
  if (isJsonArray(oldValue) && isJsonArray(newValue)) {
    if (oldValue.length !== newValue.length)
      return {
        says: `\`${path}\` had ${oldValue.length} items, and has ${newValue.length}`,
        assert: `jsonpath ${JSON.stringify(path)} count == ${oldValue.length}`,
      }
    for (const [index, item] of oldValue.entries()) {
      const difference = findDifference(item, newValue[index]!, generated, `${path}[${index}]`)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  if (isJsonObject(oldValue) && isJsonObject(newValue)) {
    for (const [name, value] of Object.entries(oldValue)) {
      const inner = `${path}${/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`}`
      if (!(name in newValue)) return { says: `\`${inner}\` is missing`, assert: `jsonpath ${JSON.stringify(inner)} exists` }
      const difference = findDifference(value, (newValue as { [name: string]: Json })[name]!, generated, inner)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  return isEquivalent(oldValue, newValue, generated)
    ? undefined
    : { says: `\`${path}\` was ${shorten(oldValue)}, and is ${shorten(newValue)}`, ...assertOf(path, oldValue) }
}

function assertOf(path: string, oldValue: Json): { assert?: string } {
  if (typeof oldValue === 'string')
    return isGenerated(oldValue) || oldValue.length > 200
      ? {}
      : { assert: `jsonpath ${JSON.stringify(path)} == ${JSON.stringify(oldValue)}` }
  if (isJsonArray(oldValue) || (isJsonObject(oldValue) && !isDecimal(oldValue))) return {}
  return { assert: `jsonpath ${JSON.stringify(path)} == ${printJson(oldValue)}` }
}

function shorten(value: Json): string {
  const text = printJson(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** Generated keys correspond one to one; times may differ by five seconds. */
function isEquivalent(oldValue: Json, newValue: Json, { newByOld, oldByNew }: GeneratedValues): boolean {
  if (typeof oldValue === 'string' && typeof newValue === 'string') {
    if (oldValue === newValue) return true
    const [oldIds, newIds] = [oldValue.match(uuid), newValue.match(uuid)]
    if (
      oldIds !== null &&
      newIds !== null &&
      oldIds.length === newIds.length &&
      oldValue.replaceAll(uuid, '*') === newValue.replaceAll(uuid, '*')
    ) {
      return oldIds.every((each, index) => {
        const other = newIds[index]!
        if (!newByOld.has(each) && !oldByNew.has(other)) {
          newByOld.set(each, other)
          oldByNew.set(other, each)
        }
        return newByOld.get(each) === other
      })
    }
    const [oldTime, newTime] = [Date.parse(oldValue), Date.parse(newValue)]
    if (/^\d{4}-\d{2}-\d{2}T/.test(oldValue) && /^\d{4}-\d{2}-\d{2}T/.test(newValue)) return Math.abs(oldTime - newTime) < 5000
    return withoutGeneratedValues(oldValue) === withoutGeneratedValues(newValue)
  }
  if (isJsonNumber(oldValue) && isJsonNumber(newValue)) return printCanonical(oldValue) === printCanonical(newValue)
  return oldValue === newValue
}
