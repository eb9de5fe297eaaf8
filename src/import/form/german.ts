// German as people fill in forms: the words and phrases that are understood beside those of English.

import { english } from './english.ts'
import { germanQuestions } from './german-questions.ts'
import type { ColumnName, Words } from './words.ts'

const number = String.raw`(-?\d[\d .]*(?:,\d+)?)`
const phrase = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll('NUM', number)})$`, 'i')

const headers: { readonly [name in ColumnName]: readonly string[] } = {
  field: ['feld', 'name', 'eigenschaft', 'attribut'], type: ['art', 'typ', 'format', 'wert'], must: ['pflicht', 'pflicht?', 'muss', 'pflichtfeld', 'nötig'],
  default: ['vorgabe', 'vorgabewert', 'standard', 'sonst'], setter: ['wer setzt es', 'gesetzt von', 'quelle'], meaning: ['bedeutung', 'beschreibung', 'bemerkung', 'anmerkung', 'was', 'zweck'],
  flags: ['merkmale'], typeName: ['typname'], from: ['von', 'zustand', 'alter zustand'], to: ['nach', 'neuer zustand', 'folgezustand'],
  trigger: ['auslöser', 'durch', 'ereignis', 'aktion'], guard: ['bedingung', 'nur wenn', 'wenn'], endpoint: ['endpunkt', 'aufruf', 'anfrage', 'methode und pfad'],
  method: ['methode'], path: ['pfad', 'adresse'], who: ['wer', 'rolle', 'rollen', 'darf', 'wer darf'], status: ['antwort', 'status', 'ergebnis', 'http'],
  error: ['code', 'fehler', 'fehlercode', 'kennung'], event: ['ereignis', 'typ', 'name'], limit: ['grenze', 'was'], value: ['wert', 'höchstens', 'grenze'], id: ['nr', 'nr.', 'id'],
}

export const german: Words = {
  ...english,
  ask: germanQuestions,
  headers: { ...english.headers, ...Object.fromEntries(Object.entries(headers).map(([name, all]) => [name, [...all, ...english.headers[name as ColumnName]]])) },
  phrases: [
    [phrase('text|zeichenkette|langer text|freitext'), { says: 'type', type: 'text' }],
    [phrase('ganze zahl|ganzzahl'), { says: 'type', type: 'whole number' }],
    [phrase('zahl'), { says: 'type', type: 'number' }],
    [phrase('ja\\/nein|ja oder nein'), { says: 'type', type: 'yes/no' }],
    [phrase('datum|tag'), { says: 'type', type: 'date' }],
    [phrase('zeitpunkt|datum und uhrzeit|zeitstempel'), { says: 'type', type: 'date-time' }],
    [phrase('e-?mail-?adresse'), { says: 'type', type: 'email' }],
    [phrase('geld|betrag|geldbetrag|preis'), { says: 'type', type: 'money' }],
    [phrase('(\\d) nachkommastellen'), { says: 'decimals', digits: '$1' }],
    [phrase('(?:eine[rs]? von|auswahl)\\s*:?\\s+(.+)'), { says: 'choice', text: '$1' }],
    [phrase('liste von (.+)'), { says: 'list', text: '$1' }],
    [phrase('(?:id|nummer|verweis) (?:von|des|der|auf) (?:de[rsmn] |die |ein(?:e[rsm])? )?(\\w+)'), { says: 'reference', text: '$1' }],
    [phrase('(?:höchstens|maximal|max\\.?|bis zu)\\s*NUM(?:\\s*zeichen)?'), { says: 'bounds', most: '$1' }],
    [phrase('(?:mindestens|min\\.?|ab)\\s*NUM(?:\\s*zeichen)?'), { says: 'bounds', least: '$1' }],
    [phrase('(?:von |zwischen )?NUM\\s*(?:bis|und)\\s*NUM(?:\\s*zeichen)?'), { says: 'bounds', least: '$1', most: '$2' }],
    [phrase('(?:genau )?(\\d+) ziffern'), { says: 'pattern', pattern: '^[0-9]{$1}$' }],
    [phrase('(?:genau )?(\\d+) buchstaben'), { says: 'pattern', pattern: '^[A-Za-z]{$1}$' }],
    [phrase('eindeutig|einmalig|keine zwei gleich'), { says: 'rule', rule: 'unique' }],
    [phrase('(?:nicht änderbar|unveränderlich|fest|ändert sich nie)'), { says: 'rule', rule: 'never changes' }],
    [phrase('nur lesbar|nur lesen'), { says: 'rule', rule: 'read-only' }],
    [phrase('(?:vorgabe|standard|sonst|wenn nicht angegeben|beginnt (?:mit|bei)):?\\s+`?([^`\\s]+)`?'), { says: 'default', text: '$1' }],
    [phrase('freiwillig|optional|kann fehlen|darf leer sein'), { says: 'must', must: 'no' }],
    [phrase('pflicht|pflichtfeld|muss|nötig'), { says: 'must', must: 'yes' }],
    [phrase('nie negativ|nicht negativ'), { says: 'bounds', least: '0' }],
    [phrase('siehe .*'), { says: 'nothing' }],
    ...english.phrases,
  ],
  marks: { yes: /^(?:ja|j|x|✓|pflicht|muss|immer)$/i, no: /^(?:nein|n|freiwillig|optional)$/i, nothing: english.marks.nothing, conditional: /^(?:nur .+|wenn .+|falls .+)$/i },
  service: /^(?:system|dienst|server|das system|der dienst|automatisch)(?:\s*\(.*\))?$/i,
  anyone: /^(?:alle|jeder|jede|öffentlich|jedermann)(?:[, ]*\(?ohne anmeldung\)?)?$|^ohne anmeldung$/i,
  start: /^(?:\(neu\)|neu angelegt|\(new\)|[-–—]|\(anfang\))$/i,
  final: [/^(.+?) (?:ist|sind) (?:das ende|endgültig|endzustand|endzustände)\b/i, /^(?:endzustände|endgültig)(?: sind)?\s*:\s*(.+)$/i],
  starts: [/^(?:neue[rs]?|jede[rs]? neue) .+? (?:beginnt|beginnen|ist|sind) (?:als|mit|in)?\s*[*`_]*([\w-]+)[*`_]*\.?$/i],
  moves: [/^(?:ein|eine|der|die|das) \S+ (?:geht|wechselt) von (.+?) (?:nach|zu|auf) (\S+?)(?:[,:]? (?:wenn|sobald|durch) (.+?))?\.?$/i],
  conjunction: /\s*(?:,|\/|\boder\b|\bund\b)\s*/i,
  after: /^(?:von selbst |automatisch )?nach (\d+) ?(stunden?|tage?n?|minuten?|wochen?)$/i,
  guarded: /^(.*?)[,;]?\s+nur wenn\s+(.+)$/i,
  clock: /^(?:von selbst|automatisch|nachts|zeitgeber)\b/i,
  units: { sekunde: 'second', sekunden: 'second', minute: 'minute', minuten: 'minute', stunde: 'hour', stunden: 'hour', tag: 'day', tage: 'day', tagen: 'day', woche: 'week', wochen: 'week' },
  rate: /(\d[\d .]*)\s*(?:anfragen?|aufrufe?)?\s*(?:je|pro|\/|in der)\s*(sekunde|minute|stunde|tag)\b(?:\s*(?:je|pro|und|für jede[nr]?)\s*([\wäöüß -]+?))?(?=[,.;:(]|$)/i,
  burst: /\b(?:stoß|spitze)(?: von| bis)?\s*(\d+)/i,
  address: /^(?:ip|ip-adresse|adresse)$/i,
  everyRecord: /^(?:jeder|alle) (?:datensatz|datensätze|einträge|eintrag)\b.*?\b(?:hat|haben)\b/i,
  shape: /\b(?:eingebettet|teil von|ohne id)\b/i,
  requirement: /\d|\b(?:muss|müssen|nur|nie|niemals|immer|kann nicht|höchstens|mindestens|darf nicht|pflicht|automatisch|genau|sonst)\b|->|→/i,
}
