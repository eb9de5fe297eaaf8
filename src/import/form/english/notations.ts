// Rewrites notations of databases, code and lists in English descriptions of fields as the words of the phrases.

const rule = (pattern: string, text: string): readonly [pattern: RegExp, text: string] => [new RegExp(pattern, 'giu'), text]

const start = String.raw`(?:^|(?<=[.;,(]\s*))`
const end = String.raw`(?=\s*(?:[.;,()]|$))`

const countWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Kinds of values in the plural, after a number of entries. */
const pluralKinds = String.raw`(?<kind>strings|texts|dates|urls|links|web (?:addresses|links|pages)|e-?mails?(?: addresses)?|whole numbers|integers|uuids|(?:ids|references|links|refs) (?:of|to) (?:an? |the )?\p{L}+)`

export const englishNotations: readonly (readonly [pattern: RegExp, text: string])[] = [
  // "list of string, length 1..20; , max 8"
  rule(
    String.raw`\b(list of (?:str(?:ing)?|text))s?, (?:length |up to |at most )(\d[\d.]*);?\s*,? max(?:imum)?\.? (\d+)(?! char)`,
    '$1, each $2; at most $3 entries',
  ),
  // Generic types of code: `list<str[1..30]>`.
  rule(
    String.raw`\b(?:list|array|set)\s*<\s*(?:str|string|text)\s*[[(]\s*(\d*)\s*(?:\.\.|-|,)\s*(\d+)\s*[\])]\s*>`,
    'list of text, each text $1..$2; ',
  ),
  rule(String.raw`\b(?:str|string|text)\s*[[(]\s*(\d+)\s*(?:\.\.|-|,)\s*(\d+)\s*[\])]\[\]`, 'list of text, each text $1..$2; '),
  rule(String.raw`\b(?:list|array|set)\s*<\s*([^<>]+?)\s*>`, 'list of $1'),
  rule(String.raw`\bmap\s*<\s*str\s*,\s*(\w+)\s*>`, 'map<string,$1>'),
  rule(String.raw`(?:^|(?<=[.;,]\s*))ts(?=\?|\s|[;,.)]|$)`, 'timestamp'),
  rule(String.raw`(?<=[\])>}\s])=\s*(?:\[\]|\{\})(?=\s|[;,.]|$)`, '; optional; '),
  rule(String.raw`\buq(?= (?:per|within|in|with|together)\b)`, 'unique'),
  rule(String.raw`\b(?:cf|cp)\.\s+`, 'see '),
  // Databases.
  [/(?<![\p{L}_])NN(?![\p{L}_])/gu, '; required; '],
  [/(?<![\p{L}_])(?:AI|AUTO_INCREMENT|AUTOINCREMENT|IDENTITY)(?![\p{L}_])/gu, '; set by the service; '],
  rule(
    String.raw`\b((?:big|small)?int(?:eger)?|number|numeric) (?:identity|auto_?increment)(?:\s*\(\d+, ?\d+\))?`,
    '$1, set by the service',
  ),
  rule(String.raw`\bnumber\s*\(\s*(\d+)\s*,\s*(\d)\s*\)`, 'decimal($1,$2)'),
  rule(String.raw`\bnumber\s*\(\s*\d+\s*\)|\bnumber\s*\(\s*\d+\s*,\s*0\s*\)`, 'integer'),
  rule(String.raw`\bn?varchar2?\s*\((?=\d)`, 'varchar('),
  rule(String.raw`${start}uniqueidentifier(?=\s|${end})`, 'uuid'),
  rule(String.raw`${start}(?:bit(?:\(1\))?|tinyint\(1\))(?=\s|${end})`, 'boolean'),
  rule(String.raw`\b(timestamp(?:tz)?|datetime2?|time)\s*\(\d\)`, '$1'),
  rule(String.raw`${start}citext(?=\s|${end})`, 'text; ignoring case'),
  rule(String.raw`\s+collate\s+["\x60]?nocase["\x60]?`, '; ignoring case'),
  rule(String.raw`\s+collate\s+["\x60]?[\w.-]+["\x60]?`, ''),
  rule(String.raw`\bn?character varying\s*\(`, 'varchar('),
  rule(String.raw`\bvarchar2?\s*\((\d+) (?:char|byte)s?\)`, 'varchar($1)'),
  rule(String.raw`${start}u?(?:big|small|tiny|medium)int(?:eger)?(?:\(\d+\))?(?: unsigned)?(?=\s|${end})`, 'integer'),
  rule(String.raw`${start}u?int(?:8|16|32|64|2|4)(?=\s|${end})`, 'integer'),
  rule(String.raw`${start}(?:big|small)?serial(?=\s|${end})`, 'integer, set by the service'),
  rule(String.raw`${start}(?:real|float[48]|float(?:32|64)|double precision)(?=\s|${end})`, 'number'),
  rule(
    String.raw`${start}(?:timestamptz|timestamp with(?:out)? time ?zone|datetime2|datetimeoffset|zoned-?date-?time|offset-?date-?time|local-?date-?time)(?=\s|${end})`,
    'timestamp',
  ),
  rule(
    String.raw`${start}(?:iso|utc|rfc3339)[-_]?(?:8601)?[-_]?(?:date)?[-_]?(?:time|timestamp|instant)(?:string|stamp|utc)?(?=\s|${end})`,
    'timestamp',
  ),
  rule(String.raw`${start}(?:local|iso|calendar)[-_]?date(?:string)?(?=\s|${end})`, 'date'),
  rule(String.raw`\bISO-8601\b`, 'ISO 8601'),
  rule(String.raw`${start}(?:output|response|(?:server|service|system|backend)(?:[- ]side)?)[- ]only${end}`, 'read-only'),
  rule(String.raw`\b(?:string|text|str)\s*\(\s*\.\.\s*(\d+)\s*\)`, 'text, at most $1'),
  // An expression that follows its name describes the whole value.
  rule(
    String.raw`\b(pattern|reg(?:ular )?ex(?:p|pression)?|format|mask)\s*:?\s*\x60(?!\^)(?=[^\x60]*\[[^\x60]*\])([^\x60\s]+?)\$?\x60`,
    '$1 \x60^$2$$\x60',
  ),
  // Lists of values, and of entries.
  rule(
    String.raw`${start}(?:(?:pick|drop-?down|value|code|selection) ?)?list(?: of values)?\s*:\s+(?!(?:strings|texts?|urls?|numbers?|integers?|uuids?|dates?)\b)(?=[\p{L}\d][\p{L}\d_-]*(?: [\p{L}\d_-]+){0,3}\s*[,/|])`,
    'one of: ',
  ),
  rule(String.raw`${start}(?:multiple|several|many) ${pluralKinds}`, 'list of $<kind>'),
  rule(
    String.raw`${start}(\d+)\s*(?:-|–|\.\.|to)\s*(\d+) (?:elements|values|entries|items) (?:out of|of|from|among) (?=[\w\x60-]+(?:,|\s))`,
    'list of $1 to $2 of ',
  ),
  rule(String.raw`\bfrom (-?\d[\d.,]*) (?:up|upwards?|on|onwards?)\b`, 'at least $1'),
  rule(
    String.raw`\b(?:(?:every|each|all) \p{L}+ (?:has|have|gets?) (?:a )?different (?:one|ones|value)s?|(?:every|each) \p{L}+(?: \p{L}+)? (?:only|just) once|different for (?:everybody|everyone|each(?: \p{L}+)?|every \p{L}+|all)|(?:every|each) [\p{L} ]{2,30}? (?:may|can|must|shall|is to|will) be (?:assigned|entered|used|given(?: out)?|issued|registered) (?:only|just) once)\b`,
    'unique',
  ),
  rule(String.raw`\b(?:of course )?(?:every|each) \p{L}+ has (?:his|her|its|their|an?)(?: or her)? own(?: one)?\b`, 'unique'),
  rule(String.raw`\b(?:an|the) entry (?:has to|must|shall|is to) be made\b`, 'required'),
  rule(String.raw`\b(?:an|the) entry (?:may|can|need not) be made\b`, 'optional'),
  rule(
    String.raw`\b(?:supplied|given|sent|set|provided) (?:on|at|upon) (?:insert(?:ion)?|creation|creating) only\b|\bfrozen (?:thereafter|afterwards|from then on)\b`,
    'never changes',
  ),
  rule(String.raw`\b(?:any |the )?input (?:is|will be|gets) (?:discarded|ignored|dropped)\b`, 'read-only'),
  rule(String.raw`\$ref:?\s+["'\x60]?(?:#/[\w/]*/)?(\w+)["'\x60]?(?:\s*\(id\))?`, 'reference to $1'),
  rule(String.raw`\b(?:string|text)s? (?:of|with) (?:exactly )?(\d+) (?:decimal )?(?=digits?\b)`, '$1 '),
  // Sets of values.
  rule(String.raw`∈\s*\{([^{}]+)\}`, 'one of: $1;'),
  rule(String.raw`∈\s*\[\s*(-?[\d.]+)\s*(?:[,;]|\.\.)\s*(-?[\d.]+)\s*\]`, '$1 to $2'),
  rule(String.raw`\byes / no\b`, 'yes/no'),
  // "not fewer than one and not more than six", "nil"
  ...countWords.map((word, index) =>
    rule(String.raw`\b((?:not|no) (?:fewer|less|more) than |at (?:least|most) |up to )${word}\b`, `$1${index + 1}`),
  ),
  rule(String.raw`\b(?:not|no) (?:fewer|less) than (-?[\d.,]*\d) (?:and|but|nor|or),? (?:not|no) more than (?=-?\d)`, '$1 to '),
  rule(String.raw`\bnil\b`, '0'),
  rule(String.raw`\b(?:it )?must (?:have|contain|hold) (?=at least \d|at most \d|between \d|\d)`, ''),
  rule(String.raw`\bto (?=(?:\d|one|two|three|four) (?:decimals?|dec|places|dp)\b)`, 'with '),
  rule(String.raw`\b(?:to|rounded to) the (?:nearest )?(?:cent|penny)\b`, 'with 2 decimals'),
  rule(
    String.raw`\b(amount|sum|price|money|number|decimal|integer)(?: of| being|,)? (?=(?:not|no) (?:less|more|fewer) than|at least|at most|between -?\d|from -?\d|-?\d[\d.,]* to -?\d|(?:greater|more|less) than \d|not exceeding|up to \d)`,
    '$1; ',
  ),
  rule(
    String.raw`\b(?:lists?|arrays?|sets?) of (?:between |from )?(\d+) (?:to|and|-|–) (\d+) ${pluralKinds}`,
    'list of $<kind>, $1 to $2 entries',
  ),
  rule(
    String.raw`\b(?:lists?|arrays?|sets?) of (?:at most|up to|not more than|no more than) (\d+) (?:names|words|tags|labels|phrases)(?=[,;] each\b)`,
    'list of texts, at most $1 entries',
  ),
  rule(
    String.raw`\b(?:lists?|arrays?|sets?) of (?:at most|up to|not more than|no more than) (\d+) ${pluralKinds}`,
    'list of $<kind>, at most $1 entries',
  ),
  // "deemed to be no unless an officer decides otherwise"
  rule(
    String.raw`,?\s*(?:which |that |and )?(?:(?:it|they) )?(?:(?:shall|will|must|is to|are to) be|is|are) (?:deemed|presumed|considered|taken|assumed|treated)(?: to be| as)? ["“'\x60]?([\p{L}\d_-]+)["”'\x60]?(?=\s*(?:unless|until|save|except|where not|if not|in the absence|[.;,]|$))`,
    '; default $1',
  ),
  rule(
    String.raw`(?<=; default [\p{L}\d_-]+),?\s*(?:unless|until|save where|except where)(?: [\p{L} ]{2,40}?)? (?:determin\p{L}+|decid\p{L}+|stat\p{L}+|sa(?:ys|id)|specif\p{L}+|provid\p{L}+|direct\p{L}+|indicat\p{L}+|elect\p{L}*|order\p{L}*|agree\p{L}*|set|given|chosen) otherwise${end}`,
    '',
  ),
  // A number of entries before their kind makes a list.
  rule(String.raw`${start}(?:max(?:imum)?\.?|at most|up to|no more than) (\d+) ${pluralKinds}`, 'list of $<kind>, at most $1 entries'),
  rule(String.raw`${start}(\d+)\s*(?:-|–|\.\.|to)\s*(\d+) ${pluralKinds}`, 'list of $<kind>, $1 to $2 entries'),
  rule(String.raw`${start}(?:at least one|one or more|several) ${pluralKinds}`, 'list of $<kind>, at least 1 entries'),
  rule(String.raw`\blist of (?:ids|references|links|refs) (?:of|to) (?:an? |the )?(\p{L}+)`, 'list of reference to $1'),
  rule(
    String.raw`\b(list|array|set) of (?!(?:texts?|strings?|words|names|tags|dates?|urls?|numbers?|integers?|objects?|uuids?|emails?|enum|choice|one)\b)([a-z][\w-]*(?:, (?!(?:optional|required|unique|mandatory|read-only|immutable|max|min|default)\b)[a-z][\w-]*){2,})${end}`,
    '$1 of one of: $2',
  ),
  // Other words for the same.
  rule(
    String.raw`\b(?:the )?(?:date and time|dates? & times?|date-?time|moment|point in time|instant|timestamp)(?: (?:of|at) (?:its|the|their|his|her|this|that|each) [\p{L} ]{2,40}?| (?:when|at which) (?:it|the \p{L}+) (?:(?:was|is|has been) )?(?:last )?\p{L}+)(?=\s*(?:[.;,)]|$|\band (?:is|are)\b))`,
    'date and time',
  ),
  rule(String.raw`\b(?:likewise|similarly|equally) (?=\p{L}+(?:ed|en|pt) by\b)`, ''),
  rule(
    String.raw`\b(?:upper[- ]?case|upper|capitals?|capital letters|case|letter case|capitali[sz]ation)(?:(?: and |/| or )(?:lower[- ]?case|lower|small)(?: letters| case)?)?(?: letters)?(?:,? (?:being|is|are|to be|shall be|will be|must be))? (?:treated|regarded|considered|taken|counted|compared|handled)(?: as)?(?: being)? (?:equal|equally|equivalent|identical|the same|alike|one)\b`,
    'ignoring case',
  ),
  rule(
    String.raw`\b(?:irrespective of|without regard (?:to|for)|disregarding|regardless of|no matter|whatever|independent(?:ly)? of|not counting|not considering) (?:the )?(?:upper[- ]?case(?: (?:and|or) lower[- ]?case)?|upper (?:and|or) lower case|capitals|capital letters|capitali[sz]ation|letter case|case|case of (?:the )?letters)\b`,
    'ignoring case',
  ),
  rule(String.raw`\bcase (?:does not|doesn['’]t) (?:count|matter)\b`, 'ignoring case'),
  // "In the absence of a value: 60".
  rule(
    String.raw`${start}(?:in (?:the )?(?:absence|default) of (?:an?|any) (?:value|entry|choice|statement)|in its absence|failing (?:this|that|which|a value)|without (?:a|any) (?:value|entry|choice)|if (?:it is |this is )?(?:not supplied|not sent|not provided)|(?:where|when) (?:it is )?(?:absent|not (?:supplied|sent|provided)))\s*[:,–-]?\s*(?:(?:it|this|the value|the field) is |(?:the service|the system|we) (?:uses?|takes?|assumes?) )?(?=["'\x60*]?[\w.-]+["'\x60*]?${end})`,
    'default ',
  ),
  // "List of one or more out of nl, fr".
  [/\b(lists?|sets?|arrays?) of one (to|or) (two|three|four|five|six|seven|eight|nine|ten|\d+)\b(?! more)/gi, '$1 of 1 $2 $3'],
  ...['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, index): readonly [RegExp, string] => [
    new RegExp(
      `\\b((?:lists?|sets?|arrays?) of (?:(?:at (?:most|least)|up to|between|from|\\d+ (?:to|or|and)) )*)${word}\\b(?= (?:(?:to|or|and) \\w+ )?(?:(?:values|entries|items) )?(?:out )?of\\b)`,
      'gi',
    ),
    `$1${index + 2}`,
  ]),
  [
    /\b(?:lists?|sets?|arrays?) of (?:one or more|at least one)(?: values| entries| items)? (?:out )?of (?=[\w*`"“'])/gi,
    'one or more of: ',
  ],
  [
    /\b(?:lists?|sets?|arrays?) of (?:between |from )?(\d+) (?:to|or|and|-|–) (\d+)(?: values| entries| items)? (?:out )?of ((?:[\w*`"“'-]+)(?:,? (?:and |or )?[\w*`"”'-]+)+)/gi,
    'list of one of: $3; $1 to $2 entries',
  ],
  [
    /\b(?:lists?|sets?|arrays?) of (?:up to|at most|no more than) (\d+)(?: values| entries| items)? (?:out )?of ((?:[\w*`"“'-]+)(?:,? (?:and |or )?[\w*`"”'-]+)+)/gi,
    'list of one of: $2; at most $1 entries',
  ],
  // "Text: the letter G, a hyphen …": a kind of value before what describes it.
  [
    /^(texts?|strings?|chars?|characters?)\s*[:,]\s+(?=(?:the |an? )?(?:letters?|prefix|[A-Z]\b|one\b|two\b|three\b|four\b|five\b|six\b))/gi,
    '$1; ',
  ],
  [
    /\bthe (group|object|structure|block|record|list|field|whole|value)(?: itself| as a whole)? (?=(?:is|may|can|must|shall|need not|cannot)\b)/gi,
    'it ',
  ],
  rule(String.raw`\b(?:an? )?(?:running |serial |simple )?numbers? 1, ?2, ?3(?:,? ?(?:\.\.\.|…|and so on|etc\.?))?`, 'whole number,'),
  rule(String.raw`\b(?:date|day) (?:with|plus|incl(?:uding|\.)?) (?:the )?time\b`, 'date and time'),
  rule(
    String.raw`\b(?:big|capital|upper-?case) (?:or|and) (?:small|lower-?case) letters? (?:make|makes|is|are|does|do)(?: not|n['’]t)? (?:no difference|the same|matter|equal|count)\b`,
    'ignoring case',
  ),
  rule(
    String.raw`${start}(?:nobody|no one|nothing|no other)(?: else)? (?:may |can )?(?:have|has|uses?|shares?) (?:the same|it|this|that)(?: \p{L}+)?${end}`,
    'unique',
  ),
  rule(String.raw`\b(?:at|in) the (?:beginning|start)(?: it is|,? this is) (?=["'\x60]?[\w.-]+["'\x60]?${end})`, 'default '),
  rule(
    String.raw`\b(?:an?|each|every|one) (?<scope>\p{L}+) (?:has|have|gets|makes|can have|may have) (?:only |exactly |at most |no more than )?(?:one|1) \p{L}+ (?:on|in|at) (?:one|the same|any one|each|every|an?|any) \p{L}+`,
    'unique per $<scope>',
  ),
]
