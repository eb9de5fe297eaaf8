// Reads how all lists of a form are split into pages, if part 4 states it.

import type { Caller } from '../callers/access.ts'
import { type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import type { FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export function draftPages(sections: readonly FormSection[], callers: readonly Caller[], draft: FormDraft, words: Words): void {
  const said = sections
    .flatMap(({ blocks }) =>
      blocks.flatMap((block): Statement[] => (block.kind === 'text' ? [block.statement] : block.rows.map(({ statement }) => statement))),
    )
    .find(({ kind, text }) => kind !== 'sample' && words.allLists.test(draftPlainText(text)) && words.pageRange.test(text))
  const groups = words.pageRange.exec(said?.text ?? '')?.groups ?? {}
  const usual = groups['usual'] ?? groups['usually']
  const most = groups['most'] ?? groups['atMost']
  if (said === undefined || usual === undefined || most === undefined || !words.cursor.test(said.text)) return
  for (const { endpoint, does } of callers) {
    if (does.startsWith('list '))
      openTable(draft, 'endpoints', 'lists', ['list', 'page']).rows.push({
        cells: { list: endpoint, page: `cursor ${usual}, max ${most}` },
        statement: said,
      })
  }
  takeLine(said)
  askQuestion(said, words.ask.beside())
}
