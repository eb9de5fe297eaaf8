// Signatures of functions, written as they are documented: `string.indexOf(string, int): int`, `list<T>.first(): optional<T>`.

import { asList, dynType, isNumeric, isOpen, isText, joinTypes, unknownType, withoutNull } from '../fits.ts'
import type { Bounds, Type } from '../type.ts'
import type { Value } from '../value.ts'
import { type ValueKind, isList, isMap, valueKindOf } from '../values/kind.ts'

/** A type with type variables: `T` takes any type, `N` a number, `D` a decimal of any scale, `C` what has an order. */
export type TypePattern =
  | { readonly kind: 'plain'; readonly type: Type }
  | { readonly kind: 'variable'; readonly name: string; readonly kinds: ReadonlySet<string> | undefined }
  | { readonly kind: 'list'; readonly element: TypePattern }
  | { readonly kind: 'map'; readonly key: TypePattern; readonly value: TypePattern }
  | { readonly kind: 'optional'; readonly of: TypePattern }

export type Overload = {
  /** `size`, or with its namespace `math.abs`. */
  readonly name: string
  readonly signature: string
  readonly method: boolean
  /** A method's target is the first. */
  readonly parameters: readonly TypePattern[]
  /** The last parameter accepts one or more arguments. */
  readonly isVariadic: boolean
  readonly result: TypePattern
  /** `needs`: valid only for an ordered list. `gives`: its result is ordered. */
  readonly order?: 'needs' | 'gives'
  /** The reason why a call can fail, if it can. */
  readonly mayFail?: string
  /** For a list result: its number of items, from the arguments' types. */
  readonly count?: (types: readonly Type[]) => Bounds | undefined
  readonly run: (...args: readonly Value[]) => Value
}

type Options = Pick<Overload, 'order' | 'mayFail' | 'count'>

const numberKinds = new Set(['int', 'uint', 'double', 'decimal'])
const orderedKinds = new Set([...numberKinds, 'string', 'enum', 'bytes', 'bool', 'timestamp', 'duration'])
const typeVariables: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['T', undefined],
  ['K', undefined],
  ['V', undefined],
  ['N', numberKinds],
  ['D', new Set(['decimal'])],
  ['C', orderedKinds],
])

/** An overload from its signature; `run` takes the arguments in their order, a method's target first. */
export function makeOverload(signature: string, run: (...args: never[]) => Value, options: Options = {}): Overload {
  const match = /^(?:(.+)\.)?(\w+)\((.*)\): (.+)$/.exec(signature)
  if (!match) throw new Error(`not a signature: ${signature}`)
  const [, prefix, localName, parameterText, result] = match
  const method = prefix !== undefined && isType(prefix)
  const parameterTexts = split(parameterText!)
  return {
    name: prefix === undefined || method ? localName! : `${prefix}.${localName}`,
    signature,
    method,
    parameters: [...(method ? [prefix] : []), ...parameterTexts].map((text) => readPattern(text.replace('...', ''))),
    isVariadic: parameterTexts.at(-1)?.startsWith('...') ?? false,
    result: readPattern(result!),
    run: run as (...args: readonly Value[]) => Value,
    ...options,
  }
}

const namespaces = new Set(['math', 'base64', 'fields', 'json', 'optional', 'lists', 'strings'])

function isType(text: string): boolean {
  return !namespaces.has(text)
}

/** Splits at commas outside angle brackets. */
function split(text: string): string[] {
  return text === '' ? [] : text.split(/, (?![^<]*>)/)
}

function readPattern(text: string): TypePattern {
  const generic = /^(list|map|optional)<(.+)>$/.exec(text)
  if (generic) {
    const [first, second] = split(generic[2]!)
    if (generic[1] === 'list') return { kind: 'list', element: readPattern(generic[2]!) }
    if (generic[1] === 'optional') return { kind: 'optional', of: readPattern(generic[2]!) }
    return { kind: 'map', key: readPattern(first!), value: readPattern(second!) }
  }
  if (typeVariables.has(text)) return { kind: 'variable', name: text, kinds: typeVariables.get(text) }
  return { kind: 'plain', type: { kind: text } as Type }
}

/** The binding of a type variable; `isElement` if an element of a list, map or optional fixed it, so that it cannot widen. */
type VariableBinding = { readonly type: Type; readonly isElement: boolean }
type VariableBindings = Map<string, VariableBinding>

/** True if a type fits a pattern; adds the bindings of type variables to `bindings`. */
function matches(pattern: TypePattern, type: Type, bindings: VariableBindings, isElementPosition = false): boolean {
  if (pattern.kind === 'variable') return bindVariable(pattern, type, bindings, isElementPosition)
  if (isOpen(type)) return true
  switch (pattern.kind) {
    case 'plain':
      return pattern.type.kind === 'string' ? isText(type) : isOpen(pattern.type) || type.kind === pattern.type.kind
    case 'list': {
      const list = asList(type)
      return list.kind === 'list' && matches(pattern.element, list.element, bindings, true)
    }
    case 'map':
      return type.kind === 'map' && matches(pattern.key, type.key, bindings, true) && matches(pattern.value, type.value, bindings, true)
    case 'optional':
      return type.kind === 'optional' && matches(pattern.of, type.of, bindings, true)
  }
}

function bindVariable(
  pattern: Extract<TypePattern, { kind: 'variable' }>,
  type: Type,
  bindings: VariableBindings,
  isElementPosition: boolean,
): boolean {
  const { name, kinds } = pattern
  if (withoutNull(type).kind === 'secret' || (kinds !== undefined && !isOpen(type) && !kinds.has(type.kind))) return false
  const binding = bindings.get(name) ?? { type: unknownType, isElement: false }
  const common = joinTypes(binding.type, type)
  bindings.set(name, { type: common, isElement: binding.isElement || isElementPosition })
  if (isOpen(binding.type) || isOpen(type)) return true
  // CEL compares numbers that have no type in common, such as 1 and 1u; an exact one beside a rounded one is a mistake.
  if (name === 'N' && binding.type.kind !== 'decimal' && type.kind !== 'decimal') return true
  const widensElement = (binding.isElement && !isSameKind(binding.type, common)) || (isElementPosition && !isSameKind(type, common))
  return common.kind !== 'dyn' && !widensElement
}

function isSameKind(a: Type, b: Type): boolean {
  return !isNumeric(withoutNull(a)) || withoutNull(a).kind === withoutNull(b).kind
}

/** The type of a pattern after its type variables are replaced. */
function fillPattern(pattern: TypePattern, bindings: VariableBindings): Type {
  switch (pattern.kind) {
    case 'plain':
      return pattern.type
    case 'variable':
      return bindings.get(pattern.name)?.type ?? unknownType
    case 'list':
      return { kind: 'list', element: fillPattern(pattern.element, bindings) }
    case 'map':
      return { kind: 'map', key: fillPattern(pattern.key, bindings), value: fillPattern(pattern.value, bindings) }
    case 'optional':
      return { kind: 'optional', of: fillPattern(pattern.of, bindings) }
  }
}

/** True if a value fits a pattern, for arguments whose type is known only at run time. */
export function acceptsValue(pattern: TypePattern, value: Value): boolean {
  switch (pattern.kind) {
    case 'plain':
      return pattern.type.kind === 'dyn' || valueKindOf(value) === (pattern.type.kind satisfies string as ValueKind)
    case 'variable':
      return pattern.kinds === undefined || pattern.kinds.has(valueKindOf(value))
    case 'list':
      return isList(value) && value.every((item) => acceptsValue(pattern.element, item))
    case 'map':
      return isMap(value)
    case 'optional':
      return valueKindOf(value) === 'optional'
  }
}

/** The pattern of the argument at `index`. */
export function findParameter(overload: Overload, index: number): TypePattern | undefined {
  return overload.parameters[index] ?? (overload.isVariadic ? overload.parameters.at(-1) : undefined)
}

/** True if the overload takes this number of arguments, including a method's target. */
export function acceptsCount(overload: Overload, count: number): boolean {
  return overload.isVariadic ? count >= overload.parameters.length : count === overload.parameters.length
}

/** True if the parameter at the position has a type variable without limits. */
export function takesAnyType(overload: Overload, index: number): boolean {
  const pattern = findParameter(overload, index)
  return pattern?.kind === 'variable' && pattern.kinds === undefined
}

/** The overloads that accept arguments of these types, with their result types. */
export function findApplicable(
  overloads: readonly Overload[],
  types: readonly Type[],
): readonly { readonly overload: Overload; readonly result: Type }[] {
  const applicableOverloads: { overload: Overload; result: Type }[] = []
  for (const each of overloads) {
    if (!acceptsCount(each, types.length)) continue
    const bindings: VariableBindings = new Map()
    const fits = types.every((type, i) => matches(findParameter(each, i)!, type, bindings))
    if (fits) applicableOverloads.push({ overload: each, result: inferOverloadResult(each, types, bindings) })
  }
  return applicableOverloads
}

/** A list that is computed from an unordered list is unordered too, unless the function sorts it. */
function inferOverloadResult(overload: Overload, types: readonly Type[], bindings: VariableBindings): Type {
  const resultType = fillPattern(overload.result, bindings)
  const bounds = resultType.kind === 'list' ? overload.count?.(types) : undefined
  const result = bounds === undefined ? resultType : ({ ...resultType, bounds } as Type)
  if (result.kind !== 'list' || overload.order === 'gives') return result
  const unordered = types.some((type) => {
    const list = asList(type)
    return list.kind === 'list' && list.unordered
  })
  return unordered ? { ...result, unordered: true } : result
}

/** The common result type of several overloads that are resolved at run time. */
export function joinResults(results: readonly Type[]): Type {
  return results.length === 0 ? dynType : results.reduce(joinTypes)
}
