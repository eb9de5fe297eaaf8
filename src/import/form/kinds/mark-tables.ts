// Reads tables of marks and their meanings above the resources of a form.

import { draftPlainText } from '../draft.ts'
import type { Form } from '../statement.ts'

/** A table above the resources with a mark and its meaning in each row. */
export function readMarkTables(sections: Form['sections']): (readonly [mark: string, meaning: string])[] {
  return sections.flatMap(({ part, level, blocks }) =>
    part !== 'resources' || level !== 2
      ? []
      : blocks.flatMap((block) => {
          if (block.kind !== 'table' || block.headers.length !== 2) return []
          const pairs = block.rows.map(({ cells, statement }) => ({
            mark: draftPlainText(cells[0] ?? '').replaceAll('`', ''),
            meaning: draftPlainText(cells[1] ?? ''),
            statement,
          }))
          const areMarks = pairs.length > 1 && pairs.every(({ mark, meaning }) => oneMark.test(mark) && /\p{L}{2}/u.test(meaning))
          if (!areMarks) return []
          for (const { statement } of pairs) statement.outcome = 'taken'
          return pairs.map(({ mark, meaning }) => [mark, meaning] as const)
        }),
  )
}

const oneMark = /^(?:[^\p{L}\d\s]{1,2}|\p{Extended_Pictographic}\u{FE0F}?|\p{Lu}{1,2})$/u
