// Decides whether an old client can tell two responses apart. Generated values may differ, and new members may be added.

import { type Json, canonical, isDecimal, isJsonArray, isJsonNumber, isJsonObject, jsonObject, parseJsonText, printJson } from '../../base/json.ts'
import type { ReceivedAnswer } from '../../hurl/evaluate/query.ts'
import type { ReceivedDelivery, Observation } from '../../scenario/world.ts'
import type { Edition } from '../edition.ts'
import type { Side } from '../law.ts'

export type Answered = { readonly received: ReceivedAnswer; readonly seen: Observation | undefined; readonly deliveries: readonly ReceivedDelivery[] }

/** `wider`: the new edition accepts a refused request, which no old client relies on; the states of the services then differ. */
export type AnswerDifference =
  | { readonly kind: 'same' | 'wider' }
  /** `assert`: a line of Hurl that holds only for the old answer, if the statuses are equal. */
  | { readonly kind: 'differs'; readonly side: Side; readonly says: string; readonly assert?: string; readonly receive?: string; /** Both refuse, for other reasons. */ readonly weak?: true }

/** Generated values in the old and the new response. */
export type GeneratedValues = { readonly forth: Map<string, string>; readonly back: Map<string, string> }

const isGood = (status: number): boolean => status < 400

/** Refusals caused by existing records. If they vanish, readers meet records that could not exist before. */
const guaranteed: ReadonlySet<string> = new Set(['duplicate', 'invariant'])

/** `texts`: members of refusals that hold a text for people. */
export function compareEditionAnswers(old: Answered, now: Answered, { generated, texts }: { readonly generated: GeneratedValues; readonly texts: ReadonlySet<string> }): AnswerDifference {
  const [before, after] = [old.received, now.received]
  if (!isGood(before.status)) return compareRefusals(old, now, texts)
  if (before.status !== after.status) return { kind: 'differs', side: 'senders', says: `the old edition answers ${before.status}, the new one ${after.status}${reasonText(now)}` }
  return compareHeaders(before, after) ?? compareBodies(before, after, generated) ?? compareDeliveries(old.deliveries, now.deliveries, generated) ?? { kind: 'same' }
}

const reasonText = ({ seen }: Answered): string => (seen?.condition === undefined ? '' : ` (${seen.condition})`)

function compareRefusals(old: Answered, now: Answered, texts: ReadonlySet<string>): AnswerDifference {
  const [before, after] = [old.received, now.received]
  if (isGood(after.status)) {
    const condition = old.seen?.condition?.split(' ')[0] ?? ''
    return guaranteed.has(condition) ? { kind: 'differs', side: 'readers', says: `the old edition refuses it for \`${old.seen!.condition}\`, the new one accepts it` } : { kind: 'wider' }
  }
  const isOther = old.seen?.condition !== now.seen?.condition
  const weak = isOther ? { weak: true as const } : {}
  if (before.status !== after.status) return { kind: 'differs', side: 'senders', says: `the old edition refuses it with ${before.status}${reasonText(old)}, the new one with ${after.status}${reasonText(now)}`, ...weak }
  const [oldBody, newBody] = [jsonBody(before), jsonBody(after)]
  if (typeOf(before) !== typeOf(after)) return { kind: 'differs', side: 'readers', says: `the old edition answers ${typeOf(before)}, the new one ${typeOf(after)}`, assert: `header "Content-Type" == ${JSON.stringify(headerOf(before, 'content-type') ?? '')}`, ...weak }
  const missing = missingHeader(before, after)
  if (missing !== undefined) return { ...missing, ...weak }
  if (oldBody === undefined || newBody === undefined || isOther) {
    const [type, other] = [typeMember(oldBody), typeMember(newBody)]
    return type === other ? { kind: 'same' } : { kind: 'differs', side: 'readers', says: `the type of the error was ${shortly(type ?? null)}, and is ${shortly(other ?? null)}`, ...(typeof type === 'string' ? { assert: `jsonpath "$.type" == ${JSON.stringify(type)}` } : {}), ...weak }
  }
  // Texts for people may differ.
  const found = findDifference(withoutTexts(oldBody, texts), withoutTexts(newBody, texts), { forth: new Map(), back: new Map() }, '$')
  return found === undefined ? { kind: 'same' } : { kind: 'differs', side: 'readers', ...found, ...weak }
}

function typeMember(json: Json | undefined): Json | undefined {
  return isJsonObject(json) ? (json as { [name: string]: Json })['type'] : undefined
}

/** The list of several failures contains texts for people, which do not count. */
const isListOfFailures = (name: string): boolean => name === 'errors'

function withoutTexts(json: Json, texts: ReadonlySet<string>): Json {
  if (isJsonArray(json)) return json.map((item) => withoutTexts(item, texts))
  if (!isJsonObject(json) || isDecimal(json)) return json
  return jsonObject(Object.entries(json).flatMap(([name, value]): [string, Json][] => (texts.has(name) || isListOfFailures(name) ? [] : [[name, withoutTexts(value, texts)]])))
}

const usualTexts = ['title', 'detail', 'message']

/** The names of members that show what an entry says to people: `reason: error.title`. */
export function textMembersOf({ parts: { errors } }: Edition): ReadonlySet<string> {
  const names = new Set(usualTexts)
  const visit = (template: Json, name: string): void => {
    if (isJsonArray(template)) for (const each of template) visit(each, name)
    else if (isJsonObject(template)) for (const [member, each] of Object.entries(template)) visit(each, member.replace(/^\?/, ''))
    else if (typeof template === 'string' && /\berror\.(?:title|detail)\b/.test(template)) names.add(name)
  }
  const { body, catalogue } = isJsonObject(errors) ? (errors as { readonly [name: string]: Json }) : {}
  const bodies = isJsonObject(catalogue) ? Object.values(catalogue).map((entry) => (isJsonObject(entry) ? (entry as { readonly [name: string]: Json })['body'] : undefined)) : []
  for (const each of [body, ...bodies]) if (each !== undefined) visit(each, '')
  return names
}

function headerOf({ headers }: ReceivedAnswer, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

const typeOf = (received: ReceivedAnswer): string => (headerOf(received, 'content-type') ?? 'no content').replace(/;.*/, '')

/** Headers of HTTP itself, the connection or the time; their values are not compared. */
const incidental = /^(date|connection|keep-alive|content-length|transfer-encoding|etag|age|x-request-id|retry-after|ratelimit|ratelimit-policy|deprecation|sunset|vary|allow)$/

function missingHeader(before: ReceivedAnswer, after: ReceivedAnswer): Extract<AnswerDifference, { kind: 'differs' }> | undefined {
  const names = new Set(after.headers.map(([name]) => name.toLowerCase()))
  const missing = before.headers.find(([name]) => !names.has(name.toLowerCase()) && !/^(connection|keep-alive|content-length|transfer-encoding|date|x-request-id|deprecation|sunset)$/.test(name.toLowerCase()))
  return missing && { kind: 'differs', side: 'readers', says: `the header ${missing[0]} is missing`, assert: `header "${missing[0]}" exists` }
}

function compareHeaders(before: ReceivedAnswer, after: ReceivedAnswer): AnswerDifference | undefined {
  if (typeOf(before) !== typeOf(after)) return { kind: 'differs', side: 'readers', says: `the old edition answers ${typeOf(before)}, the new one ${typeOf(after)}`, assert: `header "Content-Type" == ${JSON.stringify(headerOf(before, 'content-type') ?? '')}` }
  const missing = missingHeader(before, after)
  if (missing !== undefined) return missing
  for (const [name, value] of before.headers) {
    const lower = name.toLowerCase()
    const other = headerOf(after, lower)
    if (incidental.test(lower) || other === undefined || plainText(value) === plainText(other)) continue
    return { kind: 'differs', side: 'readers', says: `the header ${name} was \`${value}\`, and is \`${other}\``, ...(isMade(value) ? {} : { assert: `header "${name}" == ${JSON.stringify(value)}` }) }
  }
  return undefined
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const opaque = /[A-Za-z0-9_-]{22,}(?:\.[A-Za-z0-9_-]+)*/g

/** Removes generated values. */
function plainText(text: string): string {
  return text.replaceAll(uuid, '*').replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, '*').replaceAll(opaque, '*').replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '*')
}

const isMade = (text: string): boolean => plainText(text) !== text

export function jsonBody({ body, headers }: ReceivedAnswer): Json | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (!/json/i.test(type)) return undefined
  return parseBody(new TextDecoder().decode(body))
}

function compareBodies(before: ReceivedAnswer, after: ReceivedAnswer, generated: GeneratedValues): AnswerDifference | undefined {
  const [oldBody, newBody] = [jsonBody(before), jsonBody(after)]
  if (oldBody !== undefined && newBody !== undefined) {
    const found = findDifference(oldBody, newBody, generated, '$')
    return found && { kind: 'differs', side: 'readers', ...found }
  }
  const [text, other] = [before, after].map(({ body }) => new TextDecoder().decode(body)) as [string, string]
  if (/event-stream/.test(typeOf(before))) return compareStreams(text, other, generated)
  if (plainText(text) === plainText(other)) return undefined
  return { kind: 'differs', side: 'readers', says: 'the body differs', ...(text.length < 200 && !isMade(text) && !/[\n"\\]/.test(text) ? { assert: `body == ${JSON.stringify(text)}` } : {}) }
}

/** Server-sent events: their names and data in order; a quiet stream's own lines do not count. */
function compareStreams(text: string, other: string, generated: GeneratedValues): AnswerDifference | undefined {
  const [before, after] = [eventsIn(text), eventsIn(other)]
  for (const [index, { name, data }] of before.entries()) {
    const now = after[index]
    if (now === undefined || now.name !== name) return { kind: 'differs', side: 'subscribers', says: `the stream tells \`${name}\`, and ${now === undefined ? 'nothing' : `\`${now.name}\``} in the new edition`, assert: `body contains "event: ${name}"` }
    const found = textDifference(data, now.data, generated)
    if (found !== undefined) return { kind: 'differs', side: 'subscribers', says: `of \`${name}\`, ${found.says}` }
  }
  return after.length > before.length ? { kind: 'differs', side: 'subscribers', says: `the stream tells \`${after[before.length]!.name}\` besides` } : undefined
}

function eventsIn(text: string): { readonly name: string; readonly data: string }[] {
  return text.split(/\n\n/).flatMap((block) => {
    const name = /^event: ?(.*)$/m.exec(block)?.[1]
    const data = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line!).join('\n')
    return name === undefined && data === '' ? [] : [{ name: name ?? 'message', data }]
  })
}

function compareDeliveries(before: readonly ReceivedDelivery[], after: readonly ReceivedDelivery[], generated: GeneratedValues): AnswerDifference | undefined {
  const left = [...after]
  for (const delivery of before) {
    const index = left.findIndex(({ name }) => name === delivery.name)
    if (index < 0) return { kind: 'differs', side: 'subscribers', says: `\`${delivery.name}\` is not delivered any more`, receive: delivery.name }
    const [other] = left.splice(index, 1)
    if (delivery.method !== other!.method) return { kind: 'differs', side: 'subscribers', says: `\`${delivery.name}\` is delivered with ${other!.method} instead of ${delivery.method}` }
    const found = textDifference(delivery.body, other!.body, generated)
    if (found !== undefined) return { kind: 'differs', side: 'subscribers', says: `of \`${delivery.name}\`, ${found.says}` }
    const missing = delivery.headers.find(([name]) => !other!.headers.some(([each]) => each.toLowerCase() === name.toLowerCase()))
    if (missing !== undefined) return { kind: 'differs', side: 'subscribers', says: `of \`${delivery.name}\`, the header ${missing[0]} is missing` }
  }
  return left.length === 0 ? undefined : { kind: 'differs', side: 'subscribers', says: `\`${left[0]!.name}\` is delivered besides` }
}

function parseBody(text: string): Json | undefined {
  const read = parseJsonText(text, { depth: 128 })
  return 'value' in read ? read.value : undefined
}

function textDifference(old: string, now: string, generated: GeneratedValues): Found | undefined {
  const [oldBody, newBody] = [parseBody(old), parseBody(now)]
  return oldBody === undefined || newBody === undefined ? undefined : findDifference(oldBody, newBody, generated, '$')
}

type Found = { readonly says: string; readonly assert?: string }

/** Finds the first difference of a value; new members do not count. */
function findDifference(old: Json, now: Json, generated: GeneratedValues, path: string): Found | undefined {
  if (isJsonArray(old) && isJsonArray(now)) {
    if (old.length !== now.length) return { says: `\`${path}\` had ${old.length} items, and has ${now.length}`, assert: `jsonpath ${JSON.stringify(path)} count == ${old.length}` }
    for (const [index, item] of old.entries()) {
      const found = findDifference(item, now[index]!, generated, `${path}[${index}]`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (isJsonObject(old) && isJsonObject(now)) {
    for (const [name, value] of Object.entries(old)) {
      const inner = `${path}${/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`}`
      if (!(name in now)) return { says: `\`${inner}\` is missing`, assert: `jsonpath ${JSON.stringify(inner)} exists` }
      const found = findDifference(value, (now as { [name: string]: Json })[name]!, generated, inner)
      if (found !== undefined) return found
    }
    return undefined
  }
  return isAlike(old, now, generated) ? undefined : { says: `\`${path}\` was ${shortly(old)}, and is ${shortly(now)}`, ...assertOf(path, old) }
}

function assertOf(path: string, old: Json): { assert?: string } {
  if (typeof old === 'string') return isMade(old) || old.length > 200 ? {} : { assert: `jsonpath ${JSON.stringify(path)} == ${JSON.stringify(old)}` }
  if (isJsonArray(old) || (isJsonObject(old) && !isDecimal(old))) return {}
  return { assert: `jsonpath ${JSON.stringify(path)} == ${printJson(old)}` }
}

function shortly(value: Json): string {
  const text = printJson(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** Generated keys correspond one to one; times may differ by five seconds. */
function isAlike(old: Json, now: Json, { forth, back }: GeneratedValues): boolean {
  if (typeof old === 'string' && typeof now === 'string') {
    if (old === now) return true
    const [oldIds, newIds] = [old.match(uuid), now.match(uuid)]
    if (oldIds !== null && newIds !== null && oldIds.length === newIds.length && old.replaceAll(uuid, '*') === now.replaceAll(uuid, '*')) {
      return oldIds.every((each, index) => {
        const other = newIds[index]!
        if (!forth.has(each) && !back.has(other)) {
          forth.set(each, other)
          back.set(other, each)
        }
        return forth.get(each) === other
      })
    }
    const [then, since] = [Date.parse(old), Date.parse(now)]
    if (/^\d{4}-\d{2}-\d{2}T/.test(old) && /^\d{4}-\d{2}-\d{2}T/.test(now)) return Math.abs(then - since) < 5000
    return plainText(old) === plainText(now)
  }
  if (isJsonNumber(old) && isJsonNumber(now)) return canonical(old) === canonical(now)
  return old === now
}
