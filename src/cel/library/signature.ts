// Signatures of functions, written as they are documented: `string.indexOf(string, int): int`, `list<T>.first(): optional<T>`.

import { asList, dynType, isNumeric, isOpen, isText, joinTypes, unknownType, withoutNull } from '../fits.ts'
import type { Bounds, Type } from '../type.ts'
import type { Value } from '../value.ts'
import { type ValueKind, isList, isMap, kindOf } from '../values/kind.ts'

/** A type with holes: `T` takes any type, `N` a number, `D` a decimal of any scale, `C` what has an order. */
export type TypePattern =
  | { readonly kind: 'plain'; readonly type: Type }
  | { readonly kind: 'hole'; readonly name: string; readonly among: ReadonlySet<string> | undefined }
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
  readonly repeated: boolean
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

const numbers = new Set(['int', 'uint', 'double', 'decimal'])
const comparable = new Set([...numbers, 'string', 'enum', 'bytes', 'bool', 'timestamp', 'duration'])
const holes: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['T', undefined],
  ['K', undefined],
  ['V', undefined],
  ['N', numbers],
  ['D', new Set(['decimal'])],
  ['C', comparable],
])

/** An overload from its signature; `run` takes the arguments in their order, a method's target first. */
export function overload(signature: string, run: (...args: never[]) => Value, options: Options = {}): Overload {
  const match = /^(?:(.+)\.)?(\w+)\((.*)\): (.+)$/.exec(signature)
  if (!match) throw new Error(`not a signature: ${signature}`)
  const [, before, word, inside, result] = match
  const method = before !== undefined && isType(before)
  const written = split(inside!)
  return {
    name: before === undefined || method ? word! : `${before}.${word}`,
    signature,
    method,
    parameters: [...(method ? [before] : []), ...written].map((text) => readPattern(text.replace('...', ''))),
    repeated: written.at(-1)?.startsWith('...') ?? false,
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
  if (holes.has(text)) return { kind: 'hole', name: text, among: holes.get(text) }
  return { kind: 'plain', type: { kind: text } as Type }
}

/** The binding of a type variable; `held` if an element of a list, map or optional fixed it, so that it cannot widen. */
type Hole = { readonly type: Type; readonly held: boolean }
type Holes = Map<string, Hole>

/** True if a type fits a pattern; adds the bindings of type variables to `holes`. */
function matches(pattern: TypePattern, type: Type, holes: Holes, inside = false): boolean {
  if (pattern.kind === 'hole') return fill(pattern, type, holes, inside)
  if (isOpen(type)) return true
  switch (pattern.kind) {
    case 'plain':
      return pattern.type.kind === 'string' ? isText(type) : isOpen(pattern.type) || type.kind === pattern.type.kind
    case 'list': {
      const list = asList(type)
      return list.kind === 'list' && matches(pattern.element, list.element, holes, true)
    }
    case 'map':
      return type.kind === 'map' && matches(pattern.key, type.key, holes, true) && matches(pattern.value, type.value, holes, true)
    case 'optional':
      return type.kind === 'optional' && matches(pattern.of, type.of, holes, true)
  }
}

function fill(pattern: Extract<TypePattern, { kind: 'hole' }>, type: Type, holes: Holes, inside: boolean): boolean {
  const { name, among } = pattern
  if (withoutNull(type).kind === 'secret' || (among !== undefined && !isOpen(type) && !among.has(type.kind))) return false
  const before = holes.get(name) ?? { type: unknownType, held: false }
  const common = joinTypes(before.type, type)
  holes.set(name, { type: common, held: before.held || inside })
  if (isOpen(before.type) || isOpen(type)) return true
  // CEL compares numbers that have no type in common, such as 1 and 1u; an exact one beside a rounded one is a mistake.
  if (name === 'N' && before.type.kind !== 'decimal' && type.kind !== 'decimal') return true
  const widensHeld = (before.held && !sameKind(before.type, common)) || (inside && !sameKind(type, common))
  return common.kind !== 'dyn' && !widensHeld
}

function sameKind(a: Type, b: Type): boolean {
  return !isNumeric(withoutNull(a)) || withoutNull(a).kind === withoutNull(b).kind
}

/** The type of a pattern after its holes are filled. */
function fillPattern(pattern: TypePattern, holes: Holes): Type {
  switch (pattern.kind) {
    case 'plain':
      return pattern.type
    case 'hole':
      return holes.get(pattern.name)?.type ?? unknownType
    case 'list':
      return { kind: 'list', element: fillPattern(pattern.element, holes) }
    case 'map':
      return { kind: 'map', key: fillPattern(pattern.key, holes), value: fillPattern(pattern.value, holes) }
    case 'optional':
      return { kind: 'optional', of: fillPattern(pattern.of, holes) }
  }
}

/** True if a value fits a pattern, for arguments whose type is known only at run time. */
export function acceptsValue(pattern: TypePattern, value: Value): boolean {
  switch (pattern.kind) {
    case 'plain':
      return pattern.type.kind === 'dyn' || kindOf(value) === (pattern.type.kind satisfies string as ValueKind)
    case 'hole':
      return pattern.among === undefined || pattern.among.has(kindOf(value))
    case 'list':
      return isList(value) && value.every((item) => acceptsValue(pattern.element, item))
    case 'map':
      return isMap(value)
    case 'optional':
      return kindOf(value) === 'optional'
  }
}

/** The pattern of the argument at `index`. */
export function parameterAt(overload: Overload, index: number): TypePattern | undefined {
  return overload.parameters[index] ?? (overload.repeated ? overload.parameters.at(-1) : undefined)
}

/** True if the overload takes this number of arguments, including a method's target. */
export function takesCount(overload: Overload, count: number): boolean {
  return overload.repeated ? count >= overload.parameters.length : count === overload.parameters.length
}

/** The overloads that accept arguments of these types, with their result types. */
export function applicable(
  overloads: readonly Overload[],
  types: readonly Type[],
): readonly { readonly overload: Overload; readonly result: Type }[] {
  const found: { overload: Overload; result: Type }[] = []
  for (const each of overloads) {
    if (!takesCount(each, types.length)) continue
    const holes: Holes = new Map()
    const fits = types.every((type, i) => matches(parameterAt(each, i)!, type, holes))
    if (fits) found.push({ overload: each, result: resultOf(each, types, holes) })
  }
  return found
}

/** A list that is computed from an unordered list is unordered too, unless the function sorts it. */
function resultOf(overload: Overload, types: readonly Type[], holes: Holes): Type {
  const resultType = fillPattern(overload.result, holes)
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
export function commonResult(results: readonly Type[]): Type {
  return results.length === 0 ? dynType : results.reduce(joinTypes)
}
