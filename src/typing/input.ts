// Types the content of a request, and with it `input` in the operation's expressions.

import { withoutNull } from '../cel/fits.ts'
import type { Member, Type } from '../cel/type.ts'
import type { Parameter as Declared } from '../model/endpoints.ts'
import type { Operation } from '../model/model.ts'
import { type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { mapComparedProperties } from './compared.ts'
import type { Domain, Input, TypedParameter, Property } from './domain.ts'
import { makeInputBody } from './input-body.ts'
import { listFilters } from './filters.ts'
import { makeFieldsParameter, readPageInput } from './input-list.ts'
import { makeTypingNamesIn } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { readSort } from './sorts.ts'
import { typeOf } from './type-of.ts'

const inputsByDomain = new WeakMap<Domain, Map<Operation, Input>>()

export function findInput(domain: Domain, operation: Operation): Input {
  return inputsByDomain.getOrInsertComputed(domain, () => new Map()).getOrInsertComputed(operation, () => typeInput(domain, operation))
}

function typeInput(domain: Domain, operation: Operation): Input {
  const declared = slotValueOf(operation.slots.parameters)
  const resource = domain.resources.get(operation.subject?.text ?? '')
  const path = typePath(operation, declared?.path ?? { state: 'unsaid' }, domain)
  const query = readParameters(declared?.query ?? { state: 'unsaid' }, domain, (name) => name)
  const headers = readParameters(declared?.header ?? { state: 'unsaid' }, domain, (name) => name.toLowerCase())
  const body = makeInputBody(operation, domain)
  const sort = readSort(operation, resource)
  const page = readPageInput(operation)
  const fields = makeFieldsParameter(operation, domain)
  return {
    path,
    query,
    headers,
    ...(body === undefined ? {} : { body }),
    filters: listFilters(operation, resource, domain),
    ...(sort === undefined ? {} : { sort }),
    ...(page === undefined ? {} : { page }),
    ...(fields === undefined ? {} : { fields }),
    type: typeOfInput(path, query, headers, body?.type),
  }
}

type Parameters = ReadonlyMap<string, TypedParameter>

/** Shared, because most operations declare none. */
const noParameters: Parameters = new Map()
const noMembers: Type = { kind: 'object', members: new Map() }

function readParameters(slot: Slot<readonly Named<Declared>[]>, domain: Domain, spell: (name: string) => string): Parameters {
  if (slot.state !== 'shown') return noParameters
  return new Map(listSpecifiedEntries(slot).map(({ name, value }) => [spell(name), typeParameter(spell(name), value, domain)]))
}

function typeParameter(name: string, { schema, required, several }: Declared, domain: Domain): TypedParameter {
  const names = makeTypingNamesIn(domain)
  return {
    name,
    schema: schemaOf(schema, names),
    type: typeOf(schema, names, 'input'),
    required,
    ...(several === undefined ? {} : { several: several.text }),
  }
}

/** A path segment is always present; an undeclared one has the type of the property that it is compared with, otherwise text. */
function typePath(operation: Operation, slot: Slot<readonly Named<Declared>[]>, domain: Domain): Parameters {
  const declared = readParameters(slot, domain, (name) => name)
  const names = operation.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  if (names.length === 0) return noParameters
  // A `put` writes the path parameters that identify its record, so they must satisfy both schemas.
  const writes = operation.action === 'put'
  const comparedTo = !writes && names.every((name) => declared.has(name)) ? undefined : mapComparedProperties(operation, domain)
  return new Map(
    names.map((name) => {
      const parameter = declared.get(name)
      const property = comparedTo?.get(name)
      if (parameter === undefined) return [name, typeParameterLike(name, property, domain)]
      if (!writes || property === undefined) return [name, { ...parameter, required: true }]
      return [
        name,
        { ...parameter, schema: { allOf: [typeParameterLike(name, property, domain).schema, parameter.schema] }, required: true },
      ]
    }),
  )
}

function typeParameterLike(name: string, property: Property | undefined, domain: Domain): TypedParameter {
  if (property === undefined) return { name, schema: { type: 'string' }, type: { kind: 'string' }, required: true }
  const type = property.source === undefined ? property.type : typeOf(property.source, makeTypingNamesIn(domain), 'input')
  if (typeof property.schema === 'boolean') return { name, schema: property.schema, type: withoutNull(type), required: true }
  const { generate: _generate, readOnly: _readOnly, default: _default, normalize: _normalize, ...schema } = property.schema
  return { name, schema, type: withoutNull(type), required: true }
}

function typeOfInput(path: Parameters, query: Parameters, headers: Parameters, body: Type | undefined): Type {
  const members: [string, Member][] = [
    ['path', { type: makeMembers(path) }],
    ['query', { type: makeMembers(query) }],
    ['headers', { type: makeMembers(headers) }],
  ]
  if (body !== undefined) members.push(['body', { type: body }])
  return { kind: 'object', members: new Map(members) }
}

/** An optional parameter with a default is always present. */
function makeMembers(parameters: Parameters): Type {
  return parameters.size === 0
    ? noMembers
    : {
        kind: 'object',
        members: new Map(
          Array.from(parameters, ([name, { type, required, schema }]) => {
            const isPresent = required || (typeof schema === 'object' && schema.default !== undefined && schema.default !== null)
            return [name, isPresent ? { type } : { type, optional: true }]
          }),
        ),
      }
}
