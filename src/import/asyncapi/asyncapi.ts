// Converts an AsyncAPI document to the nine parts: sent messages become event types, received ones become questions.

import { type Json, type JsonObject, isJsonArray, isJsonObject, createJsonObject, printJson } from '../../base/json.ts'
import type { ImportConventions } from '../conventions.ts'
import type { NameAllocator } from '../names.ts'
import { draftLimitsPart, draftServicePart, draftStatesPart, draftVersioningPart } from '../openapi/other-parts.ts'
import { draftErrorsPart } from '../openapi/part-errors.ts'
import { draftSchema } from '../openapi/schema.ts'
import { draftSecurityPart } from '../openapi/security.ts'
import { createOpenSettings } from '../openapi/settings.ts'
import { createShapes } from '../openapi/shapes.ts'
import { findMember, createSpec, readTextAt } from '../openapi/spec.ts'
import { type ImportContext, createLeftOutNotes } from '../openapi/work.ts'
import type { DraftDocument, DraftPart } from '../print.ts'
import { draftEntry, gap, map, question } from '../draft.ts'
import { draftEvents } from './events.ts'
import { type ChannelMessage, readMessages } from './messages.ts'

/** The source's version; `problem` completes "FILE is not taken: ". */
export function readAsyncapiVersion(value: Json): { readonly version: '2' | '3' } | { readonly problem: string } | undefined {
  const versionText = isJsonObject(value) ? (value as JsonObject)['asyncapi'] : undefined
  if (versionText === undefined) return undefined
  const text = typeof versionText === 'string' ? versionText : printJson(versionText)
  const major = /^([23])\.\d+(?:\.|$)/.exec(text)?.[1]
  return major === undefined ? { problem: `AsyncAPI \`${text}\` is not read; 2 and 3 are` } : { version: major as '2' | '3' }
}

export function convertAsyncapi(
  source: JsonObject,
  version: '2' | '3',
  { use, answersErrors, standsIn }: ImportConventions,
  names: NameAllocator,
): DraftDocument {
  const spec = createSpec(convertToOpenapi(source), '3.1')
  const leftOut = createLeftOutNotes()
  const work: ImportContext = {
    spec,
    api: { operations: [], common: new Set() },
    names,
    shapes: createShapes(names),
    leftOut,
    standsIn,
    resources: [],
    doings: new Map(),
    made: { of: () => undefined },
    settings: createOpenSettings(standsIn),
  }
  const messages = readMessages(spec, version, leftOut)
  const events = draftEvents(
    messages.filter(({ direction }) => direction !== 'received'),
    work,
  )
  const authentication = draftSecurityPart(work)
  return {
    title: (readTextAt(findMember(spec.root, 'info'), 'title') ?? 'A service').replaceAll(/\s+/g, ' '),
    use,
    parts: {
      service: draftServicePart(work),
      endpoints: draftEndpoints(
        messages.filter(({ direction }) => direction === 'received'),
        work,
      ),
      resources: draftResources(messages, work),
      states: draftStatesPart(work),
      authentication,
      events,
      errors: draftErrorsPart([], work, answersErrors),
      limits: draftLimitsPart([]),
      versioning: draftVersioningPart(work),
    },
    leftOut: leftOut.all(),
  }
}

/** Messages describe sent data, not stored data, so only the shapes of payloads are certain. */
function draftResources(messages: readonly ChannelMessage[], work: ImportContext): DraftPart {
  for (const { payload } of messages) if (isJsonObject(payload.value)) work.shapes.nameOf(work.spec.follow(payload))
  const shapes = work.shapes.writeAll((at, notes) => draftSchema(at, work, notes))
  const note = question('what does the service keep? The source describes messages, and no records.')
  return shapes.length === 0 ? { notes: [note], value: gap } : { notes: [note], value: map(draftEntry('$defs', map(...shapes))) }
}

function draftEndpoints(received: readonly ChannelMessage[], { spec }: ImportContext): DraftPart {
  const messages = received.map(({ name, channel, payload }) =>
    question(
      `the service receives \`${name}\` on \`${channel}\`, described at \`${spec.follow(payload).pointer}\`: which request stands for it? Requests are made by HTTP here.`,
    ),
  )
  return {
    notes: messages.length > 0 ? messages : [question('which requests are there? The source describes messages that are sent.')],
    value: gap,
  }
}

/** Converts addresses and schemes to OpenAPI's form, so that the same code reads both. */
function convertToOpenapi(source: JsonObject): JsonObject {
  const { components } = source
  const all = isJsonObject(components) ? (components as JsonObject) : {}
  const schemes = isJsonObject(all['securitySchemes']) ? Object.entries(all['securitySchemes'] as JsonObject) : []
  return createJsonObject([
    ...Object.entries(source).filter(([name]) => name !== 'servers' && name !== 'components'),
    [
      'servers',
      Object.values(isJsonObject(source['servers']) ? (source['servers'] as JsonObject) : {}).flatMap((each) => listAddresses(each)),
    ],
    [
      'components',
      createJsonObject([
        ...Object.entries(all).filter(([name]) => name !== 'securitySchemes'),
        ['securitySchemes', createJsonObject(schemes.map(([name, scheme]) => [name, convertScheme(scheme)]))],
      ]),
    ],
    [
      'x-protocols',
      [
        ...new Set(
          Object.values(isJsonObject(source['servers']) ? (source['servers'] as JsonObject) : {}).flatMap((each) =>
            isJsonObject(each) && typeof (each as JsonObject)['protocol'] === 'string' ? [(each as JsonObject)['protocol'] as string] : [],
          ),
        ),
      ],
    ],
  ])
}

/** `url` of version 2, `host` with `protocol` of version 3. */
function listAddresses(server: Json): Json[] {
  if (!isJsonObject(server)) return []
  const { url, host, protocol, pathname } = server as JsonObject
  const hostAddress = typeof host === 'string' ? `${host}${typeof pathname === 'string' ? pathname : ''}` : undefined
  const address = typeof url === 'string' ? url : hostAddress
  if (address === undefined) return []
  return [{ url: /^[a-z][a-z0-9+.-]*:\/\//i.test(address) || typeof protocol !== 'string' ? address : `${protocol}://${address}` }]
}

/** `httpApiKey` is OpenAPI's `apiKey`; scopes of version 3 are `availableScopes`. */
function convertScheme(scheme: Json): Json {
  if (!isJsonObject(scheme)) return scheme
  const declared = scheme as JsonObject
  if (declared['type'] === 'httpApiKey') return { ...declared, type: 'apiKey' }
  if (declared['type'] === 'apiKey') return { ...declared, type: 'apiKey of a broker' }
  const { flows } = declared
  if (declared['type'] !== 'oauth2' || !isJsonObject(flows)) return declared
  return {
    ...declared,
    flows: createJsonObject(
      Object.entries(flows as JsonObject).map(([name, flow]) => {
        if (!isJsonObject(flow) || isJsonArray(flow)) return [name, flow]
        const { availableScopes, ...rest } = flow as JsonObject
        return [name, availableScopes === undefined ? flow : { ...rest, scopes: availableScopes }]
      }),
    ),
  }
}
