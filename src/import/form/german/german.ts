// The German words and phrases that forms use, in addition to the English ones.

import { english } from '../english/english.ts'
import type { Words } from '../words.ts'
import { germanCallerWords } from './caller-words.ts'
import { germanConditionWords } from './condition-words.ts'
import { germanErrorWords } from './error-words.ts'
import { germanFieldWords } from './field-words.ts'
import { germanLimitWords } from './limit-words.ts'
import { germanMachineWords } from './machine-words.ts'
import { germanSpokenWords } from './spoken-words.ts'
import { germanHeaders } from './headers.ts'
import { germanQuestions } from './questions.ts'
import { germanSqlWords } from './sql-words.ts'

export const german: Words = {
  ...english,
  ...germanFieldWords,
  ...germanSpokenWords,
  ...germanMachineWords,
  ...germanCallerWords,
  ...germanErrorWords,
  ...germanLimitWords,
  ...germanConditionWords,
  ask: germanQuestions,
  sql: germanSqlWords,
  headers: germanHeaders,
  marks: {
    yes: /^(?:ja|j|yes|m|x|✓|✔|✅|☑|●|⬤|■|•|pflicht|pflichtfeld|muss|immer|erforderlich|notwendig|nötig|zwingend|verpflichtend|obligatorisch)$/i,
    no: /^(?:nein|n|no|o|freiwillig|optional|kann|fakultativ|wahlfrei|nicht (?:nötig|erforderlich|notwendig))$/i,
    nothing: english.marks.nothing,
    conditional: /^(?:nur .+|wenn .+|falls .+|bei .+|sofern .+)$/i,
    bare: /^(?:ja|j|nein|n|x|✓)$/i,
    creation: /\b(?:beim|bei der|bei) (?:Anlegen|Anlage|Erstellen|Erstellung|Erfassen|Eintragen)\b/i,
    condition: /\b(?:wenn|falls|sofern|nur|bei|außer|sobald|bis)\b/i,
  },
  conjunction: /\s*(?:,|\/|\boder\b|\bund\b)\s*/i,
  article: /^(?:ein|eine|einer|der|die|das|alle|jede[rs]?)\s+/i,
  articles: '(?:ein|eine|einer|der|die|das|alle|jede[rs]?)',
  joins: 'und|oder|sowie',
  onlyWord: 'nur',
  beWord: '(?:ist|sind|hat|haben|muss|müssen|von|in|zu)',
  baseAddress: /\b(?:adresse|basis|basisadresse|erreichbar|url|server)\b/i,
  requirement:
    /\d|\b(?:muss|müssen|nur|nie|niemals|immer|kann nicht|höchstens|mindestens|darf nicht|pflicht|automatisch|genau|sonst)\b|->|→/i,
}
