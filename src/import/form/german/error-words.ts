// The German words about errors.

import type { ErrorWords } from '../words/error-words.ts'

export const germanErrorWords: Partial<ErrorWords> = {
  fieldCodes: /^(?:die )?(?:Feldcodes|Feldfehlercodes|(?:Fehler)?codes (?:je|pro|der) Felder?)\b/i,
  errorBody:
    /(?<!\p{L})(?:enthält|enthalten|hat|haben|umfasst|besteht aus)(?!\p{L})[^.;\d]*\x60[a-z]\w*\x60[^.;\d]*(?<!\p{L})(?:bei|für|nur bei)\s+\x60?[45]\d\d\x60?,?\s/iu,
  errorGlue: /\b(?:http|status|code)\b\s*:?|\b(?:antwortet|liefert|ergibt)(?: mit)?\b/gi,
  errorSentence:
    /^(?<meaning>.+?)[,:]?\s+(?:ist die antwort|ergibt|ergeben|führt zu|antwortet mit|liefert|gibt)\s+(?<status>[45]\d\d)[\s,:]+[`("]*(?<code>[A-Za-z][\w.-]*\w)[`)"]*\.?$/i,
  invalidMeaning: /\b(?:felder?|eingaben?|werte?)\b.*\b(?:falsch|fehlt|fehlen|ungültig)\b/i,
}
