// Part 6: events and their recipients.

import { advise, paste } from '../diagnostic/help.ts'
import { disclosesIn } from './discloses.ts'
import { listOf, mapOf, oneOrMany, record } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { boolean, duration, expression, integer, name, plainText, text, oneOfWords } from './scalars.ts'
import { type Read, type Shape, documentation, key, requiredKey, reportExpected, toReading } from './shape.ts'
import { signature } from './signature.ts'
import { effects } from './states.ts'
import { template } from './template.ts'

const eventKeys = {
  on: requiredKey(
    oneOrMany('what causes it', name('a transition, `entry Order.paid`, or `Order.created`, `.updated`, `.deleted`')),
    'Its causes.',
  ),
  when: key(expression, 'always', 'A condition over the change: `this`, and `old` as it was.'),
  partitionkey: key(expression, 'none: no order is kept', 'Events of one key keep their order.'),
  subject: key(text, 'none', "CloudEvents' subject."),
  data: key(template, 'none', 'The payload.'),
  dataschema: key(text, 'none', "CloudEvents' dataschema."),
  discloses: disclosesIn('its events show'),
  description: documentation(plainText, 'A description.'),
}

const backoffKeys = {
  initial: key(duration, 'five seconds', 'The first wait.'),
  factor: key(integer(1), '3', 'How many times longer each further wait is.'),
  max: key(duration, 'a day', 'The longest wait.'),
}

/** Waits between attempts: named, listed, or growing. */
const backoff: Shape<'exponential' | 'fixed' | readonly number[] | Read<typeof backoffKeys>> = choice(
  '`exponential`, `fixed`, a list of waits, or a map',
  {
    scalar: oneOfWords('exponential', 'fixed'),
    list: refine(listOf('a list of waits', duration), (waits, node, reader) =>
      waits.length > 0
        ? toReading(waits)
        : reportExpected('at least one wait', node, reader, advise`A delivery that is tried once has no waits:${paste('attempts: 1')}`),
    ),
    map: record('waits', backoffKeys),
  },
)

/** The retries, the rate and the order of deliveries. */
const retryKeys = {
  attempts: requiredKey(integer(1), 'How often a delivery is tried.', 'a gap, or one more than `backoff` lists'),
  backoff: key(backoff, 'exponential', 'The waits between tries: how they grow, or each of them.'),
  timeout: requiredKey(duration, 'How long one try may take.'),
  deadLetter: requiredKey(duration, 'How long a delivery that failed for good is kept.'),
  concurrency: key(integer(1), 'one', 'How many deliveries to one destination run at once.'),
  ordered: key(boolean, 'false', 'Deliveries to one destination keep their order.'),
  version: key(expression, 'the newest', 'The version of part 9 in which it is sent; null is the newest.'),
}

const destinationKeys = {
  to: key(expression, 'none: one address', 'The records that are destinations, `to` in the other keys.'),
  as: key(expression, 'no reader: everything is sent', 'The reader of a delivery: only data that this caller may read is sent.'),
  discloses: disclosesIn('each delivery shows'),
  url: requiredKey(text, 'The address.'),
  method: key(oneOfWords('POST', 'PUT', 'PATCH'), 'POST', 'The method.'),
  headers: key(mapOf('a map of headers', text), 'none', 'Headers.'),
  signature: key(signature, 'none', 'How deliveries are signed.'),
  secret: key(expression, 'a gap where they are signed', 'The secrets that sign, one or a list.'),
  ...retryKeys,
}

/** The document's reactions to the outcome of a delivery: effects in their own transaction. */
const webhookKeys = {
  ...destinationKeys,
  onDone: key(effects, 'none', 'Effects of a delivery that succeeded; they read `to`, `event` and `result`.'),
  onError: key(effects, 'none', 'Effects of each failed attempt, which read the same.'),
}

const brokerKeys = {
  url: requiredKey(text, 'The address of the broker: `nats://` or `tls://`, with credentials where it asks for them.'),
  subject: requiredKey(text, 'The subject to which an event is published.'),
  headers: key(mapOf('a map of headers', text), 'none', 'Headers.'),
  ...retryKeys,
}

const callbackKeys = {
  ...destinationKeys,
  on: requiredKey(oneOrMany('what causes it', name('a transition, `entry Order.paid`, or `Order.created`')), 'Its causes.'),
  when: key(expression, 'always', 'A condition over the change.'),
  body: key(template, 'none', 'The payload.'),
}

const streamKeys = {
  media: requiredKey(oneOfWords('text/event-stream'), 'The media type.'),
  retain: requiredKey(duration, 'How far back a listener can resume.'),
  heartbeat: key(duration, "the operator's", 'How often a quiet stream says where it is.'),
}

const feedKeys = {
  retain: requiredKey(duration, 'How far back a client can continue, and how old the first event is.'),
}

export const eventsKeys = {
  types: key(mapOf('a map of event types', record('an event type', eventKeys), '{ on: … }'), 'a gap', 'The types of events.'),
  envelope: key(
    choice('`cloudevents`, or a template', { scalar: oneOfWords('cloudevents'), map: template }),
    'the data alone',
    'The envelope around the data.',
  ),
  source: key(text, 'a gap for CloudEvents', "CloudEvents' source."),
  delivery: key(
    record('deliveries', {
      stream: key(record('a stream', streamKeys), 'none', 'Listeners that stay connected.'),
      feed: key(record('a feed', feedKeys), 'none', 'Clients that ask for events.'),
      webhooks: key(record('webhooks', webhookKeys), 'none', 'Listeners that are called.'),
      broker: key(record('a broker', brokerKeys), 'none', 'NATS JetStream, to which every event is published.'),
    }),
    'none',
    'How events reach those who listen.',
  ),
  callbacks: key(
    mapOf('a map of callbacks', record('a callback', callbackKeys)),
    'none',
    "OpenAPI's callbacks: to an address from the data or the request.",
  ),
}

export type Events = Read<typeof eventsKeys>
export type EventType = Read<typeof eventKeys>
/** Keys common to webhooks and callbacks. */
export type Destination = Read<typeof destinationKeys>
export type Webhooks = Read<typeof webhookKeys>
export type BrokerKeys = Read<typeof brokerKeys>
export type StreamKeys = Read<typeof streamKeys>
export type Callback = Read<typeof callbackKeys>
