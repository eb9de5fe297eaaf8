// Decodes the input of a transition or behaviour against its schema, or refuses it.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Type } from '../../cel/type.ts'
import type { Value } from '../../cel/value.ts'
import type { Failed, Refusal } from '../../exchange/refusal.ts'
import { type RecordKeyText, convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import type { Decoder } from '../../schema/validate.ts'

export type TypedDecoder = { readonly decoder: Decoder; readonly type: Type }
export type DecodedInput = { readonly json: Json; readonly refusal?: undefined } | { readonly json?: undefined; readonly refusal: Refusal }

/** `isBody`: the value is the request's body, so that pointers refer to the client's content. */
export function decodeInput({ decoder, type }: TypedDecoder, json: Json, isBody = false): DecodedInput {
  const decoded = decoder.decode(withoutNulls(json, type))
  if (decoded.failures === undefined) return { json: decoded.value }
  const failures = decoded.failures.map(({ pointer, ...rest }): Failed => (isBody ? { pointer, ...rest } : rest))
  return { refusal: { condition: 'invalid', name: 'input', failures } }
}

/** Decodes a value. */
export function decodeCodeInput(
  decoder: TypedDecoder,
  input: Value,
  keys: RecordKeyText,
  isBody = false,
): { readonly value: Value; readonly refusal?: undefined } | { readonly value?: undefined; readonly refusal: Refusal } {
  const { json, refusal } = decodeInput(decoder, convertValueToJson(input, keys), isBody)
  return refusal === undefined ? { value: convertJsonToValue(json, decoder.type, keys) } : { refusal }
}

/** Removes nulls that stand for absent members: those whose member is optional and not nullable. */
export function withoutNulls(json: Json, type: Type): Json {
  if (type.kind === 'nullable') return json === null ? json : withoutNulls(json, type.of)
  if (type.kind === 'list' && isJsonArray(json)) return json.map((item) => withoutNulls(item, type.element))
  if (type.kind !== 'object' || !isJsonObject(json)) return json
  const members = Object.entries(json).flatMap(([name, value]) => {
    const member = type.members.get(name)
    if (member === undefined) return [[name, value] as const]
    return value === null && !admitsNull(member.type) ? [] : [[name, withoutNulls(value, member.type)] as const]
  })
  return Object.fromEntries(members)
}

function admitsNull({ kind }: Type): boolean {
  return kind === 'nullable' || kind === 'null' || kind === 'dyn' || kind === 'unknown'
}
