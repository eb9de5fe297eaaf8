// The functions of part 1 for expressions, and mistakes in their declarations.

import { listCalledNames, createExpansion, isTooLarge } from '../cel/expansion.ts'
import { parse } from '../cel/parse.ts'
import { type TypeReading, parseTypeNotation } from '../cel/type-notation.ts'
import type { FunctionType, Type } from '../cel/type.ts'
import type { Scalar } from '../document/node.ts'
import type { FunctionSlots } from '../model/service.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain } from './domain.ts'

export type DeclaredFunction = {
  readonly name: string
  readonly key: Scalar
  readonly slots: FunctionSlots
  readonly type: FunctionType
  readonly parameters: readonly (readonly [string, Type])[]
  /** Types that cannot be read, with their places. */
  readonly unknownTypes: readonly { readonly at: Scalar; readonly text: string }[]
  /** A recursive function, or one that grows too large when it is inlined: it cannot be called. */
  readonly uncallable?: 'recursive' | 'too large'
}

const functionsByDomain = new WeakMap<Domain, ReadonlyMap<string, DeclaredFunction>>()

export function readDeclaredFunctions(domain: Domain): ReadonlyMap<string, DeclaredFunction> {
  return functionsByDomain.getOrInsertComputed(domain, declareFunctions)
}

/** The names in a function's value beside its parameters: only those that do not depend on the caller or the record. */
const sharedNames: ReadonlySet<string> = new Set(['now', 'settings', 'service'])

function declareFunctions(domain: Domain): ReadonlyMap<string, DeclaredFunction> {
  const typeNamed = makeTypeLookUp(domain)
  const functions = new Map(
    listSpecifiedEntries(domain.model.service.value.functions).map(
      ({ name, key, value }) => [name, declareFunction(name, key, value, typeNamed)] as const,
    ),
  )
  const types = new Map([...functions].map(([name, { type }]) => [name, type]))
  const recursive = collectRecursiveNames(types)
  for (const name of recursive) functions.set(name, declareWithoutValue(functions.get(name)!, 'recursive'))
  const typed = new Map([...functions].map(([name, { type }]) => [name, type]))
  for (const [
    name,
    {
      type: { definition },
    },
  ] of functions) {
    const syntax = definition?.value?.syntax
    if (syntax !== undefined && isTooLarge(createExpansion(syntax, typed)))
      functions.set(name, declareWithoutValue(functions.get(name)!, 'too large'))
  }
  return functions
}

function declareFunction(name: string, key: Scalar, slots: FunctionSlots, typeNamed: (name: string) => Type | undefined): DeclaredFunction {
  const unknownTypes: { at: Scalar; text: string }[] = []
  const parseTypeAt = (notation: { readonly text: string; readonly node: Scalar } | undefined): Type => {
    if (notation === undefined) return { kind: 'unknown' }
    const reading: TypeReading = parseTypeNotation(notation.text, typeNamed)
    if (reading.type === undefined) unknownTypes.push({ at: notation.node, text: reading.unknown })
    return reading.type ?? { kind: 'unknown' }
  }
  // A parameter with an unreadable type remains a parameter, of unknown type.
  const parameters = (slotValueOf(slots.parameters) ?? []).map(
    ({ name: parameter, slot }) => [parameter, parseTypeAt(slotValueOf(slot))] as const,
  )
  const result = parseTypeAt(slotValueOf(slots.returns))
  const text = slots.parameters.state === 'gap' || slots.parameters.state === 'wrong' ? undefined : slotValueOf(slots.value)?.text
  const syntax = text === undefined ? undefined : parse(text).syntax
  const definition = {
    parameters: parameters.map(([parameter]) => parameter),
    shared: sharedNames,
    ...(syntax === undefined ? {} : { value: { text: text!, syntax } }),
  }
  return { name, key, slots, parameters, unknownTypes, type: { parameters: parameters.map(([, type]) => type), result, definition } }
}

function declareWithoutValue(declared: DeclaredFunction, uncallable: 'recursive' | 'too large'): DeclaredFunction {
  const { value: _, ...definition } = declared.type.definition!
  return { ...declared, uncallable, type: { ...declared.type, definition } }
}

/** Resources, and shapes of `$defs`. */
function makeTypeLookUp({ resources, shapes }: Domain): (name: string) => Type | undefined {
  return (name) => (resources.has(name) ? { kind: 'record', resource: name } : shapes.get(name)?.type)
}

/** Functions whose calls lead back to them. */
function collectRecursiveNames(types: ReadonlyMap<string, FunctionType>): ReadonlySet<string> {
  const calls = new Map(
    [...types].map(([name, { definition }]) => {
      const syntax = definition?.value?.syntax
      return [name, syntax === undefined ? [] : [...listCalledNames(syntax)].filter((called) => types.has(called))] as const
    }),
  )
  return new Set(
    [...types.keys()].filter((name) => {
      const visited = new Set<string>()
      const pending = [...calls.get(name)!]
      for (const called of pending) {
        if (called === name) return true
        if (visited.has(called)) continue
        visited.add(called)
        pending.push(...calls.get(called)!)
      }
      return false
    }),
  )
}
