// Part 4: operations with a method and a path, one action, inputs and a response.

import { type Help, advise, paste } from '../diagnostic/help.ts'
import type { Node, Scalar } from '../document/node.ts'
import { disclosesIn } from './discloses.ts'
import { filters } from './filters.ts'
import { listOf, mapOf, oneOrMany, record } from './maps.ts'
import { choice, conditionsOf, withHelp, lazy, refine } from './shape-combinators.ts'
import { requirements } from './requirements.ts'
import { sparseFields } from './sparse-fields.ts'
import { boolean, duration, expression, integer, name, plainText, text, oneOfWords } from './scalars.ts'
import { type SchemaNode, schema, schemaKeys } from './schema.ts'
import { type Read, type Shape, documentation, makeEmptySlots, key, requiredKey, later, toReading } from './shape.ts'
import { type Named, type Word, slotValueOf } from './slot.ts'
import { sorts } from './sorts.ts'
import { effectKeys } from './states.ts'
import { template } from './template.ts'
import { wait } from './wait.ts'

const resourceName = name('the name of a resource')
const member = name('the name of a property')
const conditions = conditionsOf(expression)
const byKey = mapOf('a map of key properties to expressions', expression)

/** The content of a request: fields of the resource, a schema, or an envelope of either. */
export type Body =
  | { readonly kind: 'fields'; readonly fields: readonly Word[]; readonly node: Node }
  | { readonly kind: 'schema'; readonly schema: SchemaNode; readonly node: Node }
  | { readonly kind: 'envelope'; readonly members: readonly Named<Body>[]; readonly node: Node }

function isType(word: string): boolean {
  return /^(string|number|integer|boolean|object|array|null)$/.test(word)
}

/** A map with `$ref` or a `type` that names JSON types is a schema; otherwise it is an envelope. */
function isSchema(node: Node): boolean {
  if (node.kind !== 'map') return false
  return node.entries.some(({ key, value }) => {
    if (key.text === '$ref') return true
    if (key.text !== 'type') return ['oneOf', 'anyOf', 'allOf', 'enum', 'const'].includes(key.text)
    const words = value.kind === 'list' ? value.items : [value]
    return words.every((each) => each.kind === 'scalar' && isType(each.text))
  })
}

const body: Shape<Body> = lazy('body', 'a list of fields, a schema, or an envelope', () => {
  const fields = refine(listOf('a list of fields', member), (fields, node) => toReading<Body>({ kind: 'fields', fields, node }))
  const asSchema = refine(schema, (schema, node) => toReading<Body>({ kind: 'schema', schema, node }))
  const envelope = refine(mapOf('an envelope', body), (members, node) => toReading<Body>({ kind: 'envelope', members, node }))
  return withHelp(
    choice('a list of fields, a schema, or an envelope', {
      list: fields,
      map: {
        ...envelope,
        read: (node, reader) => (isSchema(node) ? asSchema : envelope).read(node, reader),
        schema: (definitions) => ({ anyOf: [asSchema.schema(definitions), envelope.schema(definitions)] }),
      },
    }),
    ({ text }) => {
      if (text === '') return 'List the properties that a request brings, as in `[title, note]`, or give a schema.'
      if (isType(text) || /^[A-Z]/.test(text))
        return advise`List the properties that a request brings, as in \`[title, note]\`, or give a schema:${paste(`{ ${isType(text) ? 'type' : '$ref'}: ${text} }`)}`
      return advise`List the properties that a request brings, or give a schema. A list of one is${paste(`[${text}]`)}`
    },
  )
})

export const lookupKeys = {
  find: requiredKey(resourceName, 'The resource.'),
  by: requiredKey(byKey, 'The values of its key or a unique.'),
}

const severalWord = oneOfWords('commas', 'repeated')

const parameterSchema = record('a parameter', {
  ...schemaKeys,
  required: key(boolean, 'false', 'A request must bring it.'),
  several: key(
    severalWord,
    '`repeated` in the query, else `commas`',
    'How a request sends a list in the query: in one text with commas, or with the name again for each item.',
  ),
})

/** `Member.find({ sub: claims.sub })` is an expression; a look-up is a map of its two parts. */
const suggestLookup = ({ text }: Scalar): Help | undefined => {
  const [, resource, by] = /^(\w+)\.find\(\s*\{(.*)\}\s*\)(?:\.orValue\(.*\))?$/.exec(text) ?? []
  return resource === undefined ? undefined : advise`Write it as a map:${paste(`{ find: ${resource}, by: { ${by!.trim()} } }`)}`
}

export const lookup = withHelp(record('a look-up', lookupKeys), suggestLookup)

/** A look-up of an operation, which can represent a decision. */
export const withKeys = {
  ...lookupKeys,
  decides: key(
    plainText,
    'it finds only records that the caller may read',
    'The reason for finding a record that the caller may not read; the record is never shown.',
  ),
}

const decidingLookup = withHelp(record('a look-up of an operation', withKeys), suggestLookup)

/** A parameter is a schema with `required` beside its keywords, as a boolean, and `several`. */
export type Parameter = { readonly schema: SchemaNode; readonly required: boolean; readonly several?: Several; readonly node: Node }

type Several = { readonly text: 'commas' | 'repeated'; readonly node: Node }

const parameter: Shape<Parameter> = {
  words: 'a schema, with `required: true` where it must be there',
  ...(parameterSchema.keys === undefined ? {} : { keys: parameterSchema.keys }),
  read(node, reader) {
    if (node.kind !== 'map') {
      const reading = schema.read(node, reader)
      return reading.state === 'shown' ? toReading({ schema: reading.value, required: false, node }) : reading
    }
    const isFlag = (key: string, value: Node): boolean => key === 'required' && value.kind === 'scalar' && typeof value.value === 'boolean'
    const requiredEntry = node.entries.find(({ key, value }) => isFlag(key.text, value))
    const severalEntry = node.entries.find(({ key }) => key.text === 'several')
    const severalReading = severalEntry && severalWord.read(severalEntry.value, reader)
    const several =
      severalEntry === undefined || severalReading?.state !== 'shown'
        ? {}
        : { several: { text: severalReading.value, node: severalEntry.value } }
    const schemaNode = { ...node, entries: node.entries.filter((each) => each !== requiredEntry && each !== severalEntry) }
    const reading = schema.read(schemaNode, reader)
    const required = requiredEntry?.value.kind === 'scalar' && requiredEntry.value.value === true
    return reading.state === 'shown' ? toReading({ schema: reading.value, required, ...several, node }) : reading
  },
  schema: (definitions) => ({ anyOf: [schema.schema(definitions), parameterSchema.schema(definitions)] }),
}
const parameters = mapOf('a map of parameters', parameter)

const pageKeys = {
  style: requiredKey(oneOfWords('cursor', 'offset'), 'By opaque cursor, or by offset.'),
  size: requiredKey(expression, 'How many a page holds; with `max`, unless a request says otherwise by the query parameter `size`.'),
  max: key(integer(1), 'none: a request cannot choose', 'How many a request may ask for, by the query parameter `size`.'),
  min: key(integer(0), '1', 'The least that a request may ask for; `0` gives an empty page, with its total.'),
  offset: key(expression, 'the query parameter `offset`', 'The start of the page, with `style: offset`.'),
  cursor: key(expression, 'the query parameter `cursor`', 'The cursor that the request brings, with `style: cursor`.'),
}

export const idempotencyKeys = {
  key: requiredKey(name('the name of a header'), 'The header that carries the key.'),
  optional: key(boolean, 'false', 'A request without the key is taken as it is.'),
  scope: key(expression, 'nothing more', 'Separates keys in addition to the caller, such as the address of anonymous callers.'),
  replayed: key(name('the name of a header'), 'none', 'The header that marks a repeated answer by `true`.'),
}

/** `natural`, or a key that the client sends in a header. */
export type Idempotency = { readonly kind: 'natural'; readonly node: Node } | ({ readonly kind: 'key' } & Read<typeof idempotencyKeys>)

const idempotency: Shape<Idempotency> = withHelp(
  choice('`natural`, or `{ key: HEADER, optional: true }`', {
    scalar: refine(oneOfWords('natural', 'key'), (kind, node) =>
      toReading<Idempotency>(kind === 'natural' ? { kind, node } : { kind, ...makeEmptySlots(idempotencyKeys, { state: 'unsaid' }, node) }),
    ),
    map: refine(record('idempotency by key', idempotencyKeys), (slots) => toReading<Idempotency>({ kind: 'key', ...slots })),
  }),
  ({ text }) => (/^[\w-]+$/.test(text) ? advise`Name the header:${paste(`idempotency: { key: ${text} }`)}` : undefined),
)

const cacheKeys = {
  control: key(text, 'none', 'The value of `Cache-Control`.'),
  vary: key(listOf('a list of header names', name('a header')), 'none', 'The request headers that the answer depends on.'),
}

export const actionNames = [
  'list',
  'read',
  'create',
  'update',
  'replace',
  'put',
  'delete',
  'transition',
  'stream',
  'feed',
  'answer',
  'call',
  'do',
] as const
export type ActionName = (typeof actionNames)[number]

/** Actions on one existing record. */
const actsOnOneRecord: { readonly [Action in ActionName]: boolean } = {
  list: false,
  read: true,
  create: false,
  update: true,
  replace: true,
  put: true,
  delete: true,
  transition: true,
  stream: false,
  feed: false,
  answer: false,
  call: false,
  do: false,
}
export const onRecord: readonly ActionName[] = actionNames.filter((action) => actsOnOneRecord[action])

export function isOnRecord(action: ActionName | undefined): boolean {
  return action !== undefined && actsOnOneRecord[action]
}

const actionKeys = {
  list: key(resourceName, 'none', 'Answers with records of the resource, page by page.'),
  read: key(resourceName, 'none', 'Answers with one record.'),
  create: key(resourceName, 'none', 'Creates a record.'),
  update: key(resourceName, 'none', 'Changes a record by merge patch (RFC 7396), or JSON Patch (`accepts`).'),
  replace: key(resourceName, 'none', 'Replaces what can be written of a record.'),
  put: key(resourceName, 'none', "Creates or replaces by the client's key."),
  delete: key(resourceName, 'none', 'Deletes a record.'),
  transition: key(name('a transition such as `Order.place`, or a machine with `to`'), 'none', 'Makes a transition of a record.'),
  stream: key(oneOrMany('the names of event types', name('the name of an event type'), true), 'none', 'Sends events as they happen.'),
  feed: key(
    oneOrMany('the names of event types', name('the name of an event type'), true),
    'none',
    'Answers with events that have happened, page by page.',
  ),
  answer: key(record('an answer', {}), 'none', 'Answers from the request alone.'),
  call: key(name('the name of a behaviour'), 'none', 'Runs code that the document declares.'),
  do: key(listOf('a list of steps', record('a step', effectKeys)), 'none', 'Several actions in one transaction.'),
}

const touchKeys = {
  record: requiredKey(expression, 'The record, such as `caller` or `this`; null touches nothing.'),
  property: requiredKey(name('the name of a property'), 'Its property for the time, a `date-time`.'),
  every: key(duration, 'PT1M', 'The time is cut to this, and written at most once in it.'),
}

export const operationKeys = {
  operationId: key(name('a name for the operation'), 'none', "The operation's name, as `at` and exports use it."),
  ...actionKeys,
  to: key(expression, 'none', 'The requested state, for a `transition` of a machine.'),
  input: key(template, 'the body', 'The input of a transition or of code, where it is not the body.'),
  with: key(mapOf('a map of look-ups', decidingLookup), 'none', 'Records to find first, each with its own `not-found`.'),
  by: key(byKey, 'the path parameter named like its key or a unique property', 'How the record is found.'),
  let: key(
    mapOf('a map of names to expressions', expression),
    'none',
    'Values that are made once, each read by its name in those after it, in `set` and in the answer.',
  ),
  where: key(expression, 'all records', 'The condition for listed records, or for streamed events.'),
  filter: key(filters, 'none', 'Properties that a request may filter by.'),
  sort: key(sorts, 'none', 'Properties that a request may sort by.'),
  order: key(
    listOf('a list of properties (`-` before those that descend)', name('a property, or `-` and a property')),
    'a gap',
    'The order when the client chooses none; it must be total.',
  ),
  page: key(record('a page', pageKeys), 'a gap', 'How a long list is cut.'),
  fields: key(sparseFields, 'none', 'The query parameter by which a request chooses members of the view.'),
  body: key(body, 'none', 'The request body.'),
  bodyRequired: key(boolean, 'if a member is required', '`false`: a request may have no body; `input.body` is then null.'),
  accepts: key(
    oneOrMany('the media types', name('a media type')),
    'application/json, of a merge patch also application/merge-patch+json',
    'The media types of the body: JSON, or a form.',
  ),
  parameters: key(
    record('parameters', {
      query: key(parameters, 'none', 'Query parameters.'),
      header: key(parameters, 'none', 'Request headers.'),
      path: key(parameters, 'the type of what they are compared with', 'Path parameters.'),
    }),
    'none',
    'Query, header and path parameters.',
  ),
  strict: key(boolean, 'false', 'Unknown query parameters and read-only members are refused.'),
  set: key(mapOf('a map of properties to expressions', template), 'none', 'Values to write besides the body, or instead.'),
  require: key(conditions, 'none', 'Named conditions; a false one refuses the operation.'),
  in: key(oneOrMany('the names of states', name('the name of a state'), true), 'any state', 'The states in which it is possible.'),
  discloses: disclosesIn('the operation shows'),
  idempotency: key(idempotency, 'none', 'The handling of repeated requests.'),
  conditional: key(oneOfWords('optional', 'required'), 'none', '`If-Match` and `If-None-Match`, and whether they must be sent.'),
  never: key(mapOf('a map of conditions to reasons', plainText), 'none', 'Conditions that cannot occur here, each with the reason.'),
  status: requiredKey(expression, 'The status of the answer: a number, or an expression with literal results.'),
  headers: key(mapOf('a map of headers', text), 'none', 'Headers of the answer.'),
  output: key(template, 'no body', 'The body of the answer.'),
  media: key(oneOrMany('the media types', name('a media type')), 'application/json', 'The media types of the answer; `Accept` chooses.'),
  cache: key(
    choice('a `Cache-Control` value, or a map', { scalar: text, map: record('cache settings', cacheKeys) }),
    'none',
    'How the answer may be kept.',
  ),
  security: key(requirements, "the service's", 'The schemes that admit a caller.'),
  limits: key(listOf('a list of rates', name('the name of a rate')), "the service's", 'The rates that apply to this operation.'),
  timeout: key(duration, "the service's", 'How long it may take.'),
  wait: key(wait, 'none', 'Holds the answer until an outcome is there.'),
  touch: key(record('a touch', touchKeys), 'none', 'A time to write after the answer, also of a read.'),
  version: key(name('a version'), 'all', 'The first version that has it.'),
  summary: documentation(plainText, 'A one-line summary.'),
  description: documentation(plainText, 'A description.'),
  tags: documentation(listOf('a list of tags', name('a tag')), 'Groups that documentation puts it in.'),
  deprecated: documentation(boolean, 'It will go away.'),
  patch: later('JSON Patch as an action.', 'Use `update` with `accepts: application/json-patch+json`.'),
  upload: later('Uploads and streams of bytes.', 'Keep files elsewhere and their addresses here.'),
  search: later('Full-text search.', 'Use `where` with `contains`.'),
  bulk: later('Bulk operations.', 'Use `do` with `for`, and `outcomes` where the items are refused one by one.'),
}

/** The types of events that a stream or a feed offers. */
export function listOfferedEvents({ stream, feed }: Pick<OperationSlots, 'stream' | 'feed'>): readonly Word[] {
  return slotValueOf(stream) ?? slotValueOf(feed) ?? []
}

export const operation = record('an endpoint', operationKeys)

export type OperationSlots = Read<typeof operationKeys>
export type Lookup = Read<typeof lookupKeys>
export type WithLookup = Read<typeof withKeys>
export type Page = Read<typeof pageKeys>
