// The German words about errors.

import type { ErrorWords } from '../words/error-words.ts'

export const germanErrorWords: Partial<ErrorWords> = {
  errorGlue: /\b(?:http|status|code)\b\s*:?|\b(?:antwortet|liefert|ergibt)(?: mit)?\b/gi,
  errorSentence:
    /^(?<meaning>.+?)[,:]?\s+(?:ist die antwort|ergibt|ergeben|führt zu|antwortet mit|liefert|gibt)\s+(?<status>[45]\d\d)[\s,:]+[`("]*(?<code>[A-Za-z][\w.-]*\w)[`)"]*\.?$/i,
  invalidMeaning: /\b(?:felder?|eingaben?|werte?)\b.*\b(?:falsch|fehlt|fehlen|ungültig)\b/i,
}
