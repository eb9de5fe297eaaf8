// The English clauses for constraints of SQL.

import type { SqlWords } from '../words/sql-words.ts'

export const englishSqlWords: SqlWords = {
  referenceTo: 'reference to',
  uniqueWith: 'unique together with',
  upTo: 'to',
  moreThan: 'more than',
  lessThan: 'less than',
  characters: 'characters',
  entries: 'entries',
  key: 'primary key',
  ignoringCase: 'ignoring case',
  isRequired: 'required',
  setByService: 'set by the service',
}
