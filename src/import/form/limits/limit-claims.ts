// Notes the source of each limit of a form; two lines with different values for one limit set neither.

import { singularize } from '../../names.ts'
import { type DraftRow, type DraftTable, askQuestion } from '../draft.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

type Claim = { readonly value: string; readonly statement: Statement; drop(): void }

export type LimitClaims = {
  readonly size: number
  has(id: string): boolean
  /** Adds the row of a limit that no other line has. False if another has it, with a question to both if their values differ. */
  take(id: string, value: string, row: DraftRow, table: DraftTable, question: string): boolean
}

export function limitClaims(): LimitClaims {
  const claims = new Map<string, Claim>()
  return {
    get size() {
      return claims.size
    },
    has: (id) => claims.has(id),
    take(id, value, row, table, question) {
      const before = claims.get(id)
      const statement = row.statement!
      if (before === undefined) {
        claims.set(id, { value, statement, drop: () => void (table.rows.includes(row) && table.rows.splice(table.rows.indexOf(row), 1)) })
        table.rows.push(row)
        return true
      }
      askQuestion(statement, question)
      if (before.value !== value) {
        before.drop()
        askQuestion(before.statement, question)
      }
      return false
    },
  }
}

/** The words of a name in any order, so that `zones per grower` and `grower zones` are one limit. */
export function limitId(name: string, { limitGlue, article, perWord }: Words): string {
  return name
    .split('_')
    .filter((word) => word !== perWord && !article.test(`${word} `) && word.replaceAll(limitGlue, '') !== '')
    .map(singularize)
    .sort()
    .join(' ')
}
