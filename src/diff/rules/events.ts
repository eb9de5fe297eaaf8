// Rules of part 6: the events of subscribers, their frequency and order, and the required answers.

import { findBroker, findWebhooks } from '../../check/deliveries.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import { openEvents } from '../../model/versioning.ts'
import { isChosenByType } from '../condition.ts'
import type { Edition } from '../edition.ts'
import { type SetMotion, severityOf } from '../law.ts'
import {
  type DiffRule,
  type DocumentEdit,
  atLeast,
  atMost,
  makeConditionRule,
  makeEntriesRule,
  makeExpressionRule,
  printFact,
  makeFinding,
  makeInvisibleRule,
  isNone,
  makeKeysRule,
  makeMotions,
  makeNamesRule,
  toObject,
  operatorSettings,
  makeCertainRule,
  receivedEvents,
  rule,
  subscriberAnswers,
  makeUnknownRule,
  compareBounds,
} from '../rule.ts'
import { makeTemplateRule } from '../template.ts'
import { effectsRule } from './effects.ts'

/** Added causes give unexpected events; removed causes leave events out. */
const causes: DiffRule = rule((edit) =>
  makeNamesRule('none', receivedEvents)
    .judge(edit)
    .map((finding) => ({
      ...finding,
      motions: finding.motions.map((each) => ({ ...each, way: each.way === 'narrower' ? ('other' as const) : each.way })),
    })),
)

const when: DiffRule = rule((edit) =>
  makeConditionRule('true', receivedEvents)
    .judge(edit)
    .map((finding) => ({
      ...finding,
      motions: finding.motions.map((each) => ({ ...each, way: each.way === 'narrower' ? ('other' as const) : each.way })),
    })),
)

/** Old subscribers can rely on a new promise without a change; they miss a removed one. */
const promise: DiffRule = rule((edit) => [
  makeFinding(
    edit,
    makeMotions(
      edit.a === undefined || edit.a === false ? 'narrower' : edit.b === undefined || edit.b === false ? 'wider' : 'other',
      receivedEvents,
    ),
  ),
])

const payload = makeTemplateRule(receivedEvents)
const texts = makeExpressionRule(receivedEvents)
const headers: DiffRule = makeEntriesRule(makeExpressionRule(receivedEvents), {
  added: rule((edit) => [makeFinding(edit, makeMotions('narrower', receivedEvents))]),
  removed: makeCertainRule(receivedEvents),
})

const eventType: DiffRule = makeKeysRule({
  on: causes,
  when,
  partitionkey: promise,
  subject: texts,
  data: payload,
  dataschema: texts,
  discloses: makeUnknownRule(receivedEvents),
})

/** Without a key that each delivery needs, nothing is delivered. */
function makeNeededRule(inner: DiffRule): DiffRule {
  return rule((edit) => {
    if (edit.a !== undefined && edit.b !== undefined) return inner.judge(edit)
    const isRemoved = edit.b === undefined
    return [
      makeFinding(edit, makeMotions(isRemoved ? 'other' : 'narrower', receivedEvents), {
        note: isRemoved ? 'Nothing is delivered without it.' : 'Nothing was delivered without it.',
      }),
    ]
  }, inner.inner)
}

const retryRules: { readonly [key: string]: DiffRule } = {
  // Without the key, the waits of `backoff` determine the number of attempts.
  attempts: rule((edit) =>
    edit.a === undefined || edit.b === undefined
      ? [makeFinding(edit, makeMotions('unknown', receivedEvents))]
      : atLeast(receivedEvents).judge(edit),
  ),
  backoff: rule((edit) => [makeFinding(edit, makeMotions('unknown', receivedEvents))], {
    initial: makeInvisibleRule(),
    factor: makeInvisibleRule(),
    max: makeInvisibleRule(),
  }),
  // The time limit of a subscriber's answer.
  timeout: makeNeededRule(atMost(subscriberAnswers)),
  deadLetter: makeNeededRule(atLeast(operatorSettings)),
  concurrency: makeUnknownRule(receivedEvents),
  ordered: promise,
  version: makeExpressionRule(receivedEvents),
}

const brokerRules: { readonly [key: string]: DiffRule } = {
  url: makeNeededRule(makeExpressionRule(receivedEvents)),
  subject: makeNeededRule(texts),
  headers,
  ...retryRules,
}

const destinationRules: { readonly [key: string]: DiffRule } = {
  to: makeExpressionRule(receivedEvents),
  as: makeExpressionRule(receivedEvents),
  discloses: makeUnknownRule(receivedEvents),
  url: makeNeededRule(makeExpressionRule(receivedEvents)),
  method: makeCertainRule(receivedEvents),
  headers,
  signature: promise,
  secret: makeExpressionRule(receivedEvents),
  ...retryRules,
}

/** How long a quiet stream says nothing: a listener that waits less gives up. */
const heartbeat: DiffRule = rule((edit) => [
  makeFinding(edit, makeMotions(compareBounds(edit.a, edit.b, 'most') === 'narrower' ? 'narrower' : 'unknown', receivedEvents), {
    note: 'A listener may give up on a stream that is quiet for longer.',
  }),
])

const eventPresence = {
  added: rule((edit) => [makeFinding(edit, makeMotions('narrower', receivedEvents))]),
  removed: makeCertainRule(receivedEvents),
}

/**
 * Streams and feeds list their types. Webhooks and a broker send a further type to subscribers that did not request it, unless `open`
 * allows new types.
 */
const addedEventType: DiffRule = rule((edit) => {
  const way = edit.old.open.has(openEvents) ? 'narrower' : compareAddedType(edit)
  const note =
    way === 'wider'
      ? 'Subscribers that did not choose it receive it.'
      : way === 'unknown'
        ? 'Subscribers may receive it without having named it.'
        : undefined
  return [makeFinding(edit, makeMotions(way, receivedEvents), note === undefined ? {} : { note })]
})

/** The effect on subscribers of the destinations that both editions have; a new destination has no subscribers yet. */
function compareAddedType({ old, new: newEdition }: DocumentEdit): SetMotion {
  const [before, after] = [old, newEdition].map(({ parts }) => toObject(toObject(parts.events)['delivery'])) as [
    ReturnType<typeof toObject>,
    ReturnType<typeof toObject>,
  ]
  const has = (name: string): boolean => [before, after].every((each) => each[name] !== undefined && !isNone(each[name]))
  const { to } = toObject(after['webhooks'])
  const { subject } = toObject(after['broker'])
  const waysOfDestinations: readonly SetMotion[] = [
    ...(has('webhooks')
      ? [to !== undefined && isChosenByType(printFact(to), newEdition) ? ('narrower' as const) : compareSelection(to)]
      : []),
    // Subscribers of a broker may name a subject, or a pattern of several.
    ...(has('broker') ? [compareSelection(subject)] : []),
  ]
  return waysOfDestinations.find((way) => way === 'wider') ?? waysOfDestinations.find((way) => way === 'unknown') ?? 'narrower'
}

function compareSelection(json: Parameters<typeof printFact>[0]): SetMotion {
  return /\bevent\b/.test(printFact(json)) ? 'unknown' : 'wider'
}

/** Changes of an event type that the old edition did not deliver: only its operator reads it, with `ninefold events`. */
const eventTypes: DiffRule = makeEntriesRule(forRecipients(eventType), {
  added: addedEventType,
  removed: forRecipients(eventPresence.removed),
})

function forRecipients(inner: DiffRule): DiffRule {
  return rule((edit) => {
    const findings = inner.judge(edit)
    if (isDelivered(edit.old, edit.path[1]!)) return findings
    return findings.map((each) => ({
      ...each,
      motions: each.motions.some((motion) => severityOf(motion) !== 'safe') ? makeMotions('unknown', operatorSettings) : [],
    }))
  }, inner.inner)
}

function isDelivered({ compiled: { model } }: Edition, type: string): boolean {
  const isOffered = model.endpoints.value.operations.some(({ slots }) => listOfferedEvents(slots).some(({ text }) => text === type))
  return isOffered || findWebhooks(model) !== undefined || findBroker(model) !== undefined
}

export const eventsRules: { readonly [key: string]: DiffRule } = {
  types: eventTypes,
  envelope: rule((edit) =>
    typeof edit.a === 'object' && typeof edit.b === 'object'
      ? payload.judge(edit)
      : [makeFinding(edit, makeMotions('other', receivedEvents))],
  ),
  source: texts,
  delivery: makeKeysRule({
    stream: makeKeysRule(
      {
        media: makeCertainRule(receivedEvents),
        retain: makeNeededRule(atLeast(receivedEvents)),
        heartbeat,
      },
      eventPresence,
    ),
    feed: makeKeysRule({ retain: makeNeededRule(atLeast(receivedEvents)) }, eventPresence),
    webhooks: makeKeysRule({ ...destinationRules, onDone: effectsRule, onError: effectsRule }, eventPresence),
    broker: makeKeysRule(brokerRules, eventPresence),
  }),
  callbacks: makeEntriesRule(makeKeysRule({ ...destinationRules, on: causes, when, body: payload }), eventPresence),
}
