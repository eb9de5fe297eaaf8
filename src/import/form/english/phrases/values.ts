// English phrases for choices, lists, maps and characters.

import type { Phrase } from '../../words/field-words.ts'
import { choiceLead, phrase } from './phrase.ts'

export const englishValuePhrases: readonly Phrase[] = [
  [phrase('(?:one or more|at least one)(?: of)?:? +(.+)'), { says: 'list', text: 'one of: $1' }, { says: 'bounds', least: '1' }],
  [phrase('(?:several|some|one or more|multiple|multi-?select|any number)(?: of)?:? +(.+)'), { says: 'list', text: 'one of: $1' }],
  [phrase(`(?:${choiceLead})\\s*:?\\s+(.+)`), { says: 'choice', text: '$1' }],
  [phrase('(?:either )?(\\d+) or (\\d+)'), { says: 'choice', text: '$1, $2' }],
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
  [phrase('base64[- ]?url(?:[- ]?(?:encoded|safe|alphabet))?'), { says: 'charset', text: 'A-Za-z0-9_-' }],
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
  [
    phrase(
      '(?:web ?)?links? to (?:the |an? |its |this )?(?:[\\w-]+ ){0,3}(?:pages?|site|website|documents?|files?|images?|photos?|pictures?|videos?|runs?|reports?|map|articles?|posts?|recordings?|streams?|repositor(?:y|ies)|repo|dashboard|sheet|folder|album|listing|announcement|source|download)',
    ),
    { says: 'type', type: 'uri' },
  ],
  [phrase('by reference|as (?:an? )?reference'), { says: 'nothing' }],
  [phrase('(?:minor units?|in cents|cents|in pence)(?: of .*)?'), { says: 'nothing' }],
  [
    phrase('(?:empty|null|absent|not there|missing) (?:until|unless|while|before|once|when|if) .*'),
    { says: 'must', must: 'no' },
    { says: 'more' },
  ],
]
