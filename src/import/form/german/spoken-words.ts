// The German words in sentences about fields and resources.

import type { SpokenWords } from '../words/spoken-words.ts'

export const germanSpokenWords: Partial<SpokenWords> = {
  partsOf: /^(\p{L}+) (?:eine[rs]|de[rs]) (\p{L}+)\b[^`]*:\s*/iu,
  fieldSentence: /^(?:(?:ein|eine|jeder?|sein|seine|ihre?|der|die|das|er|sie|es)\b.*`|`\w+`\s+(?:ist|sind|hat|muss)\b)/i,
  valueLead:
    /\b(?:eine[rs]? (?:von|der|aus)|entweder|(?:mögliche |erlaubte )?Werte?(?: (?:ist|sind))?|Standard(?:wert)?(?: ist)?|Vorgabe|zum Beispiel|z\.\s?B\.|wie)[\s:,(]*$/i,
  fieldVerb: /^,? (?:ist|sind|hat|haben|muss|müssen|darf|kann)\b/i,
  fieldLead: /^[\s,:]*(?:der|die|das)?\s*(?:(?:ist|sind|hat)\s+)?(?:ein(?:e[nr]?)?\s+)?/i,
  fieldTail: /[\s,;.]*(?:\b(?:und|seine?|ihre?|ein(?:e[nr]?)?|der|die|das|er|sie|es|hat|auch|sowie)\b[\s,]*)*$/i,
  fieldClause:
    /[,;]?\s+und\s+(?=(?:ist|sind|muss|pflicht|freiwillig|eindeutig)\b)(?:(?:ist|sind)\s+)?|[;,]\s+(?:und )?(?:es|er|sie) (?:ist|sind)\s+/i,
  ownerFrame: [
    /^(?:(?:der|die|das|ein|eine|jede[rs]?)\s+)+/i,
    /^(?:daten|felder|angaben|eigenschaften|attribute|stammdaten) (?:zu|zum|zur|von|des|der|einer|eines) (?:(?:dem|der|einem|einer) )?/i,
    /\s*[–—:|]\s.*$|\s-\s.*$/,
    /\s+(?:daten|felder|angaben|stammdaten|eigenschaften)$/i,
  ],
  sampleTitle: /^(?:(?:ein|das|volles|vollständiges) )*(?:beispiele?|muster)\b/i,
  generalTitle: /^(?:die )?(?:(?:felder|daten|datenmodell|angaben|eigenschaften|tabellen?|ressourcen|objekte|überblick|alle|und)\s*)+$/i,
  aboutLead: /\b(?:von|zu|zum|zur|über|für|des|der)\s+(?:(?:ein|eine|einem|einer|jede[mnrs]?|den|der|dem)\s+)?$/i,
  questionMark: 'F|Frage',
  answerMark: 'A|Antwort',
  everyQuestion:
    /^(?:haben|hat) (?:alle|jede[rs]?)\b[^?]*\b(?:ids?|kennung(?:en)?|schlüssel|zeitstempel|felder?|gemeinsam)\b|^(?:was|welche felder) (?:haben|hat) (?:alle|jede[rs]?)\b/i,
  generalLead: /^(?:allgemein(?:es)?|grundsätzlich(?:es)?|vorbemerkung(?:en)?|gemeinsames?|für alle)$/i,
  computedFrom:
    /^(?:die |der |das )?(?:summe|gesamtsumme|differenz|unterschied|produkt|verhältnis|mittelwert|durchschnitt|kombination) (?:von|aus|zwischen|der|des)\b/i,
  spokenMore: /^(?:er|sie|es|dazu|außerdem|zusätzlich|daneben|ferner|hinzu)\b/i,
}
