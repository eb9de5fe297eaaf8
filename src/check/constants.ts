// Checks the constant leaves of a template against the target's schema.

import { type Json, isJsonArray, isJsonNumber, isJsonObject, parseJsonNumber, printJson } from '../base/json.ts'
import type { Span } from '../base/text.ts'
import type { Expression } from '../cel/expression.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import { type Node, spanWithin } from '../document/node.ts'
import type { ExpressionText, Template } from '../model/slot.ts'
import type { SchemaFailure } from '../schema/failure.ts'
import { findSchemaProblems } from '../schema/problems.ts'
import type { Schema } from '../schema/schema.ts'
import { type Decoder, compileSchema } from '../schema/validate.ts'
import { findSchemaAt } from '../schema/within.ts'
import { definitionsOf } from '../typing/definitions.ts'
import type { Domain, Typing } from '../typing/domain.ts'

export type RefusedConstant = { readonly span: Span; readonly failure: SchemaFailure }

/** The refused constants; the first failure of each place. */
export function listRefusedConstants(template: Template, schema: Schema, typing: Typing): readonly RefusedConstant[] {
  return listConstants(template, typing).flatMap(({ value, span, at }) => {
    const propertySchema = findSchemaAt(schema, at, typing.domain.shapes)
    const [failure] = (propertySchema === undefined || containsNull(value) ? undefined : decode(value, propertySchema, typing.domain)) ?? []
    return failure === undefined ? [] : [{ span, failure }]
  })
}

/** `target` begins the message: it names what receives the constant. */
export function reportRefusedConstant(
  code: string,
  target: string,
  { span, failure }: RefusedConstant,
  others: readonly Node[],
  reason: string,
): Diagnostic {
  const place = failure.pointer === '' ? '' : ` at ${quoteName(failure.pointer)}`
  const value = failure.value === undefined ? 'a value' : quoteName(printJson(failure.value))
  const keyword = quoteName(failure.limit === undefined ? failure.keyword : `${failure.keyword}: ${printJson(failure.limit)}`)
  return createDiagnostic(
    'error',
    code,
    `${target} ${value}${place}, which ${keyword} refuses`,
    { span, text: `refused by ${quoteName(failure.keyword)}` },
    {
      others: others.map((node) => ({ span: node.span, text: 'declared here' })),
      reason,
      help: 'Change the value, or what the schema asks of it.',
    },
  )
}

type Constant = { readonly value: Json; readonly span: Span; readonly at: readonly (string | null)[] }

/** A tree of constants is one constant; otherwise each leaf may be one. */
function listConstants(template: Template, typing: Typing, at: Constant['at'] = []): readonly Constant[] {
  const constant = findConstant(template, typing)
  if (constant !== undefined) return [{ value: constant, span: template.node.span, at }]
  switch (template.kind) {
    case 'literal':
      return []
    case 'list':
      return template.items.flatMap((item) => listConstants(item, typing, [...at, null]))
    case 'map':
      return template.entries.flatMap(({ name, value }) => listConstants(value, typing, [...at, name]))
    case 'expression': {
      const expression = typing.expression(template)
      return expression === undefined ? [] : listPossibleValues(expression, template).map((each) => ({ ...each, at }))
    }
  }
}

function findConstant(template: Template, typing: Typing): Json | undefined {
  switch (template.kind) {
    case 'literal':
      return template.value
    case 'list':
      return requireAll(template.items.map((item) => findConstant(item, typing)))
    case 'map': {
      const values = requireAll(template.entries.map(({ value }) => findConstant(value, typing)))
      return values && Object.fromEntries(template.entries.map(({ name }, index) => [name, values[index]!]))
    }
    case 'expression': {
      const expression = typing.expression(template)
      return expression && toJson(expression)
    }
  }
}

/** The constants that the expression may evaluate to. */
function listPossibleValues(expression: Expression, text: ExpressionText): readonly { readonly value: Json; readonly span: Span }[] {
  const value = toJson(expression)
  if (value !== undefined) return [{ value, span: spanWithin(text.node, expression.start, expression.end) }]
  if (expression.kind === 'conditional')
    return [...listPossibleValues(expression.then, text), ...listPossibleValues(expression.otherwise, text)]
  return expression.kind === 'call' && expression.name === 'orValue'
    ? expression.arguments.flatMap((each) => listPossibleValues(each, text))
    : []
}

function toJson(expression: Expression): Json | undefined {
  switch (expression.kind) {
    case 'literal': {
      const { value, written } = expression
      if (written !== undefined) return parseJsonNumber(written)
      if (typeof value === 'bigint') return parseJsonNumber(String(value))
      return value === null || typeof value !== 'object' ? value : undefined
    }
    case 'negate': {
      const value = toJson(expression.operand)
      if (typeof value === 'number') return -value
      return typeof value === 'bigint' ? -value : undefined
    }
    case 'call':
      // A number of another kind than the property's is converted.
      return expression.target === undefined &&
        expression.arguments.length === 1 &&
        (expression.name === 'decimal' || expression.name === 'double')
        ? numberOf(toJson(expression.arguments[0]!))
        : undefined
    case 'list':
      return expression.items.some(({ optional }) => optional) ? undefined : requireAll(expression.items.map(({ value }) => toJson(value)))
    case 'map': {
      const names = expression.entries.map(({ key, optional }) => (optional ? undefined : toJson(key)))
      const values = requireAll(expression.entries.map(({ value }) => toJson(value)))
      if (values === undefined || names.some((name) => typeof name !== 'string')) return undefined
      return Object.fromEntries(names.map((name, index) => [name, values[index]!]))
    }
    default:
      return undefined
  }
}

function numberOf(value: Json | undefined): Json | undefined {
  return value !== undefined && isJsonNumber(value) ? value : undefined
}

function requireAll(values: readonly (Json | undefined)[]): readonly Json[] | undefined {
  return values.includes(undefined) ? undefined : (values as readonly Json[])
}

/** Null represents a missing value. */
function containsNull(value: Json): boolean {
  if (value === null) return true
  return isJsonArray(value) ? value.some(containsNull) : isJsonObject(value) && Object.values(value).some(containsNull)
}

type ConstantDecoder = { readonly decoder: Decoder; normalized: boolean }

const decoders = new WeakMap<Domain, Map<Schema, ConstantDecoder | undefined>>()

/** The failure of a value, if it has one; undefined if it conforms or is unknown. */
export function findConstantFailure(value: Json, schema: Schema, domain: Domain): SchemaFailure | undefined {
  return decode(value, schema, domain)?.[0]
}

/** A schema with a mistake is reported by another check, and decodes nothing. */
function decode(value: Json, schema: Schema, domain: Domain): readonly SchemaFailure[] | undefined {
  const decoder = decoders
    .getOrInsertComputed(domain, () => new Map())
    .getOrInsertComputed(schema, () => compileConstantDecoder(schema, domain))
  if (decoder === undefined) return undefined
  decoder.normalized = false
  const { failures } = decoder.decoder.decode(value)
  return decoder.normalized ? undefined : failures
}

function compileConstantDecoder(schema: Schema, domain: Domain): ConstantDecoder | undefined {
  const definitions = definitionsOf(domain)
  if (findSchemaProblems(schema, definitions).length > 0) return undefined
  const decoding: { decoder?: Decoder; normalized: boolean } = { normalized: false }
  const normalize = (_schema: unknown, json: Json): Json => {
    decoding.normalized = true
    return json
  }
  return Object.assign(decoding, { decoder: compileSchema(schema, { definitions, readOnly: 'keep', unlisted: 'keep', normalize }) })
}
