// English words in descriptions of fields: presence, defaults, bounds and rewritten clauses.

import { englishPhrases } from './phrases.ts'
import { choiceLead } from './phrases/phrase.ts'
import { englishLateRewrites } from './late-rewrites.ts'
import { englishPresence } from './presence-words.ts'
import { englishRewrites } from './rewrites.ts'
import type { FieldWords } from '../words/field-words.ts'

/** A mark beside names: a sign, a picture, capitals, or a word in parentheses. */
const mark = String.raw`[\x60"“'‘]?(?<mark>[*!?+#~^°†]{1,2}|\p{Extended_Pictographic}\u{FE0F}?|[-–—](?![\p{L}\d])|(?-i:\p{Lu}{1,3})(?!\p{L})|\([a-zA-Z][a-z -]{0,14}\)|\[[a-z][a-z -]{0,14}\])[\x60"”'’]?`

const recordNoun = String.raw`(?:recs?\b\.?|records?|resources?|things?|objects?|entit(?:y|ies)|items?|tabs?|tables?|sheets?|rows?|documents?|types?|kinds?|models?|class(?:es)?|cards?|files?|entr(?:y|ies)|structures?)`
const countWord = 'two|three|four|five|six|seven|eight|nine|ten|[0-9]+'

/** Words for fields, and those that lead to their marks. */
const markedThings = 'fields?|attributes?|properties|names?|those|ones|columns?|members?|values?|everything|what|anything'
const markedBy = 'marked|flagged|labell?ed|tagged|followed by|carrying|ending (?:in|with)|with'

export const englishFieldWords: FieldWords = {
  phrases: englishPhrases,
  listHeader: /^(?:code )?(?:list|enum(?:eration)?|value list|choice|domain|code set|catalogu?e?)(?: name)?$/,
  codeHeader: /^(?:codes?|values?|keys?|entr(?:y|ies)|options?)$/,
  codeListNames: (list) => [
    ...['code', 'list', 'enum', 'choice', 'values', 'domain'].flatMap((word) => [
      `${word}(${list})`,
      `${word} ${list}`,
      `${word}: ${list}`,
    ]),
    ...['list', 'code', 'codes', 'code list', 'values'].map((word) => `${list} ${word}`),
    `code list ${list}`,
    `value list ${list}`,
    `one of ${list}`,
    `see ${list}`,
  ],
  wholeNumbers:
    /\b(?:all )?(?:numbers?|amounts|counts)(?: (?:here|below))? (?:are|is)(?: always| all)? (?:integers?|whole(?: numbers?)?|ints?)\b/i,
  bareAddress: /^(?:an? |the )?(?:(?:valid|real|correct|proper|working|full) )?address$/i,
  fieldsLabel:
    /^(?:(?:its |the |all )?(?:fields?|attributes?|propert(?:y|ies)|columns?|members?|data|contents?)(?: are)?|(?:it )?(?:has|contains|holds|consists of))$/i,
  idWord: /^(?:ids?|identifiers?)$/i,
  groupLead:
    /^(?:(?:an? )?(?:list|array|set|collection) of (?:objects|[\p{L}_ -]+)|(?:it is |is |each )?(?:made (?:up )?of|composed of|consists? of|consisting of|with|has|contains)(?: these| the following)?(?: parts?| fields| members)?|(?:an? )?(?:nested |embedded )?(?:object|group|structure|block|record)s?)$/iu,
  hasFieldsVerb:
    '(?:also )?(?:has|have|holds?|contains?|consists? of|comprises?|carr(?:y|ies)|includes?|stores?)(?: the)?(?: following)?(?: fields| members| properties| attributes)?',
  noLabel:
    /^(?:an?|the|its|their|this|that|these|those|it|they|we|you|every|each|any|all|no|only|both|one|if|when|for|by|in|on|with|what|which|there|set|each)\b|\b(?:is|are|has|have|was|were|be|can|must|may|shall|will|should|never|not|and|or|as|with|than|of|to|in|on|for|by|at|from|an?|the)$/i,
  rewrites: englishRewrites,
  service:
    /^(?:(?:the |our )?(?:service|system|server) (?:gives|counts|sets|makes|fills|computes|calculates|assigns|does|generates)(?: (?:it|this|them))?(?: (?:alone|itself|in|too))*|we (?:make|set|give|assign|calculate|fill|do|work|add)s?(?: (?:it|them|this))?(?: (?:in|out))?|(?:given|set|made|assigned|calculated|filled in|kept) by us|from us|(?:set|made|given|assigned|filled(?: in)?|generated|created|populated|calculated|computed|maintained|written|kept|provided|recorded) by (?:the |our )?(?:system|service|server|platform|application|app|database|backend)|s|sys|srv|(?:the |our )?(?:system|service|server|platform|software|application|app|program|hub|database)(?: itself| alone)?|(?:the )?computer|by (?:itself|themselves)|itself|us|automatic(?:ally)?|auto|generated|computed|backend)(?:\s*\(.*\))?$/i,
  actsItself:
    /\bthe (\p{Ll}+) itself \p{Ll}+s\b|\bthe (\p{Ll}+) \p{Ll}+s(?: (?:it|this|them|that))?(?: (?:in|out|up))? (?:by )?itself\b/giu,
  otherSubject:
    /^(?!(?:it|this|they|that|which|there|these|those|value|values|default|capitals?|case|must|what|who|left|nothing|nobody|no|format|length|text|each|all|one)\b)([a-z][a-z_]*) (?:is|are) (?=sys\b|opt|req|read|set|counted|calculated|required|optional|a\b|an\b)/i,
  exampleHeader:
    /^(?:(?:in|not )valid(?: (?:values?|data|input))?|(?:wrong|bad|illegal|incorrect|rejected|refused|not (?:allowed|accepted))(?: ?(?:values?|examples?|data|inputs?))?|counter-?examples?|(?:for )?(?:examples?|e\.?g\.?|samples?|sample values?|example values?|for instance|looks like))(?: \((?:e\.?g\.?|examples?|samples?)\))?$/i,
  choiceLead,
  alsoSo:
    /[.;,]?\s*(?:and )?(?:so (?:is|are|does|do)|(?:the )?same (?:goes |holds |applies )?(?:for|of|to))\s+(?:(?:the )?(?:fields?|members?|columns?|attributes?) )?`\w+`(?:(?:,| and|, and)\s+`\w+`)*/i,
  bothAre:
    /\bboth(?: of (?:them|these))?(?: are| being| must be)? ((?:required|mandatory|needed|optional|unique|read-only|immutable|fixed|up to|at most|max)\b[^,;().]*)/i,
  severalDefaults: /\bdefaults?(?: (?:to|is|are|being))?:? ((?:`[^`]+`|[\w:.-]+)(?:(?:,? and|,|\/) (?:`[^`]+`|[\w:.-]+))+)/i,
  allParts:
    /^(?:all|each|both|every)\b(?: (?:of (?:the|them)|the|its|two|three|four|five|\d))*(?: (?:parts?|members?|fields?|lines?|pieces?|of them))?(?: (?:are|is|must be))? (required|needed|mandatory|optional)$/i,
  blocker:
    /^(?:if|when|unless|except|only|until|while|not|no|never|nobody|cannot|can['’]t|but|than|before|after|either|neither|nor|without|where|per|each|every|instead|otherwise|or|depends|depending|once|whenever|usually|normally|typically|mostly|often|about|around|roughly|approximately|approx|generally|preferably|ideally|sometimes|probably|circa)$/i,
  weakKind:
    /^(?:phone|telephone|mobile|double|float|single|number|numbers|code|day|link|price|sum|amount|group|flag|switch|key|count|counter|value|values|moment|object|map|positive|characters?|letters?|digits?|in|decimal|reference|choice|name|free|generated|computed|us|identifier|s|m|o|im|ro|wo|pk|see|text|each|\d+)$/i,
  partialRule: /^(?:by|for|to|unless|until|except)$/i,
  partialUnique: /^(?:per|within|in|inside|for|among|amongst|across|to|by|with|together|over|at|on|of|when|if|unless|while|as)$/i,
  partialMust:
    /^(?:(?:all(?: of)? (?:these|those|them|the)|an?|the|some|one|both)\b|(?:then|there|if|when|where|once)\b|for (?!all\b|each\b|every\b|any\b|everybody|everyone)|(?:by|from|with|upon|in|at|after|before|during) |on (?!create|creation|creating|POST\b|entry|every\b|each\b|all\b))/i,
  linking:
    /^(?:of|with|in|is|are|has|have|having|between|from|to|at|an?|the|be|long|short|it|must|may|can|should|shall|will|as|which|that|always|and|for|on|being|them|plain|free|optional|required|mandatory|needed|unique|text|string|integer|number|list|decimal|amount|value|values|entries|each|like|because|since|so|thanks|please|characters|chars|digits|whole|total|all|also|only|any|usually|needs|holds|contains|allowed|i\.e|say)$/i,
  valuesLead: 'one of',
  sameValues:
    /\b(?:the )?same (?:\p{L}+ )?(?:values|choices|options|codes|list|set|enum)\b|\b(?:values|choices|options|codes) (?:as|of) (?:above|before|in|for)\b/iu,
  typeHeader:
    /^(?:(?:data|field|value|cell)? ?types?(?: (?:names?|of (?:cells?|values?|data)|used))?|kinds?(?: of (?:values?|data))?|notations?|abbreviations?|terms?|formats?)$/i,
  bareReference: /^(?:an? )?(?:reference|ref|foreign key|fk|link)$/i,
  bareKind: /^(?:ref|reference|enum|choice|list|array|link)$/i,
  bareList: /^(?:an? )?(?:list|array|set|multi-?select(?:ion)?|multiple(?: values| select)?|check ?boxes|several|tags)$/i,
  listOfValues: 'list of one of',
  listLeadClause: /^(?:an? )?(?:list|array|set|collection) of [\p{L} -]+$/iu,
  listOf: 'list of',
  objectOf: /(?:\b((?:list|array|set|collection)(?: of)?(?: objects?| items?| records?)?:?)\s+|\bobjects?:?\s+|^)(\{[^{}]*:[^{}]*\})/i,
  objectSentence:
    /^(?:[Aa]n?|[Tt]he|[Ee]ach|[Ee]very) (?<mark>[*_`"“]{0,3})(?<name>\p{Lu}[\p{L}\d]*(?: [\p{L}\d]+)?)[*_`"”]{0,3} (?:is|has|have|holds|contains|consists of|comprises|is made (?:up )?of|carries|includes)(?: (?:an?|the|this))?(?<noun> (?:(?:nested|embedded|small|inner|JSON|value|composite|plain) )?(?:object|structure|group|record|shape|type|block|document)(?: (?:with|of|that has|that holds|containing|consisting of|holding|made (?:up )?of|which has))?)?(?: (?:the )?(?:fields?|members?|parts|attributes|properties))?:? (?<items>`.*)$/su,
  sequenceLead: /^(?:(?:it )?(?:starts|begins|starting|beginning) with|exactly|always) /i,
  filler:
    /^(?:shall|will|should|always|it|they|this|is|are|an?|the|has|have|lies|consists|of|with|must|be|and|but|also|which|that|being|holds|contains|made|up|stands|as)\s+/i,
  clauseJoin: /\s+(?:and|but)\s+/gi,
  sequenceJoin: /\s*(?:,?\s*(?:and\s+)?then|,?\s*followed by|\band\b|\+|,|\bplus\b)\s*/i,
  characters: [
    [/^(?:(?:capital|upper-?case) letters?|(?:capitals?|upper-?case))$/i, 'A-Z'],
    [/^(?:lower-?case|small) letters?$/i, 'a-z'],
    [/^letters?$/i, 'A-Za-z'],
    [/^(?:digits?|numbers?|numerals?)$/i, '0-9'],
    [/^(?:random )?(?:lower-?case|small) (?:letters?(?: or |\/| and )digits?|alphanumerics?)$/i, 'a-z0-9'],
    [/^(?:random )?(?:capital|upper-?case) (?:letters?(?: or |\/| and )digits?|alphanumerics?)$/i, 'A-Z0-9'],
    [/^(?:random )?(?:letters? or digits?|letters? and digits?|letters?\/digits?|alphanumerics?|alphanumeric characters?)$/i, 'A-Za-z0-9'],
    [
      /^(?:capital letters? or digits?|capitals?(?: or |\/| and |, )(?:digits?|numbers?|numerals?)|upper-?case (?:letters? or digits?|alphanumerics?))$/i,
      'A-Z0-9',
    ],
    [
      /^(?:upper-?case hex(?:adecimal)?(?: digits?| characters?| chars?)?|hex(?:adecimal)?(?: digits?| characters?| chars?)?,? (?:in )?(?:upper-?case|capitals))$/i,
      '0-9A-F',
    ],
    [/^(?:(?:lower-?case )?hex(?:adecimal)?(?: digits?| characters?| chars?)?)$/i, '0-9a-f'],
    [/^(?:dash|hyphen)$/i, '-'],
    [/^(?:dot|point|full stop|period)$/i, '.'],
    [/^slash$/i, '/'],
    [/^underscore$/i, '_'],
    [/^(?:space|blank)$/i, ' '],
  ],
  characterWord:
    /^\W*(?:letters?|digits?|capitals?|characters?|hyphens?|dash(?:es)?|alphanumerics?|numerals?|lower-?case|upper-?case|followed|preceded|prefixed)\W*$/i,
  sentenceCondition: /^(?:if|when|whenever|unless|while|once|as soon as|as long as|in case|provided|for)\b(?!\s*,)(?=[^.;]*,)/i,
  severalCharacters: /(?:letters|digits|numbers|numerals|alphanumerics|characters|capitals)$/i,
  counts: {
    a: '1',
    an: '1',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    twelve: '12',
  },
  presence: englishPresence,
  optionalMarked: new RegExp(
    [
      String.raw`\x60\?\x60[^.]*(?:nullable|optional|missing|left out)`,
      String.raw`\boptional (?:fields|attributes|properties|members|ones|values)\b[^.]*\bmarked\b`,
    ].join('|'),
    'i',
  ),
  leastClause: 'at least',
  mostClause: 'at most',
  exactlyClause: 'exactly',
  markForms: [
    new RegExp(
      String.raw`\b(?:${markedThings})\b[^.;:]{0,30}?\b(?:${markedBy})\s+(?:with |by |as |in )?(?:an? |the )?${mark}\s*,?\s*(?<meaning>(?:are|is|may|can|cannot|must|will|have|need|never|shall)\b(?:[^.;,]|,(?!\s*(?:and |or |while )?(?:${markedThings})\s(?:${markedBy})\s))*)`,
      'giu',
    ),
    new RegExp(
      String.raw`(?:^|[\s,;.(])${mark}(?: (?:after|behind|next to|before|in front of|at|beside|on) (?:the |a |its )?(?:end of the |field'?s? )?(?:name|type|field)(?: name)?)?\s*(?:=|(?:means|marks|denotes|stands for|indicates|is for|for)(?!\p{L}))\s*(?<meaning>[^.;,(]+(?:, (?:never|not|only|and|but|or)\b[^.;,(]+)?)`,
      'giu',
    ),
    new RegExp(
      String.raw`(?:^|[;,.(]\s*)${mark}(?: (?:after|behind|next to|before|in front of|at|beside|on) (?:the |a |its )?(?:end of the |field'?s? )?(?:name|type|field)(?: name)?)?\s*[:–]\s*(?<meaning>[^.;,(]+(?:, (?:never|not|only|and|but|or)\b[^.;,(]+)?)`,
      'giu',
    ),
  ],
  noMark: /\b(?:no|without(?: an?)?) [\x60"“]?(?=[*!?+#~^°†])/gi,
  markWords: [
    [/\b(?:an? |the )?dash\b(?: under ["“][^"”]*["”])?/gi, '–'],
    [/\b(?:an? |the )?(?:asterisk|star)\b(?: \(\*\))?/gi, '*'],
    [/\b(?:a |the )?question mark\b(?: \(\?\))?/gi, '?'],
    [/\b(?:an? |the )?exclamation mark\b(?: \(!\))?/gi, '!'],
  ],
  isMark: () => false,
  isState: () => false,
  emphasis: [
    [
      /\bbold(?:face)?\b(?: (?:type|print|letters|face|ones|fields?|names?|properties))*\s*(?:=|:|–|means|marks|stands for|(?=(?:is|are|must|may|can|have|has|shall|need)\b))\s*(?<meaning>[^,;.]+)/i,
      'bold',
    ],
    [
      /\b(?<meaning>required|mandatory|compulsory|obligatory|needed|optional|read-only|unique)\b(?: (?:ones|fields?|names?|properties|attributes|columns|members))?,? (?:are |is |stand |printed |shown |set |written |marked |appear )*(?:in )?bold(?:face)?\b/i,
      'bold',
    ],
    [
      /\bitalics?\b(?: (?:type|print|letters|face|ones|fields?|names?|properties))*\s*(?:=|:|–|means|marks|stands for|(?=(?:is|are|must|may|can|have|has|shall|need)\b))\s*(?<meaning>[^,;.]+)/i,
      'italic',
    ],
    [
      /\b(?<meaning>required|mandatory|compulsory|obligatory|needed|optional|read-only|unique)\b(?: (?:ones|fields?|names?|properties|attributes|columns|members))?,? (?:are |is |stand |printed |shown |set |written |marked |appear )*(?:in )?italics?\b/i,
      'italic',
    ],
  ],
  leadOfChoice: /^(?:(?:it )?(?:must|shall|has to|can|may|will) be|being|namely) (?:either )?/i,
  defaultMark: /(?<![\w.])["“`']?([\w-]+)["”`']?\s*\((?:the |by |as )?(?:default|standard)\)/i,
  defaultClause: 'default',
  movingDefault: /^(?:today|now|tomorrow|yesterday|current|same|equal)$/i,
  openValue: /^(?:any|anything|another|something|some|every|each|whatever)\b|^other \w+s$/i,
  exception:
    /^(?:and |but )?(?:except|unless|but (?:not|only)|other than|excluding|apart from|only (?:while|if|when|for|among|within|until|after|where))\b/i,
  noDefault: /^(?:any|empty|blank|null|nothing|none|unset|absent|missing|undefined)$/i,
  noValue:
    /^(?:more|less|fewer|above|below|none|not|both|neither|all|any|so|later|earlier|longer|shorter|given|set|empty|zero|positive|negative|null|blank|present|absent|missing|changed|used|sent)$/i,
  aboutFields:
    /^(?<names>(?:the |its )?(?!(?:and|or|is|are|must|may|can|cannot|shall|never|defaults?|needs?)\b)[\p{L}_][\p{L}\d_-]*(?: (?!(?:and|or|is|are|must|may|can|cannot|shall|never|defaults?|needs?)\b)[\p{L}\d_-]+){0,3}(?:(?:,\s*(?:and |or )?|\s+(?:and|or)\s+)(?:the |its )?(?!(?:and|or|is|are|must|may|can|cannot|shall|never|defaults?|needs?)\b)[\p{L}_][\p{L}\d_-]*(?: (?!(?:and|or|is|are|must|may|can|cannot|shall|never|defaults?|needs?)\b)[\p{L}\d_-]+){0,3})*)\s+(?:(?:is|are)(?: (?:both|all|always|each))?\s+(?!of\b|an?\b)|(?=(?:must|may|can|cannot|shall|never|defaults?|needs? not)\b))(?<predicate>\S.*)$/iu,
  lateDefaults:
    /^(?:if|when|where) (?:(?:it|they|these|nothing|none|no value) )?(?:is |are )?(?:not )?(?:given|stated|specified|entered|set|supplied|sent|said|left out|missing|absent),? (?=(?:the |its )?\w+(?: \w+)? (?:shall be|is|are|will be|defaults to)\b)(.+)$/i,
  lateJoin:
    /,? and (?=(?:the |its )?\w+(?: \w+)? (?:shall be|is|are|will be|defaults to)\b)|,\s+(?=(?:the |its )?\w+(?: \w+)? (?:shall be|is|are|will be|defaults to)\b)/i,
  neverChangedRecord:
    /^(?:(?:none of (?:the|its|these|their) (?:fields|values|members) (?:can|may|is|are)(?: (?:be|ever))*|no (?:field|value)s? (?:can|may|is|are)(?: ever)?(?: be)?|(?:nothing|none) (?:of it|of this|in it|here) (?:can|may|is)(?: ever)?(?: be)?) (?:changed|edited|altered|updated)|(?:an?|the|each|every|all|such) (?:entr(?:y|ies)|records?|rows?) (?:(?:is|are|can|may|must)(?: not|n['’]t)|never|is never|are never|can never|cannot)(?: be)? (?:changed?|edited|altered|updated))(?: (?:any ?more|again|later|afterwards|once (?:(?:the |an? )?\w+) (?:(?:is|are|was|has been|have been) (?:made|created|saved|entered|recorded|stored|written|added|in|there)|(?:has|have) been sent)|after (?:creation|that|saving|entry)))?$/i,
  lateValue: /^((?:the |its )?\w+(?: \w+)?) (?:shall be|is|are|will be|defaults to) ([\w.-]+)$/i,
  lateRewrites: englishLateRewrites,
  fieldNoun: /\s*\b(?:fields?|attributes?|properties|members|values|data|columns)\s*$/i,
  mustContain:
    /\b(?:shall|must|has to|have to|needs? to|is to|are to)(?: (?:always|also|at least))? (?:contain|have|include|comprise|carry|state|give|hold|consist of|be given with|bear|name|indicate|specify|show)\b[^.]{0,60}$/i,
  mayContain:
    /\b(?:may|can|might|could)(?: (?:also|further|optionally|in addition))? (?:contain|have|include|comprise|carry|state|give|hold|be given with|bear|name|indicate|specify|show)\b[^.]{0,60}$/i,
  oneThing: /^(?:(?:an?|the|one|exactly one|any) (?:existing )?|(?:which|an existing|existing) )([\p{L}][\p{L}\d_]*(?: [\p{L}\d_]+)?)$/iu,
  ownLead:
    /^(?:its|their|the|an?|whether (?:it|he|she|they) (?:is|was|has|are|were|can be))\s+(?=\p{L}[\p{L}'’-]*(?: [\p{L}'’-]+){0,4}(?:,\s|\s(?:according to|see)\s))/iu,
  thingThat:
    /^(?:(?:is|it is) )?(?:the|an?|which) ([\p{L}]+(?: [\p{L}]+)??) (?:who|that|which|it|he|she|they|this|whose|where|(?:in|on|for|from|to|at|by|of|with) (?:which|whom))\b[^\d]*$/iu,
  personThat:
    /^(?:(?:is|it is|it['’]s) )?(?:the )?(?:person|one|somebody|someone|who|thing|whoever)\b(?: (?:who|that|which|it|he|she|they|this|whose|for)\b[^\d]*)?$/i,
  idExample:
    /\b(?:ids?|identifiers?)\b[^.\n]{0,40}?(?:look|like|e\.g|such as|example)[^.\n]{0,20}?[`"“'](?=[^`"”'\n]*[A-Za-z])(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w-]+[`"”']/i,
  timesAreInstants: /\b(?:times?|timestamps?)\b[^\n]*(?:ISO|RFC ?3339|\bUTC\b)/i,
  objectKind:
    /^(?:an? )?(?:(?:list|array|set|collection)(?: of)? )?(?:nested |embedded |json |sub-?)?(?:obj|objects?|groups?|structs?|structures?|records?|maps?|blocks?|composites?|list|array)(?:\[\])?(?=\s*(?:[;,.(]|$))/i,
  inEntry: /^(?:in|within|inside|for|of) (?:an?|each|every|one|the) [`*"“]*(?<name>\w+)[`*"”]*,? (?<rest>`\w+`.+)$/i,
  membersFollow:
    /(?::|\b(?:consisting of|consists of|made up of|comprising|comprises|composed of|containing|contains|having|has|with|namely|as follows)):?\s*$/i,
  signHeader:
    /^(?:signs?|marks?|symbols?|shorthands?|notations?|abbreviations?|abbr\.?|short(?: form)?|codes?|tokens?|tags?|flags?|written|spelling)$/i,
  entryOf:
    /^\W*(?:(?:one|an?|each|every|a single) (?:entry|item|element|line|row|member|record|value|object|\p{L}+(?= (?:of|in) `))s?|(?:the )?(?:entries|items|elements|lines|rows|members|fields|contents)) (?:of|in|inside|within|for) (?:the (?:list |array |field )?)?[`*"“]*(?<name>[\p{L}_][\p{L}\d_]*)[`*"”]*(?: (?:list|array|field))?(?: (?:has|have|is|are|consists? of|looks? like)\b[^.]*)?\W*$/iu,
  listedObjects: /^(?:an? )?(?:list|array|set|collection)\b|\[\]/i,
  eachBound: /(^|[,;.]\s*)each\s+(?=(?:not|at|up|no|max|between|from|exactly|of)\b)/i,
  nameOf: /^(?:the )?(?:full |login |user )?names? of (?:the|an?|whoever)\b/i,
  countedThings:
    /^(?:(?:between|from) (?<least>\d+) (?:and|to) (?=\d)|(?:up to|at most|no more than|max(?:imum)?\.?) (?=\d))?(?<most>(?<=(?:and|to|most|than|max|maximum|\.) )\d+) (?<things>\p{L}+s)$/iu,
  eachOfThem: /,?\s+each(?=\s*(?:[;,.]|$))/i,
  nullable: /^(?:null(?:able)?|nulls? (?:ok|allowed))$/i,
  notNull: /^(?:not[ -]null(?:able)?|nn|no nulls?)$/i,
  notNullClause: /\bnot[ -]null\b|(?<![\w])NN(?![\w])/i,
  optionalClause: 'optional',
  readOnlyClause: 'read-only',
  mustBe: 'yes',
  mustNot: 'no',
  wholeNumber: 'whole number',
  orWord: 'or',
  textUnit: /\b(?:characters?|chars?|signs?|letters)\b/i,
  canonical: [
    [
      /\b(?:no|not|never)(?: (?:be|have|exceed|contain))? (?:more|longer|larger|greater|higher|bigger|above|over|exceeding|beyond)(?: than)?\b|\bnot (?:above|exceeding|over)\b|\b(?:must|may|shall|should|can) not exceed\b|\b(?:a |with a |its )?(?:max(?:imum)?(?: length)?|upper limit|limit) (?:of|is|=)\b|\bcapped at\b|\bup to(?: and including)?\b|\bat (?:the )?most\b/gi,
      'at most',
    ],
    [
      /\b(?:no|not) (?:less|fewer|lower|smaller|shorter|below)(?: than)?\b|\b(?:a |with a )?min(?:imum)?(?: length)? (?:of|is|=)\b|\bat (?:the )?least\b/gi,
      'at least',
    ],
    [
      /\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b(?= (?:characters?|chars?|entries|items|decimals?|digits|of|elements?|values?|letters?|places)\b)/gi,
      '#$1',
    ],
    [
      /\b(?:of|with|having|being|lies|and|is|are|as|a|an|the|it|they|which|that|shall|must|be|also|only)\b(?=\s+(?:at most|at least|exactly|between|from|set|unique|required|mandatory|optional))/gi,
      '',
    ],
    [/(-?\d[\d.,]*|\bzero)\s+(?:or (?:more|above|greater|higher)|and (?:up|above|more|higher)|upwards|upward|up)\b/gi, 'at least $1'],
    [/(-?\d[\d.,]*|\bzero)\s+(?:or (?:less|fewer|below|lower)|and (?:below|less))\b/gi, 'at most $1'],
    [/\bzero\b/gi, '0'],
    [/\b(?:counted|counting|numbered) (?:up )?(?:from|starting at)\b/gi, 'at least'],
    [
      /\b(?:decimal )?(?:dp|d\.p\.|dec\.?|(?:places|digits)(?: (?:after|behind) the (?:decimal )?(?:point|comma))?|decimal places)$/gi,
      'decimals',
    ],
  ],
  seeStates:
    /^(?:(?:states?|status(?:es)?);? ?)?(?:(?:→|->) ?)?(?:tab|sheet|slide|section|part|chapter|§) ?(?:3|C)$|(?<=[;,(] ?)(?:(?:→|->) ?)?(?:tab|sheet|slide|section|part|chapter) (?:3|C)(?=$|[\s.,;)])|\b(?:see|cf\.?|cp\.|compare|refer to|as per|per|in|from|by|of|according to|as in|under)\s+(?:(?:part|section|§|chapter|sec\.?|point|item|no\.?|paragraph)\s*3|3(?![^\s.;,)]))\b|\b(?:see|cf\.?) (?:the )?(?:next|following) (?:part|section|chapter|heading)\b|\bsee (?:the )?(?:tab|table|sheet|section|part|chapter|heading|list)? ?["“]?(?:states?|stages?|status(?:es)?|life ?cycle|transitions?)\b/i,
  keyParts:
    /\bprefix\b[^.;]*?(?<separator>underscore|dash|hyphen|_|-)[^.;\d]*(?<count>\d+) (?:random )?(?:chars?|characters?|letters?(?: (?:and|or) digits?)?|signs|symbols)(?: (?:from|of|out of))? ?\(?(?<set>(?:a-z|A-Z|0-9)(?:(?:\s*,\s*|\s*(?:and|plus|\+)\s*|\s*)(?:a-z|A-Z|0-9))*)/i,
  prefixedKey: /\bids?\b(?=.*(?:\bprefix|\blooks? like|`[a-z]{2,5}_))|\bprefix\b/i,
  keyWord: /\b(?:ha(?:s|ve)|carr(?:y|ies)|bears?|gets?) an? (?:unique |own )?(id|identifier|uuid|key)\b(?:[^,;`(]*\(([^()]*)\))?/i,
  fixedName:
    /(?:number|code|secret|token|checksum|hash|digest|fingerprint|signature|barcode|\bno|_no|id|ref|reference|key|iban|ean|isbn|vin|seal|slip|sku|zip|postcode|pin|(?-i:[a-z]No))$/i,
  groupOf:
    /^(?:group|object|structure|block|record|composed|consists|made up|nested object)\s*(?:of(?! (?:[\w-]+ ){1,3}[a-z]+s:)|with|consisting of|made up of|composed of|containing|comprising|holding|having|including|that (?:has|contains|holds|consists of)|which (?:has|contains|holds|consists of)|of (?:[\w-]+ ){1,3}[a-z]+s(?=:))?:?\s+(.*\(.*\).*)$/i,
  general:
    /^(?:all )?[*`]*(\w+(?: (?:amount|sum|value)s?)?)[*`]*(?: of money)?\s*(?:\bis|\bare|=|:|\bmeans|\balways has|\bhas|(?=\bin [A-Z]{3}\b)|(?=\bwith (?:\w+) decimals?\b))\s*(?<=[\s=:]|has)(.+?)\.?$/i,
  usualTimes:
    /^(?:all )?(?:dates?|times?|timestamps?|date-times?|dates? and times?|dates without an? time)\b(?!.*\bprecision\b).*(?:ISO ?8601|RFC ?3339|\bUTC\b|`?YYYY-MM-DD`?|`\d{4}-\d\d-\d\d)[^.]*\.?$/i,
  allFields:
    /^(?:all (?:fields |of them )?(?:are )?(?=(?:ro|read[- ]?only|set by .+|required|optional|mandatory)\.?$)|(?:(?:it|this|the table|this table) is )?(?=(?:append[- ]only|write[- ]once|insert[- ]only)\b)|(?=nothing (?:in (?:here|it|this) |here |of it |of this )?(?:is|are|can be|may be|will be|gets) (?:ever )?(?:edited|changed|altered|updated|modified|touched)))(.+?)\.?$/i,
  uniqueClause: 'unique',
  scopeLead: /^(?:per|within|in|for each|for every|among|across)\b/i,
  fixedClause: 'never changes',
  embedded: /\b(?:embedded|inlined?|nested)\b/i,
  onCreation: /\b(?:on|at|upon|during|when) (?:creation|creating|create|created|POST|insert(?:ion)?)\b/i,
  mayChange:
    /\b(?:may|can|could) (?:also |later )?(?:be )?(?:updated?|changed?|edit(?:ed)?|modif(?:y|ied)|patch(?:ed)?)\b|\b(?:on|at|upon|during) (?:updates?|changes?|PATCH|edits?)\b|\bupdat(?:e?able|es)\b/i,
  everyRecord: new RegExp(
    String.raw`^(?:the following|these)\b[^.:]{0,40}?\b(?:on|in|of|to|by|for|with) (?:every|each|all)(?: (?:of )?(?:the|our))? ${recordNoun}\b[^.:]*:|^(?:(?:in addition|besides|also|moreover|furthermore|on top(?: of (?:that|this|these|it))?|apart from (?:that|this|these)|(?:unless|if not|where not) [^,.]{0,20}?(?:otherwise|said|stated|noted)),? )?(?:(?:every|each)(?: one)? of (?:them|these|those|the (?:[\w-]+ )?${recordNoun})|(?:every|each|all|any)(?: (?:of )?(?:the|these|those|our|them))?(?: (?:other )?(?:${countWord}))? ${recordNoun}|everything(?: (?:we|here|that)\b[^.,]{0,30}?)?|they all|all of (?:them|these|those)|all (?:${countWord}))\b(?:(?<=\brecs?)\.)?(?: except (\w+))?[^.]*?\b(?:ha(?:s|ve)|carr(?:y|ies)|bears?|gets?|comes? with|includes?|contains?|holds?|shares?|possess(?:es)?|keeps?|is given|are given)\b|^(?:(?:on|in|for) )?(?:every|each|all)(?: (?:of )?(?:the|our))? ${recordNoun}(?: also)?\s*[:–—]|^(?:(?:on|in|for|of) )?(?:all|every(?:thing|where)?)(?: of them)?\s*[:–—]|^(?:common|shared|inherited|implied|same)(?: (?:to|by|in|for|on))? (?:all|every(?:thing)?|each)[^:–—.]{0,30}[:–—]|^(?:(?:also |and |we |I )*(?:want|need|like) )?(?:the |an? )?(?:fields? |members? |columns? |attributes? )?["“\x60]\w+(?: [^"”\x60]+)?["”\x60][^.]*\b(?:(?:on|in|of|to|by|for|with) (?:every|each|all|both)(?: (?:of )?(?:the|our|these|them))?(?: (?:${countWord}))?(?: ${recordNoun}|(?=\.|,|$))|(?:on|in|of|by|for) everything|everywhere|implied|not (?:listed|repeated|shown|written))\b`,
    'i',
  ),
  everyExcept:
    /\((?:but |only )?(?:(?:the|an?) )?([\p{L}_]+) (?:has|have|keeps?|uses?|goes by|go by) only\b|\b(?:except(?: for)?|but not|apart from|other than|not)(?: on| in| for)? ((?:the |an? )?[\p{L}_]+(?:(?:, | and | or )(?:the |an? )?[\p{L}_]+)*)(?=\s*(?:[.,;:)]|$|which\b|who\b|that\b))/giu,
  onEvery: new RegExp(
    String.raw`[\s,]*\b(?:(?:on|in|of|to|by|for|with) (?:every|each|all|both)(?: (?:of )?(?:the|our|these|them))?(?: (?:${countWord}))?(?: ${recordNoun}\b|(?=\.|,|$))|(?:on|in|of|by|for) everything\b|everywhere\b)`,
    'i',
  ),
  kindBefore: /\b(?:an?|the|one|its)\s+(\p{L}[\p{L} -]{2,20}?)\s*$/iu,
  calledName:
    /\b(?:an?|the|one)\s+((?:(?!\b(?:an?|the|one)\s)[^`])+?)(?:\s+(?:from|by|of) (?:the|our) \p{L}+)?,?\s+(?:which is |that is |it is )?(?:called|named|under the name|by the name of)\s*$/iu,
  everyTitle: new RegExp(
    String.raw`^(?:every|all|common|shared|base|(?:common|shared|standard|general|base|basic|usual|technical|system|default|automatic)(?: (?:fields?|columns?|members?|attributes?|properties|data))(?: (?:of|for|on|in) (?:all|every|each)(?: (?:the|our))?(?: ${recordNoun})?)?|(?:(?:fields?|columns?|members?|attributes?|properties) (?:of|for|on|in|common to|shared by) )?(?:all|every|each)(?: (?:the|our))? ${recordNoun}(?: (?:has|have|share)s?)?|common to (?:all|every)(?: ${recordNoun})?|(?:on|in) (?:every|all) ${recordNoun})$`,
    'i',
  ),
  everyName: 'every record',
  everyOwner: /^\(?(?:all|every(?:thing)?|each|any|common|shared)\b[^|]{0,24}$|^\*$/i,
  following: /\b(?:following|below|these)\b/i,
  ofEach: /^(?:both|all|each)(?: (?:of (?:them|these)|are|is))?\s+(?=\S)/i,
  andOnly: /^[\s,]*(?:and|as well as|plus|\+|&)\s*(?:an?|the|its)?\s*$/i,
  shapeWord: 'shape',
  shape: /\b(?:embedded|part of|(?:only )?(?:inside|within)|no life of its own|no id|shape|nested|value object)\b/i,
}
