// Compiles macros, which run their bodies for the items of lists, maps and optionals.

import { spendSteps } from '../../base/turn.ts'
import type { Expression, Macro } from '../expression.ts'
import type { Value } from '../value.ts'
import { lookUpKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { isList, isMap, valueKindOf } from '../values/kind.ts'
import { compareForSorting } from '../values/order.ts'
import {
  type Code,
  type Frame,
  type EvaluationRun,
  bindSlots,
  toFailure,
  isConditionTrue,
  listVisibleItems,
  evaluateUnlessHidden,
} from './code.ts'
import { addEntry } from './collections.ts'

const none: Value = { kind: 'optional', value: undefined }

/** Visits the items of a range; each is stored in the slot that the bodies read, until `visit` returns `stop`. */
type Iterate = (run: EvaluationRun, visit: (item: Value) => void | 'stop') => void

export function compileMacro(expression: Extract<Expression, { kind: 'macro' }>, frame: Frame): Code {
  const { name, variables } = expression
  const range = frame.compile(expression.range, frame)
  const inner = bindSlots(frame, variables)
  const args = expression.arguments.map((each) => frame.compile(each, inner.frame))
  const [first, second] = inner.slots as [number, number | undefined]
  // The initial value of `reduce` follows the step, but cannot read the bound names.
  if (name === 'reduce') return reduce(range, args[0]!, frame.compile(expression.arguments[1]!, frame), first, second!)
  if (name === 'optMap' || name === 'optFlatMap') return compileOverOptional(name, range, args[0]!, first)
  return iterateItems(name, second === undefined ? iterateOne(range, first) : iteratePairs(range, first, second), args, first)
}

/** One name represents the items of a list, or the keys of a map. */
function iterateOne(range: Code, slot: number): Iterate {
  return (run, visit) => {
    for (const item of listItems(range(run), run)) {
      spendSteps(1)
      run.locals[slot] = item
      if (visit(item) === 'stop') return
    }
  }
}

function listItems(value: Value, run: EvaluationRun): Iterable<Value> {
  if (isList(value)) return listVisibleItems(value, run)
  return isMap(value) ? (value.keys() as Iterable<Value>) : fail('no-overload', `${valueKindOf(value)} has no items to iterate over`)
}

/** Two names represent position and item of a list, or key and value of a map. */
function iteratePairs(range: Code, first: number, second: number): Iterate {
  return (run, visit) => {
    for (const [key, value] of listPairs(range(run), run)) {
      spendSteps(1)
      run.locals[first] = typeof key === 'number' ? BigInt(key) : (key as Value)
      run.locals[second] = value
      if (visit(value) === 'stop') return
    }
  }
}

function listPairs(value: Value, run: EvaluationRun): Iterable<readonly [unknown, Value]> {
  if (isList(value)) return listVisibleItems(value, run).entries()
  if (isMap(value)) return value.entries()
  return fail('no-overload', `${valueKindOf(value)} has no items to iterate over`)
}

function iterateItems(name: Macro, iterate: Iterate, args: readonly Code[], key: number): Code {
  const [first, second] = args as [Code, Code | undefined]
  switch (name) {
    case 'exists':
      return decide(iterate, first, true)
    case 'all':
      return decide(iterate, first, false)
    case 'exists_one':
      return compileExactlyOne(iterate, first)
    case 'filter':
      return (run) => collect(run, iterate, (item, results) => void (isConditionTrue(first, run) && results.push(item)))
    case 'sortBy':
      return sortBy(iterate, args)
    case 'groupBy':
      return groupBy(iterate, first)
    case 'transformMap':
    case 'transformMapEntry':
      return compileIntoMap(name, iterate, args, key)
    default:
      if (second === undefined) return (run) => collect(run, iterate, (_, results) => pushVisible(results, first, run))
      return (run) => collect(run, iterate, (_, results) => void (isConditionTrue(first, run) && pushVisible(results, second, run)))
  }
}

function pushVisible(results: Value[], item: Code, run: EvaluationRun): void {
  const value = evaluateUnlessHidden(undefined, item, run)
  if (value !== undefined) results.push(value)
}

function collect(run: EvaluationRun, iterate: Iterate, addItem: (item: Value, results: Value[]) => void): Value[] {
  const results: Value[] = []
  iterate(run, (item) => addItem(item, results))
  return results
}

/** Evaluates `exists` and `all`: one item may decide, and then failures of other items do not count. A hidden item decides neither. */
function decide(iterate: Iterate, body: Code, decidingValue: boolean): Code {
  return (run) => {
    let result = !decidingValue
    let failure: Error | undefined
    iterate(run, () => {
      try {
        if (isConditionTrue(body, run) !== decidingValue) return undefined
        result = decidingValue
        return 'stop'
      } catch (error) {
        failure ??= toFailure(error)
        return undefined
      }
    })
    if (result !== decidingValue && failure !== undefined) throw failure
    return result
  }
}

function compileExactlyOne(iterate: Iterate, body: Code): Code {
  return (run) => {
    let matches = 0
    iterate(run, () => void (isConditionTrue(body, run) && matches++))
    return matches === 1
  }
}

/** Equal keys keep their order; a hidden key is null. */
function sortBy(iterate: Iterate, keys: readonly Code[]): Code {
  return (run) => {
    const items: { readonly item: Value; readonly by: readonly Value[] }[] = []
    iterate(run, (item) => void items.push({ item, by: keys.map((key) => evaluateUnlessHidden(null, key, run)) }))
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

/** The groups are in the order of their keys, and the items of a group in that of the list. An item with a hidden key is left out. */
function groupBy(iterate: Iterate, key: Code): Code {
  return (run) => {
    const groups = new Map<Value, Value>()
    iterate(run, (item) => {
      const value = evaluateUnlessHidden(undefined, key, run)
      if (value !== undefined) groupOf(groups, value).push(item)
    })
    return new Map([...groups].sort(([a], [b]) => compareForSorting(a, b)))
  }
}

function groupOf(groups: Map<Value, Value>, key: Value): Value[] {
  const group = lookUpKey(groups, key) as Value[] | undefined
  if (group !== undefined) return group
  const created: Value[] = []
  addEntry(groups, key, created)
  return created
}

function compileIntoMap(name: Macro, iterate: Iterate, args: readonly Code[], key: number): Code {
  const [condition, result] = args.length === 2 ? [args[0], args[1]!] : [undefined, args[0]!]
  return (run) => {
    const map = new Map<Value, Value>()
    iterate(run, () => {
      if (condition !== undefined && !isConditionTrue(condition, run)) return
      const value = evaluateUnlessHidden(undefined, result, run)
      if (value === undefined) return
      if (name === 'transformMap') addEntry(map, run.locals[key]!, value)
      else if (isMap(value)) for (const [entryKey, entryValue] of value) addEntry(map, entryKey as Value, entryValue)
      else fail('no-overload', `an entry is a map, and this is ${valueKindOf(value)}`)
    })
    return map
  }
}

function reduce(range: Code, step: Code, start: Code, sum: number, item: number): Code {
  return (run) => {
    let total = start(run)
    for (const each of listItems(range(run), run)) {
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
      return fail('no-overload', `\`${name}\` takes an optional, not ${valueKindOf(value)}`)
    }
    if (value.value === undefined) return none
    run.locals[slot] = value.value
    const result = body(run)
    return name === 'optMap' ? { kind: 'optional', value: result } : result
  }
}
