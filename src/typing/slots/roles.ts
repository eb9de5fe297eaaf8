// What expressions and texts of the language are for, and whether a database or the service itself computes each.

type Entry = { readonly class: 'predicate' | 'decision'; readonly kind: 'expression' | 'text'; readonly about: string }

const decision = (about: string): Entry => ({ class: 'decision', kind: 'expression', about })
const predicate = (about: string): Entry => ({ class: 'predicate', kind: 'expression', about })
const text = (about: string): Entry => ({ class: 'decision', kind: 'text', about })

/** By part and key; where a key is in several places, by what it is a key of. */
export const roles = {
  'service.url': text("The service's public address."),
  'resources.generate': decision('What a property is filled with.'),
  'resources.normalize': decision('What a value is made into before it is looked at.'),
  'resources.compute': decision('What a property comes to.'),
  'resources.invariant': decision('What holds of every record that is written.'),
  'resources.tenant': decision('The tenant that a request belongs to.'),
  'resources.view': decision('A member of a view.'),
  'states.guard': decision('Whether a transition may be made.'),
  'states.set': decision('What a transition, an entry or an exit writes.'),
  'effects.for': decision('What an effect is done for each of.'),
  'effects.if': decision('Whether an effect is done.'),
  'effects.require': decision('What must hold for an effect.'),
  'effects.by': decision('Which record an effect is about.'),
  'effects.set': decision('What an effect writes.'),
  'effects.input': decision('What an effect gives to a transition.'),
  'endpoints.by': decision('Which record an operation is about.'),
  'endpoints.with': decision('Which record is looked up first.'),
  'endpoints.where': predicate('Which records are listed.'),
  'endpoints.stream': decision('Which events are streamed.'),
  'endpoints.to': decision('The state that a record is to reach.'),
  'endpoints.input': decision('What a transition or code is given.'),
  'endpoints.set': decision('What an operation writes.'),
  'endpoints.require': decision('What must hold for an operation.'),
  'endpoints.idempotency': decision('Whose keys are told apart.'),
  'endpoints.page': decision('Where a page begins, and how much it holds.'),
  'endpoints.status': decision('The status of an answer.'),
  'endpoints.headers': text('A header of an answer.'),
  'endpoints.cache': text('How an answer may be kept.'),
  'endpoints.output': decision('The body of an answer.'),
  'authentication.find': decision('Which record a hashed key belongs to.'),
  'authentication.scopes': decision('The scopes that a caller has.'),
  'authentication.caller': decision('Who the caller is.'),
  'authentication.read': predicate('Which records may be read.'),
  'authentication.rule': decision('Who may do something.'),
  'events.when': decision('Whether a change causes an event.'),
  'events.partitionkey': decision('Which events keep their order.'),
  'events.text': text('An attribute of an event.'),
  'events.data': decision('What an event carries.'),
  'events.envelope': decision('What is put around the data of an event.'),
  'events.to': decision('The records that an event is sent to.'),
  'events.url': text('The address that an event is sent to.'),
  'events.headers': text('A header of a delivery.'),
  'events.version': decision('The version that a destination is sent.'),
  'events.secret': decision('What signs a delivery.'),
  'errors.body': decision('What an error looks like.'),
  'errors.messages': text('What a failed keyword says.'),
  'errors.status': decision('The status of an error.'),
  'errors.text': text('A member of an error.'),
  'errors.headers': text('A header of an error.'),
  'limits.partition': decision('Who shares a limit.'),
  'versioning.value': decision('The version that a request names.'),
  'versioning.accept': decision('Whether a request admits a version.'),
  'versioning.pinned': decision('The version that a caller is pinned to.'),
  'versioning.up': decision('What a value of an older version becomes.'),
  'versioning.down': decision('What a value becomes in an older version.'),
} satisfies { readonly [role: string]: Entry }

export type Role = keyof typeof roles
