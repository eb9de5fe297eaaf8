// Rewrites English descriptions of fields to the words of the phrases.

import { englishAbbreviations } from './abbreviations.ts'
import { englishAsides } from './families/asides.ts'
import { englishDefaultFamilies } from './families/defaults.ts'
import { englishKindFamilies } from './families/kinds.ts'
import { englishLastingFamilies } from './families/lasting.ts'
import { englishKeywordFamilies } from './families/notations.ts'
import { englishPresenceFamilies } from './families/presence.ts'
import { englishSequences } from './families/sequences.ts'
import { englishUniquenessFamilies } from './families/uniqueness.ts'
import { englishNegations } from './families/negations.ts'
import { englishNotations } from './notations.ts'
import { englishProseRewrites } from './prose.ts'

export const englishRewrites: readonly (readonly [pattern: RegExp, text: string])[] = [
  ...englishNegations,
  ...englishAbbreviations,
  ...englishAsides,
  ...(
    [
      ['one', '1'],
      ['two', '2'],
      ['three', '3'],
      ['four', '4'],
      ['five', '5'],
      ['six', '6'],
      ['seven', '7'],
      ['eight', '8'],
      ['nine', '9'],
      ['ten', '10'],
      ['twelve', '12'],
      ['fifteen', '15'],
      ['twenty', '20'],
      ['thirty', '30'],
      ['fifty', '50'],
    ] as const
  ).flatMap(([word, digits]): [RegExp, string][] => [
    [new RegExp(`\\b${word} hundred\\b`, 'gi'), `${digits}00`],
    [new RegExp(`\\b${word} thousand\\b`, 'gi'), `${digits}000`],
    [
      new RegExp(
        `\\b(between|from|to|most|least|than|exactly|maximum(?: of)?|minimum(?: of)?)\\s+${word}\\b(?! (?:of|capital|upper|lower|digit|letter|decimal|place))`,
        'gi',
      ),
      `$1 ${digits}`,
    ],
    [new RegExp(`\\b(\\d+ (?:and|to))\\s+${word}\\b(?! (?:of|capital|upper|lower|digit|letter|decimal|place))`, 'gi'), `$1 ${digits}`],
  ]),
  ...(
    [
      ['ten', '10'],
      ['twelve', '12'],
      ['fifteen', '15'],
      ['twenty', '20'],
      ['thirty', '30'],
      ['forty', '40'],
      ['fifty', '50'],
      ['sixty', '60'],
      ['eighty', '80'],
      ['ninety', '90'],
    ] as const
  ).map(([word, digits]): [RegExp, string] => [
    new RegExp(`\\b${word}\\b(?= (?:characters?|letters?|signs|chars|entries|items|minutes|hours|days))`, 'gi'),
    digits,
  ]),
  [/\b(?:big|block) (?=letters?\b)/gi, 'capital '],
  [/(?<![\w-])([A-Za-z]-[A-Za-z]|\d-\d)\s+(?=(?:[A-Za-z]-[A-Za-z]|\d-\d)(?![\w-]))/g, '$1, '],
  ...englishNotations,
  ...englishDefaultFamilies,
  ...englishLastingFamilies,
  ...englishPresenceFamilies,
  ...englishUniquenessFamilies,
  ...englishKeywordFamilies,
  ...englishKindFamilies,
  ...englishProseRewrites,
  [
    /\b(?:characters?|chars|signs|symbols)(?: (?:from|of|out of|in))?\s*[[(]?A ?[-–] ?Z[\])]?\s*(?:,|\/|and|or)?\s*(?:and |or )?[[(]?0 ?[-–] ?9[\])]?/g,
    'upper-case alphanumerics',
  ],
  [
    /\b(?:characters?|chars|signs|symbols)(?: (?:from|of|out of|in))?\s*[[(]?a ?[-–] ?z[\])]?\s*(?:,|\/|and|or)?\s*(?:and |or )?[[(]?0 ?[-–] ?9[\])]?/g,
    'lower-case alphanumerics',
  ],
  [
    /\b(?:characters?|chars|letters)(?: (?:from|of|out of|in))?\s*[[(]?A ?[-–] ?Z[\])]?(?!\s*(?:,|\/|and|or)\s*\S ?[-–])/g,
    'capital letters',
  ],
  [/\b(\d+|two|three|four|five|six|seven|eight|nine|ten)-digit\b(?: (?:numbers?|codes?))?/gi, '$1 digits'],
  [/\[\s*(-?\d[\d.]*)\s*[,;]\s*(-?\d[\d.]*)\s*\]/g, ', $1 to $2'],
  [/(?<!(?:^|[;,(]\s*)["'`]?(?:true|false|yes|no|null|-?\d+)["'`]?)\s=\s["'`]?([\w-]+)["'`]?\s*$/gi, '; default $1'],
  [/\b(list|array|set) of (?:up to|at most|max(?:imum)?(?: of)?|no more than) (\d+) (\p{L}+)/giu, '$1 of $3, at most $2 entries'],
  [/\b(list|array|set) of (\d+) ?(?:to|-|–|\.\.) ?(\d+) (\p{L}+)/giu, '$1 of $4, $2 to $3 entries'],
  [
    /^(?:up to|at most|max(?:imum)?\.?(?: of)?|no more than) (\d+) \p{L}+s,? \((?:each )?(text|string)s?/iu,
    'list of $2, at most $1 entries, (',
  ],
  ...englishSequences,
  [
    /\b(?:choice|enum(?:eration)?|code list|selection|pick ?list|drop-?down)\b((?:[;,]\s*(?:required|optional|mandatory|unique|read-only))*)\s*[;:,]\s*([\w-]+(?:, [\w-]+)*,? or [\w-]+)(?=\s*(?:[.;)]|$))/gi,
    '$1; one of: $2',
  ],
  [/\s*\(?\b(?:both )?inclusive(?:ly)?\b\)?/gi, ''],
  [
    /(^|[.;:]\s+)([\w-]+(?: [\w-]+){0,2}(?:, [\w-]+(?: [\w-]+){0,2}){2,})\s*[–—,-]\s*(?:just )?(?:pick|choose|select|take) one\b/gi,
    '$1one of: $2; ',
  ],
  [
    /\b(?:both|all|each)(?: (?:of (?:them|these)|two|three))? (?=(?:may|can|must|need|are|is|mandatory|obligatory|optional|required|compulsory)\b)/gi,
    '',
  ],
  [/(^|[.;,]\s*)([\w-]+),? unless (?:the |an? )?[\w]+ (?:ticks?|says|sets|chooses|changes|decides|picks|asks)\b[^.;,]*/gi, '$1default $2'],
  [
    /["“`'(]?(?<!\b(?:by|the|an?|of|from|in|on|with|to|as)\s)(?<![\w.])([\w.-]*\w)["”`')]? (?:if|when) (?:not|nothing(?: is)?|none(?: is)?) (?:specified|given|said|stated|chosen|picked|entered|written|set|filled in)(?=\s*(?:[.,;)]|$))/gi,
    ', default $1',
  ],
  [
    /["“`'(]?(?<!\b(?:by|the|an?|of|from|in|on|with|to|as)\s)(?<![\w.])([\w.-]*\w)["”`')]? (?:if|when) (?:you|they|we|he|she) (?:write|say|give|pick|choose|enter|send|specify) nothing(?=\s*(?:[.,;)]|$))/gi,
    ', default $1',
  ],
  [
    /["“`'(]?(?<!\b(?:by|the|an?|of|from|in|on|with|to|as)\s)(?<![\w.])([\w.-]*\w)["”`')]? (?:when|as) (?:someone|somebody|it|they|he|she|one) starts(?=\s*(?:[.,;)]|$))/gi,
    ', default $1',
  ],
  [/\b(optional|mandatory|required|compulsory|unique|immutable|read-only)\s*[:–—]\s+/gi, '$1; '],
  [
    /[`"“']?(?<!\b(?:by|the|an?|of|from|in|on|with|to|as)\s)(?<![\w.])([\w.-]*\w)[`"”']? is (?:assumed|the default(?: value)?|the usual value|taken then|used then|then (?:assumed|used|taken))(?: (?:if|when|where) (?:it is |it['’]s |nothing is |none is )?(?:left out|missing|not given|omitted|absent|given|said|stated))?(?=\s*(?:[.,;)]|$))/gi,
    ', default $1',
  ],
  [/(\d)\s+up to\s+(?=\d)/gi, '$1 to '],
  [
    /["“`'(]?(?<!\b(?:by|the|an?|of|from|in|on|with|to|as)\s)(?<![\w.])([\w.-]*\w)["”`')]? if (?:they|he|she|it|we|you|people|(?:the |an? )?[a-z]+) (?:do(?:es)?(?:n['’]t| not)|did(?:n['’]t| not)|is(?:n['’]t| not)|was(?:n['’]t| not)) (?:say|pick|choose|give|specify|set|select|given|set|specified|fill(?:ed)?|sent?|told|state|mention)\w*(?: (?:one|it|any|anything|otherwise|in))?(?=\s*(?:[.,;)]|$))/gi,
    ', default $1',
  ],
  [/(\d)\s*\([^()\d]+\)\s*(to|and|-|–)\s*(-?\d+)(?:\s*\([^()\d]+\))?/gi, '$1 $2 $3'],
  [
    /\b(?:ISO )?country code[,;]? \(?(?:2|two)[ -](?:capital )?letters?\)?|\b(?:2|two)[- ]letter (?:ISO )?country code\b/gi,
    'ISO country code',
  ],
  [/\b(?:ISO )?currency code \(ISO 4217\)/gi, 'currency code'],
  [/\b(?:ISO )?currency code[,;]? \(?(?:3|three)[ -](?:capital )?letters?\)?/gi, 'currency code'],
  [
    /\b(?:2|two)(?: (?:capital|upper-?case))?[- ]letters?(?: (?:country )?code)?,? \(?(?:ISO[ -]?3166(?:-1)?(?: alpha-2)?|country)[^);,]*\)?/gi,
    'ISO country code',
  ],
  [/\b(?:3|three)(?: (?:capital|upper-?case))?[- ]letters?(?: (?:currency )?code)?,? \(?(?:ISO[ -]?4217|currency)[^);,]*\)?/gi, 'ISO 4217'],
  [/\b(string|text|varchar|char|int|integer|str)\[(\d*)\.\.(\d*)\]/gi, '$1, $2..$3'],
  [/\b(string|text|varchar|char|str)\[(\d+)\]/gi, '$1, exactly $2'],
  [/(-?\d[\d.]*)\s*(?:≤|<=)\s*\p{L}+\s*(?:≤|<=)\s*(-?\d[\d.]*)/giu, '$1..$2'],
  [/(?<![\p{L}\d])(?:x|n|v|val|value|len|length)\s*(?=(?:≥|≤|>=|<=)\s*-?\d)/giu, ''],
  [/\b(enum|choice|one of)\s*\{([^{}]+)\}/gi, '$1 ($2)'],
  [
    /\b(two|three|four|five|six|\d)[- ](?:((?:capital|upper-?case|lower-?case) )?letters?|letter) (?:code|abbreviation|symbol|mnemonic)s?\b(?! \()/gi,
    '$1 $2letters',
  ],
  [/\b(texts?|strings?) (in|of|with|like) (?=(?:the|an?) (?:form|format|pattern|style|shape)\b)/gi, '$1; $2 '],
  [/\b(texts?|strings?) (?=(?:set|given|assigned|made|generated|written|chosen) by\b)/gi, '$1, '],
  [/\s+or null\b/gi, ', optional'],
  [
    /[,;]?\s*(?:and )?(?:(?:which|it|they) )?(?:shall be |is |are |will be |we )?(?:assumed (?:to be )?|taken (?:to be |as )?|treated as |considered |presumed )?(?<!\b(?:by|the|an?|of|from|in|on|with) )["“`'(]?(?<![\w.])([\w.-]*\w)["”`')]? (?:(?:if|when|where) nothing (?:else |different |other )?(?:is |was )?(?:said|given|stated|specified|chosen)|unless (?:(?:we say |stated |specified |told |given |said |noted |set |chosen |asked )*otherwise(?: (?:stated|specified|noted|said|given|set|told))?|(?:something else is )?(?:stated|specified|given|told|chosen|supplied|provided|set|said)))(?=\s*(?:[.,;)]|and\b|$))/gi,
    ', default $1',
  ],
  [
    /\s*\b(?:that|which) (?:we|the (?:system|service|server))(?: (?:will|shall))? (?:generates?|assigns?|sets?|makes?|creates?|computes?|fills? in|gives?)(?: (?:it|them))?\b/gi,
    ', set by the service',
  ],
  [/\b(entries|items|values|elements|lines)\s+(?:of|with)\s+(.+?)\s+each\b/gi, '$1, each $2'],
  [/,?\s+being\s+|^being\s+/gi, '; '],
  [/\b(foreign key|fk|reference|ref|link)\s+\((\w+)\)/gi, 'reference to $2'],
  [/\bgreater than 0\b|(?<=integer|number|int)\s*>\s*0(?![\d.])/gi, ' positive'],
  [/,?\s*\b(?:please|pls)\b[.!]*/gi, ''],
  [/[,;(]?\s*\b(?:e\.g\.|for example|for instance|such as),?\s*(?:["“`'][^"”`']*["”`']|[^\s.,;)]+(?:[.,][^\s.,;)]+)*)\)?/gi, ''],
  [/\b(max|min|approx|incl|excl)\.\s+(?=\S)/gi, '$1 '],
  [
    /\bif (?:it is |it['’]s |nothing (?:else )?is |none is |that is |they are )?(?:left out|given|missing|not given|omitted|empty|unset|absent|not set|not stated|unspecified|stated|said|chosen|entered|specified|filled in|selected|written|set|told)\s*,?:?\s*(?:then )?(?:it is|it['’]s|they are|it becomes|the default is|we use|use)?\s*["“`']?(?!(?:it|they|this|that|the|an?|we|is|are)\b)([\w.-]*\w)["”`']?(?=\s*(?:[.,;)]|$))/gi,
    'default $1',
  ],
]
