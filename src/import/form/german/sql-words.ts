// The German clauses for constraints of SQL.

import type { SqlWords } from '../words/sql-words.ts'

export const germanSqlWords: SqlWords = {
  referenceTo: 'verweis auf',
  uniqueWith: 'eindeutig je',
  upTo: 'bis',
  moreThan: 'mehr als',
  lessThan: 'weniger als',
  characters: 'zeichen',
  entries: 'einträge',
  key: 'primärschlüssel',
  ignoringCase: 'ohne beachtung der groß- und kleinschreibung',
  isRequired: 'pflicht',
  setByService: 'vom dienst gesetzt',
  filledByService:
    /^(?:[\p{L} ]*\b)?(?:vom? |durch (?:das |den )?)?(?:system|server|dienst)$|^(?:der |das )?(?:dienst|system|server) (?:füllt|schreibt|setzt|pflegt|erzeugt)\b|^niemand (?:\p{L}+ )?(?:schreibt|setzt|füllt)\b|^nur lesbar$|^schreibgeschützt$/iu,
}
