// The official CEL conformance data, as expressions, scopes, bindings and expected results.

import { tests as conformance } from '@bufbuild/cel-spec/testdata/conformance.js'
import type { FunctionType, Scope, Type } from '../../src/cel/type.ts'
import type { Value } from '../../src/cel/value.ts'

export type Case = {
  /** `file/section/test`. */
  readonly name: string
  readonly file: string
  readonly text: string
  readonly scope: Scope
  readonly bindings: ReadonlyMap<string, Value>
  readonly expected: { readonly value: Value } | { readonly type: Type } | 'error'
  /** Meant for an unchecked run: CEL's own checker refuses it. */
  readonly unchecked: boolean
  /** The features that a case needs and the language does not have, by its declarations and its expected value. */
  readonly needs: Need | undefined
}

export type Need = 'messages' | 'qualified names' | 'generic functions'

type Json = Record<string, unknown>
type Suite = { readonly name: string; readonly suites?: readonly Suite[]; readonly tests?: readonly { readonly original: Json }[] }

/** Thrown while a case is read, with the feature that the language does not have. */
class Unsupported extends Error {
  readonly need: Need
  constructor(need: Need) {
    super(need)
    this.need = need
  }
}

const primitives: Readonly<Record<string, Type>> = {
  BOOL: { kind: 'bool' },
  INT64: { kind: 'int' },
  UINT64: { kind: 'uint' },
  DOUBLE: { kind: 'double' },
  STRING: { kind: 'string' },
  BYTES: { kind: 'bytes' },
}

function readType(json: Json): Type {
  if ('primitive' in json) return primitives[json['primitive'] as string]!
  if ('null' in json) return { kind: 'null' }
  if ('dyn' in json) return { kind: 'dyn' }
  if ('wrapper' in json) return { kind: 'nullable', of: primitives[json['wrapper'] as string]! }
  if ('type' in json) return { kind: 'type' }
  if ('wellKnown' in json && json['wellKnown'] === 'TIMESTAMP') return { kind: 'timestamp' }
  if ('wellKnown' in json && json['wellKnown'] === 'DURATION') return { kind: 'duration' }
  if ('messageType' in json && json['messageType'] === 'google.protobuf.Timestamp') return { kind: 'timestamp' }
  if ('messageType' in json && json['messageType'] === 'google.protobuf.Duration') return { kind: 'duration' }
  if ('listType' in json) return { kind: 'list', element: readType((json['listType'] as Json)['elemType'] as Json) }
  if ('mapType' in json) {
    const { keyType, valueType } = json['mapType'] as Record<string, Json>
    return { kind: 'map', key: readType(keyType!), value: readType(valueType!) }
  }
  const abstract = json['abstractType'] as { readonly name: string; readonly parameterTypes: readonly Json[] } | undefined
  if (abstract?.name === 'optional_type') return { kind: 'optional', of: readType(abstract.parameterTypes[0]!) }
  throw new Unsupported('messages')
}

const seconds = (text: string): number => Math.trunc(Number(text.replace(/s$/, '')) * 1000)

function readValue(json: Json): Value {
  if ('nullValue' in json) return null
  if ('boolValue' in json) return json['boolValue'] as boolean
  if ('int64Value' in json) return BigInt(json['int64Value'] as string)
  if ('uint64Value' in json) return { kind: 'uint', value: BigInt(json['uint64Value'] as string) }
  if ('doubleValue' in json) return Number(json['doubleValue'])
  if ('stringValue' in json) return json['stringValue'] as string
  if ('bytesValue' in json) return new Uint8Array(Buffer.from(json['bytesValue'] as string, 'base64'))
  if ('typeValue' in json) return { kind: 'type', name: json['typeValue'] as string }
  if ('listValue' in json) return ((json['listValue'] as { readonly values?: readonly Json[] }).values ?? []).map(readValue)
  if ('mapValue' in json) {
    const entries = (json['mapValue'] as { readonly entries?: readonly Record<string, Json>[] }).entries ?? []
    return new Map(entries.map(({ key, value }) => [readValue(key!), readValue(value!)]))
  }
  const object = json['objectValue'] as { readonly '@type': string; readonly value: string } | undefined
  if (object?.['@type'] === 'type.googleapis.com/google.protobuf.Duration') return { kind: 'duration', ms: seconds(object.value) }
  if (object?.['@type'] === 'type.googleapis.com/google.protobuf.Timestamp') return { kind: 'timestamp', ms: Date.parse(object.value) }
  throw new Unsupported('messages')
}

function readExpected(original: Json): Case['expected'] {
  if ('evalError' in original || 'anyEvalErrors' in original) return 'error'
  const typed = original['typedResult'] as { readonly result?: Json; readonly deducedType: Json } | undefined
  if (typed !== undefined && typed.result === undefined) return { type: readType(typed.deducedType) }
  const value = typed?.result ?? (original['value'] as Json | undefined)
  // Without an expectation, the result is to be true.
  return { value: value === undefined ? true : readValue(value) }
}

type Declaration = {
  readonly name: string
  readonly ident?: { readonly type: Json }
  readonly function?: { readonly overloads: readonly { readonly params?: readonly Json[]; readonly resultType: Json }[] }
}

function readFunction({ function: declared }: Declaration): FunctionType {
  const [only] = declared!.overloads
  const types = [...(only!.params ?? []), only!.resultType]
  if (types.some((type) => 'typeParam' in type || 'abstractType' in type)) throw new Unsupported('generic functions')
  return { parameters: (only!.params ?? []).map(readType), result: readType(only!.resultType) }
}

function readScope(original: Json): Scope {
  const variables = new Map<string, Type>()
  const functions = new Map<string, FunctionType>()
  for (const declaration of (original['typeEnv'] ?? []) as readonly Declaration[]) {
    const { name, ident } = declaration
    if (name.includes('.')) throw new Unsupported('qualified names')
    if (ident === undefined) functions.set(name, readFunction(declaration))
    else variables.set(name, readType(ident.type))
  }
  return { variables, functions, resource: () => undefined, resources: [] }
}

function readBindings(original: Json): Map<string, Value> {
  const bindings = Object.entries((original['bindings'] ?? {}) as Record<string, { readonly value: Json }>)
  return new Map(bindings.map(([name, { value }]) => [name, readValue(value)]))
}

const nothing: Scope = { variables: new Map(), functions: new Map(), resource: () => undefined, resources: [] }

function readCase(original: Json, file: string, section: string): Case {
  const base = {
    name: `${file}/${section}/${String(original['name'])}`,
    file,
    text: original['expr'] as string,
    unchecked: original['disableCheck'] === true,
  }
  try {
    const needs = 'container' in original ? 'qualified names' : undefined
    return { ...base, scope: readScope(original), bindings: readBindings(original), expected: readExpected(original), needs }
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    return { ...base, scope: nothing, bindings: new Map(), expected: 'error', needs: error.need }
  }
}

export const cases: readonly Case[] = (conformance as Suite).suites!.flatMap((file) =>
  (file.suites ?? []).flatMap((section) => (section.tests ?? []).map(({ original }) => readCase(original, file.name, section.name))),
)
