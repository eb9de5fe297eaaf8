// English phrases with facts of a field: its kind of value, bounds, presence, default, uniqueness and reference.

import type { Phrase } from '../words/field-words.ts'

const number = String.raw`(-?\d[\d, ]*(?:\.\d+)?)`
const unit = String.raw`(?:\s*(?:chars?|characters?|letters?|names?|items?|entr(?:y|ies)|elements?|values?|long|of (?:them|these|those))(?: long| in length| in total)?)?`
/** Currencies whose amounts have two decimals (ISO 4217). */
const currency =
  'pounds (?:and|with) pence|(?:euros?|dollars?) (?:and|with) cents|pounds and pennies|euros?|(?:us |canadian |australian )?dollars?|pounds?(?: sterling)?|(?:swiss )?francs?|eur|usd|gbp|chf|cad|aud|pln|sek|nok|dkk|zloty|krona|kroner?|€|£|\\$'

/** One of several classes of characters in a text. */
const characterClass =
  '(?:(?:lower|upper)-?case |small |capital |big )?(?:letters?|digits?|numbers|numerals)|(?-i:[A-Za-z]-[A-Za-z])|\\d-\\d|hyphens?|dash(?:es)?|underscores?|dots?|points?|spaces?|slash(?:es)?'

const phrase = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll('NUM', number)})$`, 'i')

/** Words before the values of a choice. */
export const choiceLead =
  'one of|code ?list(?: of)?|list of (?:codes|values)|value ?list|enum(?:eration)?|choice(?: of)?|choose(?: one)?(?: of| from)?|either|code|any of|options?|pick one(?: of| from)?|pick ?list|drop-?down(?: list)?|select(?: one)?(?: of| from)?|(?:possible|allowed|permitted|valid|accepted)? ?values?(?: are)?|allowed|can be'

export const englishPhrases: readonly Phrase[] = [
  [
    phrase(
      '(?:free|free-form|long|short|plain|multi-?line|markdown|unicode|single-line|one-line)?[ -]?(?:texts?|strings?)|str|n?varchar2?|n?char|clob|markdown|characters|(?:unique |opaque |technical |random )?identifier|(?:tele)?phone(?: number)?|mobile(?: (?:phone )?number)?',
    ),
    { says: 'type', type: 'text' },
  ],
  [
    phrase('(?:text|string|varchar)\\s*[( ]?\\s*NUM\\s*(?:-|–|\\.\\.|to)\\s*NUM\\s*\\)?' + unit),
    { says: 'type', type: 'text' },
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [
    phrase('(?:text|string),? (?:of|with|from|between|having)(?: between| from)? NUM (?:to|and|-|–) NUM' + unit),
    { says: 'type', type: 'text' },
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [
    phrase('(?:text|string),? (?:of|with) (?:at most|up to|max(?:imum)?\\.?|no more than|not more than) NUM' + unit),
    { says: 'type', type: 'text' },
    { says: 'bounds', most: '$1' },
  ],
  [
    phrase('(?:(?:an? )?(?:integer|whole) )?(?:amount|price|sum|money|value|number)?(?: of| in)? ?(?:cents|pence|minor units)'),
    { says: 'type', type: 'whole number' },
  ],
  [phrase('(?:text|string|str)\\s*:?\\s*NUM'), { says: 'type', type: 'text' }, { says: 'bounds', most: '$1' }],
  [phrase('percent(?:age)?|per cent|%'), { says: 'type', type: 'number' }],
  [phrase('how many (?!decimals)[\\w ]+'), { says: 'type', type: 'whole number' }],
  [
    phrase(
      '(?:if|where|when|only if|only when|as far as) (?:it is |they are |there is (?:one|any) ?|any|one exists|known|applicable|available|wanted|needed|desired|given|present|possible)(?:known|applicable|available|wanted|needed|desired)?|leave (?:it )?(?:blank|empty|out)(?: (?:if|when) (?:unknown|not known|there is none|none|not applicable|not needed))?',
    ),
    { says: 'must', must: 'no' },
  ],
  [phrase('(?:strictly )?positive'), { says: 'bounds', above: '0' }],
  [
    phrase('(?:greater|more|larger|higher|bigger|longer|above|over) (?:than )?NUM' + unit + '|> ?NUM' + unit),
    { says: 'bounds', above: '$1$2' },
  ],
  [
    phrase(
      '(?:less|fewer|lower|smaller|shorter|below|under) (?:than )?NUM' +
        unit +
        '|< ?NUM' +
        unit +
        '|up to but (?:not including|excluding|without) NUM' +
        unit,
    ),
    { says: 'bounds', below: '$1$2$3' },
  ],
  [phrase('(?:running|sequential|consecutive|sequence|serial) number|counter|count'), { says: 'type', type: 'whole number' }],
  [phrase('(?:decimal|number) 0?\\.1'), { says: 'type', type: 'number' }, { says: 'decimals', digits: '1' }],
  [phrase('(?:decimal|number) 0?\\.01'), { says: 'type', type: 'number' }, { says: 'decimals', digits: '2' }],
  [phrase('(?:decimal|number) 0?\\.001'), { says: 'type', type: 'number' }, { says: 'decimals', digits: '3' }],
  [phrase('decimals?\\(([1-4])\\)'), { says: 'type', type: 'number' }, { says: 'decimals', digits: '$1' }],
  [phrase('(?:decimal|numeric|number)\\(\\d+, ?(\\d)\\)'), { says: 'type', type: 'number' }, { says: 'decimals', digits: '$1' }],
  [phrase('(?:text|string)\\s*(?:\\.\\.|max |up to )\\s*NUM' + unit), { says: 'type', type: 'text' }, { says: 'bounds', most: '$1' }],
  [phrase('(?:string|text|str)\\s*\\(\\s*NUM\\s*\\)'), { says: 'type', type: 'text' }, { says: 'bounds', most: '$1' }],
  [phrase('varchar\\s*\\(\\s*NUM\\s*\\)'), { says: 'type', type: 'text' }, { says: 'bounds', most: '$1' }],
  [
    phrase('ints?|integers?|whole number|integer number|whole numbers|(?:whole number|integer|number) of \\w+'),
    { says: 'type', type: 'whole number' },
  ],
  [
    phrase('(?:int|integer|whole number)\\s*\\(?\\s*NUM\\s*(?:-|–|\\.\\.|to)\\s*NUM\\s*\\)?'),
    { says: 'type', type: 'whole number' },
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [phrase('(?:text|string)\\s*NUM\\s*\\.\\.'), { says: 'type', type: 'text' }, { says: 'bounds', least: '$1' }],
  [phrase('(?:int|integer|whole number)\\s*NUM\\s*\\.\\.'), { says: 'type', type: 'whole number' }, { says: 'bounds', least: '$1' }],
  [phrase('(?:int|integer|whole number)\\s*\\.\\.\\s*NUM'), { says: 'type', type: 'whole number' }, { says: 'bounds', most: '$1' }],
  [phrase('NUM\\s*\\.\\.'), { says: 'bounds', least: '$1' }],
  [
    phrase('(?:int|integer|whole number)\\s*(?:>=|≥|from|min)\\s*NUM'),
    { says: 'type', type: 'whole number' },
    { says: 'bounds', least: '$1' },
  ],
  [
    phrase('(?:int|integer|whole number)\\s*(?:<=|≤|max|up to)\\s*NUM'),
    { says: 'type', type: 'whole number' },
    { says: 'bounds', most: '$1' },
  ],
  [phrase('number|decimal number|decimal|float|double'), { says: 'type', type: 'number' }],
  [
    phrase('number\\s*\\(?\\s*NUM\\s*(?:-|–|\\.\\.|to)\\s*NUM\\s*\\)?'),
    { says: 'type', type: 'number' },
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [
    phrase(
      'bool|booleans?|yes\\/no|yes[- ]or[- ]no(?: (?:value|field|answer|question|flag))?|yes\\/no (?:value|field|answer|question|flag)|y\\/n|y or n|j\\/n|true\\/false|(?:(?:says |tells |indicates |shows |states )?whether|(?:says|tells|indicates|shows|states) if) (?:the|an?|it|they|he|she|this|we)\\b.+|true\\/false|true or false|(?:boolean )?flag|checkbox|tick ?box|switch|toggle|on\\/off',
    ),
    { says: 'type', type: 'yes/no' },
  ],
  [phrase('(?:ISO(?: 8601)? |calendar |full |two |both )?(?:dates?|day)(?: (?:without|no) time)?'), { says: 'type', type: 'date' }],
  [
    phrase(
      '(?:(?:ISO(?: 8601)?|UTC|RFC ?3339) )?(?:timestamps?|time ?stamps?(?: of \\w+)?|date[ -/]?times?|date and time|date, time|date & time|date \\+ time|dates? and times?|date\\+time|instant|points? in time|moments?)',
    ),
    { says: 'type', type: 'date-time' },
  ],
  [phrase('(?:valid )?e-?mails?|(?:valid )?e-?mail address(?:es)?(?: (?:of|for) (?:the |an? )?[\\w ]+)?'), { says: 'type', type: 'email' }],
  [
    phrase(
      '(?:valid |absolute |full )?(?:urls?|uris?|links?|web ?(?:address(?:es)?|links?)|internet address)(?: of (?:the |an? )?[\\w ]+)?',
    ),
    { says: 'type', type: 'uri' },
  ],
  [phrase('https(?: only)?'), { says: 'pattern', pattern: '^https://' }],
  [phrase('(?:calendar )?year'), { says: 'type', type: 'whole number' }],
  [phrase('https[- ]?(?:only )?(?:urls?|address|links?)'), { says: 'type', type: 'uri' }, { says: 'pattern', pattern: '^https://' }],
  [
    phrase(
      'ISO ?3166(?:-1)?(?: alpha-?2)?(?: country)?(?: codes?)?|ISO (?:3166(?:-1)? )?alpha-2(?: country)?(?: code)?|two[- ]letter (?:ISO )?country code|ISO country code|country code',
    ),
    { says: 'pattern', pattern: '^[A-Z]{2}$' },
  ],
  [
    phrase('(?:local |wall-?clock )?times? of (?:the )?day|clock times?|(?:24-?h(?:our)? )?(?:time )?\\(?`?HH:MM`?\\)?'),
    { says: 'pattern', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
  ],
  [
    phrase(
      'enum|enumeration|enumerated|code|code ?list|choice(?: list)?|drop-?down(?: (?:list|menu|field))?|pick ?list|pull-?down(?: list)?|select(?:ion)?(?: list| box| field)?|value ?list|list of (?:values|options|choices)|(?:fixed|closed|controlled) list|radio(?: buttons?)?|combo ?box|single (?:choice|select)|multiple choice',
    ),
    { says: 'type', type: 'choice' },
  ],
  [phrase('(?:random )?(?:uuids?|guids?)(?: ?v\\d)?'), { says: 'type', type: 'uuid' }],
  [
    phrase(
      `(?:(?:money|amount|price|sum|number|decimal|decimal number|fee|cost|value)(?: of money)?,? )?(?:in |of )?(?:${currency})(?: (?:per|a|each) \\w+)?`,
    ),
    { says: 'type', type: 'money' },
    { says: 'decimals', digits: '2' },
  ],
  [phrase(`whole (?:${currency})|(?:in )?whole (?:${currency})`), { says: 'type', type: 'whole number' }],
  [phrase('money|price|currency amount|(?:sum|amount)(?: of money)?(?: in [\\w-]+)?|money in [\\w-]+'), { says: 'type', type: 'money' }],
  [
    phrase(
      '(?:in [\\w-]+ )?(?:with )?(?:up to |at most |max )?(\\d|one|two|three|four|no) (?:decimals?(?: places?| digits?)?|places?|fraction(?:al)? digits)',
    ),
    { says: 'decimals', digits: '$1' },
  ],
  [
    phrase('(?:number|decimal)(?: number)? (?:with|of) (\\d|two|three) digits(?: after the (?:decimal )?point)?'),
    { says: 'type', type: 'number' },
    { says: 'decimals', digits: '$1' },
  ],
  [phrase('(?:one or more|at least one)(?: of)?:? +(.+)'), { says: 'list', text: 'one of: $1' }, { says: 'bounds', least: '1' }],
  [phrase('(?:several|some|one or more|multiple|multi-?select|any number)(?: of)?:? +(.+)'), { says: 'list', text: 'one of: $1' }],
  [phrase(`(?:${choiceLead})\\s*:?\\s+(.+)`), { says: 'choice', text: '$1' }],
  [phrase('((?:["“][\\w.-]+["”])(?:\\s*(?:[,/|]|,? ?or)?\\s*["“][\\w.-]+["”])+)'), { says: 'choice', text: '$1' }],
  [phrase('((?:`[^`]+`)(?:\\s*(?:,\\s*or|[,/|]|or)?\\s*`[^`]+`)+)'), { says: 'choice', text: '$1' }],
  [
    phrase('(?:an? )?(?:list|array|set|collection) (?:of|with):? ((?:`[^`]+`)(?:\\s*(?:,\\s*(?:or|and)|[,/|]|or|and)\\s*`[^`]+`)+)'),
    { says: 'list', text: 'one of: $1' },
  ],
  [
    phrase(
      '(?:an? )?(?:list|array|set|collection) (?:of|with):? ((?:["“][\\w.-]+["”])(?:\\s*(?:,\\s*(?:or|and)|[,/|]|or|and)\\s*["“][\\w.-]+["”])+)',
    ),
    { says: 'list', text: 'one of: $1' },
  ],
  [phrase('(?:an? )?(?:list|array|set|collection) (?:of|with):? (.+)'), { says: 'list', text: '$1' }],
  [
    phrase('(?:an? )?(?:subset|selection|combination|any(?: number)?|zero or more) (?:of|from):? (.+)'),
    { says: 'list', text: 'one of: $1' },
  ],
  [phrase('(.+)\\[\\]'), { says: 'list', text: '$1' }],
  [phrase('map\\s*(?:<\\s*(?:string|text)\\s*,\\s*|of (?:string|text)s? (?:to|->) )(\\w+)>?'), { says: 'map', text: '$1' }],
  [phrase('(?:free |any )?keys? ?(?:->|→|to) ?(\\w+)|(?:object|map) (?:with|of) (\\w+) values'), { says: 'map', text: '$1$2' }],
  [phrase('object|json object|map|dictionary|group'), { says: 'type', type: 'object' }],
  [phrase('(?:max(?:imum)?\\.?|up to|at most|no more than)\\s*NUM (?:keys|entries|members|pairs)'), { says: 'keys', most: '$1' }],
  [phrase('keys? `?(\\^.+\\$)`?'), { says: 'keyPattern', text: '$1' }],
  [phrase('(?:each )?values? (.+)'), { says: 'value', text: '$1' }],
  [phrase('`?(\\[(?=[^\\]]*\\w-\\w)(?:[A-Za-z\\d]-[A-Za-z\\d]|[\\w-])+\\])`?'), { says: 'charset', text: '$1' }],
  [
    phrase('(\\d+) (?:chars?|characters?|signs|symbols) (?:of|from|out of|in|within) `?(\\[[^\\]]+\\])`?'),
    { says: 'pattern', pattern: '^$2{$1}$' },
  ],
  [phrase('(?:only )?((?-i:[A-Za-z]-[A-Za-z]))(?: only)?'), { says: 'charset', text: '$1' }],
  [phrase('(?:only )?(?:lower-?case|small) letters(?: only)?'), { says: 'charset', text: 'a-z' }],
  [phrase('(?:only )?letters(?: only)?'), { says: 'charset', text: 'A-Za-z' }],
  [phrase('(?:only )?(?:upper-?case|capital|big) letters(?: only)?'), { says: 'charset', text: 'A-Z' }],
  [phrase('(?:and )?(?:digits|numbers)(?: only)?'), { says: 'charset', text: '0-9' }],
  [phrase('(?:and )?(?:dash(?:es)?|hyphens?)'), { says: 'charset', text: '-' }],
  [phrase('(?:and )?underscores?'), { says: 'charset', text: '_' }],
  [phrase('(?:and )?(?:dots?|points?)'), { says: 'charset', text: '.' }],
  [phrase('(?:and )?(?:spaces?)'), { says: 'charset', text: ' ' }],
  [phrase('(?:and )?slash(?:es)?'), { says: 'charset', text: '/' }],
  [
    phrase('(?:(?:phone )?numbers? (?:in )?)?\\(?E\\.164\\)?(?: format| (?:phone )?number)?|(?:phone )?number in E\\.164(?: format)?'),
    { says: 'pattern', pattern: '^\\+[1-9][0-9]{1,14}$' },
  ],
  [phrase('ISO 4217(?: code)?|(?:ISO )?currency code'), { says: 'pattern', pattern: '^[A-Z]{3}$' }],
  [
    phrase('(?:string |text )?`?([\\w-]+)`? ?\\+ ?(\\d+) (?:random )?hex(?: digits| chars| characters)?'),
    { says: 'pattern', pattern: '^$1[0-9a-f]{$2}$' },
  ],
  [
    phrase('(?:whole number|int|integer|number)?,? ?NUM (?:to|-|–|\\.\\.) (?:next|this|the current|last) year'),
    { says: 'bounds', least: '$1' },
    { says: 'more' },
  ],
  [phrase('(?:minor units?|in cents|cents|in pence)(?: of .*)?'), { says: 'nothing' }],
  [
    phrase('(?:empty|null|absent|not there|missing) (?:until|unless|while|before|once|when|if) .*'),
    { says: 'must', must: 'no' },
    { says: 'more' },
  ],
  [phrase('(?:(?:must|shall|has to) be |is |are )?unique'), { says: 'rule', rule: 'unique' }],
  [
    phrase(
      'unique globally|globally unique|unique everywhere|unique (?:across|throughout|over|in|within) (?:all of )?(?:the |our )?(?:whole |entire )?(?:system|service|register|hub|platform|database|application|company|organi[sz]ation|world|records|board)|unique across all .+',
    ),
    { says: 'rule', rule: 'unique' },
  ],
  [
    phrase(
      'unique (?:per|within|for each|inside|in|within (?:the|its)|inside (?:the|its)|for (?:the|its|one)|among the \\w+ of an?) (?:an? |the |its |one )?([\\w ]+?)(?: if (?:given|set|there|present))?',
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase('(?:only |just |at most |max(?:imum)? |exactly )?(?:one|1)(?: \\w+)? (?:per|for each|for every) (\\w+)'),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase(
      '(?:(?:de-?dupe?|de-?duplication|natural|unique|business) key|unique) (?:together|in combination|combined|jointly) with (?:the |its )?`?([\\w ]+?)`?',
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase(
      '(?:the |with the |has the |of the )?same (?:(?:list|values?|words|codes|options|type|kind|choices?|shape|structure|form|format|fields?|members?|object|layout|schema) )?as (?:in |of |for )?(?:the )?`?([\\w.]+(?: \\w+)?)`?',
    ),
    { says: 'sameAs', text: '$1' },
  ],
  [
    phrase('(?:(?:as(?: in)?|like) |(?:enum:? =|one of:? =|=) ?)(?:the |section |§)?`?([\\w.]+(?: \\w+)?)`?'),
    { says: 'sameAs', text: '$1' },
  ],
  [phrase('NUM (?:characters?|chars?|letters|signs) each'), { says: 'each', text: 'at most $1 characters' }],
  [phrase('each (.+)|(.+) each'), { says: 'each', text: '$1$2' }],
  [
    phrase(`(?:only )?((?:${characterClass})(?:\\s*(?:,\\s*(?:and|or)\\b|[,/]|\\b(?:and|or)\\b)\\s*(?:${characterClass}))+)(?: only)?`),
    { says: 'charsets', text: '$1' },
  ],
  [phrase('(?:match(?:es|ing)|pattern|regex|regular expression|format):? `?(\\^.+\\$)`?'), { says: 'pattern', pattern: '$1' }],
  [
    phrase(
      '(?:id of|ids? of an?|id of the|reference to|ref to|ref|link to|refers to|points to|reference|id\\(\\w+\\))?\\s*(?:an?|the)?\\s*(?:->|→)\\s*(?:an? |the |one |its )?`?(\\w+)(?:\\.\\w+)?`?(?: (?:it|this|that|he|she|they) [\\w ]+)?',
    ),
    { says: 'reference', text: '$1' },
  ],
  [
    phrase(
      '(?:points? (?:at|to) |refers to |link(?:ed)? to )?(?:one|any|some) of (?:our|the|their|these|its|my) `?(\\w+(?: \\w+)?)`?|(?:must (?:be|exist as)|is|has to be) an? (?:existing|known|registered) `?(\\w+(?: \\w+)?)`?|(?:ids? of|references? to|refs? to|links? to|pointers? to|refers to|points to|foreign keys? to|foreign key|fk to|fk|ref)\\s+(?:an? |the |one |another )?(?:existing |known |registered |other )?`?(\\w+(?: \\w+)?)`?(?:\\.id)?',
    ),
    { says: 'reference', text: '$1$2$3' },
  ],
  [phrase('`?(\\w+)`? (?:ids?|uuids?|references?|refs?|fks?|keys?)'), { says: 'reference', text: '$1' }],
  [
    phrase(
      '(?:fk|ref|reference|foreign key) ?(?:->|→) ?`?(\\w+)`?|(?:ref|fk|reference|id)\\(`?(\\w+)`?\\)|which `?(\\w+)`?|(?:ref|references|refers to|belongs to|relates to|linked to|uuid of|key of|reference of|pointer to) (?:an? |the |one |its )?`?(\\w+)`?',
    ),
    { says: 'reference', text: '$1$2$3$4' },
  ],
  [
    phrase(
      '(?:max(?:imum)?\\.?(?: length)?|length max|up to|at most|no more than|not more than|(?:no|not) (?:longer|larger|greater|higher|bigger) than|limited to|<=|≤|\\.\\.)\\s*(?:length\\s*)?(?:of )?NUM' +
        unit,
    ),
    { says: 'bounds', most: '$1' },
  ],
  [
    phrase(
      '(?:min(?:imum)?\\.?(?: length)?|at least|not less than|no less than|not (?:shorter|smaller|lower) than|starting (?:at|from)|>=|≥|from)\\s*(?:of )?NUM' +
        unit,
    ),
    { says: 'bounds', least: '$1' },
  ],
  [phrase('NUM' + unit + '\\s*(?:max(?:imum)?|at most|or less|or fewer)'), { says: 'bounds', most: '$1' }],
  [phrase('NUM' + unit + '\\s*(?:min(?:imum)?|at least|or more)'), { says: 'bounds', least: '$1' }],
  [
    phrase('(?:range |between |length |from |length from |length between )?NUM\\s*(?:-|–|\\.\\.|to|and)\\s*NUM' + unit),
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [phrase('(?:exactly )?(\\d+|two|three|four|five|six|eight|ten) digits'), { says: 'pattern', pattern: '^[0-9]{$1}$' }],
  [
    phrase('(?:exactly )?(\\d+|two|three|four|five|six) (?:capital|upper-?case|capital letters) ?(?:letters)?'),
    { says: 'pattern', pattern: '^[A-Z]{$1}$' },
  ],
  [phrase('(?:exactly )?(\\d+|two|three|four|five|six) lower-?case letters'), { says: 'pattern', pattern: '^[a-z]{$1}$' }],
  [phrase('(?:exactly )?(\\d+|two|three|four|five|six) letters'), { says: 'pattern', pattern: '^[A-Za-z]{$1}$' }],
  [phrase('(?:exactly|=|always) ?(\\d+)(?: characters?| chars?)?'), { says: 'bounds', least: '$1', most: '$1' }],
  [
    phrase(
      "(?:no )?two \\w+ (?:of|in|at|within|from) (?:one|the same|an?|each) ([\\w ]+?) (?:can['’]t|cannot|may not|must not|may|can|have)(?: (?:have|share|use))? the same(?: \\w+)?",
    ),
    { says: 'uniqueWith', text: '$1' },
  ],
  [
    phrase(
      "(?:must be )?(?:globally )?unique|no two(?: \\w+)? (?:(?:are|have|may be|can be|with|may have|may share|can have|can share|share) )?(?:the same(?: \\w+)?|one|it|an? \\w+)|two \\w+ (?:can['’]t|cannot|may not|must not) (?:have|share|use) (?:the same(?: \\w+)?|one|an? \\w+)|no duplicates(?: allowed)?|must be unique|unique (?:among|across|over|for) (?:all|every) .+|nobody else (?:may|can) (?:use|have) it|(?:may |must |can |shall )?(?:only )?(?:be used|be given|be taken|be registered|occurs?|appears?|exists?) (?:only )?once(?: in .+)?|no two [\\w ]{2,40}? the same(?: [\\w-]+){0,2}|unique (?:if|when|where) (?:it is )?(?:given|set|there|present|known|filled(?: in)?|specified|provided|not null|not empty)|there (?:can['’]t|cannot|may not|must not) be two(?: \\w+)? with the same(?: \\w+)?|one per \\w+ only|never twice|no repeats|no other .+ (?:may|can|has|have) (?:have |use |share )?(?:it|the same(?: \\w+)?)|not shared|used only once|no two (?:are )?(?:alike|equal|identical)|each (?:one )?only once|(?:must|may|can|shall|should)(?:n['’]t| not|not) (?:occur|appear|exist|be used|be given|repeat) (?:twice|again|more than once)|distinct for (?:each|every) \\w+",
    ),
    { says: 'rule', rule: 'unique' },
  ],
  [
    phrase(
      "unique[ ,;]*\\(?(?:capitals don['’]t matter|case[- ]insensitive(?:ly)?|ignoring (?:the )?case|ignoring capitals|(?:regardless of|no matter|whatever the) (?:the )?(?:case|capitals?|capitali[sz]ation|upper(?: and |\\/)lower ?case))\\)?",
    ),
    { says: 'rule', rule: 'unique' },
    { says: 'rule', rule: 'ignoring case' },
  ],
  [
    phrase(
      "(?:upper(?: and |\\/)lower ?case|capitals(?: and small letters)?|capitali[sz]ation|case) (?:(?:are|is|counts? as) the same|make no difference|does(?:n['’]t| not) (?:matter|count)|do(?:n['’]t| not) matter|is ignored)|capitals don['’]t matter|(?:in )?(?:any|either) case|case[- ]insens(?:itive(?:ly)?|\\.)?|ignoring case|regardless of case|case is ignored|not case[- ]sensitive(?:ly)?",
    ),
    { says: 'rule', rule: 'ignoring case' },
  ],
  [
    phrase(
      "(?:cannot|can['’]t|can not|must not|may not|shall not|should not|never|not|is not)(?: be)? (?:chang(?:ed?|es|eable)|edit(?:ed|able)?|updat(?:ed?|able)|alter(?:ed|able)?|modif(?:y|ied|iable)|amend(?:ed)?|patch(?:ed|able)?|mutable)(?: (?:later|afterwards|thereafter|again|after (?:creation|create|creating|that|saving|being set)|any ?more|any longer|later on|once (?:set|saved|created|given|stored|entered)))?|not to be (?:changed|altered|edited|modified|amended)(?: (?:later|afterwards|again|any ?more|thereafter|once \\w+))?|fixed forever|no (?:later |further )?(?:updates?|changes?|edits?)(?: (?:later|afterwards|allowed|possible|after (?:insert|creation)))?|immutable|im|never changes|fixed(?: after(?:wards)?(?: creation)?| once (?:set|created|saved|made|given|stored))?|immutable (?:after|once) \\w+|set once(?: only)?|(?:can |may )?only (?:be )?set (?:on|at|during|upon) creation|(?:can |may )?(?:be )?set (?:only (?:on|at|during|upon) creation|(?:on|at|during|upon) creation only)|only (?:set |given |sent |allowed )?(?:on|at|when) (?:creation|create|creating|POST)|never changed|write-once|not changeable|(?:always )?(?:stays?|remains?|is always) (?:the same|as it is|unchanged|fixed)(?: (?:for ever|forever|always|afterwards|for good))?|(?:is )?unchangeable|not editable",
    ),
    { says: 'rule', rule: 'never changes' },
  ],
  [
    phrase(
      "read[- ]?only|ro|from (?:us|the (?:service|system|server|backend|database))|🔒|(?:never|not) (?:sent |set |written |given |filled )?(?:by |from )?(?:the |a )?(?:clients?|callers?|users?|customers?)|(?:the )?(?:clients?|callers?|users?|you) (?:never|cannot|can['’]t|may not|must not|do not|don['’]t) (?:send|set|write|change|give|fill)s?(?: (?:it|this|them|these))?(?: in)?|we (?:set|make|fill|give|assign|calculate|compute|generate|add|write)s?(?: (?:it|them|this|these|those))?(?: (?:in|up|ourselves))?|server[- ]set|(?:only )?(?:set|given|calculated|computed|assigned|made(?: up)?|filled in|worked out|generated|created|maintained|kept|provided|determined|written|taken|copied)(?: only)? by (?:us|(?:the |our )?(?:service|system|server|backend|srv|application|app|database|platform))(?: only| alone| itself)?|only (?:the )?(?:service|system|server) (?:sets|fills in|writes|changes|can set|may set|makes) (?:it|this)|(?:the )?(?:service|system|server|srv|computer|software|program|database|backend) (?:sets|makes|fills|calculates|computes|works out|assigns|generates|enters|gives|writes)(?: (?:it|this|them))?(?: (?:in|up|out))?|(?:nobody|no one)(?: else)? (?:can|may|must) (?:ever )?(?:type|write|send|set|change|enter|edit|fill)(?: (?:it|them|this|to it|to them))?(?: in)?|by (?:itself|themselves)|(?:set |filled |generated |assigned |created )?auto(?:matic(?:ally)?)?(?: set| generated| assigned| filled)?|(?:auto|system|server|service)[- ](?:generated|set|assigned|managed|computed|calculated|filled|increment(?:ed)?)|auto-?increment(?:ed)?|computed|calculated|derived|generated|set on (?:creation|create|insert|update|each change)|not writable|(?!(?:check|validat|verifi|us|need|stor|sent|show|read|ignor|reject|refus|limit|approv)\\w*)[a-z]+(?:ed|en) (?:only )?by (?:us|(?:the |our )?(?:service|system|server|backend|application|app|database|platform|software|program))",
    ),
    { says: 'rule', rule: 'read-only' },
  ],
  [
    phrase('(?:the |is the |serves as (?:the )?)?(?:primary key|pk|key|identifier|natural key)|identifies (?:the|an?|each) \\w+'),
    { says: 'rule', rule: 'key' },
  ],
  [phrase('uni|uq|uk|uniq|unq'), { says: 'rule', rule: 'unique' }],
  [phrase('pri'), { says: 'rule', rule: 'key' }],
  [phrase('mul|ix|idx|index|indexed'), { says: 'nothing' }],
  [phrase('n?char\\s*\\(\\s*(\\d+)\\s*\\)'), { says: 'type', type: 'text' }, { says: 'bounds', least: '$1', most: '$1' }],
  [phrase('(?:used |given |allowed )?(?:only|just) once|once only'), { says: 'rule', rule: 'unique' }],
  [phrase('sensitive|confidential'), { says: 'rule', rule: 'sensitive' }],
  [phrase('write[- ]?only|wo'), { says: 'rule', rule: 'write-only' }],
  [
    phrase(
      '(?:defaults? (?:to|is) |(?:defaults?|dflt|def\\.):? |initially |(?:we |it )?(?:starts?|begins?) (?:out )?(?:at|as|from|on|with(?= [`"]?(?:-?\\d|yes|no|true|false|on|off)\\b)) |if left out:? |if not given:? |if missing:? |starts (?:at|as) |default value:? )\\s*[`"]?(?!(?:it|they|this|that|the|an?|we|is|are|to|as|value|from|by|on|in|of)\\b)([^`"\\s]+)[`"]?',
    ),
    { says: 'default', text: '$1' },
  ],
  [
    phrase(
      '[`"“]?([^\\s`"”]+)[`"”]? (?:by default|if (?:left out|not given|unspecified|omitted|missing|absent|empty|blank|left (?:empty|blank))|for (?:everybody|everyone|all) at first|at first|initially|to begin with|if not said|unless (?:stated|said|given|told|specified|set|changed|agreed|noted|chosen|sent)(?: otherwise)?|unless (?:something else|another(?: \\w+)?|otherwise|it|anything else) (?:is |was )?(?:sent|given|chosen|stated|set|agreed|specified|said|selected|changed)(?: otherwise)?|when (?:left out|not given|omitted))',
    ),
    { says: 'default', text: '$1' },
  ],
  [
    phrase(
      '(?:(?:the )?default(?: value)?(?: is|:)?|if (?:nothing (?:else )?is |it is |none is )?(?:left out|not given|given|said|stated|chosen|specified|omitted|missing):?|otherwise:?) [`"“]?([\\w-]+ [\\w -]+?)[`"”]?',
    ),
    { says: 'default', text: '$1' },
  ],
  [
    phrase(
      'optional|opt\\.?|voluntary|not mandatory|not obligatory|nullable|or null|can be (?:omitted|absent|null|blank)|may be (?:blank|empty|left out|missing|omitted|absent|null)|nullable|\\?|not required|(?:can|may) (?:be )?(?:left |stay |remain |kept )?(?:empty|left out|missing|blank|out|omitted|away)|need not be (?:given|there|present|set)',
    ),
    { says: 'must', must: 'no' },
  ],
  [
    phrase(
      '(?:it )?(?:shall|must|has to) (?:identify|name|denote|designate|be the id of|be one of the) (?:an? |the |one |an existing )?`?(\\w+(?: \\w+)?)`?(?: of (?:the|an?) \\w+)?',
    ),
    { says: 'reference', text: '$1' },
  ],
  [phrase('(?:smallest|lowest|least|shortest)(?: value)?:? NUM'), { says: 'bounds', least: '$1' }],
  [phrase('(?:biggest|largest|highest|greatest|longest)(?: value)?:? NUM'), { says: 'bounds', most: '$1' }],
  [phrase('(?:an? )?electronic mail(?: address)?'), { says: 'type', type: 'email' }],
  [phrase('never (?:empty|blank)'), { says: 'must', must: 'yes' }, { says: 'bounds', least: '1' }],
  [
    phrase(
      'required|reqd?\\.?|mandatory|compulsory|necessary|we need it|we need this|not null|non-?null|not optional|not nullable|obligatory|must[- ]have|(?:must|shall|has to|have to|needs to|need to|is to|are to) be (?:there|given|entered|supplied|provided|specified|chosen|selected|present|filled in|set|sent|passed|submitted|included|stated)|must (?:always )?(?:send|supply|provide|give)(?: (?:it|one|this))?|always (?:there|present|given)|cannot be (?:empty|left out|missing)|needed|obligatory',
    ),
    { says: 'must', must: 'yes' },
  ],
  [phrase('never negative|not negative|non-negative|not below zero'), { says: 'bounds', least: '0' }],
  [phrase('(?:may|can) be negative'), { says: 'bounds', least: 'none' }],
  [phrase('see .*|utc|see|e\\.g\\.?.*|for example .*|such as .*|like "?`?[\\w .-]+`?"?'), { says: 'nothing' }],
]
