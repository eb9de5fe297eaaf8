// English words about errors: codes, statuses and conditions.

import type { ErrorWords } from '../words/error-words.ts'

export const englishErrorWords: ErrorWords = {
  fieldCodes:
    /^(?:the )?(?:(?:per[- ]field|field(?:[- ]level)?|violation|rule) (?:error )?codes?|codes? (?:per|of each|for each|of the|for single) fields?)\b/i,
  errorGlue:
    /\b(?:the )?(?:error )?(?:http|status(?: code)?|code)\b(?: is)?(?: and)?\s*:?|\b(?:the service |we )?(?:answers?|returns?|gives?|sends?|uses?|is sent|comes|is answered)(?: with)?\b|\bwith (?=[,;.)]|$)|^\s*(?:with|and|the)\b/gi,
  errorBody:
    /\b(?:contains?|has|have|holds?|includes?|carr(?:y|ies)|consists? of|comprises?)\b[^.;\d]*\x60[a-z]\w*\x60[^.;\d]*\b(?:for|with|only|on|in case of)\s+(?:an? |the |status )?\x60?[45]\d\d\x60?,?\s/i,
  errorSentence:
    /^(?<meaning>.+?)[,:]?\s+(?:the (?:answer|response|status) is|gives?|(?:is|are) answered (?:with|by)|answers?(?: with)?|returns?|leads? to|results? in|is|are)\s+(?:an? )?(?<status>[45]\d\d)[\s,:]+(?:with (?:the )?(?:code )?)?[`("]*(?<code>[A-Za-z][\w.-]*\w)[`)"]*\.?$/i,
  invalidMeaning:
    /\b(?:fields?|inputs?|body|values?|data)\b.*\b(?:wrong|missing|invalid|not valid|bad|match|fail\w*)\b|\b(?:wrong|missing|invalid|bad)\b.*\b(?:fields?|inputs?|values?|data)\b|\bvalidation\b/i,
  takenCode: [
    /^(?:E_|ERR_)?(?:duplicate|double)[_.-]?(\w+)$/i,
    /^(?:E_|ERR_)?(\w+?)[_.-]?(?:(?:is_|already_)?(?:taken|exists|used|known|registered)|in_use|not_unique|duplicate)$/i,
  ],
  sameStatus:
    /\b(?:same (?:(?:http )?status|number|http code|code|answer|response)? ?(?:code )?as|(?:status|number) (?:of|like|as for)|like) (?:for |with |the |that of )*[`*"“]*([A-Za-z][\w-]*)/i,
  condition: [
    [/^(?:invalid|bad|wrong|malformed)[_-]?cursor$/i, 'invalid query.cursor'],
    [/^(?:insufficient|missing|wrong)[_-]?scope$/i, 'insufficient-scope'],
    [/^idempotency[_-]?(?:key[_-]?)?(?:missing|required)$/i, 'idempotency-required'],
    [/^idempotency[_-]?(?:key[_-]?)?(?:mismatch|re-?used|conflict)$/i, 'idempotency-mismatch'],
    [/^idempotency[_-]?(?:key[_-]?)?(?:in[_-]?progress|busy|in[_-]?use)$/i, 'idempotency-busy'],
    [/^(?:version[_-]?(?:conflict|mismatch)|stale|etag[_-]?mismatch|precondition[_-]?failed)$/i, 'precondition-failed'],
    [/^(?:if[_-]?match[_-]?(?:required|missing)|precondition[_-]?required)$/i, 'precondition-required'],
    [/^cursor[_-]?expired$/i, 'cursor-expired'],
    [/^(?:unsupported[_-]?media(?:[_-]?type)?)$/i, 'unsupported-media'],
    [/^(?:resource[_-]?)?not[_-]?found$/i, 'not-found'],
    [
      /^(?:unauthenticated|not[_-]?logged[_-]?in|unauthori[sz]ed|(?:not|no)[_-]?(?:token|key|login|signed[_-]?in)|(?:login|token|key|sign[_-]?in)[_-]?(?:required|missing))$/i,
      'unauthenticated',
    ],
    [/^(?:forbidden|not[_-]?allowed)$/i, 'forbidden'],
    [/^(?:malformed(?:[_-]?(?:json|request|body))?|bad[_-]?json)$/i, 'malformed'],
    [/^(?:(?:invalid|wrong|bad|illegal)[_-]?(?:state|status|transition))$/i, 'illegal-transition'],
    [/^(?:rate[_-]?limit(?:ed|[_-]?exceeded)?|too[_-]?many(?:[_-]?requests)?)$/i, 'rate-limited'],
    [/^(?:(?:payload|body|request|entity)[_-]?)?too[_-]?large$/i, 'too-large'],
    [/^(?:validation(?:[_-]?(?:failed|error))?|invalid)$/i, 'invalid'],
  ],
}
