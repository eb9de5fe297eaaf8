// The body of a request: fields of a resource, a schema, or an envelope of either; for a transition or code, its input.

import { withNullType, withoutNull } from '../cel/fits.ts'
import type { Member, Type } from '../cel/type.ts'
import type { ActionName, Body } from '../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import { findBehaviourInput } from './behaviour.ts'
import type { Domain, InputBody, Property, ResourceInfo } from './domain.ts'
import { needsContent } from './needs-content.ts'
import { makeTypingNamesIn } from './resolve.ts'
import { createDictionary } from '../base/dictionary.ts'
import { schemaOf, withNullSchema } from './schema-of.ts'
import { findTransitionInput, findTransition } from './transition.ts'
import { typeOf } from './type-of.ts'

export function makeInputBody(operation: Operation, domain: Domain): InputBody | undefined {
  const { body } = operation.slots
  if (body.state === 'shown') return readBody(body.value, operation, domain)
  if (body.state !== 'unsaid' || operation.slots.input.state === 'shown') return undefined
  const input = findTargetInput(operation, domain)
  return (
    input && {
      ...input,
      required: needsBody(input.schema, domain),
      nullable: false,
      patch: false,
      ...chooseMedia(operation, false),
      writes: [],
    }
  )
}

/** The input of a transition or behaviour is the body, unless the operation maps it. */
function findTargetInput({ action, subject, slots }: Operation, domain: Domain): { schema: Schema; type: Type } | undefined {
  if (subject === undefined || slots.to.state === 'shown') return undefined
  if (action === 'transition') {
    const transition = findTransition(subject.text, domain)
    return transition && findTransitionInput(transition, domain)
  }
  if (action !== 'call') return undefined
  return findBehaviourInput(subject.text, domain)
}

/** `state`: the field with the requested state. */
type BodyPart = { readonly schema: Schema; readonly type: Type; readonly writes: InputBody['writes']; readonly state?: boolean }

function readBody(body: Body, operation: Operation, domain: Domain): InputBody {
  const { action } = operation
  const resource = domain.resources.get(resourceNameOf(operation) ?? '')
  const part = readPart(body, { action, resource, domain, machine: findMachineName(operation) })
  const patch = isPatch(action) && (part.writes.length > 0 || part.state === true)
  const required = slotValueOf(operation.slots.bodyRequired)
  const type = required === false ? withNullType(part.type) : part.type
  return {
    ...part,
    type,
    required: required ?? (body.kind === 'envelope' || needsBody(part.schema, domain)),
    nullable: required === false,
    patch,
    ...chooseMedia(operation, patch),
  }
}

/** A merge patch has its own media type (RFC 7396), and is also accepted as JSON. */
function chooseMedia({ slots }: Operation, patch: boolean): Pick<InputBody, 'media' | 'jsonPatch'> {
  const acceptedMedia = (slotValueOf(slots.accepts) ?? []).map(({ text }) => text)
  const media =
    acceptedMedia.length > 0 ? acceptedMedia : patch ? ['application/merge-patch+json', 'application/json'] : ['application/json']
  return { media, jsonPatch: media.includes(jsonPatchType) }
}

/** RFC 6902, section 6. */
export const jsonPatchType = 'application/json-patch+json'

/** A form of HTML (URL standard, section 5). */
export function isFormMedia(media: string | undefined): boolean {
  return media !== undefined && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(media)
}

/** The machine whose state a request names by `to`. */
function findMachineName({ action, subject, slots }: Operation): string | undefined {
  return action === 'transition' && slots.to.state === 'shown' ? subject?.text : undefined
}

/** Fields written beside a transition follow `update`: absent members stay unchanged. */
function isPatch(action: ActionName | undefined): boolean {
  return action === 'update' || action === 'transition'
}

function needsBody(schema: Schema, { shapes }: Domain): boolean {
  return needsContent(schema, (name) => shapes.get(name)?.schema)
}

type BodyContext = {
  readonly action: ActionName | undefined
  readonly resource: ResourceInfo | undefined
  readonly domain: Domain
  readonly machine: string | undefined
}

function readPart(body: Body, context: BodyContext): BodyPart {
  switch (body.kind) {
    case 'schema': {
      const names = makeTypingNamesIn(context.domain)
      return { schema: schemaOf(body.schema, names), type: typeOf(body.schema, names, 'input'), writes: [] }
    }
    case 'envelope': {
      const members = listSpecifiedEntries({ state: 'shown', value: body.members, at: body.node }).map(({ name, value }) => ({
        name,
        part: readPart(value, context),
      }))
      return {
        schema: {
          type: 'object',
          properties: createDictionary(members.map(({ name, part }) => [name, part.schema] as const)),
          required: members.map(({ name }) => name),
        },
        type: { kind: 'object', members: new Map(members.map(({ name, part }) => [name, { type: part.type }])) },
        writes: members.flatMap(({ name, part }) =>
          part.writes.map((write) => ({
            ...write,
            path: [name, ...write.path],
            ...(write.sent === undefined ? {} : { sent: [name, ...write.sent] }),
          })),
        ),
        state: members.some(({ part }) => part.state === true),
      }
    }
    case 'fields':
      return makeBodyOfFields(
        body.fields.map(({ text }) => text),
        context,
      )
  }
}

/** The listed properties, and the service's own properties, so that those can be dropped or refused. */
function makeBodyOfFields(listed: readonly string[], { action, resource, domain, machine }: BodyContext): BodyPart {
  const patch = isPatch(action)
  const listedProperties = listed.flatMap((name) => resource?.properties.get(name) ?? [])
  const acceptedProperties = listedProperties.filter((property) => isAccepted(property, action))
  const state = machine === undefined ? undefined : listedProperties.find((property) => property.machine?.name === machine)
  const keeper = acceptedProperties.find((property) => property === resource?.keeper)
  const serviceProperties = [...(resource?.properties.values() ?? [])].filter(
    (property) => !acceptedProperties.includes(property) && property !== state && (keeper !== undefined || !property.writable),
  )
  const refused = [
    ...listedProperties.filter((property) => !acceptedProperties.includes(property) && property !== state),
    ...serviceProperties,
  ]
  const properties: (readonly [string, Schema])[] = [
    ...[...acceptedProperties, ...(state === undefined ? [] : [state])]
      .filter((property) => property !== keeper)
      .map((property) => [property.name, makeInputSchema(property)] as const),
    ...refused.map(({ name }) => [name, { readOnly: true }] as const),
  ]
  // In a patch, a required property may be absent, but never null.
  const required = [
    ...acceptedProperties.filter((property) => property !== keeper && (patch ? !mayBeAbsent(property) : isRequired(property))),
    ...(state === undefined ? [] : [state]),
  ].map(({ name }) => name)
  const isClosed = resource !== undefined && slotValueOf(resource.source.slots.additionalProperties)?.text === 'false'
  const schema: SchemaObject = {
    ...(patch ? { patch } : {}),
    type: 'object',
    properties: createDictionary(properties),
    ...(required.length > 0 ? { required } : {}),
    ...(keeper === undefined ? (isClosed ? { additionalProperties: false } : {}) : makeAdditionalMembersSchema(keeper, patch)),
  }
  // A check reports an unresolved name, so expressions that read it report nothing.
  const unknownNames = listed.filter((name) => !listedProperties.some((each) => each.name === name))
  const members = new Map<string, Member>(unknownNames.map((name) => [name, { type: { kind: 'unknown' } }]))
  for (const property of acceptedProperties) members.set(property.name, makeInputMember(property, patch, domain))
  if (state !== undefined) members.set(state.name, { type: withoutNull(state.type), optional: true })
  return {
    schema,
    type: { kind: 'object', members, ...(keeper === undefined ? {} : { keeper: keeper.name }) },
    state: state !== undefined,
    writes: acceptedProperties.map((property) => ({
      property: property.name,
      path: [property.name],
      ...(property === keeper ? { sent: [] } : {}),
    })),
  }
}

/** The members that a property keeps; in a patch, null removes one. */
export function makeAdditionalMembersSchema({ schema }: Property, patch = false): SchemaObject {
  const { patternProperties, additionalProperties: additional = true } = typeof schema === 'boolean' ? {} : schema
  const orNull = (each: Schema): Schema => (patch ? withNullSchema(each) : each)
  return {
    ...(patternProperties === undefined
      ? {}
      : {
          patternProperties: createDictionary(
            Object.entries(patternProperties).map(([name, valueSchema]) => [name, orNull(valueSchema)] as const),
          ),
        }),
    additionalProperties: orNull(additional),
  }
}

/** A listed generated property may be sent; an immutable one only on creation. */
function isAccepted(property: Property, action: ActionName | undefined): boolean {
  if (property.readOnly || property.compute !== undefined || property.machine !== undefined || property.inverse !== undefined) return false
  return !(property.immutable && (isPatch(action) || action === 'replace'))
}

function isRequired(property: Property): boolean {
  return property.required && property.generate === undefined && property.default === undefined
}

function mayBeAbsent({ type, nullable }: Property): boolean {
  return type.kind === 'nullable' && !nullable
}

/** The stored schema, as a request sends it. */
function makeInputSchema({ schema }: Property): Schema {
  if (typeof schema === 'boolean') return schema
  const { generate: _generate, readOnly: _readOnly, ...rest } = schema
  return rest
}

/** A secret is sent in plain text; an optional property may be absent, and null in a patch removes it. */
function makeInputMember(property: Property, patch: boolean, domain: Domain): Member {
  const type: Type =
    property.source === undefined ? property.type : typeOf(property.source, makeTypingNamesIn(domain), patch ? 'patch' : 'input')
  if (patch) return { type: mayBeAbsent(property) ? withNullType(type) : type, optional: true }
  const isPresent = isRequired(property) || (property.default !== undefined && property.default.value !== null)
  return isPresent ? { type } : { type, optional: true }
}
