// The roles of expressions and texts, and whether a database or the service computes each.

type Entry = {
  readonly class: 'predicate' | 'decision'
  readonly kind: 'expression' | 'text'
  readonly description: string
  /** A text that is left out where it is one expression without a value. */
  readonly omissible?: true
}

const decision = (description: string): Entry => ({ class: 'decision', kind: 'expression', description })
const predicate = (description: string): Entry => ({ class: 'predicate', kind: 'expression', description })
const text = (description: string): Entry => ({ class: 'decision', kind: 'text', description })
const omissibleText = (description: string): Entry => ({ ...text(description), omissible: true })

/** By part and key; where a key is in several places, by what it is a key of. */
export const slotRoles = {
  'service.url': text("The service's public address."),
  'service.functions': decision('The value of a function.'),
  'resources.generate': decision('The generated value of a property.'),
  'resources.normalize': decision('The normalised value, before validation.'),
  'resources.compute': decision('The computed value of a property.'),
  'resources.invariant': decision('A condition on every written record.'),
  'resources.exclude': decision('The records that exclude each other.'),
  'resources.tenant': decision('The tenant that a request belongs to.'),
  'resources.view': decision('A member of a view.'),
  'states.guard': decision('A condition of a transition.'),
  'states.time': decision('The moment of a timer.'),
  'states.zone': text('The time zone of a recurrence.'),
  'states.set': decision('A value that a transition, an entry or an exit writes.'),
  'effects.for': decision('The items that an effect iterates.'),
  'effects.if': decision('A condition that skips an effect.'),
  'effects.require': decision('A condition that refuses an effect.'),
  'effects.by': decision('The record of an effect.'),
  'effects.set': decision('A value that an effect writes.'),
  'effects.input': decision('The input that an effect passes to a transition.'),
  'endpoints.by': decision('The record of an operation.'),
  'endpoints.with': decision('A record that is looked up first.'),
  'endpoints.let': decision('The value of a name.'),
  'endpoints.where': predicate('The condition for listed records.'),
  'endpoints.stream': decision('The condition for streamed events.'),
  'endpoints.to': decision('The state that a record is to reach.'),
  'endpoints.input': decision('The input of a transition or code.'),
  'endpoints.set': decision('A value that an operation writes.'),
  'endpoints.require': decision('A condition that refuses an operation.'),
  'endpoints.idempotency': decision('Separates idempotency keys.'),
  'endpoints.page': decision('The start and the size of a page.'),
  'endpoints.status': decision('The status of an answer.'),
  'endpoints.headers': omissibleText('A header of an answer.'),
  'endpoints.cache': text('The caching of a response.'),
  'endpoints.touch': decision('The record whose time is written after the answer.'),
  'endpoints.output': decision('The body of an answer.'),
  'authentication.find': decision('The record that a hashed key belongs to.'),
  'authentication.expires': decision('When a credential ends.'),
  'authentication.secret': decision('The secrets of the sender of a signed request.'),
  'authentication.scopes': decision('The scopes that a caller has.'),
  'authentication.caller': decision('The caller.'),
  'authentication.read': predicate('The condition for readable records.'),
  'authentication.rule': decision('A permission.'),
  'events.when': decision('A condition of an event.'),
  'events.partitionkey': decision('The key of events that keep their order.'),
  'events.text': text('An attribute of an event.'),
  'events.data': decision('The data of an event.'),
  'events.envelope': decision('The envelope of an event.'),
  'events.to': decision('The records that an event is sent to.'),
  'events.as': decision('For whom a delivery is made.'),
  'events.url': text('The address that an event is sent to.'),
  'events.headers': omissibleText('A header of a delivery.'),
  'events.version': decision('The version that a destination is sent.'),
  'events.secret': decision('The secret that signs a delivery.'),
  'errors.body': decision('The body of an error.'),
  'errors.messages': text('The text of a failed keyword.'),
  'errors.status': decision('The status of an error.'),
  'errors.text': text('A member of an error.'),
  'errors.headers': omissibleText('A header of an error.'),
  'limits.partition': decision('The partition of a limit.'),
  'versioning.value': decision('The version that a request names.'),
  'versioning.accept': decision('A condition that admits a version.'),
  'versioning.pinned': decision('The version that a caller is pinned to.'),
  'versioning.up': decision('The newer value, from the older one.'),
  'versioning.down': decision('The older value, from the newer one.'),
} satisfies { readonly [role: string]: Entry }

export type Role = keyof typeof slotRoles

export function isOmissible(role: Role): boolean {
  const entry: Entry = slotRoles[role]
  return entry.omissible === true
}
