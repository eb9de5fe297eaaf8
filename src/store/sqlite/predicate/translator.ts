// A predicate of the document as SQL. What depends on no row is computed once and bound; what SQL would read otherwise
// than expressions do is not translated at all (`undefined`), and whoever asked goes through the rows instead.

import type { Expression } from '../../../cel/expression.ts'
import type { Layout } from '../../layout.ts'
import type { Aliases, Rows } from '../source.ts'
import { condition } from './conditions.ts'
import { filter } from './filter.ts'
import { exactNumber } from './numbers.ts'
import { type Records, isSorted, recordsOf } from './records.ts'
import { type Fragment, type Parameter, type Translation, guardedBy, guardsOf, translated } from './translation.ts'

export type Translator = {
  /** A condition that is 1 or 0, never null. */
  readonly predicate: (expression: Expression, rows: Rows) => Fragment | undefined
  /** A condition that chooses rows: 1 where it holds. It is asked only where the `earlier` ones hold. */
  readonly filter: (expression: Expression, rows: Rows, earlier?: readonly Expression[]) => Fragment | undefined
  /** A count of records. */
  readonly number: (expression: Expression) => Fragment | undefined
  /** Records that are an expression's value: what they are selected from, and by which conditions. */
  readonly records: (expression: Expression) => (Records & { readonly parameters: readonly Parameter[] }) | undefined
}

export function translator(layout: Layout, aliases: Aliases, given: ReadonlySet<Expression> = new Set()): Translator {
  const begin = (): Translation => ({ layout, aliases, out: [], when: [], given, condition })
  const fragment = (work: (translation: Translation) => string): Fragment | undefined => translated(() => {
    const translation = begin()
    return { sql: work(translation), parameters: translation.out }
  })
  return {
    predicate: (expression, rows) => fragment((translation) => condition(translation, expression, rows)),
    filter: (expression, rows, earlier = []) => fragment((translation) =>
      filter(guardedBy(translation, earlier.flatMap((each) => guardsOf(each, true, rows))), expression, rows)),
    number: (expression) => fragment((translation) => exactNumber(translation, expression, new Map()).sql),
    records(expression) {
      return isSorted(expression) ? undefined : translated(() => {
        const translation = begin()
        return { ...recordsOf(translation, expression, new Map()), parameters: translation.out }
      })
    },
  }
}
