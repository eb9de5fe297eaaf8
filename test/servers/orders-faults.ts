// What the hand-written orders can do wrong, one at a time, and the line of the document that each breaks.

import type { Fault } from './fault.ts'

export const faults: readonly Fault[] = [
  // Fields.
  { name: 'a client chooses the id', line: /id: \{ type: string, format: uuid, generate: uuidv7 \}|body: \[name, email\]/ },
  { name: 'a name may be longer by one', line: /name: \{ type: string, minLength: 1, maxLength: 100 \}/ },
  { name: 'null does not clear', line: /note: \{|body: \[lines, note\]/ },
  { name: 'unique minds case', line: /unique: \[email\]|email: \{/ },
  { name: 'a default is another', line: /blocked: \{ type: boolean, default: false \}/ },
  { name: 'an invariant is not asked', line: /not-free: this\.price > 0/ },
  { name: 'what is write-only is shown', line: /callbackUrl|output: Order\(this\)|^type: \[string, 'null'\]/ },
  { name: 'a total is rounded', line: /total: / },
  { name: 'a reference is not asked', line: /product: \{ \$ref: Product|^lines: / },
  { name: 'a reference does not restrict', line: /customer: \{ \$ref: Customer, onDelete: restrict \}/ },
  // States.
  { name: 'a transition is not saved', line: /withdraw: \{ target: withdrawn \}|offer: \{ target: offered \}/ },
  { name: 'a guard is not asked', line: /not-blocked/ },
  { name: 'a guard is off by one', line: /enough: / },
  { name: 'more than the amount will do', line: /exact: input\.amount == this\.total/ },
  { name: 'a cascade is skipped', line: /transition: Product\.restock|then: &giveBack|available: this\.available \+ input\.quantity/ },
  { name: 'an effect is half done', line: /transition: Product\.take|available: this\.available - input\.quantity/ },
  { name: 'no payment is made', line: /create: Payment/ },
  { name: 'a final state is left', line: /place:|cancelled: \{ type: final \}|POST \/orders\/\{id\}\/place/ },
  { name: 'timer never fires', line: /PT24H/, needsClock: true },
  // Endpoints.
  { name: 'no Location', line: /Location/ },
  { name: 'another Location', line: /Location/ },
  { name: 'a page drops the row at its border', line: /page: / },
  { name: 'a page repeats its border', line: /page: / },
  { name: 'a filter takes the first of several values', line: /filter: / },
  { name: 'a key is taken for another body', line: /idempotency: / },
  { name: 'a key is not remembered', line: /idempotency: / },
  { name: 'a read changes the note', line: /note: \{|GET \/orders\/\{id\}:/ },
  { name: 'If-Match is not asked', line: /conditional: required/ },
  // Events.
  { name: 'an event of a refused call', line: /order\.placed:|on: Order\.place$|Product\.take enough/ },
  { name: 'an event is missing', line: /order\.placed:|on: Order\.place$/ },
  { name: 'an event has an old total', line: /data: \{ id: this\.id, customer/ },
  { name: 'what is scarce is told again', line: /when: this\.available < 10|product\.scarce:/ },
  { name: 'no second delivery after a 500', line: /attempts:|backoff:|webhooks:|signature/, needsClock: true },
  { name: 'the second delivery comes at once', line: /attempts:|backoff:/, needsClock: true },
  { name: 'the second delivery has another id', line: /signature:|attempts:|webhooks:/, needsClock: true },
  { name: 'the time is not signed', line: /signature: standard-webhooks|secret: / },
  { name: 'subscribers are sent all types', line: /to: Subscription\.filter/ },
  { name: 'a stream shows other orders', line: /where: event\./ },
  { name: 'a stream goes on one too early', line: /stream: / },
  { name: 'a callback is a POST', line: /method: PUT/ },
  { name: 'a callback has no number', line: /X-Order/ },
  { name: 'who expires is not called', line: /on: \[Order\.pay|settled:/, needsClock: true },
  // Who calls, what is refused, how much.
  { name: 'anybody known may withdraw', line: /Product: \{ withdraw: caller\.buyer/ },
  { name: 'validation has another type', line: /not-valid: / },
  { name: 'the burst is larger', line: /entering: \{|burst: 3/ },
]

/** Further faults of the orders that are kept in maps. */
export const mapFaults: readonly Fault[] = [
  { name: 'lines of one product are asked apart', line: /enough: |available: \{ type: integer|Product\.take/ },
  { name: 'a cancelled draft gives back', line: /cancel: \{ target: cancelled \}|Product\.restock|POST \/orders\/\{id\}\/cancel/ },
  { name: 'a replay has no Location', line: /idempotency: |Location/ },
  { name: 'a refused entry is not counted', line: /entering: \{|burst: 3/ },
  { name: 'totals are cut to cents', line: /total: |amount: Payment/ },
]

/** What only requests at the same time show, where others are answered between what a handler reads and what it writes. */
export const races: readonly Fault[] = [
  { name: 'one address twice at once', line: /unique: \[email\]/ },
  { name: 'the whole customer is written', line: /PATCH \/customers|body: \[name, email, blocked\]/ },
  { name: 'one key twice at once', line: /idempotency: / },
  { name: 'one number twice at once', line: /number: \{ type: integer, generate: sequence|unique: \[number\]/ },
  { name: 'a tag is compared too early', line: /conditional: required/ },
  { name: 'stock is read before it is written', line: /enough: |transition: Product\.take|available: this\.available - input\.quantity/ },
  { name: 'paid twice at once', line: /pay:|target: paid|create: Payment|POST \/orders\/\{id\}\/pay/ },
  { name: 'cancelled twice at once', line: /cancel:|target: cancelled|transition: Product\.restock|POST \/orders\/\{id\}\/cancel/ },
]

/** Further faults of the orders that are routed. */
export const routedFaults: readonly Fault[] = [
  { name: 'a key is remembered for ever', line: /retention: |idempotency: /, needsClock: true },
  { name: 'a refused placing takes stock', line: /enough: |Product\.take|available: this\.available - input\.quantity/ },
  { name: 'a body may be deeper', line: /sizes: / },
  { name: 'refusals of v1 are not deprecated', line: /v1: \{ deprecated/ },
  { name: 'no Retry-After', line: /Retry-After|entering: \{|too-many/ },
  { name: 'what is cancelled is deleted', line: /in: draft|DELETE \/orders/ },
  { name: 'what is placed is changed', line: /in: draft|PATCH \/orders/ },
  { name: 'If-Match: * is refused', line: /conditional: required/ },
  { name: 'shipping is not told', line: /order\.changed:|on: \[/ },
  { name: 'a change is told twice', line: /order\.changed:|on: \[/ },
  { name: 'refusals of v1 name new states', line: /detail: It is|renameState|open: draft/ },
  { name: 'what expires is not given back', line: /PT24H|giveBack|Product\.restock|available: this\.available \+/, needsClock: true },
  { name: 'takings are counted again', line: /amount: Payment\.filter|P1D|create: Takings/, needsClock: true },
  { name: 'other bytes are signed', line: /signature: |secret: / },
  { name: 'Retry-After is too short', line: /Retry-After|entering: \{|too-many|headers: true/ },
  { name: 'one more is left', line: /headers: true|entering: \{/ },
  { name: 'a body may be larger by one', line: /sizes: / },
  { name: 'an offset has another bound', line: /offset: \{ type: integer/ },
  { name: 'addresses are kept in small letters', line: /email: \{ type/ },
  { name: 'a sku may have small letters', line: /sku: \{ type: string/ },
  { name: 'takings are for buyers', line: /GET \/takings|not-a-buyer|security: / },
  { name: 'the former secret does not sign', line: /secret: |signature: / },
  { name: 'what is placed is called back', line: /settled:|on: \[Order\.pay/ },
  { name: 'a foreign position is not told', line: /stream: / },
  { name: 'waits do not grow', line: /attempts:|backoff:/, needsClock: true },
  { name: 'brackets in texts are depth', line: /sizes: / },
  { name: 'v1 filters by the new state', line: /renameState|open: draft|filter: \[status/ },
  {
    name: 'no product comes before no buyer',
    line: /precedence: |not-a-buyer|no-product:|withdraw: caller\.buyer|POST \/products\/\{sku\}/,
  },
  { name: 'a scheme has letter case', line: /security: |unknown-caller/ },
  { name: 'the former secret stays', line: /previousSecret|previous-secret|secret: / },
  { name: 'cancelled orders do not restrict', line: /onDelete: restrict|in-use/ },
  { name: 'a list gives the first position', line: /position: page\.position/ },
  { name: 'null is left alone', line: /body: \[name, price\]|name: \{ type: string/ },
  { name: 'blocked may be a number', line: /blocked: \{ type: boolean/ },
]
