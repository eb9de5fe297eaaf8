// The members of each kind of declaration that `each` and `expect` can read, typed for CEL and listed in the reference.

import type { Member, ResourceType, Type } from '../cel/type.ts'
import type { PartName } from '../document/document.ts'
import { actionNames } from '../model/endpoints.ts'

export const declarationKinds = ['resource', 'property', 'transition', 'operation', 'event', 'delivery', 'condition'] as const
export type DeclarationKind = (typeof declarationKinds)[number]

/** The part with the declarations of a kind, which their `fill` fills. */
export const partOf: { readonly [K in DeclarationKind]: PartName } = {
  resource: 'resources',
  property: 'resources',
  transition: 'states',
  operation: 'endpoints',
  event: 'events',
  delivery: 'events',
  condition: 'errors',
}

/** The argument of an adoption that names declarations of a kind. */
export const argumentOf: { readonly [K in DeclarationKind]: string } = {
  resource: 'resources',
  property: 'properties',
  transition: 'transitions',
  operation: 'operations',
  event: 'events',
  delivery: 'deliveries',
  condition: 'conditions',
}

/** `optional`: `has()` tests its presence. A missing member that is not optional is a gap where it is used. */
export type MemberOf = {
  readonly type: Type
  readonly about: string
  readonly optional?: true
  /** The key with the value, if it has another name. */
  readonly by?: string
}

const text: Type = { kind: 'string' }
const flag: Type = { kind: 'bool' }
const texts: Type = { kind: 'list', element: text }

const member = (type: Type, about: string): MemberOf => ({ type, about })
const optionalMember = (type: Type, about: string): MemberOf => ({ type, about, optional: true })

const byProperties = (about: string): MemberOf => ({ ...member(texts, about), by: 'properties' })

type Members = { readonly [name: string]: MemberOf }

const resource = {
  name: member(text, 'Its name: `OrderLine`.'),
  plural: member(text, 'Its `plural`, or the regular English one in kebab-case: `order-lines`.'),
  key: member(texts, 'The properties that identify a record.'),
  properties: byProperties('Its properties, those of machines among them.'),
  required: member(texts, 'The properties that every record has.'),
  writable: byProperties(
    'The properties that a request may give: not read-only, generated, computed, an inverse, a tenant or the field of a machine.',
  ),
  changeable: byProperties('Of these, those that may change: not immutable and not in the key.'),
  transitions: member(texts, 'The transitions of its machines that operations can make.'),
  view: member(text, 'The name of its default view.'),
  views: member(texts, 'The names of all its views, the default one first.'),
  softDelete: member(flag, 'Deleted records are kept.'),
} satisfies Members

const resourceType: Type = { kind: 'record', resource: 'resource' }

const property = {
  name: member(text, 'Its name.'),
  resource: member(resourceType, 'The resource that has it.'),
  types: member(texts, 'Its JSON types.'),
  format: optionalMember(text, 'Its format.'),
  reference: optionalMember(text, 'The resource that it refers to.'),
  required: member(flag, 'Every record has it.'),
  writable: member(flag, 'A request may give it.'),
  described: member(flag, 'It has a description.'),
} satisfies Members

const transition = {
  name: member(text, 'Its name: `place`; of a timed one the duration.'),
  resource: member(resourceType, 'The resource whose record it moves.'),
  machine: member(text, 'The machine: `Order.status`.'),
  from: member(texts, 'The states that have it.'),
  targets: member(texts, 'The states that it leads to.'),
  input: optionalMember(text, 'Its input: the name of the shape, or the JSON type.'),
  timed: member(flag, 'Time makes it (`after`, `every`), not an operation.'),
} satisfies Members

const reader = {
  name: member(text, 'Its method and path.'),
  path: member(text, 'Its path.'),
  link: member(text, "The path with the record's key in it, as text: `/orders/${this.id}`."),
} satisfies Members

const operation = {
  name: member(text, 'Its method and path, as written.'),
  id: member(text, 'Its `operationId`, or its name.'),
  action: member({ kind: 'enum', values: [...actionNames, 'none'] }, 'Its action; `none` where it shows none.'),
  method: member(text, 'Its method.'),
  path: member(text, 'Its path, with the `basePath` before it.'),
  parameters: member(texts, 'The names of its path parameters.'),
  query: member(texts, 'The names of its declared query parameters.'),
  headers: member(texts, 'The names of the headers of its answer.'),
  resource: optionalMember(resourceType, 'The resource that it acts on.'),
  transition: optionalMember(text, 'The transition that it makes: `Order.place`.'),
  reader: optionalMember({ kind: 'record', resource: 'reader' }, 'An endpoint that reads one record of the same resource by its key.'),
  body: optionalMember(text, 'The request body, as written.'),
  output: optionalMember(text, 'The body of its answer, as written.'),
  status: optionalMember(text, 'The status of its answer, as written.'),
  media: optionalMember(text, 'The media type of its answer.'),
  page: optionalMember(text, 'How a long list is cut: `cursor` or `offset`.'),
  conditional: optionalMember(text, '`optional` or `required`.'),
  idempotency: optionalMember(text, '`natural` or `key`.'),
  security: optionalMember(texts, 'The schemes that let a caller in here, where the endpoint says so itself.'),
  summary: optionalMember(text, 'Its summary.'),
  tags: member(texts, 'Its tags.'),
  deprecated: member(flag, 'It will go away.'),
} satisfies Members

const event = {
  name: member(text, 'The type of the event.'),
  on: member(texts, 'Its causes.'),
  partitionkey: optionalMember(text, 'Its partition key, as written.'),
  subject: optionalMember(text, 'Its subject, as written.'),
  data: optionalMember(text, 'Its payload, as written.'),
} satisfies Members

const delivery = {
  name: member(text, '`webhooks`, or the name of a callback.'),
  callback: member(flag, 'It is a callback.'),
  url: optionalMember(text, 'Its address, as written.'),
  signature: optionalMember(text, 'How it is signed.'),
} satisfies Members

const condition = {
  name: member(text, 'The name of the entry in the catalogue.'),
  on: member(texts, 'Its conditions, as written: `not-found Order`.'),
  conditions: member(texts, 'The conditions of that: `not-found`.'),
  status: optionalMember(text, 'Its status, as written.'),
  title: optionalMember(text, 'Its title.'),
  extensions: member(texts, 'The names of its extension members.'),
} satisfies Members

/** The members of each kind, and of an operation's `reader`. */
export const declarationMembers = { resource, property, transition, operation, event, delivery, condition, reader }

export type DeclaredKind = keyof typeof declarationMembers

/**
 * Declarations are records: they refer to each other, and a kind's name is the list of all of them
 * (`operation.exists(other, …)`).
 */
export function findDeclaredType(name: string): ResourceType | undefined {
  if (!Object.hasOwn(declarationMembers, name)) return undefined
  const typed = Object.entries<MemberOf>(declarationMembers[name as DeclaredKind]).map(([name, { type, optional }]): [string, Member] => [
    name,
    optional ? { type, optional } : { type },
  ])
  return { members: new Map(typed), uniques: [] }
}
