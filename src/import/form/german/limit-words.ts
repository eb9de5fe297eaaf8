// The German words about limits.

import type { LimitWords } from '../words/limit-words.ts'

export const germanLimitWords: Partial<LimitWords> = {
  timedMove:
    /^(?:(?:ein|eine|der|die|alle) )?(?<state>[\p{L}_-]+):? (?:(?:wird|werden) )?automatisch (?:nach (?<count>\d+) ?(?<unit>\p{L}+) )(?<to>[\p{L}_]+)\.?$/iu,
  longUnit: /^(?:monate?|jahre?|quartale?)$/i,
  mostHeader: /\b(?:max(?:imum|imal)?|höchst\w*|grenze|limit|obergrenze)\b/i,
  units: {
    sekunde: 'second',
    sekunden: 'second',
    minute: 'minute',
    minuten: 'minute',
    stunde: 'hour',
    stunden: 'hour',
    tag: 'day',
    tage: 'day',
    tagen: 'day',
    woche: 'week',
    wochen: 'week',
  },
  rate: /(\d[\d .]*)\s*(?:anfragen?|aufrufe?)?\s*(?:je|pro|\/|in der)\s*(sekunde|minute|stunde|tag)\b(?:\s*(?:je|pro|und|für jede[nr]?)\s*([\wäöüß -]+?))?(?=[,.;:(]|$)/i,
  burst: /\b(?:stoß|spitze)(?: von| bis)?\s*(\d+)/i,
  address: /^(?:ip|ip-adresse|adresse)$/i,
  bodySize: /^(?:anfrage(?:größe)?|(?:größe|größter) (?:der anfrage|körper)|körper(?:größe)?)$/i,
  pageSize: /^(?:seitengröße|einträge je seite|einträge pro seite)$/i,
  timeout: /^(?:zeitgrenze|zeitüberschreitung|antwortfrist)$/i,
  page: /(?<usual>\d+)\s*(?:vorgabe|wenn nicht angegeben|sonst)?\s*[,;/]\s*(?:(?:höchstens|max\.?|maximal)\s*)?(?<most>\d+)\s*(?:höchstens|max\.?|maximal)?\s*\.?$/i,
  duration: /^(?:nach )?(\d+)\s*(sekunden?|minuten?|stunden?|tage?n?|wochen?)\.?$/i,
  durationOf: /^(\d+\s*\p{L}+) (?:für|nach|ab|seit) (.+)$/iu,
  noLimit: /^(?:keine?(?: grenze)?|unbegrenzt|[-–—])$/i,
  thingRates: [
    /^(?:höchstens|maximal|bis zu|nicht mehr als|max\.?) (?<value>\d+) (?<made>neue) (?<thing>\p{L}+) (?:pro|je|für jeden|für jede) (?<who>\p{L}+) (?:und|pro|am|je|in der) (?<unit>Tag|Stunde|Minute|Sekunde)$/iu,
    /^(?:ein|eine|jeder|jede|kein|keine) (?<who>\p{L}+) (?:darf|kann) (?:höchstens|maximal|bis zu|nicht mehr als|mehr als) (?<value>\d+) (?<thing>\p{L}+) (?:am|pro|je|in der) (?<unit>Tag|Stunde|Minute|Sekunde) (?<made>anlegen|aufgeben|melden|eintragen|buchen|senden|einreichen|erstellen)$/iu,
  ],
  limitSentences: [
    /^(?:höchstens|maximal|max\.?|bis zu)\s+(?<value>\d[\d. ]*)\s+(?<name>\p{L}[\p{L}\d -]+)$/iu,
    /^(?:jede[rs]?|ein[er]?)\s+(?<owner>\p{L}+)\s+(?:darf|kann|hat)\s+(?:höchstens|maximal|bis zu)\s+(?<value>\d[\d. ]*)\s+(?<name>\p{L}[\p{L} -]+?)(?:\s+haben)?$/iu,
  ],
  perWord: 'je',
  requests: /\b(?:anfragen?|aufrufe?)\b/i,
  rateName: /^(?:anfragen|aufrufe)\s*(?:\/|je|pro)\s*(?:sekunde|minute|stunde|tag)\b/i,
  rateOwner: /^(?:anfragen|aufrufe)\s+(?:je|pro)\s+(?!sekunde|minute|stunde|tag)(.+)$/i,
  ratesFor:
    /^(?:(?:anfragen|aufrufe)\s+(?:je|pro)\s+(?<of>[^:]+):|(?:jede[rs]?|ein[er]?)\s+(?<who>[\p{L} -]+?) (?:darf|kann)(?: höchstens)?)\s*(?<rates>.+)$/iu,
  limited: /\b(?:ohne|mit|nur|wenn)\b|\/\w/,
  partition: /\b(?:je|pro|für jede[nr]?)\s+(?!sekunde|minute|stunde|tag)\p{L}/iu,
  allLists: /\b(?:alle |jede )?listen?\b/i,
  pageWord: /\bseiten?(?:größe)?\b/i,
  recordWord: /\blisten?\b.*\b\d+ (?:einträge|datensätze)\b/i,
  mostBefore: /(?:\bhöchstens|\bbis zu|\bmaximal|\bmax\.?)\s*$/i,
  mostAfter: /^\s*(?:(?:einträge|datensätze)\s*)?(?:höchstens|maximal)/i,
  mostMark: /^(?:höchstens|bis zu|maximal|max\.?|≤|<=)\s*(?=\d)/i,
  inParentheses: /\(((?:je|pro|für jede[nr]?)\s[^)]*)\)/i,
  bodyWord: /\b(?:anfragen?|körper)\b/i,
  limitWord:
    /\b(?:höchstens|bis zu|maximal|mehr als|nach|je|pro|darf|dürfen|gültig|aufbewahrt|gelöscht|bewahren|heben|behalten|speichern|löschen)\b|≤|<=/i,
  limitGlue:
    /\b(?:höchstens|bis zu|maximal|mehr als|nach|darf|dürfen|haben|hat|ein|eine|der|die|das|jede[rs]?|werden|wird|für|nicht)\b|≤|<=|[.]$/gi,
  perUnit: /\s*(?:\bje|\bpro|\bund|\/)\s*(sekunde|minute|stunde|tag)\b/i,
  pageRange: /\b(?:vorgabe|standard):?\s*(?<usual>\d+)\s*[,;]\s*(?:höchstens|max\.?|maximal)\s*(?<most>\d+)/i,
}
