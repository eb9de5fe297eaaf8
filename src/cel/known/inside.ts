// Facts inside a macro about the names that it binds.

import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import { type FactKey, findContentKey, makeItemKey, findFactKey, makeSizeKey } from './key.ts'
import { type Known, bindKey, withFact, withoutNames } from './known.ts'
import { learn } from './learn.ts'

type Macro = Extract<Expression, { kind: 'macro' }>

/** `cel.bind(name, value, body)`: the name is the value. */
export function insideBind({ name, value }: Extract<Expression, { kind: 'bind' }>, known: Known): Known {
  return bindKey(withoutNames(known, [name]), name, unlessRebound(findFactKey(value, known), [name]))
}

/** For one of the macro's arguments. The start of `reduce` is outside its names; a filter applies before the next argument. */
export function insideMacro(macro: Macro, argument: number, known: Known): Known {
  const { name, variables, range } = macro
  if (name === 'reduce' && argument === 1) return known
  const outerKnown = withoutNames(known, variables)
  const key = unlessRebound(findFactKey(range, known), variables)
  const { kind } = withoutNull(range.type)
  const [first, second] = variables as [string, string?]
  const item = name === 'reduce' ? second! : (second ?? first)
  const innerKnown =
    name === 'optMap' || name === 'optFlatMap'
      ? bindKey(outerKnown, first, unlessRebound(findContentKey(range, known), variables))
      : kind === 'map'
        ? withFact(outerKnown, key && makeItemKey(key, makeNameKey(first)), { isPresent: true })
        : learnItem(range, item, second !== undefined && name !== 'reduce' ? learnPosition(first, key, outerKnown) : outerKnown)
  return argument === 1 && filters.has(name) ? learn(macro.arguments[0]!, true, innerKnown) : innerKnown
}

/** With two arguments, the first filters the items that the second maps. */
const filters: ReadonlySet<Macro['name']> = new Set(['map', 'transformList', 'transformMap', 'transformMapEntry'])

function learnPosition(name: string, list: FactKey | undefined, known: Known): Known {
  const atMost = list === undefined ? {} : { atMost: new Map([[makeSizeKey(list).text, -1n]]) }
  return withFact(known, makeNameKey(name), { least: 0n, ...atMost })
}

/** An item of a filtered list satisfies the filter; an item of a range of numbers is in the range. */
function learnItem(range: Expression, item: string, known: Known): Known {
  if (range.kind === 'macro' && range.name === 'sortBy') return learnItem(range.range, item, known)
  if (range.kind === 'macro' && range.name === 'filter') {
    const [name] = range.variables as [string]
    const ofRange = learnItem(range.range, item, known)
    const filtered = name === item ? ofRange : bindKey(withoutNames(ofRange, [name]), name, makeNameKey(item))
    return { ...learn(range.arguments[0]!, true, filtered), bound: ofRange.bound }
  }
  if (range.kind !== 'call' || range.name !== 'lists.range') return known
  const variable: Expression = { kind: 'variable', name: item, type: { kind: 'int' }, start: range.start, end: range.end }
  const comparison: Expression = {
    kind: 'binary',
    operator: '<',
    left: variable,
    right: range.arguments[0]!,
    type: { kind: 'bool' },
    start: range.start,
    end: range.end,
  }
  return withFact(
    unlessRebound(findFactKey(range, known), [item]) === undefined ? known : learn(comparison, true, known),
    makeNameKey(item),
    {
      least: 0n,
    },
  )
}

function makeNameKey(name: string): FactKey {
  return { text: name, names: new Set([name]) }
}

/** A key that depends on a rebound name is not usable outside. */
function unlessRebound(key: FactKey | undefined, rebound: readonly string[]): FactKey | undefined {
  return key === undefined || rebound.some((name) => key.names.has(name)) ? undefined : key
}
