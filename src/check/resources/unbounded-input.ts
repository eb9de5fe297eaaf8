// Reports unbounded inputs: texts, lists and maps in a request without a maximal size.

import { advise, paste } from '../../diagnostic/help.ts'
import { parsePatternLanguage, measureLengths } from '../../base/pattern-language.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Body } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/unbounded-input'

/** `of`: the operation, if `name` does not identify it. */
type RequestSchema = { readonly name: string; readonly operation?: string; readonly schema: SchemaNode }

export const check: Check = {
  code,
  run({ model, typing }) {
    const sizes = slotValueOf(model.limits.value.sizes)
    const isBodyBounded = sizes !== undefined && (sizes.body.state === 'shown' || sizes.field.state === 'shown')
    const { operations } = model.endpoints.value
    const bodies = isBodyBounded ? [] : operations.flatMap((operation) => listBodySchemas(operation, typing.domain))
    const checker = new BoundChecker(typing.domain)
    for (const { name, operation, schema } of [...bodies, ...operations.flatMap(listParameterSchemas)])
      checker.check({ name, operation }, schema)
    return checker.diagnostics
  },
}

function listBodySchemas({ action, subject, name, slots }: Operation, domain: Domain): RequestSchema[] {
  const [resource = '', transition] = subject?.text.split('.') ?? []
  const body = slotValueOf(slots.body)
  if (body !== undefined) return listSchemasOfBody(body, resource, name, domain)
  if (action !== 'transition' || slots.input.state === 'shown') return []
  const machines = domain.resources.get(resource)?.machines ?? []
  return machines
    .flatMap((machine) =>
      listSpecifiedEntries(machine.slots.states).flatMap(({ value }) =>
        listSpecifiedEntries(value.on).filter((on) => on.name === transition),
      ),
    )
    .flatMap(({ value: candidates }) =>
      candidates.flatMap(({ input }) => (input?.state === 'shown' ? [{ name: subject!.text, schema: input.value }] : [])),
    )
}

function listSchemasOfBody(body: Body, resource: string, operation: string, domain: Domain): RequestSchema[] {
  switch (body.kind) {
    case 'schema':
      return [{ name: '', operation, schema: body.schema }]
    case 'envelope':
      return body.members.flatMap(({ slot }) => (slot.state === 'shown' ? listSchemasOfBody(slot.value, resource, operation, domain) : []))
    case 'fields':
      return body.fields.flatMap(({ text }) => {
        const property = domain.resources.get(resource)?.properties.get(text)
        return property?.source === undefined || !property.writable ? [] : [{ name: `${resource}.${text}`, schema: property.source }]
      })
  }
}

function listParameterSchemas({ name, slots }: Operation): RequestSchema[] {
  const parameters = slotValueOf(slots.parameters)
  if (parameters === undefined) return []
  return [parameters.query, parameters.header, parameters.path].flatMap((place) =>
    listSpecifiedEntries(place).map((each) => ({ name: each.name, operation: name, schema: each.value.schema })),
  )
}

/** Formats whose texts have a maximum length. */
const boundedFormats = new Set(['uuid', 'date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'time-zone'])

/** Examines each schema once, even if several requests use it. */
class BoundChecker {
  readonly diagnostics: Diagnostic[] = []
  readonly #seen = new Set<SchemaNode>()
  readonly #reported = new Set<string>()
  readonly #domain: Domain

  constructor(domain: Domain) {
    this.#domain = domain
  }

  check(location: Location, schema: SchemaNode, isBounded = false): void {
    if (this.#seen.has(schema)) return
    this.#seen.add(schema)
    const { keywords } = schema
    const reference = slotValueOf(keywords.$ref)?.text
    const shape = reference === undefined ? undefined : this.#domain.shapes.get(reference)
    if (shape !== undefined) this.check({ name: shape.name }, shape.source, isBounded)
    const hasBound = isBounded || hasBoundKeyword(schema) || (slotValueOf(keywords.allOf) ?? []).some(hasBoundKeyword)
    const missingBound = hasBound || reference !== undefined ? undefined : findMissingBound(schema)
    if (missingBound !== undefined) this.#tell(location, schema, missingBound)
    for (const slot of [keywords.allOf, keywords.anyOf, keywords.oneOf])
      for (const part of slotValueOf(slot) ?? []) this.check(location, part, hasBound)
    for (const { name, value } of listSpecifiedEntries(keywords.properties))
      if (slotValueOf(value.keywords.readOnly) !== true) this.check(locateMember(location, name), value)
    for (const part of [slotValueOf(keywords.items), slotValueOf(keywords.additionalProperties)])
      if (part !== undefined) this.check({ ...location, item: true }, part)
  }

  #tell(location: Location, { node }: SchemaNode, { noun, keyword, maximum }: MissingBound): void {
    const place = `${node.span.source.name} ${node.span.start}`
    if (this.#reported.has(place)) return
    this.#reported.add(place)
    this.diagnostics.push(
      createDiagnostic(
        'warning',
        code,
        `${describeLocation(location)} is ${noun} without a bound, so a request decides its size`,
        { span: node.span, text: 'no bound' },
        {
          reason: "Input is read, stored and sent again. Without its own bound only the operator's limit applies.",
          help: advise`Write its bound, for example${paste(`${keyword}: ${maximum}`)}`,
        },
      ),
    )
  }
}

type Location = { readonly name: string; readonly operation?: string | undefined; readonly item?: boolean }

function locateMember({ name, operation }: Location, memberName: string): Location {
  return { name: name === '' ? memberName : `${name}.${memberName}`, operation }
}

function describeLocation({ name, operation, item }: Location): string {
  const base = name === '' ? 'the body' : quoteName(name)
  const fullName = `${item === true ? `an item of ${base}` : base}${operation === undefined ? '' : ` of ${quoteName(operation)}`}`
  return fullName.charAt(0).toUpperCase() + fullName.slice(1)
}

type MissingBound = { readonly noun: string; readonly keyword: string; readonly maximum: number }

function hasBoundKeyword({ always, keywords }: SchemaNode): boolean {
  const format = slotValueOf(keywords.format)?.text ?? ''
  return (
    always === false ||
    boundedFormats.has(format) ||
    boundsLength(slotValueOf(keywords.pattern)) ||
    [keywords.maxLength, keywords.maxItems, keywords.maxProperties, keywords.enum, keywords.const].some(
      ({ state }) => state === 'shown' || state === 'wrong',
    )
  )
}

/** True if a pattern limits the length itself, as `^[A-Z]{3}$` does; another pattern is tested against texts of any length. */
function boundsLength(pattern: string | undefined): boolean {
  const language = pattern === undefined ? undefined : parsePatternLanguage(pattern)
  return language !== undefined && Number.isFinite(measureLengths(language).most)
}

function findMissingBound({ keywords }: SchemaNode): MissingBound | undefined {
  const types = slotValueOf(keywords.type) ?? []
  if (types.includes('string')) return { noun: 'a text', keyword: 'maxLength', maximum: 1000 }
  if (types.includes('array')) return { noun: 'a list', keyword: 'maxItems', maximum: 100 }
  const additional = slotValueOf(keywords.additionalProperties)
  return types.includes('object') && additional !== undefined && additional.always !== false
    ? { noun: 'a map', keyword: 'maxProperties', maximum: 100 }
    : undefined
}
