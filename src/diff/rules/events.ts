// Rules of part 6: what subscribers hear, how often, in which order, and what they have to answer.

import { type Rule, acknowledged, atLeast, atMost, condition, each, expression, finding, keys, move, names, operated, other, quiet, rule, subscribed, unknown } from '../rule.ts'
import { template } from '../template.ts'

/** Events for more causes come unexpected; for fewer they are missed. */
const causes: Rule = rule((edit) => names('none', subscribed).judge(edit).map((found) => ({ ...found, motions: found.motions.map((each) => ({ ...each, way: each.way === 'narrower' ? 'other' as const : each.way })) })))

const when: Rule = rule((edit) => condition('true', subscribed).judge(edit).map((found) => ({ ...found, motions: found.motions.map((each) => ({ ...each, way: each.way === 'narrower' ? 'other' as const : each.way })) })))

/** A promise that is new is kept as well by what was; one that is gone is missed. */
const promise: Rule = rule((edit) => [finding(edit, move(edit.a === undefined || edit.a === false ? 'narrower' : edit.b === undefined || edit.b === false ? 'wider' : 'other', subscribed))])

const payload = template(subscribed)
const texts = expression(subscribed)
const headers: Rule = each(expression(subscribed), { added: rule((edit) => [finding(edit, move('narrower', subscribed))]), removed: other(subscribed) })

const eventType: Rule = keys({ on: causes, when, partitionkey: promise, subject: texts, data: payload, dataschema: texts, discloses: unknown(subscribed) })

const destinationRules: { readonly [key: string]: Rule } = {
  to: expression(subscribed),
  as: expression(subscribed),
  discloses: unknown(subscribed),
  url: expression(subscribed),
  method: other(subscribed),
  headers,
  signature: promise,
  secret: expression(subscribed),
  attempts: atLeast(subscribed),
  backoff: rule((edit) => [finding(edit, move('unknown', subscribed))], { initial: quiet(), factor: quiet(), max: quiet() }),
  // How long a subscriber may take to answer.
  timeout: atMost(acknowledged),
  deadLetter: atLeast(operated),
  concurrency: unknown(subscribed),
  ordered: promise,
  version: expression(subscribed),
}

const whole = { added: rule((edit) => [finding(edit, move('narrower', subscribed))]), removed: other(subscribed) }

export const eventsRules: { readonly [key: string]: Rule } = {
  types: each(eventType, whole),
  envelope: rule((edit) => (typeof edit.a === 'object' && typeof edit.b === 'object' ? payload.judge(edit) : [finding(edit, move('other', subscribed))])),
  source: texts,
  delivery: keys({
    stream: keys({ media: other(subscribed), retain: atLeast(subscribed), heartbeat: quiet('How often a quiet stream says where it is.') }, whole),
    webhooks: keys(destinationRules, whole),
  }),
  callbacks: each(keys({ ...destinationRules, on: causes, when, body: payload }), whole),
}
