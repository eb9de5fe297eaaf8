// Help for gaps with a usual answer: text to paste, with the names of the document.

import { type Help, advise, paste } from '../diagnostic/help.ts'
import type { PartName } from '../document/document.ts'
import type { Facts, Missing } from '../fact/fact.ts'
import type { Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Property } from '../typing/domain.ts'
import { sendsCursor } from './endpoints/missing-cursor.ts'

type WriteHelp = (missing: Missing, facts: Facts) => string | Help | undefined

/** For keys that the document omits. */
const missingKeyHelp: { readonly [key: string]: WriteHelp } = {
  'authentication/unreadable': () =>
    advise`Write \`not-found\` in part 5 to answer as if the record did not exist, or \`forbidden\` to refuse. For example${paste('unreadable: not-found', 'authentication')}`,
  'authentication/algorithm': () =>
    advise`Write it with the key that verifies the tokens: a shared \`secret\`, or public \`keys\` as in \`jwt@1\`. For example${paste('algorithm: HS256\nsecret: { env: JWT_SECRET }')}`,
  'authentication/secret': () => advise`Write where the operator keeps it, for example${paste('secret: { env: API_SECRET }')}`,
  'authentication/username': () => advise`Write where the operator keeps it, for example${paste('username: { env: API_NAME }')}`,
  'authentication/password': () => advise`Write where the operator keeps it, for example${paste('password: { env: API_PASSWORD }')}`,
  'authentication/keys': () => advise`Write where the operator keeps them, for example${paste('keys: { env: JWT_KEYS }')}`,
  'endpoints/status': (missing) =>
    advise`Write it, or adopt \`http@1\`, which has the usual ones (\`use: [http@1]\`). For example${paste(`status: ${chooseStatus(missing)}`)}`,
  'resources/key': (missing, facts) =>
    advise`Write the properties that identify a record, for example${paste(`key: ${suggestKey(missing, facts)}`)}`,
  'states/initial': (missing, facts) => advise`Write one of the states, for example${paste(`initial: ${suggestInitial(missing, facts)}`)}`,
  'endpoints/order': (missing, facts) =>
    advise`Write properties; the key makes the order total. For example${paste(`order: [${listKeyNames(missing, facts).join(', ')}]`)}`,
  'endpoints/page': (missing, facts) =>
    advise`Write it, for example${paste(`page: { style: ${suggestPageStyle(missing, facts)}, size: 50 }`)}`,
  'events/stream': () =>
    advise`Write it in part 6, for example${paste('delivery: { stream: { media: text/event-stream, retain: P7D, heartbeat: PT15S } }', 'events')}`,
  'events/feed': () => advise`Write it in part 6, for example${paste('delivery: { feed: { retain: P7D } }', 'events')}`,
  'limits/idempotency': () => advise`Write it in part 8, for example${paste('retention: { idempotency: P1D }', 'limits')}`,
}

/** For values that are `not shown`. */
const gapHelp: { readonly [key: string]: WriteHelp } = {
  'authentication/default': () =>
    'Write `allow` if every caller may do what no rule of part 5 restricts, or `deny` with rules for what is permitted.',
}

export function writeKeyHelp(missing: Missing, part: PartName, facts: Facts): string | Help {
  const key = missing.about['key'] as string
  return missingKeyHelp[`${part}/${key}`]?.(missing, facts) ?? `Write \`${key}\`, or adopt a convention that has it.`
}

export function writeGapHelp(missing: Missing, part: PartName, facts: Facts): string | Help | undefined {
  return gapHelp[`${part}/${missing.about['key'] as string}`]?.(missing, facts) ?? writeSetHelp(missing, facts)
}

/** A value of `set`: from the request, or generated at the property. */
function writeSetHelp({ about, operations }: Missing, facts: Facts): string | Help | undefined {
  const [operation] = operations === 'all' ? [] : operations
  if (about['within'] !== 'set' || operation === undefined) return undefined
  const name = about['of'] as string
  const resource = nameResource(operation)
  const info = facts.typing.domain.resources.get(resource)
  const property = info?.properties.get(name)
  const generator = property && suggestGenerator(property, info?.key.includes(name) === true)
  const body = slotValueOf(operation.slots.body)
  const sentence = `Write an expression, such as \`input.body.name\`.${
    body?.kind === 'fields' && property?.writable === true
      ? ` If a request brings the value, remove \`${name}\` from \`set\`, and list it in \`body\`.`
      : ''
  }`
  return generator === undefined
    ? sentence
    : advise`${sentence} If the service makes the value, remove \`${name}\` from \`set\`, and write at the property \`${name}\` of \`${resource}\`${paste(`generate: ${generator}`, name)}`
}

const uuidLength = 36

/** The usual generator of times and keys with this schema. */
export function suggestGenerator({ schema }: Property, isKey: boolean): string | undefined {
  const { format, type, pattern, enum: values, maxLength = uuidLength } = typeof schema === 'object' ? schema : {}
  if (format === 'date-time') return 'now'
  if (!isKey) return undefined
  if (type === 'integer') return 'sequence'
  const isPlainText = type === 'string' && format === undefined && pattern === undefined && values === undefined && maxLength >= uuidLength
  return format === 'uuid' || isPlainText ? 'uuidv7' : undefined
}

/** The status that `http@1` would fill. */
function chooseStatus({ operations }: Missing): number {
  const [operation] = operations === 'all' ? [] : operations
  if (operation?.action === 'create') return 201
  return operation === undefined || operation.slots.output.state === 'shown' ? 200 : 204
}

/** By cursor, unless the answer has no place for the next one. */
function suggestPageStyle({ operations }: Missing, facts: Facts): string {
  const [operation] = operations === 'all' ? [] : operations
  return operation === undefined || operation.slots.output.state !== 'shown' || sendsCursor(operation, facts) ? 'cursor' : 'offset'
}

function suggestKey({ about }: Missing, { typing }: Facts): string {
  const names = [...(typing.domain.resources.get(about['of'] as string)?.properties.keys() ?? [])]
  return names.includes('id') ? 'id' : (names[0] ?? 'id')
}

function suggestInitial({ about }: Missing, { model }: Facts): string {
  const machine = model.states.value.machines.find(({ name }) => name === about['of'])
  const [state] = machine === undefined ? [] : listSpecifiedEntries(machine.slots.states)
  return state?.name ?? 'draft'
}

function listKeyNames({ operations }: Missing, { typing }: Facts): readonly string[] {
  const [operation] = operations === 'all' ? [] : operations
  const key = operation && typing.domain.resources.get(nameResource(operation))?.key
  return key === undefined || key.length === 0 ? ['id'] : key
}

function nameResource({ subject }: Operation): string {
  return subject?.text.split('.')[0] ?? ''
}
