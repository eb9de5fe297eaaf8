// Exports part 6 as an AsyncAPI 3.0 document: streams, webhooks, callbacks and brokers.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { chooseEventMedia } from '../../exchange/envelope.ts'
import { readAttempts } from '../../fact/backoff.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import type { Callback, Destination, EventType } from '../../model/events.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { makeEventSchema } from '../event-schema.ts'
import { buildInfo } from '../openapi/info.ts'
import type { OpenApiContext } from '../openapi/context.ts'
import { openApiNames } from '../openapi/names.ts'
import { findLiteralText } from '../openapi/text.ts'
import { printJsonOrYaml } from '../print.ts'
import { createComponents } from '../schema/components.ts'
import { makeTemplateSchema } from '../schema/output-schema.ts'
import { type Exported, type ExportTarget, makeLeftOutList } from '../target.ts'

export const asyncapi: ExportTarget = {
  name: 'asyncapi',
  about: 'AsyncAPI 3.0: the events of part 6, over streams, to webhooks and callbacks',
  forms: ['yaml', 'json'],
  run: (facts, form) => exportTarget(facts, form === 'json' ? 'json' : 'yaml'),
}

/** A channel on which messages leave the service; its name is a valid AsyncAPI key. */
type Channel = {
  readonly name: string
  readonly channel: JsonObject
  readonly operation: JsonObject
  readonly messages: readonly (readonly [string, JsonObject])[]
}

function exportTarget(facts: Facts, form: 'json' | 'yaml'): Exported {
  const leftOut = makeLeftOutList()
  const context: OpenApiContext = {
    facts,
    leftOut,
    modelIndex: indexModel(facts.model, facts.typing),
    components: createComponents(facts, '#/components/schemas/', 'json-schema'),
  }
  const channels = [...listStreams(context), ...listWebhooks(context), ...listBrokerChannels(context), ...listCallbacks(context)]
  const messages = new Map(channels.flatMap((channel) => channel.messages))
  const schemas = context.components.all()
  const info = buildInfo(context)
  const { summary, ...infoMembers } = info
  listLeftOut(context)
  const { identifier: _, ...license } = (infoMembers['license'] ?? {}) as JsonObject
  const document = createJsonObject([
    ['asyncapi', '3.0.0'],
    [
      'info',
      {
        ...infoMembers,
        ...(summary === undefined || infoMembers['description'] !== undefined ? {} : { description: summary }),
        ...(infoMembers['license'] === undefined ? {} : { license }),
      },
    ],
    ...listServers(context, channels),
    ['defaultContentType', chooseEventMedia(facts.model.events.value)],
    ['channels', createJsonObject(channels.map(({ name, channel }) => [name, channel]))],
    ['operations', createJsonObject(channels.map(({ name, operation }) => [`send.${name}`, operation]))],
    [
      'components',
      createJsonObject([
        ['schemas', schemas],
        ['messages', createJsonObject(messages)],
      ]),
    ],
    ...(leftOut.all.length === 0 ? [] : [['x-ninefold-left-out', leftOut.all] as const]),
  ])
  return { text: printJsonOrYaml(document, form), leftOut: leftOut.all }
}

function listServers(context: OpenApiContext, channels: readonly Channel[]): (readonly [string, Json])[] {
  const servers = [
    ...describeServiceServer(context),
    ...(channels.some(({ name }) => name === 'broker') ? [['broker', describeBrokerServer(context)] as const] : []),
  ]
  return servers.length === 0 ? [] : [['servers', createJsonObject(servers)]]
}

function describeServiceServer({ facts }: OpenApiContext): (readonly [string, Json])[] {
  const url = slotValueOf(facts.model.service.value.url)
  const text = url && findLiteralText(url, facts)
  const match = text === undefined ? null : /^(https?):\/\/([^/]+)(\/.*)?$/.exec(text)
  if (match === null) return []
  const [, protocol = '', host = '', pathname] = match
  return [['service', { host, protocol, ...(pathname === undefined ? {} : { pathname }) }]]
}

/** Settings have their defaults; a setting without one, or a computed address, becomes a variable. Credentials are left out. */
function describeBrokerServer({ facts }: OpenApiContext): Json {
  const variables = new Map<string, Json>()
  const variable = (name: string, description: string): string => {
    variables.set(name, { description })
    return `{${name}}`
  }
  const declared = slotValueOf(findBroker(facts)?.url ?? { state: 'unsaid' })?.text ?? ''
  const address = declared.replaceAll(/\$\{\s*settings\.(\w+)\s*\}/g, (_, name: string) => {
    const schema = facts.typing.domain.settings.get(name)?.schema
    const defaultValue = typeof schema === 'object' ? schema.default : undefined
    return typeof defaultValue === 'string' ? defaultValue : variable(name, `The setting \`${name}\`.`)
  })
  const match = /^(?:(nats|tls):\/\/)?(?:([^@/$]*)@)?([^/$]+)$/.exec(address)
  const [credentials, host] = match === null ? [undefined, variable('broker', `\`${declared}\``)] : [match[2], match[3]!]
  return {
    host,
    protocol: 'nats',
    description: `NATS JetStream${match?.[1] === 'tls' ? ', over TLS' : ''}. A stream for the subjects is the operator's to make.`,
    ...(variables.size === 0 ? {} : { variables: createJsonObject([...variables]) }),
    ...(credentials === undefined
      ? {}
      : { security: [credentials.includes(':') ? { type: 'userPassword' } : { type: 'apiKey', in: 'user' }] }),
  }
}

function findBroker({ model }: Facts) {
  return slotValueOf(slotValueOf(model.events.value.delivery)?.broker ?? { state: 'unsaid' })
}

/** `address`: undefined if it depends on data at run time. */
function makeChannel(
  name: string,
  address: string | undefined,
  description: string,
  messages: readonly (readonly [string, JsonObject])[],
  extraMembers: JsonObject = {},
): Channel {
  return {
    name,
    messages,
    channel: createJsonObject([
      ...(address === undefined ? [] : [['address', address] as const]),
      ['description', description],
      ...Object.entries(extraMembers),
      ['messages', createJsonObject(messages.map(([key]) => [key, { $ref: `#/components/messages/${key}` }]))],
    ]),
    operation: createJsonObject([
      ['action', 'send'],
      ['channel', { $ref: `#/channels/${name}` }],
      ['messages', messages.map(([key]) => ({ $ref: `#/channels/${name}/messages/${key}` }))],
    ]),
  }
}

/** Each endpoint that streams, with its possible events. */
function listStreams(context: OpenApiContext): Channel[] {
  const { facts } = context
  const names = openApiNames(facts)
  const types = listSpecifiedEntries(facts.model.events.value.types)
  return facts.operations
    .filter(({ operation, complete }) => operation.action === 'stream' && complete && operation.until === undefined)
    .map(({ operation }) => {
      const streamedTypes = listStreamedTypes(operation)
      const messages = types
        .filter(({ name }) => streamedTypes.length === 0 || streamedTypes.includes(name))
        .map(({ name, value }) => makeMessage(name, value, context))
      const parameters = [...facts.typing.input(operation).path.keys()]
      const extraMembers = createJsonObject(
        parameters.length === 0 ? [] : [['parameters', createJsonObject(parameters.map((name) => [name, {}]))]],
      )
      return makeChannel(
        names.operationId(operation),
        operation.path,
        `Server-sent events (WHATWG HTML, section 9.2) of \`${operation.name}\`, as they happen and from where a listener was.`,
        messages,
        extraMembers,
      )
    })
}

function listStreamedTypes({ slots }: Operation): readonly string[] {
  return (slotValueOf(slots.stream) ?? []).map(({ text }) => text)
}

function listWebhooks(context: OpenApiContext): Channel[] {
  const { events } = context.facts.model
  const webhooksSlot = slotValueOf(events.value.delivery)?.webhooks
  const declared = webhooksSlot === undefined ? undefined : slotValueOf(webhooksSlot)
  if (declared === undefined) return []
  const messages = listSpecifiedEntries(events.value.types).map(({ name, value }) => makeMessage(name, value, context))
  return [makeChannel('webhooks', undefined, `Every event, to its recipients: ${printDestination(declared)}`, messages)]
}

/** A subject is an address if it is the same for all events, or differs only by their types. */
function listBrokerChannels(context: OpenApiContext): Channel[] {
  const { events } = context.facts.model
  const declared = findBroker(context.facts)
  if (declared === undefined) return []
  const messages = listSpecifiedEntries(events.value.types).map(({ name, value }) => makeMessage(name, value, context))
  const subject = slotValueOf(declared.subject)
  const description = `Every event, published to NATS JetStream${subject === undefined ? '' : ` under the subject \`${subject.text}\``}, with the id of the event as \`Nats-Msg-Id\`.`
  const address = subject?.text.replaceAll(/\$\{\s*event\.type\s*\}/g, '{type}')
  const extraMembers: JsonObject = {
    servers: [{ $ref: '#/servers/broker' }],
    ...(address?.includes('{type}') === true && !address.includes('${')
      ? { parameters: { type: { enum: listSpecifiedEntries(events.value.types).map(({ name }) => name) } } }
      : {}),
  }
  return [makeChannel('broker', address?.includes('${') === true ? undefined : address, description, messages, extraMembers)]
}

function listCallbacks(context: OpenApiContext): Channel[] {
  return listSpecifiedEntries(context.facts.model.events.value.callbacks).map(({ name, value }) => {
    const message: readonly [string, JsonObject] = [name, makeCallbackMessage(name, value, context)]
    return makeChannel(`callbacks.${name}`, undefined, `To one address: ${printDestination(value)}`, [message])
  })
}

function printDestination(destination: Destination): string {
  const { url, method } = destination
  const address = slotValueOf(url)
  const maxAttempts = readAttempts(destination)
  return `\`${slotValueOf(method) ?? 'POST'} ${address?.text ?? ''}\`${maxAttempts === undefined ? '' : `, tried up to ${maxAttempts} times`}.`
}

function makeMessage(name: string, type: EventType, { facts, components }: OpenApiContext): readonly [string, JsonObject] {
  const events = facts.model.events.value
  const causes = (slotValueOf(type.on) ?? []).map(({ text }) => `\`${text}\``).join(', ')
  const description = slotValueOf(type.description)
  return [
    name,
    createJsonObject([
      ['name', name],
      ['summary', `Caused by ${causes}.`],
      ...(description === undefined ? [] : [['description', description] as const]),
      ['contentType', chooseEventMedia(events)],
      ['payload', components.publish(makeEventSchema(name, type, events, facts))],
    ]),
  ]
}

function makeCallbackMessage(name: string, { on, body }: Callback, { facts, components }: OpenApiContext): JsonObject {
  const template = slotValueOf(body)
  const causes = (slotValueOf(on) ?? []).map(({ text }) => `\`${text}\``).join(', ')
  return createJsonObject([
    ['name', name],
    ['summary', `Caused by ${causes}.`],
    ['contentType', 'application/json'],
    ...(template === undefined ? [] : [['payload', components.publish(makeTemplateSchema(template, facts.typing).schema)] as const]),
  ])
}

function listLeftOut({ facts, leftOut }: OpenApiContext): void {
  const events = facts.model.events.value
  if (facts.model.events.state !== 'shown') leftOut.add('Anything: the document shows no events.')
  for (const { name, value } of listSpecifiedEntries(events.types))
    if (value.when.state === 'shown') leftOut.add(`Under which condition \`${name}\` happens.`)
  if (listSpecifiedEntries(events.types).some(({ value }) => value.partitionkey.state === 'shown'))
    leftOut.add('The order of events with the same `partitionkey`.')
  const destinations = [
    slotValueOf(events.delivery)?.webhooks,
    ...listSpecifiedEntries(events.callbacks).map(({ value }) => ({ state: 'shown', value }) as const),
  ]
  if (destinations.some((slot) => slot?.state === 'shown' && slot.value.signature.state === 'shown'))
    leftOut.add('How deliveries are signed.')
  if (destinations.some((slot) => slot?.state === 'shown'))
    leftOut.add('How often a delivery is tried again, and what becomes of one that fails for good.')
  leftOut.add('Endpoints; `export openapi` has them.')
}
