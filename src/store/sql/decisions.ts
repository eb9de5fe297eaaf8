// Decides the conditions of a selection that read no row, for each request; the remaining conditions become SQL.

import type { Expression } from '../../cel/expression.ts'
import { evaluate } from '../../cel/evaluate.ts'
import { type Specialise, type SpecialisedCondition, createSpecialiser } from '../../cel/specialise.ts'
import { type Unroller, createUnroller } from '../../cel/unroll.ts'
import type { Value } from '../../cel/value.ts'
import type { QueryContext, Selection } from '../../meaning/store.ts'

/** A selection for one request; `nothing` if a condition that reads no row is false. */
export type DecidedSelection = Decided | 'nothing'

/** Requests with the same `key` share their statement, so the selection that remains is built only for the first of them. */
export class Decided {
  readonly key: string
  readonly #selection: Selection
  readonly #where: readonly ConditionLeft[]
  readonly #visible: readonly ConditionLeft[]

  constructor(selection: Selection, key: string, where: readonly ConditionLeft[], visible: readonly ConditionLeft[]) {
    this.#selection = selection
    this.key = key
    this.#where = where
    this.#visible = visible
  }

  /** The selection with the conditions that remain. */
  get selection(): Selection {
    const { visible } = this.#selection
    return {
      ...this.#selection,
      where: this.#where.flatMap(expressionLeft),
      ...(visible === undefined ? {} : { visible: { ...visible, where: this.#visible.flatMap(expressionLeft) } }),
    }
  }

  /** The sides of equalities whose value is not null. */
  get given(): ReadonlySet<Expression> {
    return new Set([...this.#where, ...this.#visible].flatMap((left) => ('key' in left ? [...left.nonNullSides] : [])))
  }
}

/** A partly decided condition, or an unchanged one. */
type ConditionLeft = SpecialisedCondition | Expression

function expressionLeft(left: ConditionLeft): readonly Expression[] {
  if (!('key' in left)) return [left]
  return typeof left.condition === 'boolean' ? [] : [left.condition]
}

const onlyThis: ReadonlySet<string> = new Set(['this'])

const specialisers = new WeakMap<Expression, Specialise | 'none'>()

export function makeSpecialiser(condition: Expression): Specialise | undefined {
  const specialise = specialisers.getOrInsertComputed(condition, () => {
    const unroller = findUnroller(condition)
    return (unroller === undefined ? createSpecialiser(condition, onlyThis) : specialiseUnrolled(unroller)) ?? 'none'
  })
  return specialise === 'none' ? undefined : specialise
}

function specialiseUnrolled({ unroll }: Unroller): Specialise {
  return (value) => {
    const { key, condition } = unroll(value)
    const specialised = makeSpecialiser(condition)?.(value) ?? { key: '', condition, nonNullSides: new Set() }
    return { ...specialised, key: `${key}/${specialised.key}` }
  }
}

const unrollers = new WeakMap<Expression, Unroller | 'none'>()

function findUnroller(condition: Expression): Unroller | undefined {
  const unroller = unrollers.getOrInsertComputed(condition, () => createUnroller(condition, onlyThis) ?? 'none')
  return unroller === 'none' ? undefined : unroller
}

/** The selection with conditions that SQL can express if it can express those of any request. */
export function sampleSelection(selection: Selection): Selection {
  return { ...selection, where: selection.where.map((condition) => findUnroller(condition)?.sample ?? condition) }
}

export function decideSelection(selection: Selection, asker: QueryContext): DecidedSelection {
  let callerContext: Pick<QueryContext, 'variables' | 'host'> | undefined
  const readCallerContext = (): Pick<QueryContext, 'variables' | 'host'> => (callerContext ??= asker.callerContext?.() ?? asker)
  return decideSelectionBy(
    selection,
    (expression) => evaluate(expression, asker.variables, asker.host),
    (expression) => evaluate(expression, readCallerContext().variables, readCallerContext().host),
  )
}

export function decideSelectionBy(selection: Selection, value: (expression: Expression) => Value, callerValue = value): DecidedSelection {
  const where = decideConditions(selection.where, value)
  const visible = selection.visible === undefined ? nothingLeft : decideConditions(selection.visible.where, callerValue)
  return where === undefined || visible === undefined
    ? 'nothing'
    : new Decided(selection, where.key + visible.key, where.left, visible.left)
}

type DecidedConditions = { readonly key: string; readonly left: readonly ConditionLeft[] }

const nothingLeft: DecidedConditions = { key: '', left: [] }

/** Undefined if one of the conditions is false for every row. */
function decideConditions(conditions: readonly Expression[], value: (expression: Expression) => Value): DecidedConditions | undefined {
  if (conditions.length === 0) return nothingLeft
  const left: ConditionLeft[] = []
  let key = ''
  for (const condition of conditions) {
    const specialised = makeSpecialiser(condition)?.(value)
    if (specialised?.condition === false) return undefined
    key += specialised === undefined ? ',' : `${specialised.key},`
    left.push(specialised ?? condition)
  }
  return { key, left }
}
