// Reports unbounded inputs: texts, lists and maps in a request without a maximal size.

import { languageOf, lengthsOf } from '../../base/pattern-language.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Body } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/unbounded-input'

/** `of`: the operation, if `name` does not identify it. */
type Sent = { readonly name: string; readonly of?: string; readonly schema: SchemaNode }

export const check: Check = {
  code,
  run({ model, typing }) {
    const sizes = slotValue(model.limits.value.sizes)
    const bounded = sizes !== undefined && (sizes.body.state === 'shown' || sizes.field.state === 'shown')
    const { operations } = model.endpoints.value
    const bodies = bounded ? [] : operations.flatMap((operation) => bodyOf(operation, typing.domain))
    const checker = new BoundChecker(typing.domain)
    for (const { name, of, schema } of [...bodies, ...operations.flatMap(parametersOf)]) checker.check({ name, of }, schema)
    return checker.diagnostics
  },
}

function bodyOf({ action, subject, name, slots }: Operation, domain: Domain): Sent[] {
  const [resource = '', transition] = subject?.text.split('.') ?? []
  const body = slotValue(slots.body)
  if (body !== undefined) return ofBody(body, resource, name, domain)
  if (action !== 'transition' || slots.input.state === 'shown') return []
  const machines = domain.resources.get(resource)?.machines ?? []
  return machines
    .flatMap((machine) =>
      specifiedEntries(machine.slots.states).flatMap(({ value }) => specifiedEntries(value.on).filter((on) => on.name === transition)),
    )
    .flatMap(({ value: candidates }) =>
      candidates.flatMap(({ input }) => (input?.state === 'shown' ? [{ name: subject!.text, schema: input.value }] : [])),
    )
}

function ofBody(body: Body, resource: string, operation: string, domain: Domain): Sent[] {
  switch (body.kind) {
    case 'schema':
      return [{ name: '', of: operation, schema: body.schema }]
    case 'envelope':
      return body.members.flatMap(({ slot }) => (slot.state === 'shown' ? ofBody(slot.value, resource, operation, domain) : []))
    case 'fields':
      return body.fields.flatMap(({ text }) => {
        const property = domain.resources.get(resource)?.properties.get(text)
        return property?.source === undefined || !property.writable ? [] : [{ name: `${resource}.${text}`, schema: property.source }]
      })
  }
}

function parametersOf({ name, slots }: Operation): Sent[] {
  const parameters = slotValue(slots.parameters)
  if (parameters === undefined) return []
  return [parameters.query, parameters.header, parameters.path].flatMap((place) =>
    specifiedEntries(place).map((each) => ({ name: each.name, of: name, schema: each.value.schema })),
  )
}

/** Formats whose texts have a maximum length. */
const short = new Set(['uuid', 'date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'time-zone'])

/** Examines each schema once, even if several requests use it. */
class BoundChecker {
  readonly diagnostics: Diagnostic[] = []
  readonly #seen = new Set<SchemaNode>()
  readonly #reported = new Set<string>()
  readonly #domain: Domain

  constructor(domain: Domain) {
    this.#domain = domain
  }

  check(called: Called, schema: SchemaNode, isBounded = false): void {
    if (this.#seen.has(schema)) return
    this.#seen.add(schema)
    const { keywords } = schema
    const reference = slotValue(keywords.$ref)?.text
    const shape = reference === undefined ? undefined : this.#domain.shapes.get(reference)
    if (shape !== undefined) this.check({ name: shape.name }, shape.source, isBounded)
    const hasBound = isBounded || hasBoundKeyword(schema) || (slotValue(keywords.allOf) ?? []).some(hasBoundKeyword)
    const lacking = hasBound || reference !== undefined ? undefined : lacks(schema)
    if (lacking !== undefined) this.#tell(called, schema, lacking)
    for (const part of [keywords.allOf, keywords.anyOf, keywords.oneOf])
      for (const inner of slotValue(part) ?? []) this.check(called, inner, hasBound)
    for (const { name, value } of specifiedEntries(keywords.properties))
      if (slotValue(value.keywords.readOnly) !== true) this.check(member(called, name), value)
    for (const inner of [slotValue(keywords.items), slotValue(keywords.additionalProperties)])
      if (inner !== undefined) this.check({ ...called, item: true }, inner)
  }

  #tell(called: Called, { node }: SchemaNode, { what, keyword, most }: Lack): void {
    const place = `${node.span.source.name} ${node.span.start}`
    if (this.#reported.has(place)) return
    this.#reported.add(place)
    this.diagnostics.push(
      diagnostic(
        'warning',
        code,
        `${spell(called)} is ${what} that a request can make as long as it likes`,
        { span: node.span, text: 'nothing bounds it' },
        {
          reason: "Input is read, stored and sent again. Without its own bound only the operator's limit applies.",
          help: `Say the most it may have, for example\n\n${keyword}: ${most}`,
        },
      ),
    )
  }
}

type Called = { readonly name: string; readonly of?: string | undefined; readonly item?: boolean }

function member({ name, of }: Called, inner: string): Called {
  return { name: name === '' ? inner : `${name}.${inner}`, of }
}

function spell({ name, of, item }: Called): string {
  const own = name === '' ? 'the body' : quoteName(name)
  const fullName = `${item === true ? `an item of ${own}` : own}${of === undefined ? '' : ` of ${quoteName(of)}`}`
  return fullName.charAt(0).toUpperCase() + fullName.slice(1)
}

type Lack = { readonly what: string; readonly keyword: string; readonly most: number }

function hasBoundKeyword({ always, keywords }: SchemaNode): boolean {
  const format = slotValue(keywords.format)?.text ?? ''
  return (
    always === false ||
    short.has(format) ||
    boundsLength(slotValue(keywords.pattern)) ||
    [keywords.maxLength, keywords.maxItems, keywords.maxProperties, keywords.enum, keywords.const].some(
      ({ state }) => state === 'shown' || state === 'wrong',
    )
  )
}

/** True if a pattern limits the length itself, as `^[A-Z]{3}$` does; another pattern is tested against texts of any length. */
function boundsLength(pattern: string | undefined): boolean {
  const language = pattern === undefined ? undefined : languageOf(pattern)
  return language !== undefined && Number.isFinite(lengthsOf(language).most)
}

function lacks({ keywords }: SchemaNode): Lack | undefined {
  const types = slotValue(keywords.type) ?? []
  if (types.includes('string')) return { what: 'a text', keyword: 'maxLength', most: 1000 }
  if (types.includes('array')) return { what: 'a list', keyword: 'maxItems', most: 100 }
  const rest = slotValue(keywords.additionalProperties)
  return types.includes('object') && rest !== undefined && rest.always !== false
    ? { what: 'a map', keyword: 'maxProperties', most: 100 }
    : undefined
}
