// English phrases for the kind of a value, with its bounds.

import type { Phrase } from '../../words/field-words.ts'
import { currency, phrase, unit } from './phrase.ts'

export const englishKindPhrases: readonly Phrase[] = [
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
  [phrase('number with a fraction|decimal fraction|fractional number'), { says: 'type', type: 'number' }, { says: 'fraction' }],
  [phrase('number|decimal number|decimal|float|double'), { says: 'type', type: 'number' }],
  [
    phrase('number\\s*\\(?\\s*NUM\\s*(?:-|–|\\.\\.|to)\\s*NUM\\s*\\)?'),
    { says: 'type', type: 'number' },
    { says: 'bounds', least: '$1', most: '$2' },
  ],
  [
    phrase(
      'bool|booleans?|yes ?\\/ ?no|yes[- ]or[- ]no(?: (?:value|field|answer|question|flag))?|yes\\/no (?:value|field|answer|question|flag)|y\\/n|y or n|j\\/n|(?:(?:says |tells |indicates |shows |states )?whether|(?:says|tells|indicates|shows|states) if) (?:the|an?|it|they|he|she|this|we)\\b.+|true ?\\/ ?false|true or false|(?:boolean )?flag|checkbox|tick ?box|switch|toggle|on\\/off',
    ),
    { says: 'type', type: 'yes/no' },
  ],
  [phrase('(?:ISO(?: 8601)? |calendar |full |two |both )?(?:dates?|day)(?: (?:without|no) time)?'), { says: 'type', type: 'date' }],
  [
    phrase(
      'dates? (?:falling|lying|occurring|coming|being|that (?:lies|falls|is|comes)|which (?:lies|falls|is|comes))? ?(?:not |no |on or |strictly )?(?:after|before|later than|earlier than|following|preceding|prior to|between)\\b.+',
    ),
    { says: 'type', type: 'date' },
    { says: 'more' },
  ],
  [
    phrase(
      '(?:timestamps?|date and time|times?) (?:falling|lying|occurring|coming|being|that (?:lies|falls|is|comes)|which (?:lies|falls|is|comes))? ?(?:not |no |on or |strictly )?(?:after|before|later than|earlier than|following|preceding|prior to|between)\\b.+',
    ),
    { says: 'type', type: 'date-time' },
    { says: 'more' },
  ],
  [
    phrase(
      'ISO 8601(?: UTC)?(?: strings?| times?)(?: in UTC| with Z)?|(?:(?:ISO(?: 8601)?|UTC|RFC ?3339) )?(?:(?:date|day) (?:and|with|plus) (?:(?:the|a) )?(?:time|hour|clock time)(?: of (?:the )?day)?|timestamps?|time ?stamps?(?: of \\w+)?|date[ -/]?times?|date and time|date, time|date & time|date \\+ time|dates? and times?|date\\+time|instant|points? in time|moments?)',
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
  [phrase('https(?: only)?'), { says: 'type', type: 'uri' }, { says: 'pattern', pattern: '^https://' }],
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
      'enum|enumeration|enumerated|one of(?: (?:these|the following|the values|several|a list))?|code|code ?list|choice(?: list)?|drop-?down(?: (?:list|menu|field))?|pick ?list|pull-?down(?: list)?|select(?:ion)?(?: list| box| field)?|value ?list|list of (?:values|options|choices)|(?:fixed|closed|controlled) list|radio(?: buttons?)?|combo ?box|single (?:choice|select)|multiple choice',
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
  [
    phrase(
      'money|price|currency amounts?|(?:money|monetary) (?:amount|sum|value)s?|(?:sum|amount)s?(?: of money)?(?: in [\\w-]+)?|money in [\\w-]+',
    ),
    { says: 'type', type: 'money' },
  ],
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
]
