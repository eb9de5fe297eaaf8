// Decodes a request by the schemas of its operation, place by place: to values of `input`, or to failures.

import { type Json, type JsonProblem, isJsonArray, isNestedWithin, createJsonObject, parseJson, parsePlainJson } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { listFieldsAlways } from '../model/sparse-fields.ts'
import type { Schema } from '../schema/schema.ts'
import { type DecodedParameter, type SchemaParameter as SentAs, decodeDeepObject, decodeParameter } from '../schema/parameter.ts'
import { type Decoder, type DecoderOptions, compileSchema } from '../schema/validate.ts'
import type { Input, TypedParameter } from '../typing/domain.ts'
import { isFilterName } from '../typing/filters.ts'
import { isFormMedia } from '../typing/input-body.ts'
import { listSortParameters } from '../typing/sorts.ts'
import type { Exchange } from './exchange.ts'
import { parseForm } from './form.ts'
import { findAcceptedMedia } from './negotiate.ts'
import type { Failed } from './refusal.ts'
import { type RecordKeyText, convertJsonToValue } from './value-json.ts'

export type ParameterPlace = 'path' | 'query' | 'header'

export type Decoded<T> =
  | { readonly value: T; readonly failures?: undefined }
  | { readonly failures: readonly Failed[]; readonly value?: undefined }

/** The options that decoding by a schema needs. */
export type DecodeHooks = Pick<DecoderOptions, 'definitions' | 'normalize' | 'generate' | 'generatedFrom'>

/** The decoders of one operation, compiled once. */
export type InputDecoder = {
  /** False if the operation declares nothing at the place, so that no request has values or failures there. */
  reads(place: ParameterPlace): boolean
  parameters(place: ParameterPlace, exchange: Exchange, keys: RecordKeyText): Decoded<ReadonlyMap<string, Value>>
  /** The members that the request selects; undefined for all. */
  fields(exchange: Exchange): Decoded<readonly string[] | undefined>
  /** The body as JSON, also of a form. `depth` is the maximum nesting of arrays and objects. */
  parse(exchange: Exchange, depth: number): { readonly value: Json } | { readonly problem: JsonProblem }
  /** The body as decoded JSON; undefined if the operation declares none. `json` is undefined if the request has no content. */
  body(json: Json | undefined): Decoded<Json | undefined>
}

export function makeInputDecoder({ slots }: Operation, input: Input, hooks: DecodeHooks): InputDecoder {
  const parametersByPlace = { path: input.path, query: input.query, header: input.headers }
  const allParameters = Object.values(parametersByPlace).flatMap((parameters) => [...parameters.values()])
  const decoders = new Map(allParameters.map((parameter) => [parameter, compileSchema(parameter.schema, hooks)]))
  const strict = slotValueOf(slots.strict) === true
  const bodyDecoder = input.body && compileSchema(input.body.schema, { ...hooks, readOnly: strict ? 'refuse' : 'drop' })
  const readsForms = input.body?.media.some(isFormMedia) === true
  const decodeQuery = decodeOncePerQuery(
    [...input.query.values()].map(({ schema }) => schema),
    (exchange, keys) => decodeParameters('query', exchange, keys),
  )
  function decodeParameters(place: ParameterPlace, exchange: Exchange, keys: RecordKeyText): Decoded<ReadonlyMap<string, Value>> {
    const failures: Failed[] = place === 'query' && strict ? findUnknownQuery(input, exchange) : []
    const values = new Map<string, Value>()
    for (const [name, parameter] of parametersByPlace[place]) {
      const decoded = withoutPointers(decodeSent(place, parameter, decoders.get(parameter)!, exchange))
      if (decoded.failures !== undefined) failures.push(...decoded.failures)
      else if (decoded.value !== undefined) values.set(name, convertJsonToValue(decoded.value, parameter.type, keys))
    }
    return failures.length > 0 ? { failures } : { value: values }
  }
  const fields = input.fields && compileSchema(input.fields.schema, hooks)
  const alwaysIncluded = listFieldsAlways(slots).map(({ text }) => text)
  const placesRead = new Set(
    (['path', 'query', 'header'] as const).filter((place) => parametersByPlace[place].size > 0 || (place === 'query' && strict)),
  )
  return {
    reads: (place) => placesRead.has(place),
    fields(exchange) {
      if (fields === undefined || input.fields === undefined) return { value: undefined }
      const { name } = input.fields
      const texts = exchange.query.flatMap(([sent, text]) => (sent === name ? [text] : []))
      const decoded = withoutPointers(decodeParameter(fields, { name, required: false, several: 'commas' }, texts))
      return decoded.failures === undefined
        ? { value: isJsonArray(decoded.value) ? [...decoded.value.map(String), ...alwaysIncluded] : undefined }
        : decoded
    },
    parameters: (place, exchange, keys) => (place === 'query' ? decodeQuery(exchange, keys) : decodeParameters(place, exchange, keys)),
    parse(exchange, depth) {
      if (bodyDecoder !== undefined && readsForms && isFormMedia(sentMedia(exchange, input)))
        return parseForm(exchange.body, bodyDecoder.place, depth)
      const json = parsePlainJson(exchange.body)
      return json !== undefined && isNestedWithin(json, depth) ? { value: json } : parseJson(exchange.body, { depth })
    },
    body(json) {
      if (bodyDecoder === undefined || input.body === undefined) return { value: undefined }
      if (json === undefined && input.body.required) return { failures: [{ pointer: '', keyword: 'required' }] }
      if (json === undefined && input.body.nullable) return { value: null }
      // No content represents a value without members.
      return bodyDecoder.decode(json === undefined ? createJsonObject() : json)
    },
  }
}

/** Without `Content-Type`, it is the first that the operation accepts. */
function sentMedia({ headers }: Exchange, { body }: Input): string | undefined {
  return findAcceptedMedia(headers.get('content-type'), body?.media ?? [])
}

/**
 * Decodes a query once for each parameter list: the server returns the same list for the same query text. Schemas that generate
 * values decode every time.
 */
export function decodeOncePerQuery<T>(
  schemas: readonly Schema[],
  decode: (exchange: Exchange, keys: RecordKeyText) => Decoded<T>,
): (exchange: Exchange, keys: RecordKeyText) => Decoded<T> {
  if (!schemas.every(isDeterministic)) return decode
  const decodedByQuery = new WeakMap<Exchange['query'], Decoded<T>>()
  return (exchange, keys) => decodedByQuery.getOrInsertComputed(exchange.query, () => decode(exchange, keys))
}

/** True if equal texts always decode to equal values. */
function isDeterministic(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  if (Array.isArray(schema)) return schema.every(isDeterministic)
  return Object.entries(schema).every(
    ([keyword, value]) => keyword !== 'generate' && keyword !== 'normalize' && keyword !== '$ref' && isDeterministic(value),
  )
}

/**
 * A list in the query repeats the name (OpenAPI's `form` with `explode`) unless the document says otherwise; elsewhere its items are
 * separated by commas (`simple`).
 */
function decodeSent(
  place: ParameterPlace,
  { name, required, several = 'repeated' }: TypedParameter,
  decoder: Decoder,
  exchange: Exchange,
): DecodedParameter {
  if (place === 'query') return decodeInQuery({ name, required, several }, decoder, exchange)
  const text = place === 'path' ? exchange.path.get(name) : exchange.headers.get(name.toLowerCase())
  return decodeParameter(decoder, { name, required, several: 'commas' }, text === undefined ? [] : [text])
}

/** An object puts its members into brackets (`deepObject`). */
export function decodeInQuery(parameter: SentAs, decoder: Decoder, { query }: Exchange): DecodedParameter {
  const texts = query.flatMap(([name, text]) => (name === parameter.name ? [text] : []))
  const isInBrackets = texts.length === 0 && query.some(([name]) => name.startsWith(`${parameter.name}[`))
  return isInBrackets ? decodeDeepObject(decoder, parameter, query) : decodeParameter(decoder, parameter, texts)
}

/** A pointer leads into a body; a failed parameter is identified by its name. */
export function withoutPointers(decoded: DecodedParameter): Decoded<Json | undefined> {
  if (decoded.failures === undefined) return decoded
  return { failures: decoded.failures.map(({ pointer: _pointer, ...failure }) => failure) }
}

/** Failures for `strict`: query names without a declaration that belong to no filter, order or page. */
function findUnknownQuery({ query: declared, filters, sort, page, fields }: Input, { query }: Exchange): Failed[] {
  const plain = new Set([
    ...declared.keys(),
    ...[...listSortParameters({ sort }), fields, ...Object.values(page ?? {})].flatMap((parameter) => parameter?.name ?? []),
  ])
  // An unknown operator is refused by the filters themselves.
  const isKnown = (name: string): boolean =>
    plain.has(name) || plain.has(name.replace(/\[[^\]]*\]$/, '')) || [...filters.values()].some((filter) => isFilterName(name, filter))
  return [...new Set(query.map(([name]) => name))].flatMap((name) =>
    isKnown(name) ? [] : [{ property: name, keyword: 'additionalProperties' }],
  )
}
