// Decodes parameters: text of a path, a query or a header becomes the value that its schema types.

import { type Json, parseJsonNumber, createJsonObject } from '../base/json.ts'
import { type Kinds, admits, everyKind, kindBitsOf } from './kind.ts'
import { type SchemaRuleNode, listAppliedNodes } from './node.ts'
import type { SchemaPlace } from './place.ts'
import type { Decoder, SchemaFailure } from './validate.ts'

export type SchemaParameter = {
  readonly name: string
  readonly required: boolean
  /** The form of several values: the name repeated, or one text with commas. */
  readonly several: 'repeated' | 'commas'
}

/** `value` is undefined if the parameter was not sent and has no default. */
export type DecodedParameter =
  | { readonly value: Json | undefined; readonly failures?: undefined }
  | { readonly value?: undefined; readonly failures: readonly SchemaFailure[] }

/** `texts`: each occurrence in order. A text that does not parse as the schema's type fails as text (`type`). */
export function decodeParameter(decoder: Decoder, parameter: SchemaParameter, texts: readonly string[]): DecodedParameter {
  if (texts.length === 0) return decodeAbsent(decoder, parameter)
  return nameParameter(parameter.name, decoder, readTexts(decoder.place, texts, parameter.several))
}

/** OpenAPI's `deepObject`: `createdAt[gte]=…` is the member `gte` of the parameter `createdAt`. */
export function decodeDeepObject(
  decoder: Decoder,
  parameter: SchemaParameter,
  query: readonly (readonly [string, string])[],
): DecodedParameter {
  const sent = new Map<string, string[]>()
  for (const [name, text] of query) {
    if (!name.startsWith(`${parameter.name}[`) || !name.endsWith(']')) continue
    const member = name.slice(parameter.name.length + 1, -1)
    sent.getOrInsertComputed(member, () => []).push(text)
  }
  if (sent.size === 0) return decodeAbsent(decoder, parameter)
  const rules = decoder.place.object()
  const placeOf = (name: string): SchemaPlace | undefined =>
    (rules.members.find((member) => member.name === name) ?? rules.other(name)).place
  const value = createJsonObject([...sent].map(([name, texts]) => [name, readTexts(placeOf(name), texts, parameter.several)]))
  return nameParameter(parameter.name, decoder, value)
}

function decodeAbsent(decoder: Decoder, { name, required }: SchemaParameter): DecodedParameter {
  if (decoder.place.default !== undefined) return nameParameter(name, decoder, decoder.place.default)
  return required ? { failures: [{ pointer: '', property: name, keyword: 'required' }] } : { value: undefined }
}

/** Places the failures as the client sees them: at the parameter's name, with the member of a `deepObject`. */
function nameParameter(name: string, decoder: Decoder, value: Json): DecodedParameter {
  const { failures, value: decoded } = decoder.decode(value)
  if (failures === undefined) return { value: decoded }
  return { failures: failures.map((each) => ({ ...each, property: each.property === undefined ? name : `${name}[${each.property}]` })) }
}

/** The value of all texts of one name. */
export function readTexts(place: SchemaPlace | undefined, texts: readonly string[], several: SchemaParameter['several']): Json {
  const [first = ''] = texts
  if (place === undefined) return texts.length === 1 ? first : [...texts]
  if (place.kinds !== everyKind && admits(place.kinds, 'array')) {
    const rules = place.array()
    return splitItems(texts, several).map((text, index) => parseScalar(rules.item(index).place, text))
  }
  return texts.length === 1 ? parseScalar(place, first) : [...texts]
}

function splitItems(texts: readonly string[], several: SchemaParameter['several']): readonly string[] {
  if (several === 'repeated') return texts
  return texts.flatMap((text) => (text === '' ? [] : text.split(',').map((each) => each.replaceAll(/^[ \t]+|[ \t]+$/g, ''))))
}

/** The first reading of the text whose type the schema admits; if it admits any type, the text itself comes first. */
function parseScalar(place: SchemaPlace | undefined, text: string): Json {
  const kinds = place && placeKinds(place)
  // Most parameters can only be texts.
  if (place === undefined || kinds === undefined || kinds === kindBitsOf(text)) return text
  const number = parseJsonNumber(text)
  const otherJsons: Json[] = [...(number === undefined ? [] : [number]), ...(text === 'true' ? [true] : text === 'false' ? [false] : [])]
  const readings = kinds === everyKind ? [text, ...otherJsons] : [...otherJsons, text]
  const admitted = readings.filter((each) => (kinds & kindBitsOf(each)) !== 0)
  return admitted.find((each) => place.values.every((check) => check.passes(each))) ?? admitted[0] ?? text
}

const kindsByPlace = new WeakMap<SchemaPlace, Kinds>()

function placeKinds(place: SchemaPlace): Kinds {
  return kindsByPlace.getOrInsertComputed(place, () => collectKinds(place.nodes))
}

/** The kinds that the schemas admit, with their alternatives; `enclosing` ends cycles of alternatives. */
function collectKinds(nodes: readonly SchemaRuleNode[], enclosing: readonly SchemaRuleNode[] = []): Kinds {
  const kindsOfEither = (options: readonly SchemaRuleNode[], node: SchemaRuleNode): Kinds =>
    options.length === 0 || enclosing.includes(node)
      ? everyKind
      : options.reduce((kinds, each) => kinds | collectKinds(listAppliedNodes([each]), [...enclosing, node]), 0)
  return nodes.reduce((kinds, node) => kinds & node.kinds & kindsOfEither(node.anyOf, node) & kindsOfEither(node.oneOf, node), everyKind)
}
