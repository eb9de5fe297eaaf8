// The columns of a representation for each combination of request decisions.

import { evaluate } from '../../../cel/evaluate.ts'
import type { Expression } from '../../../cel/expression.ts'
import type { SpecialisedCondition } from '../../../cel/specialise.ts'
import type { Value } from '../../../cel/value.ts'
import type { RecordKeys } from '../../../meaning/record/keys.ts'
import type { QueryContext } from '../../../meaning/store.ts'
import { type Binder, makeBinder } from '../binding.ts'
import type { Decisions } from './parts.ts'
import type { RecordColumns } from './record-columns.ts'

/** Combinations are few, but nothing bounds them. */
const maxVariants = 50

export type Variant = { readonly key: string; readonly columns: RecordColumns; readonly values: Binder }

/** `whole` decides nothing. */
export type Variants = {
  readonly whole: Variant
  readonly decides: boolean
  forContext(asker: QueryContext): Variant
  /** `value` evaluates the parts that read no row. */
  forValues(value: ValueOf): Variant
}

/** `isShown`: evaluate with the caller's permissions. */
type ValueOf = (expression: Expression, isShown: boolean) => Value

export function makeVariants(keys: RecordKeys, make: (decisions?: Decisions) => RecordColumns): Variants {
  const makeVariant = (key: string, columns: RecordColumns): Variant => ({ key, columns, values: makeBinder(columns.parameters, keys) })
  const whole = makeVariant('', make())
  const { truths } = whole.columns
  const variantsByKey = new Map<string, Variant>()
  const forValues: Variants['forValues'] = (value) => {
    if (truths.length === 0) return whole
    const specialised: SpecialisedCondition[] = []
    let key = ''
    for (const { specialise, isShown } of truths) {
      const condition = specialise((part) => value(part, isShown))
      specialised.push(condition)
      key = key === '' ? condition.key : `${key},${condition.key}`
    }
    const before = variantsByKey.get(key)
    if (before !== undefined) return before
    const decided = new Map(truths.map(({ expression }, index) => [expression, specialised[index]!.condition]))
    const created = makeVariant(key, make({ key, decided, given: new Set(specialised.flatMap(({ nonNullSides }) => [...nonNullSides])) }))
    if (variantsByKey.size >= maxVariants) variantsByKey.clear()
    variantsByKey.set(key, created)
    return created
  }
  return {
    whole,
    decides: truths.length > 0,
    forValues: forValues,
    forContext: (asker) => (truths.length === 0 ? whole : forValues((part, isShown) => evaluateFor(asker, part, isShown))),
  }
}

function evaluateFor(asker: QueryContext, expression: Expression, isShown: boolean): Value {
  const { variables, host } = (isShown ? asker.callerContext?.() : undefined) ?? asker
  return evaluate(expression, variables, host)
}
