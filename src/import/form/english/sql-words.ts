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
  filledByService:
    /^(?:[\w ]*\b)?(?:by (?:the )?)?(?:system|server|service|backend)(?:[- ](?:only|managed|maintained|filled|generated|owned|table))?$|^(?:the )?(?:service|system|server|backend|database|trigger|job)s? (?:alone )?(?:fills?|writes?|sets?|maintains?|makes?|keeps?)\b|^(?:nobody|no one|no (?:client|user|caller)s?) (?:\w+ )?(?:writes?|sets?|inserts?|sends?|fills?)\b|^read[- ]?only$/i,
}
