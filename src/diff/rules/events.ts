// Rules of part 6: the events of subscribers, their frequency and order, and the required answers.

import { openEvents } from '../../model/versioning.ts'
import { isChosenByType } from '../condition.ts'
import type { SetMotion } from '../law.ts'
import { type DiffRule, type DocumentEdit, acknowledged, atLeast, atMost, conditionRule, eachEntry, expressionRule, factText, finding, isNone, keys, move, namesRule, objectOf, operated, other, invisibleChange, rule, subscribed, unknownRule } from '../rule.ts'
import { templateRule } from '../template.ts'
import { effectsRule } from './effects.ts'

/** Added causes give unexpected events; removed causes leave events out. */
const causes: DiffRule = rule((edit) => namesRule('none', subscribed).judge(edit).map((finding) => ({ ...finding, motions: finding.motions.map((each) => ({ ...each, way: each.way === 'narrower' ? 'other' as const : each.way })) })))

const when: DiffRule = rule((edit) => conditionRule('true', subscribed).judge(edit).map((finding) => ({ ...finding, motions: finding.motions.map((each) => ({ ...each, way: each.way === 'narrower' ? 'other' as const : each.way })) })))

/** Old subscribers can rely on a new promise without a change; they miss a removed one. */
const promise: DiffRule = rule((edit) => [finding(edit, move(edit.a === undefined || edit.a === false ? 'narrower' : edit.b === undefined || edit.b === false ? 'wider' : 'other', subscribed))])

const payload = templateRule(subscribed)
const texts = expressionRule(subscribed)
const headers: DiffRule = eachEntry(expressionRule(subscribed), { added: rule((edit) => [finding(edit, move('narrower', subscribed))]), removed: other(subscribed) })

const eventType: DiffRule = keys({ on: causes, when, partitionkey: promise, subject: texts, data: payload, dataschema: texts, discloses: unknownRule(subscribed) })

const retryRules: { readonly [key: string]: DiffRule } = {
  // Without the key, the waits of `backoff` determine the number of attempts.
  attempts: rule((edit) => (edit.a === undefined || edit.b === undefined ? [finding(edit, move('unknown', subscribed))] : atLeast(subscribed).judge(edit))),
  backoff: rule((edit) => [finding(edit, move('unknown', subscribed))], { initial: invisibleChange(), factor: invisibleChange(), max: invisibleChange() }),
  // The time limit of a subscriber's answer.
  timeout: atMost(acknowledged),
  deadLetter: atLeast(operated),
  concurrency: unknownRule(subscribed),
  ordered: promise,
  version: expressionRule(subscribed),
}

const brokerRules: { readonly [key: string]: DiffRule } = { url: expressionRule(subscribed), subject: texts, headers, ...retryRules }

const destinationRules: { readonly [key: string]: DiffRule } = {
  to: expressionRule(subscribed),
  as: expressionRule(subscribed),
  discloses: unknownRule(subscribed),
  url: expressionRule(subscribed),
  method: other(subscribed),
  headers,
  signature: promise,
  secret: expressionRule(subscribed),
  ...retryRules,
}

const ofEvent = { added: rule((edit) => [finding(edit, move('narrower', subscribed))]), removed: other(subscribed) }

/**
 * Streams and feeds list their types. Webhooks and a broker send a further type to subscribers that did not request it, unless `open`
 * allows new types.
 */
const anotherType: DiffRule = rule((edit) => {
  const way = edit.old.open.has(openEvents) ? 'narrower' : wayOfAnotherType(edit)
  const note = way === 'wider' ? 'Subscribers that did not choose it receive it.' : way === 'unknown' ? 'Subscribers may receive it without having named it.' : undefined
  return [finding(edit, move(way, subscribed), note === undefined ? {} : { note })]
})

/** New destinations have no subscribers yet. */
function wayOfAnotherType({ old, new: now }: DocumentEdit): SetMotion {
  const [before, after] = [old, now].map(({ parts }) => objectOf(objectOf(parts.events)['delivery'])) as [ReturnType<typeof objectOf>, ReturnType<typeof objectOf>]
  const has = (name: string): boolean => [before, after].every((each) => each[name] !== undefined && !isNone(each[name]))
  const { to } = objectOf(after['webhooks'])
  const { subject } = objectOf(after['broker'])
  const ways: readonly SetMotion[] = [
    ...(has('webhooks') ? [to !== undefined && isChosenByType(factText(to), now) ? 'narrower' as const : chosenBy(to)] : []),
    // Subscribers of a broker may name a subject, or a pattern of several.
    ...(has('broker') ? [chosenBy(subject)] : []),
  ]
  return ways.find((way) => way === 'wider') ?? ways.find((way) => way === 'unknown') ?? 'narrower'
}

function chosenBy(json: Parameters<typeof factText>[0]): SetMotion {
  return /\bevent\b/.test(factText(json)) ? 'unknown' : 'wider'
}

export const eventsRules: { readonly [key: string]: DiffRule } = {
  types: eachEntry(eventType, { ...ofEvent, added: anotherType }),
  envelope: rule((edit) => (typeof edit.a === 'object' && typeof edit.b === 'object' ? payload.judge(edit) : [finding(edit, move('other', subscribed))])),
  source: texts,
  delivery: keys({
    stream: keys({ media: other(subscribed), retain: atLeast(subscribed), heartbeat: invisibleChange('How often a quiet stream says where it is.') }, ofEvent),
    feed: keys({ retain: atLeast(subscribed) }, ofEvent),
    webhooks: keys({ ...destinationRules, onDone: effectsRule, onError: effectsRule }, ofEvent),
    broker: keys(brokerRules, ofEvent),
  }),
  callbacks: eachEntry(keys({ ...destinationRules, on: causes, when, body: payload }), ofEvent),
}
