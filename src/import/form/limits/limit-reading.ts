// The state of reading part 8 of a form, and what its readers share.

import { type FormDraft, openTable, takeLine } from '../draft.ts'
import type { LimitClaims } from './limit-claims.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** One limit in the form's words; `kind` is the header of its column if the table has several. */
export type Said = {
  readonly name: string
  readonly value: string
  readonly kind: string
  /** The table says that its values are the greatest. */
  readonly isMost?: boolean
  readonly statement: Statement
}

export type LimitReading = {
  readonly draft: FormDraft
  readonly words: Words
  readonly used: LimitClaims
  /** Sentences that a limit was taken from. */
  readonly names: Set<string>
}

export const settingColumns = ['setting', 'type', 'default', 'meaning']

export function takeKey(key: string, value: string, { statement }: Said, { draft, words, used }: LimitReading): boolean {
  if (
    !used.take(key, value, { cells: { key, value }, statement }, openTable(draft, 'limits', 'keys', ['key', 'value']), words.ask.twoSizes())
  )
    return false
  takeLine(statement)
  return true
}
