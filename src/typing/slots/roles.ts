// The roles of expressions and texts, and whether a database or the service computes each.

type Entry = {
  readonly class: 'predicate' | 'decision'
  readonly kind: 'expression' | 'text'
  readonly description: string
  /** A text that is left out where it is one expression without a value. */
  readonly omissible?: true
  /** The value is sent as JSON. */
  readonly sent?: true
}

const makeDecision = (description: string): Entry => ({ class: 'decision', kind: 'expression', description })
const makeSent = (description: string): Entry => ({ ...makeDecision(description), sent: true })
const makePredicate = (description: string): Entry => ({ class: 'predicate', kind: 'expression', description })
const makeText = (description: string): Entry => ({ class: 'decision', kind: 'text', description })
const makeOmissibleText = (description: string): Entry => ({ ...makeText(description), omissible: true })

/** By part and key; if a key occurs in several places, also by its owner. */
export const slotRoles = {
  'service.url': makeText("The service's public address."),
  'service.functions': makeDecision('The value of a function.'),
  'resources.generate': makeDecision('The generated value of a property.'),
  'resources.normalize': makeDecision('The normalised value, before validation.'),
  'resources.compute': makeDecision('The computed value of a property.'),
  'resources.invariant': makeDecision('A condition on every written record.'),
  'resources.exclude': makeDecision('The records that exclude each other.'),
  'resources.tenant': makeDecision('The tenant that a request belongs to.'),
  'resources.view': makeSent('A member of a view.'),
  'states.guard': makeDecision('A condition of a transition.'),
  'states.time': makeDecision('The moment of a timer.'),
  'states.zone': makeText('The time zone of a recurrence.'),
  'states.set': makeDecision('A value that a transition, an entry or an exit writes.'),
  'effects.for': makeDecision('The items that an effect iterates.'),
  'effects.if': makeDecision('A condition that skips an effect.'),
  'effects.require': makeDecision('A condition that refuses an effect.'),
  'effects.by': makeDecision('The record of an effect.'),
  'effects.set': makeDecision('A value that an effect writes.'),
  'effects.input': makeDecision('The input that an effect passes to a transition.'),
  'endpoints.by': makeDecision('The record of an operation.'),
  'endpoints.with': makeDecision('A record that is looked up first.'),
  'endpoints.let': makeDecision('The value of a name.'),
  'endpoints.where': makePredicate('The condition for listed records.'),
  'endpoints.stream': makeDecision('The condition for streamed events.'),
  'endpoints.to': makeDecision('The state that a record is to reach.'),
  'endpoints.input': makeDecision('The input of a transition or code.'),
  'endpoints.set': makeDecision('A value that an operation writes.'),
  'endpoints.require': makeDecision('A condition that refuses an operation.'),
  'endpoints.idempotency': makeDecision('Separates idempotency keys.'),
  'endpoints.page': makeDecision('The start and the size of a page.'),
  'endpoints.status': makeDecision('The status of an answer.'),
  'endpoints.headers': makeOmissibleText('A header of an answer.'),
  'endpoints.cache': makeText('The caching of a response.'),
  'endpoints.until': makeDecision('The condition that ends the wait of a held answer.'),
  'endpoints.path': makeDecision('A path parameter of the read whose answer is sent after a wait.'),
  'endpoints.touch': makeDecision('The record whose time is written after the answer.'),
  'endpoints.output': makeSent('The body of an answer.'),
  'authentication.find': makeDecision('The record that a hashed key belongs to.'),
  'authentication.expires': makeDecision('When a credential ends.'),
  'authentication.secret': makeDecision('The secrets of the sender of a signed request.'),
  'authentication.scopes': makeDecision('The scopes that a caller has.'),
  'authentication.caller': makeDecision('The caller.'),
  'authentication.read': makePredicate('The condition for readable records.'),
  'authentication.rule': makeDecision('A permission.'),
  'events.when': makeDecision('A condition of an event.'),
  'events.partitionkey': makeDecision('The key of events that keep their order.'),
  'events.text': makeText('An attribute of an event.'),
  'events.data': makeSent('The data of an event.'),
  'events.envelope': makeSent('The envelope of an event.'),
  'events.to': makeDecision('The records that an event is sent to.'),
  'events.as': makeDecision('For whom a delivery is made.'),
  'events.url': makeText('The address that an event is sent to.'),
  'events.headers': makeOmissibleText('A header of a delivery.'),
  'events.version': makeDecision('The version that a destination is sent.'),
  'events.secret': makeDecision('The secret that signs a delivery.'),
  'errors.body': makeSent('The body of an error.'),
  'errors.messages': makeText('The text of a failed keyword.'),
  'errors.status': makeDecision('The status of an error.'),
  'errors.text': makeText('A member of an error.'),
  'errors.headers': makeOmissibleText('A header of an error.'),
  'limits.partition': makeDecision('The partition of a limit.'),
  'versioning.value': makeDecision('The version that a request names.'),
  'versioning.accept': makeDecision('A condition that admits a version.'),
  'versioning.pinned': makeDecision('The version that a caller is pinned to.'),
  'versioning.up': makeDecision('The newer value, from the older one.'),
  'versioning.down': makeDecision('The older value, from the newer one.'),
} satisfies { readonly [role: string]: Entry }

export type Role = keyof typeof slotRoles

export function isSent(role: Role): boolean {
  const entry: Entry = slotRoles[role]
  return entry.sent === true
}

export function isOmissible(role: Role): boolean {
  const entry: Entry = slotRoles[role]
  return entry.omissible === true
}
