// Compiles macros, which run their bodies for the items of lists, maps and optionals.

import { spendSteps } from '../../base/turn.ts'
import type { Expression, Macro } from '../expression.ts'
import type { Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { isList, isMap, kindOf } from '../values/kind.ts'
import { compareForSorting } from '../values/order.ts'
import { type Code, type Frame, type EvaluationRun, bindSlots, failureOf, holdsIn, seenItems, evaluateUnlessHidden } from './code.ts'
import { add } from './collections.ts'

const none: Value = { kind: 'optional', value: undefined }

/** Visits the items of a range; each is stored in the slot that the bodies read, until `visit` returns `stop`. */
type Each = (run: EvaluationRun, visit: (item: Value) => void | 'stop') => void

export function compileMacro(expression: Extract<Expression, { kind: 'macro' }>, frame: Frame): Code {
  const { name, variables } = expression
  const range = frame.compile(expression.range, frame)
  const inside = bindSlots(frame, variables)
  const args = expression.arguments.map((each) => frame.compile(each, inside.frame))
  const [first, second] = inside.slots as [number, number | undefined]
  // The initial value of `reduce` follows the step, but cannot read the bound names.
  if (name === 'reduce') return reduce(range, args[0]!, frame.compile(expression.arguments[1]!, frame), first, second!)
  if (name === 'optMap' || name === 'optFlatMap') return compileOverOptional(name, range, args[0]!, first)
  return iterateItems(name, second === undefined ? one(range, first) : bindPair(range, first, second), args, first)
}

/** One name represents the items of a list, or the keys of a map. */
function one(range: Code, slot: number): Each {
  return (run, visit) => {
    for (const item of list(range(run), run)) {
      spendSteps(1)
      run.locals[slot] = item
      if (visit(item) === 'stop') return
    }
  }
}

function list(value: Value, run: EvaluationRun): Iterable<Value> {
  if (isList(value)) return seenItems(value, run)
  return isMap(value) ? (value.keys() as Iterable<Value>) : fail('no-overload', `${kindOf(value)} has no items to go through`)
}

/** Two names represent position and item of a list, or key and value of a map. */
function bindPair(range: Code, first: number, second: number): Each {
  return (run, visit) => {
    for (const [key, value] of pair(range(run), run)) {
      spendSteps(1)
      run.locals[first] = typeof key === 'number' ? BigInt(key) : (key as Value)
      run.locals[second] = value
      if (visit(value) === 'stop') return
    }
  }
}

function pair(value: Value, run: EvaluationRun): Iterable<readonly [unknown, Value]> {
  if (isList(value)) return seenItems(value, run).entries()
  if (isMap(value)) return value.entries()
  return fail('no-overload', `${kindOf(value)} has no items to go through`)
}

function iterateItems(name: Macro, each: Each, args: readonly Code[], key: number): Code {
  const [first, second] = args as [Code, Code | undefined]
  switch (name) {
    case 'exists':
      return decide(each, first, true)
    case 'all':
      return decide(each, first, false)
    case 'exists_one':
      return exactlyOne(each, first)
    case 'filter':
      return (run) => collect(run, each, (item, into) => void (holdsIn(first, run) && into.push(item)))
    case 'sortBy':
      return sortBy(each, args)
    case 'transformMap':
    case 'transformMapEntry':
      return compileIntoMap(name, each, args, key)
    default:
      if (second === undefined) return (run) => collect(run, each, (_, into) => pushShown(into, first, run))
      return (run) => collect(run, each, (_, into) => void (holdsIn(first, run) && pushShown(into, second, run)))
  }
}

function pushShown(into: Value[], item: Code, run: EvaluationRun): void {
  const value = evaluateUnlessHidden(undefined, item, run)
  if (value !== undefined) into.push(value)
}

function collect(run: EvaluationRun, each: Each, take: (item: Value, into: Value[]) => void): Value[] {
  const into: Value[] = []
  each(run, (item) => take(item, into))
  return into
}

/** Evaluates `exists` and `all`: one item may decide, and then failures of other items do not count. A hidden item decides neither. */
function decide(each: Each, body: Code, deciding: boolean): Code {
  return (run) => {
    let result = !deciding
    let failure: Error | undefined
    each(run, () => {
      try {
        if (holdsIn(body, run) !== deciding) return undefined
        result = deciding
        return 'stop'
      } catch (error) {
        failure ??= failureOf(error)
        return undefined
      }
    })
    if (result !== deciding && failure !== undefined) throw failure
    return result
  }
}

function exactlyOne(each: Each, body: Code): Code {
  return (run) => {
    let found = 0
    each(run, () => void (holdsIn(body, run) && found++))
    return found === 1
  }
}

/** Equal keys keep their order; a hidden key is null. */
function sortBy(each: Each, keys: readonly Code[]): Code {
  return (run) => {
    const items: { readonly item: Value; readonly by: readonly Value[] }[] = []
    each(run, (item) => void items.push({ item, by: keys.map((key) => evaluateUnlessHidden(null, key, run)) }))
    items.sort((a, b) => {
      for (const [i, key] of a.by.entries()) {
        const order = compareForSorting(key, b.by[i]!)
        if (order !== 0) return order
      }
      return 0
    })
    return items.map(({ item }) => item)
  }
}

function compileIntoMap(name: Macro, each: Each, args: readonly Code[], key: number): Code {
  const [condition, result] = args.length === 2 ? [args[0], args[1]!] : [undefined, args[0]!]
  return (run) => {
    const map = new Map<Value, Value>()
    each(run, () => {
      if (condition !== undefined && !holdsIn(condition, run)) return
      const value = evaluateUnlessHidden(undefined, result, run)
      if (value === undefined) return
      if (name === 'transformMap') add(map, run.locals[key]!, value)
      else if (isMap(value)) for (const [own, held] of value) add(map, own as Value, held)
      else fail('no-overload', `an entry is a map, and this is ${kindOf(value)}`)
    })
    return map
  }
}

function reduce(range: Code, step: Code, start: Code, sum: number, item: number): Code {
  return (run) => {
    let total = start(run)
    for (const each of list(range(run), run)) {
      spendSteps(1)
      run.locals[sum] = total
      run.locals[item] = each
      total = step(run)
    }
    return total
  }
}

function compileOverOptional(name: Macro, range: Code, body: Code, slot: number): Code {
  return (run) => {
    const value = range(run)
    if (value === null || typeof value !== 'object' || !('kind' in value) || value.kind !== 'optional') {
      return fail('no-overload', `\`${name}\` takes an optional, not ${kindOf(value)}`)
    }
    if (value.value === undefined) return none
    run.locals[slot] = value.value
    const result = body(run)
    return name === 'optMap' ? { kind: 'optional', value: result } : result
  }
}
