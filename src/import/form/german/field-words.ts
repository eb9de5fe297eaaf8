// The German words in descriptions of fields.

import { english } from '../english/english.ts'
import type { FieldWords } from '../words/field-words.ts'

const number = String.raw`(-?\d[\d .]*(?:,\d+)?)`

const phrase = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll('NUM', number)})$`, 'i')

/** Words for the records of all resources. */
const recordNoun = String.raw`(?:datensatz|datensätzen?|eintrag|einträgen?|ressourcen?|objekte?n?|entität(?:en)?|tabellen?|dinge?n?|zeilen?)`

export const germanFieldWords: Partial<FieldWords> = {
  noMark: /\b(?:kein(?:e|en|er)?|ohne) [\x60"„]?(?=[*!?+#~^°†])/gi,
  defaultClause: 'vorgabe',
  rewrites: [
    // "Liste von höchstens 8 Werten aus: totholz, pilz", "Liste von höchstens 10 URLs".
    [
      /\bListe von ((?:höchstens|maximal|bis zu) \d+|\d+ bis \d+) (?:Werten|Einträgen|Angaben)?,? ?(?:jeweils )?(?:aus|von|eine[rs]? von):? ([^.;()]+)/gi,
      'liste von eine von: $2; $1 Einträge',
    ],
    [
      /\bListe von ((?:höchstens|maximal|bis zu) \d+|\d+ bis \d+) (?!Einträgen|Werten)(\p{Lu}[\p{L}-]*?)s?(?=\s*(?:[.;,()]|$))/gu,
      'liste von $2; $1 Einträge',
    ],
    // The comma of a decimal, and the points of thousands.
    [/(?<![\d.,])(\d{1,3})\.(\d{3})\.(\d{3})(?![\d.])/g, '$1$2$3'],
    [/(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.])/g, '$1$2'],
    [/(?<![\d,.])(-?\d+),(\d{1,4})(?![\d,])/g, '$1.$2'],
    [/\bvon (?=(?:höchstens|mindestens|maximal|bis zu|genau|\d))/gi, ''],
    ...english.rewrites,
  ],
  phrases: [
    [phrase('text|zeichenkette|langer text|freitext|kurzer text'), { says: 'type', type: 'text' }],
    [phrase('auswahl(?:liste|feld|wert)?|aufzählung|werteliste|codeliste|schlüsselliste'), { says: 'type', type: 'choice' }],
    [phrase('ganze zahl|ganzzahl'), { says: 'type', type: 'whole number' }],
    [phrase('zahl|dezimalzahl|kommazahl'), { says: 'type', type: 'number' }],
    [phrase('ja\\/nein|ja oder nein'), { says: 'type', type: 'yes/no' }],
    [phrase('datum|tag'), { says: 'type', type: 'date' }],
    [phrase('zeitpunkt|datum und uhrzeit|zeitstempel'), { says: 'type', type: 'date-time' }],
    [phrase('e-?mail-?adresse'), { says: 'type', type: 'email' }],
    [phrase('geld|betrag|geldbetr(?:ag|äge)|preise?|geldwerte?'), { says: 'type', type: 'money' }],
    [
      phrase('(?:mit )?(\\d|einer?|zwei|drei|vier|fünf|sechs) (?:nachkommastellen?|stellen? nach dem komma)'),
      { says: 'decimals', digits: '$1' },
    ],
    [phrase('(?:eine[rs]? von|auswahl(?: aus| zwischen)?|entweder|werte|mögliche werte)\\s*:?\\s+(.+)'), { says: 'choice', text: '$1' }],
    [phrase('liste von (.+)'), { says: 'list', text: '$1' }],
    [phrase('(?:nur )?kleinbuchstaben'), { says: 'charset', text: 'a-z' }],
    [phrase('(?:nur )?großbuchstaben'), { says: 'charset', text: 'A-Z' }],
    [phrase('(?:und )?ziffern'), { says: 'charset', text: '0-9' }],
    [phrase('(?:und )?bindestriche'), { says: 'charset', text: '-' }],
    [phrase('leer(?:,)? (?:bis|solange|wenn) .*'), { says: 'must', must: 'no' }, { says: 'more' }],
    [phrase('eindeutig (?:je|pro|innerhalb (?:de[rs]|eine[rs])) ([\\wäöüß]+)'), { says: 'uniqueWith', text: '$1' }],
    [
      phrase('(?:dieselbe|gleiche) (?:liste|auswahl|werte) wie (?:bei |in )?(?:de[rmn] |die )?`?([\\wäöüß.]+(?: [\\wäöüß]+)?)`?'),
      { says: 'sameAs', text: '$1' },
    ],
    [
      phrase(
        '(?:(?:genau )?(?:ein|eine) )?(?:id|nummer|verweis|referenz) (?:von|des|der|auf|zu|zum|zur) (?:de[rsmn] |die |das |ein(?:e[rsmn]?)? )?([\\wäöüß]+)',
      ),
      { says: 'reference', text: '$1' },
    ],
    [phrase('(?:mehr|größer) als\\s*NUM(?:\\s*(?:zeichen|einträge))?'), { says: 'bounds', above: '$1' }],
    [phrase('(?:weniger|kleiner) als\\s*NUM(?:\\s*(?:zeichen|einträge))?'), { says: 'bounds', below: '$1' }],
    [
      phrase(
        '(?:höchstens|maximal|max\\.?|bis zu|(?:darf |kann )?(?:nicht|nie) (?:über|größer als|mehr als|länger als))\\s*NUM(?: (?:steigen|gehen|liegen|sein))?(?:\\s*(?:zeichen|einträge))?',
      ),
      { says: 'bounds', most: '$1' },
    ],
    [
      phrase(
        '(?:mindestens|min\\.?|ab|(?:darf |kann )?(?:nicht|nie) (?:unter|kleiner als|weniger als))\\s*NUM(?: (?:fallen|sinken|gehen|liegen|sein))?(?:\\s*(?:zeichen|einträge))?',
      ),
      { says: 'bounds', least: '$1' },
    ],
    [
      phrase('(?:von |zwischen )?NUM\\s*(?:bis|und|-|–|\\.\\.)\\s*NUM(?:\\s*(?:zeichen|einträge))?'),
      { says: 'bounds', least: '$1', most: '$2' },
    ],
    [phrase('genau NUM(?:\\s*(?:zeichen|einträge))?'), { says: 'bounds', least: '$1', most: '$1' }],
    [phrase('(?:genau )?(\\d+) ziffern'), { says: 'pattern', pattern: '^[0-9]{$1}$' }],
    [phrase('(?:genau )?(\\d+) buchstaben'), { says: 'pattern', pattern: '^[A-Za-z]{$1}$' }],
    [
      phrase(
        '(?:groß- und kleinschreibung|groß-\\/kleinschreibung|groß- ?\\/ ?kleinschreibung|schreibweise) (?:ist |sind |spielt |wird )?(?:egal|gleich|keine rolle|nicht beachtet|nicht unterschieden)|ohne beachtung der groß- und kleinschreibung',
      ),
      { says: 'rule', rule: 'ignoring case' },
    ],
    [phrase('schlüssel|primärschlüssel|ist der schlüssel'), { says: 'rule', rule: 'key' }],
    [
      phrase(
        '(?:nur )?(?:vom|durch den) (?:dienst|system|server) (?:vergeben|gesetzt|erzeugt|berechnet|bestimmt|gefüllt)|(?:der dienst|das system|der server) (?:vergibt|setzt|erzeugt|berechnet) (?:es|sie|ihn)|(?:wird )?(?:automatisch|vom dienst) (?:vergeben|gesetzt|erzeugt|berechnet)|automatisch',
      ),
      { says: 'rule', rule: 'read-only' },
    ],
    [phrase('eindeutig|einmalig|keine zwei gleich'), { says: 'rule', rule: 'unique' }],
    [phrase('(?:nicht änderbar|unveränderlich|fest|ändert sich nie)'), { says: 'rule', rule: 'never changes' }],
    [phrase('nur lesbar|nur lesen'), { says: 'rule', rule: 'read-only' }],
    [
      phrase(
        '(?:vorgabe|standard(?:wert)?|voreinstellung|vorbelegt mit|sonst|beginnt (?:mit|bei)|(?:wenn|falls) (?:es |sie |er )?(?:nichts?|nicht|keine?[rs]?|leer|fehlt)(?: anderes)?(?: (?:angegeben|gesagt|gewählt|gesetzt|ausgefüllt|vorhanden))?(?: (?:ist|wird|wurde))?,?(?: (?:dann|gilt|ist es|wird es))?):?\\s+`?([^`\\s]+)`?',
      ),
      { says: 'default', text: '$1' },
    ],
    [phrase('freiwillig|optional|kann fehlen|darf leer sein'), { says: 'must', must: 'no' }],
    [phrase('pflicht|pflichtfeld|muss|nötig'), { says: 'must', must: 'yes' }],
    [phrase('nie negativ|nicht negativ'), { says: 'bounds', least: '0' }],
    [phrase('siehe .*'), { says: 'nothing' }],
    ...english.phrases,
  ],
  characters: [
    [/^großbuchstaben?$/i, 'A-Z'],
    [/^kleinbuchstaben?$/i, 'a-z'],
    [/^buchstaben?$/i, 'A-Za-z'],
    [/^(?:ziffern?|zahlen)$/i, '0-9'],
    [/^bindestrich$/i, '-'],
    ...english.characters,
  ],
  counts: {
    ein: '1',
    eine: '1',
    einem: '1',
    einer: '1',
    zwei: '2',
    drei: '3',
    vier: '4',
    fünf: '5',
    sechs: '6',
    sieben: '7',
    acht: '8',
    neun: '9',
    zehn: '10',
    zwölf: '12',
  },
  sequenceJoin: /\s*(?:,?\s*dann|,?\s*gefolgt von|\bund\b|\+|,)\s*/i,
  textUnit: /\b(?:Zeichen|Buchstaben)\b/i,
  leastClause: 'mindestens',
  mostClause: 'höchstens',
  exactlyClause: 'genau',
  orWord: 'oder',
  service:
    /^(?:(?:wird )?(?:vom|durch (?:das|den)) (?:system|dienst|server)(?: (?:gesetzt|vergeben|erzeugt|berechnet|gefüllt|befüllt|ermittelt|gepflegt))?|system|dienst|server|das system|der dienst|automatisch)(?:\s*\(.*\))?$/i,
  fixedName: /(?:nummer|code|nr|id|kennzeichen|schlüssel|iban|ean|isbn|plz|postleitzahl|pin)$/i,
  alsoSo: /[.;,]?\s*(?:und )?(?:ebenso|genauso|dasselbe gilt für)\s+`\w+`(?:(?:,| und)\s+`\w+`)*/i,
  bothAre:
    /\b(?:beide|jeweils|je) ((?:pflicht|freiwillig|optional|eindeutig|höchstens|maximal|max\.?|mindestens|bis zu|genau)(?![\p{L}])[^,;().]*)/iu,
  severalDefaults: /\b(?:standard(?:wert)?|vorgabe|voreinstellung):? ((?:`[^`]+`|[\w:.-]+)(?:(?:,? und|,|\/) (?:`[^`]+`|[\w:.-]+))+)/i,
  allParts: /^alle(?: (?:teile|felder|angaben))?(?: sind)? (pflicht|freiwillig|nötig)$/i,
  blocker:
    /^(?:wenn|falls|sofern|außer|nur|bis|solange|nicht|kein|keine|nie|niemand|aber|als|vor|nach|weder|noch|ohne|je|pro|jede[rs]?|sonst|oder|sobald)$/i,
  weakKind: english.weakKind,
  linking:
    /^(?:von|mit|in|ist|sind|hat|haben|zwischen|bis|ein|eine|der|die|das|lang|kurz|es|muss|darf|als|und|für|auf|text|zahl|zeichen|ziffern|insgesamt)$/i,
  valuesLead: 'eine von',
  sameValues:
    /\b(?:die ?selben|die gleichen|gleiche|dieselbe) (?:\p{L}+ )?(?:werte|codes|liste|auswahl|optionen)\b|\b(?:werte|codes|liste|auswahl) wie (?:oben|zuvor|bei|in)\b/iu,
  listOf: 'liste von',
  listOfValues: 'liste von eine von',
  choiceLead: `eine[rs]? von|auswahl|werte|mögliche werte|erlaubt sind|${english.choiceLead}`,
  prefixedKey: /\bids?\b(?=.*(?:\bpräfix|`[a-z]{2,5}_))|\bpräfix\b|\bkürzel\b/i,
  clauseJoin: /\s+(?:und|aber)\s+/gi,
  seeStates: /\bsiehe (?:teil|abschnitt|kapitel)\s*3\b/i,
  fieldsLabel: /^(?:felder|attribute|eigenschaften|spalten|daten)$/i,
  groupOf: /^(?:gruppe|besteht|objekt)\s*(?:aus|mit|von)?:?\s+(.*\(.*\).*)$/i,
  listHeader: /^(?:code|werte|schlüssel)?liste?$/,
  codeHeader: /^(?:codes?|werte?|schlüssel)$/,
  codeListNames: (list) => [`code(${list})`, `liste ${list}`, `werteliste ${list}`, `codeliste ${list}`],
  wholeNumbers: /\b(?:alle )?zahlen sind (?:immer )?(?:ganz(?:zahlig|e zahlen)?|integer)\b/i,
  bareAddress: /^(?:die |eine )?(?:(?:gültige|echte) )?adresse$/i,
  general: /^[*`]*(\p{L}+)[*`]*\s*(?:\bist|\bsind|=|:|\bhat|\bhaben)\s+(.+?)\.?$/iu,
  usualTimes: /^(?:alle )?(?:zeiten|zeitpunkte|zeitangaben|datumsangaben|daten)\b.*(?:ISO ?8601|RFC ?3339|\bUTC\b|JJJJ-MM-TT)[^.]*\.?$/i,
  allFields: /^alle (?:felder )?(?:sind )?(nur lesbar|pflicht|freiwillig)\.?$/i,
  uniqueClause: 'eindeutig',
  scopeLead: /^(?:je|pro|innerhalb|in|für jede\w*|unter)\b/i,
  fixedClause: 'ändert sich nie',
  embedded: /\beingebettet\b/i,
  onCreation: /\b(?:bei|beim|mit) (?:der )?(?:Anlage|Anlegen|Erstellung|Erstellen|Neuanlage)\b/i,
  mayChange: /\b(?:änderbar|(?:darf|kann) (?:später )?geändert werden)\b|\b(?:bei|beim) (?:der )?(?:Änderung|Ändern)\b/i,
  everyRecord: new RegExp(
    String.raw`^(?:(?:zusätzlich|außerdem|ferner) )?(?:(?:bei|in|für) )?(?:jede[rsmn]?|alle[nr]?)(?: (?:der|dieser|die|diese))? ${recordNoun}\b.*?(?:\b(?:hat|haben|bekommt|bekommen|erhält|erhalten|trägt|tragen|enthält|enthalten|besitzt|besitzen|führt|führen|besteht|gibt es|steht|stehen)\b|[:–—])|^(?:allen? gemeinsam|gemeinsam|überall|für alle|alle)\b[^.]{0,30}?(?:[:–—]|\b(?:ist|sind|gibt es|haben)\b)|^[\x60„"]\w+[\x60“"][^.]*\b(?:(?:in|an|bei|auf) (?:jede[rmns]?|allen?)(?: ${recordNoun})?|überall)\b`,
    'iu',
  ),
  everyExcept:
    /\((?:der|die|das) (\p{L}+) (?:hat|haben) nur\b|(?<!\p{L})(?:außer|bis auf|nur nicht)(?: bei| beim| in)? ((?:der |die |das |dem |den )?\p{L}+(?:(?:, | und | oder )(?:der |die |das |dem |den )?\p{L}+)*)(?=\s*(?:[.,;:)]|$))/giu,
  onEvery: new RegExp(String.raw`[\s,]*\b(?:(?:in|an|bei|auf) (?:jede[rmns]?|allen?)(?: ${recordNoun})?|überall)\b`, 'iu'),
  kindBefore: /\b(?:ein(?:en?|em|er)?|der|die|das|den)\s+(\p{L}[\p{L} -]{2,20}?)\s*$/iu,
  ofEach: /^(?:beides?|alle|jeweils|je)(?: (?:davon|sind|ist|werden|wird|vergibt|setzt))?\s+(?=\S)/i,
  shape: /\b(?:eingebettet|teil von|ohne id)\b/i,
}
