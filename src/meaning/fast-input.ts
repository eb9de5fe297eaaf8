// Decodes the input of a request, if the fast decoder can do it.

import type { Json } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import type { ParameterPlace } from '../exchange/decode.ts'
import { findAcceptedMedia } from '../exchange/negotiate.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { convertJsonToValue } from '../exchange/value-json.ts'
import type { Operation } from '../model/model.ts'
import type { Domain } from '../typing/domain.ts'
import { jsonPatchType } from '../typing/input-body.ts'
import type { Interpreter } from './service.ts'
import { findSizeLimit } from './limits/sizes.ts'

/** `body` is null if the operation has none; `input` is the whole input for expressions. */
export type FastInput = {
  readonly body: Json
  parameters(place: ParameterPlace): ReadonlyMap<string, Value>
  value(): Value | undefined
  input(): Value
}

/** Undefined if part 8 limits the length of single texts. The decoder returns undefined if only the interpreter can decide. */
export function compileFastDecoder(
  service: Interpreter,
  operation: Operation,
): ((exchange: Exchange) => FastInput | undefined) | undefined {
  const { body } = service.facts.typing.input(operation)
  const maxBytes = findSizeLimit(service, 'body') ?? Number.POSITIVE_INFINITY
  const maxDepth = Math.min(service.environment.depth, findSizeLimit(service, 'depth') ?? Number.POSITIVE_INFINITY)
  if (body?.writes.some(({ sent: pathInBody }) => pathInBody !== undefined) === true) return undefined
  if (
    body !== undefined &&
    (findSizeLimit(service, 'field') !== undefined || measureDepth(service.modelIndex.domain, body.type) > maxDepth)
  )
    return undefined
  const decoder = service.input(operation)
  const places = (['path', 'query', 'header'] as const).filter((place) => decoder.reads(place))

  function decodeParameters(exchange: Exchange): ReadonlyMap<ParameterPlace, ReadonlyMap<string, Value>> | undefined {
    const parameters = new Map<ParameterPlace, ReadonlyMap<string, Value>>()
    for (const place of places) {
      const decoded = decoder.parameters(place, exchange, service.keys)
      if (decoded.failures !== undefined) return undefined
      parameters.set(place, decoded.value)
    }
    return parameters
  }

  return (exchange) => {
    const parameters = places.length === 0 ? noPlaces : decodeParameters(exchange)
    if (parameters === undefined) return undefined
    const json =
      body === undefined
        ? null
        : exchange.body.length <= maxBytes && isPlainJson(findAcceptedMedia(exchange.headers.get('content-type'), body.media))
          ? decoder.decodeFast(exchange, maxDepth)
          : undefined
    if (json === undefined) return undefined
    return new LazyFastInput(json, parameters, body && (() => convertJsonToValue(json, body.type, service.keys)))
  }
}

/** A JSON Patch is applied to its record first. */
function isPlainJson(media: string | undefined): boolean {
  return media !== undefined && media !== jsonPatchType
}

const noParameters: ReadonlyMap<string, Value> = new Map()
const noPlaces: ReadonlyMap<ParameterPlace, ReadonlyMap<string, Value>> = new Map()

/** Values are decoded when they are first read. */
class LazyFastInput implements FastInput {
  readonly body: Json
  readonly #decoded: ReadonlyMap<ParameterPlace, ReadonlyMap<string, Value>>
  readonly #make: (() => Value) | undefined
  #value: Value | undefined
  #input: Value | undefined

  constructor(body: Json, known: ReadonlyMap<ParameterPlace, ReadonlyMap<string, Value>>, make: (() => Value) | undefined) {
    this.body = body
    this.#decoded = known
    this.#make = make
  }

  parameters(place: ParameterPlace): ReadonlyMap<string, Value> {
    return this.#decoded.get(place) ?? noParameters
  }

  value(): Value | undefined {
    return (this.#value ??= this.#make?.())
  }

  input(): Value {
    return (this.#input ??= this.#buildValue())
  }

  #buildValue(): Value {
    const input = new InputValue()
    input.set('path', this.parameters('path')).set('query', this.parameters('query')).set('headers', this.parameters('header'))
    if (this.#make !== undefined) input.setBody(() => this.value()!)
    return input
  }
}

/** The variable `input`. Its body is decoded when it is first read, because many operations write it as it was sent. */
class InputValue extends Map<string, Value> {
  #makeBody: (() => Value) | undefined

  setBody(make: () => Value): void {
    // Reserves its place.
    super.set('body', null)
    this.#makeBody = make
  }

  override get(name: string): Value | undefined {
    if (name === 'body') this.#decodeBody()
    return super.get(name)
  }

  override entries(): MapIterator<[string, Value]> {
    this.#decodeBody()
    return super.entries()
  }

  override values(): MapIterator<Value> {
    this.#decodeBody()
    return super.values()
  }

  override forEach(visit: (value: Value, name: string, map: Map<string, Value>) => void): void {
    this.#decodeBody()
    super.forEach(visit)
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }

  #decodeBody(): void {
    if (this.#makeBody === undefined) return
    super.set('body', this.#makeBody())
    this.#makeBody = undefined
  }
}

/** The maximum nesting of arrays and objects in a value of the type. */
function measureDepth(domain: Domain, type: Type, within: readonly Type[] = []): number {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return measureDepth(domain, type.of, within)
    case 'list':
      return 1 + measureDepth(domain, type.element, within)
    case 'object':
      if (within.includes(type)) return Number.POSITIVE_INFINITY
      return 1 + Math.max(0, ...[...type.members.values()].map((member) => measureDepth(domain, member.type, [...within, type])))
    case 'record': {
      const info = domain.resources.get(type.resource)
      const [key, ...more] = info?.key ?? []
      return key === undefined || more.length > 0
        ? Number.POSITIVE_INFINITY
        : measureDepth(domain, info!.properties.get(key)!.type, [...within, type])
    }
    case 'map':
    case 'dyn':
    case 'unknown':
      return Number.POSITIVE_INFINITY
    default:
      return 0
  }
}
