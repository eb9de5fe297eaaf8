// Translates a predicate to SQL. Values that depend on no row are computed once and bound. A predicate that SQL would evaluate
// differently is not translated (`undefined`), and the caller iterates the rows.

import type { Expression } from '../../../cel/expression.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import type { Layout } from '../../layout.ts'
import type { Aliases, RowSources } from '../source.ts'
import { translateCondition } from './conditions.ts'
import { filter } from './filter.ts'
import { translateExactNumber } from './numbers.ts'
import { type RecordQuery, isSorted, makeRecordQuery } from './records.ts'
import { type Fragment, type SqlParameter, type Translation, addGuards, listGuards, startHiding, tryTranslate } from './translation.ts'

export type Translator = {
  /** A condition that is 1 or 0, never null. */
  readonly predicate: (expression: Expression, rows: RowSources) => Fragment | undefined
  /** A condition that selects rows: 1 if it holds. It is evaluated only if the `earlier` ones hold. */
  readonly filter: (expression: Expression, rows: RowSources, earlier?: readonly Expression[]) => Fragment | undefined
  /** A count of records. */
  readonly number: (expression: Expression) => Fragment | undefined
  /** Records that are an expression's value: their source and their conditions. */
  readonly records: (expression: Expression) => (RecordQuery & { readonly parameters: readonly SqlParameter[] }) | undefined
}

/** With `rules`, a hidden part of a condition is null. */
export function makeTranslator(
  layout: Layout,
  aliases: Aliases,
  given: ReadonlySet<Expression> = new Set(),
  rules?: ReadRules,
): Translator {
  const begin = (): Translation => ({ layout, aliases, out: [], guards: [], given, condition: translateCondition, ...startHiding(rules) })
  const translateFragment = (work: (translation: Translation) => string): Fragment | undefined =>
    tryTranslate(() => {
      const translation = begin()
      return { sql: work(translation), parameters: translation.out }
    })
  return {
    predicate: (expression, rows) => translateFragment((translation) => translateCondition(translation, expression, rows)),
    filter: (expression, rows, earlier = []) =>
      translateFragment((translation) =>
        filter(
          addGuards(
            translation,
            earlier.flatMap((each) => listGuards(each, true, rows)),
          ),
          expression,
          rows,
        ),
      ),
    number: (expression) => translateFragment((translation) => translateExactNumber(translation, expression, new Map()).sql),
    records(expression) {
      return isSorted(expression)
        ? undefined
        : tryTranslate(() => {
            const translation = begin()
            return { ...makeRecordQuery(translation, expression, new Map()), parameters: translation.out }
          })
    },
  }
}
